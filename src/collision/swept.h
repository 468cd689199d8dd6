#pragma once

#include <array>
#include <optional>

#include "la/types.h"

namespace jounce::collision {

/// A point that moves on a straight line at constant speed, from time 0 to time 1.
struct Path {
  Vector3 begin, end;

  Vector3 at(double t) const { return (1 - t) * begin + t * end; }
};

/// Where two moving parts meet.
struct Meeting {
  double time = 0;  ///< not later than the first meeting; both are closer than the tolerance then
  /// Of a triangle: weights of its second and third corner. Of two edges: parameters along each, from 0 to 1.
  std::array<double, 2> at = {};
};

/// First meeting of a moving point with a moving triangle, or of two moving edges, from time `from` on;
/// nothing where they do not meet. No meeting is overlooked, whatever the motion, coplanar ones included;
/// parts that come closer than a few tolerances may be reported as well. In the plane the triangle is an edge
/// and the point an edge whose ends are the same.
///
/// Their distance vector F(t, r, s) is linear in each of the time and the two parameters of the place, so
/// that over a box of (t, r, s) it lies in the box of its values at the eight corners. Boxes whose values are
/// not around zero are left out, others are halved across the parameter along which F varies most, the
/// earlier half first, until F varies by less than the tolerance (J. M. Snyder, SIGGRAPH 1992, 121; B. Wang,
/// Z. Ferguson, T. Schneider, X. Jiang, M. Attene, D. Panozzo, ACM Trans. Graph. 40 (2021) 188). Left out are
/// also times at which the four points cannot lie in one plane: the volume that they span is a cubic in t,
/// which has no zero where its coefficients of Bernstein all have one sign.
///
/// @param tolerance a distance; raised to the round-off of the coordinates
std::optional<Meeting> meet(const Path& x, const std::array<Path, 3>& triangle, double tolerance,
                            double from = 0);
std::optional<Meeting> meet(const std::array<Path, 2>& edge, const std::array<Path, 2>& other,
                            double tolerance, double from = 0);

}  // namespace jounce::collision
