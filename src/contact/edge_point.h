#pragma once

#include <array>

#include "la/types.h"
#include "model/contact.h"

namespace jounce {

/// Two straight edges in space where they are closest: x = (1 - r) x_0 + r x_1 on the first,
/// y = (1 - s) y_0 + s y_1 on the second,
///
///   e = x_1 - x_0,   f = y_1 - y_0,   n = +-(e x f) / |e x f|,   g = n . (x - y),
///
/// the sign such that n points away from the body of the second edge. As n is square to both edges,
/// dg = n . (dx - dy) exactly. Tangents are t_1 = e / |e| and t_2 = n x t_1.
struct EdgePoint {
  static constexpr int kDofs = 12;  ///< x_0, x_1, y_0, y_1
  using Matrix = Eigen::Matrix<double, kDofs, kDofs>;

  /// @param nodes  x_0, x_1, y_0, y_1
  EdgePoint(const std::array<Vector3, 4>& nodes, double sign);

  /// dx - dy = sum of shares times displacements of the nodes.
  std::array<double, 4> shares() const { return {1 - r, r, s - 1, -s}; }
  Vector3 direction(Direction d) const {
    return d == Direction::normal ? n : d == Direction::tangent_1 ? t_1 : n.cross(t_1);
  }
  /// W^T of a direction a (`along`): the shares times a.
  void row(Direction along, double* W) const;
  /// dW/dq.
  Matrix gradient(Direction along) const;

  Vector3 e, f, n, t_1;
  Vector3 x, y;
  double r, s, gap;
  double sign;
  double size;  ///< |e x f|
};

}  // namespace jounce
