#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "deck/deck.h"
#include "integrators/integrator.h"
#include "io/event_writer.h"
#include "io/history_writer.h"
#include "io/progress.h"
#include "model/model.h"
#include "model/redundancy.h"
#include "run/contact_problem_dump.h"
#include "run/diagnostics.h"
#include "run/field_results.h"
#include "run/run.h"
#include "run/run_record.h"

namespace jounce {

/// One analysis under way: model, integrator, state and result files. Only rank 0 writes.
class Simulation {
 public:
  Simulation(const deck::Deck& deck, const RunOptions& options);

  /// Integrates to the end. Returns the report; a step that fails for good leaves results and a checkpoint.
  RunReport run();
  /// What run.toml says; complete after run().
  const RunRecord& run_record() const { return record_; }

  /// Calls `watch` after every accepted step with the state, what the step did (no accelerations in statics)
  /// and its size.
  using Watch = std::function<void(const State& state, const StepResult& result, double h)>;
  void watch(Watch watch) { watch_ = std::move(watch); }

  const Model& model() const { return *model_; }
  const State& state() const { return state_; }
  /// What is noteworthy about the start: a projection of the initial state, redundant joints.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  bool follow_grid();                    ///< all nominal steps; false when given up
  bool follow_path();                    ///< steps whose size the integrator chooses, to the end
  bool advance(double to, double size);  ///< one nominal step, cut where it fails; false when given up
  bool try_step(double h);               ///< a failure by exception counts as a step that does not converge
  void step_done(double h);              ///< bookkeeping of an accepted step
  bool exchange_bodies();                ///< between steps; false when the run cannot go on
  void record();                         ///< history row, events and frame of the step just done
  void write_row();
  void write_events();
  double frame_time(long frame) const;
  void skip_frames();  ///< makes next_frame_ the first one after the present time
  void write_checkpoint(const std::filesystem::path& file);
  void read_checkpoint(const std::filesystem::path& file);
  void open_results();
  void begin();  ///< everything before the first step
  RunReport integrate();
  void record_end(const RunReport& report);
  std::string summary() const;

  const deck::Deck& deck_;
  const RunOptions& options_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Integrator> integrator_;
  State state_;
  StepResult result_;
  Watch watch_;
  std::optional<Ledger> ledger_;
  std::vector<Sensor> sensors_;
  std::vector<std::string> notes_;
  Redundancy redundancy_;

  // time
  double start_ = 0, end_ = 0, step_ = 0;
  int max_cuts_ = 0;
  long max_steps_ = 0;  ///< of an integrator that chooses its steps
  bool is_static_ = false;
  double time_tolerance_ = 0;  ///< separates the times of different steps, cut ones included
  long nominal_ = 0;           ///< nominal steps done
  long steps_ = 0;             ///< steps taken, cuts included
  long cuts_ = 0;
  long iterations_ = 0;
  double h_ = 0;  ///< size of the last step
  double max_penetration_ = 0;
  RunRecord record_;
  std::string stop_;  ///< why the run cannot go on though the last step succeeded

  // results
  bool writes_ = true;
  std::filesystem::path folder_;
  std::optional<io::HistoryWriter> history_;
  std::optional<io::EventWriter> events_;
  std::optional<io::Progress> progress_;
  std::optional<ContactProblemDump> contact_problems_;
  State before_;  ///< begin of the last step, for contact problems
  std::optional<FieldResults> fields_;
  std::vector<double> row_;
  long history_every_ = 1;
  bool has_events_ = true;
  long checkpoint_every_ = 0;
  long frames_ = 0;
  long next_frame_ = 0;
};

}  // namespace jounce
