#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/checkpoints.h"
#include "run/run_monitor.h"
#include "run/snapshot.h"
#include "run/step_loop.h"

namespace jounce {

/// One analysis under way: what the deck sets up (Setup), the loop over its steps (StepLoop), the results
/// (Recorder) and the checkpoints, all of which share where the run stands (RunState).
class Simulation {
 public:
  /// @param functions  of users that the deck may name, beside those of its plugins
  /// @param before     the step of the deck that has ended and that this one goes on from
  /// @param others     what the models of the deck's other steps have
  Simulation(const deck::Deck& deck, const RunOptions& options, UserFunctions functions = {},
             Simulation* before = nullptr, const Ledger::Parts& others = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Integrates to the end. Returns the report; a step that fails for good leaves results and a checkpoint.
  RunReport run();
  /// The run ends here by an error that is not that of a step: run.toml and run.log say so.
  /// @param of_next  this step of the deck has ended well, the next one cannot begin
  void record_failure(const std::string& message, bool of_next = false);
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

  // Going back, between steps, on one rank and in a run that writes no results (else std::logic_error).
  /// What the next steps depend on. Matrices that the scheme has factorised are dropped, so that the run goes
  /// on from here as it does from restore().
  Snapshot save();
  /// The run is again where save() was called: its next steps are the same to the last bit.
  void restore(const Snapshot& snapshot);
  /// The run begins anew at another state of its model, with energies and counts of zero: supports and joints
  /// are applied to it as to the start of a deck, and the scheme has no memory. Throws params::InputError.
  void begin_at(State state);
  bool can_go_back() const;
  bool is_resumed() const { return resumed_ != nullptr; }
  // For those who lead the run from outside (fmi/), between begin() and its end:
  /// One step of a size of their own; it is cut where it fails. @return false when the run cannot go on
  bool step_to(double to, double size) { return loop_.step_to(to, size); }
  /// Why that was.
  std::string failure() const;
  /// What the next steps depend on; see Checkpoints::store.
  void store(io::CheckpointWriter& writer) { checkpoints_.store(writer); }
  void restore(const io::CheckpointReader& reader, const std::filesystem::path& name) {
    checkpoints_.restore(reader, name);
  }
  // A run that goes on from the end of a step of another run, without its files:
  /// What a run needs to go on there: `store`, and the forces that this step hands over to the next one.
  void store_end(io::CheckpointWriter& writer);
  /// Whether a state that store_end wrote is one of this step's: the same unknowns, supports and scheme.
  bool fits(const io::CheckpointReader& end) const;
  /// Brings the run there, before begin(). The reader lives as long as the run.
  void resume(const io::CheckpointReader& end);

  /// Columns of the history, with the time first.
  std::vector<io::Column> columns() const { return HistoryRow(setup_).columns(); }

  /// Calls `watch` after every accepted step with the state, what the step did (no accelerations in statics)
  /// and its size.
  void watch(StepLoop::Watch watch) { loop_.watch(std::move(watch)); }

  /// Calls `watch` after every attempt at a step, with its iterations.
  void watch_attempts(IterationOutput::WatchAttempt watch) { recorder_.iterations().watch(std::move(watch)); }

  const Setup& setup() const { return setup_; }
  const Model& model() const { return *setup_.model; }
  const Analysis& analysis() const { return *setup_.analysis; }
  const Schedule& schedule() const { return setup_.schedule; }
  Stepper& stepper() { return setup_.stepper(); }
  const State& state() const { return run_.state; }
  const StepResult& last_step() const { return run_.result; }
  long iterations() const { return run_.iterations; }  ///< of all steps so far
  /// Of the whole run; 0 where the integrator chooses its steps.
  long nominal_steps() const { return setup_.stepper().chooses_step() ? 0 : setup_.schedule.steps; }
  /// Calls `visit` with the name and the present value of every column of the history but the time.
  void observe(const std::function<void(const std::string& name, double value)>& visit) {
    recorder_.observe(run_, visit);
  }
  /// What is noteworthy about the start.
  const std::vector<std::string>& notes() const { return setup_.notes; }

 private:
  /// What the step before leaves to this one beside its state.
  struct Left {
    RunState run;
    Vector held_by;                 ///< forces of the joints and contacts that go on, by slot (DofMap::slots)
    std::vector<bool> held;         ///< see held_slots
    std::vector<std::string> rows;  ///< names of joints and contacts
    std::string scheme;
    std::vector<std::pair<std::string, Vector>> memory;  ///< of the scheme
    StepControl control;
    Recorder::Left recorder;
    RunMonitor::Left monitor;
  };
  /// @param next  the system of the next step
  std::unique_ptr<Left> leave(const System& next);
  /// Behind begin_steps, which leaves what it finds in the state alone.
  void go_on_from_end();
  /// Brings the run where its first step begins, with forces and energies there.
  void prepare_start();
  /// The first step begins at the state of the run.
  void begin_steps();
  void begin_record_of_run();
  /// Counts, energies and results go on from those of the step before, and what the scheme keeps from step to
  /// step where supports, joints and contacts are the same.
  void take_over();
  /// After a nominal step: progress, a checkpoint where one is due; false when something asks to stop.
  bool close_step();
  void stop_by(int code);  ///< a signal or kStopRequest; with a checkpoint of the present state
  /// A step of the deck that ends well and is not the last one.
  bool is_followed() const;
  void find_penetrations();  ///< at the end of the run
  /// Status and message, with a checkpoint of a run that failed.
  void judge(RunReport& report);
  void record_end(RunReport& report, bool of_next = false);

  const RunOptions& options_;
  const io::CheckpointReader* resumed_ = nullptr;  ///< see resume()
  std::unique_ptr<Left> left_;                     ///< by the step before, until this one begins
  RunRecord record_;
  Setup setup_;
  RunState run_;
  Recorder recorder_;
  StepLoop loop_;
  Checkpoints checkpoints_;
  RunMonitor monitor_;
  bool has_moved_;       ///< a step of the deck, from the first to this one, is no equilibrium
  bool failed_ = false;  ///< the run cannot go on
  int stopped_by_ = 0;   ///< a signal or kStopRequest
};

}  // namespace jounce
