#pragma once

#include "run/recorder.h"
#include "run/step_undo.h"

namespace jounce {

/// Attempts at a step of a given size. One that fails, or is refused, leaves the state as it was.
class StepAttempts {
 public:
  enum class Outcome { accepted, failed, too_long };

  StepAttempts(Setup& setup, RunState& run, Recorder& recorder)
      : setup_(setup), run_(run), recorder_(recorder) {}

  /// A step that fails is written down.
  /// @param level  how often the size h was halved
  Outcome attempt(double h, int level = 0);

 private:
  /// Whether the step converges to what may be.
  bool succeeds(double h, int level);
  /// A failure by exception counts as one that does not converge.
  bool converges(double h);
  bool tries(double h);  ///< the same, as this rank sees it
  /// Repeats a step whose search has missed contacts, with these among its rows. @return false when that
  /// fails, when contacts are still missed and the step can be cut, or when parts pass into each other
  bool finds_contacts(double h, int level);
  /// Repeats the step with these rows.
  bool converges_with(double h, const std::vector<ContactRow>& expected);
  void undo() { undo_.undo(run_.state, setup_.stepper()); }

  Setup& setup_;
  RunState& run_;
  Recorder& recorder_;
  StepUndo undo_;
};

}  // namespace jounce
