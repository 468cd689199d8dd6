#pragma once

#include <algorithm>

#include "la/types.h"

namespace jounce::collision {

/// Parameter in [0, 1] of the point of the segment p + s d that is nearest to x; 0 for d = 0.
inline double nearest_on_segment(const Vector3& p, const Vector3& d, const Vector3& x) {
  const double length2 = d.squaredNorm();
  return length2 > 0 ? std::clamp(d.dot(x - p) / length2, 0.0, 1.0) : 0.0;
}

/// Parameters in [0, 1] of the nearest points of two segments p + s d and q + t e; of parallel ones, some
/// nearest pair.
struct SegmentPair {
  double s = 0, t = 0;

  bool is_inside() const { return s > 0 && s < 1 && t > 0 && t < 1; }
};
inline SegmentPair nearest_of_segments(const Vector3& p, const Vector3& d, const Vector3& q,
                                       const Vector3& e) {
  // Minimum over s, then t is that of the point of the first, and s again where t had to be cut off.
  const double dd = d.squaredNorm(), ee = e.squaredNorm(), de = d.dot(e);
  const Vector3 r = p - q;
  const double determinant = dd * ee - de * de;
  if (ee == 0) return {nearest_on_segment(p, d, q), 0};
  SegmentPair result;
  if (determinant > 1e-14 * dd * ee)
    result.s = std::clamp((de * e.dot(r) - ee * d.dot(r)) / determinant, 0.0, 1.0);
  result.t = (e.dot(r) + result.s * de) / ee;
  if (result.t >= 0 && result.t <= 1) return result;
  result.t = std::clamp(result.t, 0.0, 1.0);
  result.s = dd > 0 ? std::clamp((result.t * de - d.dot(r)) / dd, 0.0, 1.0) : 0.0;
  return result;
}

}  // namespace jounce::collision
