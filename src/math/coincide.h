#pragma once

#include "la/types.h"

namespace jounce {

/// Whether two points are at the same place up to round-off. Coordinates may have any finite size.
inline bool coincide(const Vector3& a, const Vector3& b) {
  return !((b - a).stableNorm() > 1e-12 * (a.stableNorm() + b.stableNorm()));
}

}  // namespace jounce
