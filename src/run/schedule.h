#pragma once

#include "params/params.h"

namespace jounce {

/// The interval of an analysis and its nominal steps. Where a step fails it is cut in halves of halves, so
/// that the ends of nominal steps stay where they are.
struct Schedule {
  double start = 0, end = 0;
  bool follows_limit = false;  ///< steps are not given: they follow the limit of the scheme
  double step = 0;             ///< of such steps, about, once set_step has been called
  int max_cuts = 0;            ///< how often a step is halved at most
  long steps = 0;              ///< nominal ones; the last one is shorter where the interval is no multiple
  double time_tolerance = 0;   ///< separates the times of different steps, cut ones included

  /// @param control  [integrator], or [analysis] of a static one; keys that do not fit raise
  ///   params::InputError
  explicit Schedule(const params::Params& control);

  /// The size of steps that are not given. Throws params::InputError as the constructor.
  void set_step(const params::Params& control, double size);

  double length() const { return end - start; }
  /// End of a nominal step; they count from 1.
  double time_of(long nominal) const {
    return nominal == steps ? end : start + static_cast<double>(nominal) * step;
  }
};

}  // namespace jounce
