#pragma once

#include "contact/rim.h"
#include "model/contact.h"

namespace jounce {

/// Kinematics of a place c where two bodies A and B may touch, with axes n, t_1 and t_2 = n x t_1 there:
/// every axis d has the row  d . (v_B(c) - v_A(c)),  v_X(c) being the velocity of the material point of body
/// X at c. What c and the axes depend on is up to derived classes.
class TouchingFrame {
 public:
  double gap() const { return gap_; }
  const Vector3& place() const { return c_; }
  Vector3 axis(Direction direction) const { return axes_.col(static_cast<int>(direction)); }
  /// Row over the degrees of freedom of A, then of B.
  void jacobian(Direction direction, double* W) const;
  /// Relative velocity of the bodies at c.
  Vector3 velocity() const;
  /// w d(W lambda)/dq, n x n, added to K.
  void add_reaction_gradient(const State& state, Direction direction, double lambda, double w,
                             DenseMatrix& K) const;
  /// w d(W^T v)/dq at fixed v, n entries, added to D.
  void add_velocity_gradient(Direction direction, double w, double* D) const;

 protected:
  using Columns = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 2 * kMaxMarkerDofs>;

  TouchingFrame(const Marker& A, const Marker& B, const State& state, Derivatives derivatives);

  int size_a() const { return static_cast<int>(A_.J.cols()); }
  int size_b() const { return static_cast<int>(B_.J.cols()); }

  const Marker& marker_A_;
  const Marker& marker_B_;
  MarkerKinematics A_, B_;
  Vector3 c_;
  Matrix3 axes_;  ///< columns n, t_1, t_2
  double gap_ = 0;
  std::array<Columns, 3> axes_q_;  ///< dn/dq, dt_1/dq, dt_2/dq, for the gradients
  Columns c_q_;                    ///< dc/dq, for the gradients
};

/// A contact point between two bodies at any configuration (see TouchingPoints): with the points a (of body
/// A) and b (of body B) in fixed axes,
///
///   plane_a, plane_b   n turns with the body that carries it
///   points             n = (b - a) / |b - a|
///   g = n . (b - a) - r_a - r_b
///
/// c is the place where the bodies touch: b - r_b n where A carries the plane, else a + r_a n; the row of n
/// is the rate of g. Of a rim, its point is the one nearest to the plane at the present configuration: it
/// moves along the rim, square to n, so that g and the row of n are those of a point fixed there, and only
/// their derivatives know of it. Tangents turn with the body that carries the plane; between points, t_1 is
/// the part of a direction fixed in A that is normal to n.
class Touching final : public TouchingFrame {
 public:
  /// `first` gives rows, `second` what the gradients need as well.
  /// @param rim null where both points are fixed in the bodies
  Touching(const TouchingPoints& at, const Marker& A, const Marker& B, const State& state,
           Derivatives derivatives, const Rim* rim = nullptr);

 private:
  /// Derivatives of n, t_1, t_2 and c by the coordinates.
  void differentiate(const TouchingPoints& at, const Rim* rim);
  void differentiate_axes(const TouchingPoints& at, const Columns& a_q, const Columns& b_q);
  /// The point of a rim that is nearest to the plane of normal n.
  Vector3 nearest_of(const Rim& rim, const Vector3& n) const;
  /// Its derivative, for that of n.
  Columns nearest_of_q(const Rim& rim, const Columns& n_q) const;

  Vector3 a_, b_;
};

}  // namespace jounce
