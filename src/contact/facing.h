#pragma once

#include <array>

#include "contact/contact_surface.h"
#include "model/contact.h"

namespace jounce {

/// A point x of a face, given by functions N, and the closest point y of an opposite one with its normal n:
///
///   g = n . (x - y) - s_x - s_y,   dg = n . (dx - dy) exactly, at whatever gap.
///
/// s are the shifts of the two faces: of shells, whose nodes lie inside of them.
///
/// Tangents in space: t_1 in the plane of n and a fixed axis, t_2 = n x t_1.
struct Facing {
  static constexpr int kMost = 2 * kMaxFaceNodes * 3;  ///< degrees of freedom of two faces
  using Row = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMost, 1>;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMost, kMost>;

  const ContactSurface::Face *face = nullptr, *opposite = nullptr;
  const FaceValues* N = nullptr;
  FacePoint y;
  FaceNodes opposite_nodes;
  Vector3 x;
  std::array<Vector3, 2> t;
  double gap = 0;       ///< not a number where no point is closest: an iterate far away, whose step fails
  double distance = 0;  ///< n . (x - y)
  double turn = 0;      ///< dt_1 = turn t_2 (t_2 . dn) + ...
  int dimension = 3;

  /// Finds x, y and the gap. @param xi  where the search for the closest point begins
  void find(const Vector& q, const ContactSurface& surface, const ContactSurface& other, const Vector3& xi);
  void find_tangents(const Vector3& axis);

  Vector3 direction(Direction d) const {
    return d == Direction::normal ? y.n : t[static_cast<std::size_t>(d) - 1];
  }
  int nodes() const { return face->size() + opposite->size(); }
  /// dx - dy = sum of shares times displacements of the nodes.
  double share(int node) const { return node < face->size() ? (*N)[node] : -y.N[node - face->size()]; }
  /// Adds weight times dW/dq, W being the row of a direction: the shares times the direction.
  void add_second_derivatives(Direction of, double weight, Matrix& K) const;
  /// Adds weight times d(W v)/dq, for constant velocities v of the nodes.
  void add_velocity_gradient(Direction of, double weight, const Row& v, Row& gradient) const;

 private:
  /// Calls visit(l, r) for the terms l r^T that dW/dq is the sum of.
  template <class Visit>
  void for_second_derivatives(Direction of, const Visit& visit) const;
};

}  // namespace jounce
