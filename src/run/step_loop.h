#pragma once

#include <functional>

#include "run/step_attempts.h"

namespace jounce {

/// Goes from nominal step to nominal step: of the schedule, or along a load path by steps whose length the
/// stepper chooses, or by steps that follow the limit of stability of an explicit scheme. Steps that fail or
/// are too long are cut; accepted ones are entered into the ledger and recorded.
class StepLoop {
 public:
  /// After every accepted step, with its size.
  using Watch = std::function<void(const State& state, const StepResult& result, double h)>;

  StepLoop(Setup& setup, RunState& run, Recorder& recorder)
      : setup_(setup), run_(run), recorder_(recorder), attempts_(setup, run, recorder) {}

  void watch(Watch watch) { watch_ = std::move(watch); }
  /// The run is at its start, or where a checkpoint was written.
  void begin();
  bool at_end() const;
  /// The next nominal step. @return false when the run cannot go on
  bool next() {
    if (setup_.schedule.follows_limit) return limited_step();
    return setup_.stepper().chooses_step() ? path_step() : grid_step();
  }
  /// Which step comes next.
  struct Place {
    long nominal = 0;      ///< nominal steps done
    double path_size = 0;  ///< size of the next step along a path
    int path_cuts = 0;     ///< how often that size, or the limit, is halved
  };
  const Place& place() const { return place_; }
  void go_to(const Place& place) { place_ = place; }
  /// One step of this size instead, which need not be on the grid of the schedule; it is cut where it fails.
  /// @return false when the run cannot go on
  bool step_to(double to, double size) { return advance(to, size); }
  /// Nominal steps done; all steps where the stepper chooses them.
  long done() const { return setup_.stepper().chooses_step() ? run_.steps : place_.nominal; }

 private:
  using Outcome = StepAttempts::Outcome;
  bool grid_step();
  bool path_step();
  /// A step of the present limit, or some less: equal ones lead to the next frame of the fields, where it
  /// takes many, and to the end.
  bool limited_step();
  /// Where such steps lead next.
  double next_stop(double step) const;
  /// The level, from this one on, at which parts of a nominal step of this size are stable.
  int stable_level(int level, double size);
  /// What follows an accepted step of motion; false when the run cannot go on.
  bool close(double h, double reported);
  /// One nominal step of this size, cut where it fails; false when given up.
  bool advance(double to, double size);
  void step_done(double h);  ///< bookkeeping of an accepted step
  bool energy_holds();       ///< false when the scheme has added too much of it
  bool exchange_bodies();    ///< between steps; false when the run cannot go on
  std::string energy_advice() const;
  std::string scheme_advice() const;

  Setup& setup_;
  RunState& run_;
  Recorder& recorder_;
  StepAttempts attempts_;
  Watch watch_;
  Place place_;
};

}  // namespace jounce
