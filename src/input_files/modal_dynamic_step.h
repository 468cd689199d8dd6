#pragma once

#include "input_files/keyword_output.h"
#include "keyword/translation.h"
#include "linear_dynamics/modal_dynamics.h"
#include "run/run.h"

namespace jounce {

/// What a *MODAL DYNAMIC step starts from.
struct ModalStart {
  std::shared_ptr<const keyword::Input> input;
  const Model& model;  ///< of the undeformed state
  ModalDynamics& modes;
  const State& base;    ///< that the modes are about
  const State& origin;  ///< from which displacements are counted
  double time;          ///< of all steps before
};

/// *MODAL DYNAMIC: motion in modes under loads f and motions of supports, whose static displacement is d(t).
/// With modal coordinates z = Phi^T M u and p = Phi^T M d
///
///   z'' + (c + D) z' + lambda z = Phi^T (f - C d') + lambda p + (c + D - alpha) p',   u = d + Phi (z - p),
///
/// c the damping of modes, C and D of the dampers. It is exact for loads and motions that are linear within
/// an increment: p' is a constant there, and no second derivative is needed.
/// @return the time that the step took
double modal_dynamic_step(const RunOptions& options, std::size_t number, const ModalStart& start,
                          KeywordOutput& output);

}  // namespace jounce
