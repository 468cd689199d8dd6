#pragma once

#include <cstdint>

#include "params/component.h"
#include "params/params.h"

namespace jounce {

/// Of the linear systems of statics: factorisation, or conjugate gradients with multigrid.
enum class StaticSolver : std::uint8_t { automatic, direct, iterative };

/// Options of a static analysis.
struct StaticOptions {
  double start = 0, end = 1;     ///< load parameter t
  bool ramp = true;              ///< bring what acts at the start on in proportion to t
  bool hold_time = false;        ///< functions of time keep their value at the start, whatever t
  double tolerance = 1e-10;      ///< out-of-balance force relative to the largest force
  int max_iterations = 25;       ///< Newton iterations a load step
  bool friction = true;          ///< of contacts; else they are taken to be smooth
  bool line_search = true;       ///< a step that fails is repeated with line searches before it is cut
  bool arc_length = false;       ///< the arc in (q, t) is prescribed instead of t: limit points are passed
  bool hold_free_parts = false;  ///< in rigid motions that nothing holds and no load pushes
  StaticSolver solver = StaticSolver::automatic;
};

/// Declaration of [analysis] type = "static".
params::Component static_component();
StaticOptions static_options(const params::Params& analysis);

}  // namespace jounce
