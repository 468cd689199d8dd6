#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "deck/deck.h"
#include "integrators/integrator.h"
#include "io/checkpoint.h"
#include "io/event_writer.h"
#include "io/folder_lock.h"
#include "io/history_writer.h"
#include "io/progress.h"
#include "model/model.h"
#include "model/redundancy.h"
#include "model/user_functions.h"
#include "run/contact_problem_dump.h"
#include "run/contact_reach.h"
#include "run/convergence_file.h"
#include "run/convergence_table.h"
#include "run/diagnostics.h"
#include "run/field_results.h"
#include "run/run.h"
#include "run/run_record.h"
#include "run/start.h"
#include "run/step_control.h"
#include "run/step_guard.h"
#include "run/step_undo.h"
#include "run/transition_file.h"

namespace jounce {

/// One analysis under way: model, integrator, state and result files. Only rank 0 writes.
class Simulation {
 public:
  /// @param functions  of users that the deck may name, beside those of its plugins
  Simulation(const deck::Deck& deck, const RunOptions& options, UserFunctions functions = {});

  /// Integrates to the end. Returns the report; a step that fails for good leaves results and a checkpoint.
  RunReport run();
  /// What run.toml says; complete after run().
  const RunRecord& run_record() const { return record_; }

  // The same in parts: begin(), next() while it returns true, finish().
  /// Opens the results and makes the start their first row.
  void begin();
  /// One nominal step. @return false at the end, or when the run cannot go on
  bool next();
  /// Closes the results and says how the run ended.
  RunReport finish();
  /// What the results hold and where a restart finds a checkpoint, for messages.
  std::string usable() const;

  /// Calls `watch` after every accepted step with the state, what the step did (no accelerations in statics)
  /// and its size.
  using Watch = std::function<void(const State& state, const StepResult& result, double h)>;
  void watch(Watch watch) { watch_ = std::move(watch); }

  const Model& model() const { return *model_; }
  Stepper& stepper() { return *stepper_; }
  const State& state() const { return state_; }
  const StepResult& last_step() const { return result_; }
  long iterations() const { return iterations_; }  ///< of all steps so far
  /// Of the whole run; 0 where the integrator chooses its steps.
  long nominal_steps() const { return stepper_->chooses_step() ? 0 : n_nominal_; }
  /// Calls `visit` with the name and the present value of every column of the history but the time.
  void observe(const std::function<void(const std::string& name, double value)>& visit);
  /// What is noteworthy about the start: a projection of the initial state, contacts that penetrate,
  /// redundant joints.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  bool grid_step();  ///< the next nominal step; false when given up
  bool path_step();  ///< the next step whose size the integrator chooses
  bool is_static() const { return integrator_ == nullptr; }
  std::string lost_stability(double h) const {
    return is_static() ? std::string() : integrator_->lost_stability(state_, h);
  }
  bool at_end() const;
  bool advance(double to, double size);  ///< one nominal step, cut where it fails; false when given up
  /// A step that may have to be taken again with a smaller size; all is as it was then.
  enum class Tried { accepted, failed, too_long };
  Tried try_step(double h, int level = 0);  ///< a step that fails is written down
  bool attempt_step(double h, int level);   ///< whether it converges to what may be
  /// Repeats a step whose search has missed contacts, with these among its rows. @return false when that
  /// fails, or when contacts are still missed and the step can be cut
  bool finds_contacts(double h, int level);
  bool converges(double h);  ///< a failure by exception counts as one that does not
  void begin_attempt(double h, int level);
  void end_attempt(Tried tried);
  /// After every iteration of a step: shows it; throws StepInterrupted when a signal asks to stop.
  void iterated(const ConvergenceLog::Row* row);
  void step_done(double h);  ///< bookkeeping of an accepted step
  bool energy_holds();       ///< false when the scheme has added too much of it
  bool exchange_bodies();    ///< between steps; false when the run cannot go on
  /// After a nominal step: progress, a checkpoint where one is due; false when a signal asks to stop.
  bool close_step(long nominal);
  void checkpoint_here();
  void stop_by_signal(int signal);  ///< with a checkpoint of the present state
  void record();                    ///< history row, events and frame of the step just done
  void write_row();
  void observe_row();  ///< values of the columns into row_
  void write_events();
  double frame_time(long frame) const;
  std::size_t frames_to_come() const;  ///< of the field results, from here to the end
  void skip_frames();                  ///< makes next_frame_ the first one after the present time
  double intervals() const;            ///< of simulated time between checkpoints, so far
  void write_checkpoint(const std::filesystem::path& file);
  void read_checkpoint(const std::filesystem::path& file);
  void read_marks(const io::CheckpointReader& reader);
  void open_results();
  /// How a restart continues files of rows; checks all of them before it shortens any.
  std::map<std::string, io::LineFile::Start> continue_files() const;
  void record_end(const RunReport& report);
  void find_penetrations();  ///< at the end of the run
  std::string dependent_joints()
      const;                  ///< rows that follow from others where a step failed, and what it means
  std::string flips() const;  ///< what changed in the last iterations of a step that failed, a sentence
  std::string summary() const;

  static constexpr const char* kHistory = "history.csv";
  static constexpr const char* kEvents = "events.csv";
  static constexpr const char* kTransitions = "transitions.csv";
  static constexpr const char* kConvergence = "convergence.csv";

  const deck::Deck& deck_;
  const RunOptions& options_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Stepper> stepper_;
  Integrator* integrator_ = nullptr;  ///< the same; null in statics
  State state_;
  StepResult result_;
  StepGuard guard_;
  StepControl control_;
  StepUndo undo_;
  ContactReach reach_;
  Watch watch_;
  std::optional<Ledger> ledger_;
  std::vector<Sensor> sensors_;
  std::vector<std::string> notes_;
  std::vector<InitialPenetration> penetrations_;
  Redundancy redundancy_;

  // time
  double start_ = 0, end_ = 0, step_ = 0;
  int max_cuts_ = 0;
  long max_steps_ = 0;         ///< of an integrator that chooses its steps
  double path_size_ = 0;       ///< size of its next step
  int path_cuts_ = 0;          ///< how often that size is halved
  bool bad_value_ = false;     ///< the last step met a function that is not finite
  bool is_hopeless_ = false;   ///< the last step fails at any size
  bool failed_ = false;        ///< the run cannot go on
  double time_tolerance_ = 0;  ///< separates the times of different steps, cut ones included
  long nominal_ = 0;           ///< nominal steps done
  long n_nominal_ = 0;         ///< nominal steps of the whole run, where the integrator does not choose them
  long steps_ = 0;             ///< steps taken, cuts included
  long cuts_ = 0;
  long refused_ = 0;     ///< steps that converged, but were too long
  long researched_ = 0;  ///< times that a step was repeated with contacts that its search had missed
  long iterations_ = 0;
  double h_ = 0;  ///< size of the last step
  double max_penetration_ = 0;
  Penetrations penetrated_;  ///< where and when
  RunRecord record_;
  double max_gain_ = 0;  ///< of energy by the scheme, as a share of the ledger's scale
  std::string stop_;     ///< why the run cannot go on though the last step succeeded

  // results
  bool writes_ = true;
  std::filesystem::path folder_;
  io::FolderLock lock_;
  std::map<std::string, io::FileMark> marks_;  ///< of files at the checkpoint that is continued
  std::optional<io::HistoryWriter> history_;
  std::optional<io::EventWriter> events_;
  std::optional<io::Progress> progress_;
  ConvergenceFile convergence_;
  ConvergenceTable table_;
  ConvergenceFile::Attempt attempt_;  ///< at a step, under way or the last one
  int attempt_level_ = 0;             ///< how often its size was halved
  TransitionFile transitions_;
  std::optional<ContactProblemDump> contact_problems_;
  State before_;  ///< begin of the last step, for contact problems
  std::optional<FieldResults> fields_;
  std::vector<double> row_;
  long history_every_ = 1;
  bool has_events_ = true;
  long checkpoint_every_ = 0;
  double checkpoint_interval_ = 0;     ///< of simulated time; 0: not by it
  double checkpoint_of_interval_ = 0;  ///< how many intervals have had theirs
  double checkpoint_time_ = NAN;       ///< of the last one
  double checkpoint_seconds_ = 0;      ///< of real time between checkpoints; 0: not by time
  double next_checkpoint_ = 0;         ///< on the clock of io::coarse_seconds
  int signal_ = 0;                     ///< that stopped the run
  long frames_ = 0;
  long next_frame_ = 0;
};

}  // namespace jounce
