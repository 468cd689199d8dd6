#pragma once

#include <vector>

#include "keyword/input.h"

namespace jounce {

/// *MODAL DAMPING of a step: in proportion to mass and stiffness (RAYLEIGH), or shares of the critical
/// damping of modes (lines of first and last mode, zeta).
struct ModeDamping {
  struct Range {
    int first, last;
    double zeta;
  };
  double alpha = 0, beta = 0;
  std::vector<Range> ranges;

  /// c of each mode, eta'' + c eta' + lambda eta = f: alpha + beta lambda + 2 zeta sqrt(lambda).
  Vector rates(const Vector& eigenvalues) const;
};
/// Throws params::InputError for STRUCTURAL damping and lines that are wrong.
ModeDamping mode_damping_of(const keyword::Step& step);

}  // namespace jounce
