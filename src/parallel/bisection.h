#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace jounce::parallel {

/// Recursive coordinate bisection (M. Berger, S. Bokhari, IEEE Trans. Comput. 36 (1987) 570): points are cut
/// in two sets, whose weights are as the numbers of parts that they are to make, across the longest side of
/// the box around them, and each of the sets again. Ties go by the number of the point, so that every rank
/// that knows the points finds the same parts. @return the part of every point, 0 to parts - 1
std::vector<int> bisect(std::span<const Eigen::Vector3d> points, std::span<const double> weights, int parts);

}  // namespace jounce::parallel
