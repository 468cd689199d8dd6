#include "model/floating_marker.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "math/rotation.h"

namespace jounce {
namespace {

/// Derivative by psi of T(psi) y (sign = -1) or T(psi)^T y (sign = +1), T the tangent operator of the
/// exponential map: T^T y = y + a psi x y + b psi x (psi x y), a = (1 - cos p) / p^2, b = (p - sin p) / p^3.
Matrix3 tangent_gradient(const Vector3& psi, const Vector3& y, double sign) {
  const double p2 = psi.squaredNorm();
  const double p = std::sqrt(p2);
  double a = 0.5 - p2 / 24, b = 1.0 / 6 - p2 / 120;                // and their derivatives by p over p
  double a_1 = -1.0 / 12 + p2 / 180, b_1 = -1.0 / 60 + p2 / 1260;  // at small angles
  if (p > 0.02) {
    const double s = std::sin(p), half = std::sin(0.5 * p);
    a = 2 * half * half / p2;
    b = (p - s) / (p2 * p);
    a_1 = (s / p - 2 * a) / p2;
    b_1 = (a - 3 * b) / p2;
  }
  const Vector3 once = psi.cross(y);
  const Vector3 twice = psi.cross(once);
  return sign * (-a * skew(y) + a_1 * once * psi.transpose()) - b * (skew(once) + skew(psi) * skew(y)) +
         b_1 * twice * psi.transpose();
}

}  // namespace

Vector3 FloatingFrame::position(const State& state) const {
  Vector3 X = Vector3::Zero();
  for (int i = 0; i < dimension; ++i) X[i] = state.q[translation[i]];
  return X;
}

Matrix3 FloatingFrame::orientation(const State& state) const {
  if (dimension == 3)
    return Quaternion(state.q[quaternion], state.q[quaternion + 1], state.q[quaternion + 2],
                      state.q[quaternion + 3])
        .toRotationMatrix();
  const double c = std::cos(state.q[rotation[2]]);
  const double s = std::sin(state.q[rotation[2]]);
  Matrix3 A;
  A << c, -s, 0, s, c, 0, 0, 0, 1;
  return A;
}

Vector3 FloatingFrame::angular_velocity(const State& state) const {
  Vector3 Omega = Vector3::Zero();
  for (std::size_t i = 0; i < 3; ++i)
    if (rotation[i] >= 0) Omega[static_cast<Index>(i)] = state.v[rotation[i]];
  return Omega;
}

namespace {

/// Reference degrees of freedom, then the elastic ones that move the node.
std::vector<Index> marker_dofs(const FlexibleBody& body, const FloatingFrame& frame, int node) {
  std::vector<Index> dofs;
  for (const auto& list : {frame.translation, frame.rotation})
    for (const Index dof : list)
      if (dof >= 0) dofs.push_back(dof);
  if (node < 0) return dofs;
  std::vector<std::uint8_t> moves(static_cast<std::size_t>(body.n), 0);
  for (const Index row : body.rows[node])
    if (row >= 0)
      for (decltype(body.Phi)::InnerIterator entry(body.Phi, row); entry; ++entry) moves[entry.col()] = 1;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i] != 0) dofs.push_back(frame.elastic[i]);
  return dofs;
}

}  // namespace

FloatingMarker::FloatingMarker(std::string name, const FlexibleBody& body, const FloatingFrame& frame,
                               int node, const Matrix3& R_0)
    : Marker(std::move(name), marker_dofs(body, frame, node)),
      frame_(frame),
      n_reference_(frame.dimension == 3 ? 6 : 3),
      R_0_(R_0) {
  assert(size() <= kMaxMarkerDofs);
  const int n = size() - n_reference_;
  N_.setZero(3, n);
  P_.setZero(3, n);
  frame_.elastic.clear();
  if (node < 0) return;
  r_ = body.points[node];
  const auto& rows = body.rows[node];
  for (int i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 6; ++k) {
      if (rows[k] < 0) continue;
      const auto coordinate =
          static_cast<Index>(std::find(frame.elastic.begin(), frame.elastic.end(), dofs()[n_reference_ + i]) -
                             frame.elastic.begin());
      (k < 3 ? N_ : P_)(static_cast<Index>(k % 3), i) = body.Phi.coeff(rows[k], coordinate);
    }
  turns_ = !P_.isZero(0);
}

Vector3 FloatingMarker::product(const MarkerMatrix& columns, const Vector& x) const {
  Vector3 sum = Vector3::Zero();
  for (Index i = 0; i < columns.cols(); ++i) sum += columns.col(i) * x[dofs()[n_reference_ + i]];
  return sum;
}

void FloatingMarker::evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const {
  const Matrix3 A = frame_.orientation(state);
  const Vector3 r = r_ + product(N_, state.q);
  const Vector3 psi = turns_ ? product(P_, state.q) : Vector3(Vector3::Zero());
  k.x = frame_.position(state) + A * r;
  k.R = A * R_0_;
  if (turns_) k.R = A * rotation_exponential(psi).toRotationMatrix() * R_0_;
  if (derivatives == Derivatives::none) return;

  const bool plane = frame_.dimension == 2;
  const bool bends = turns_ && !plane;  // in the plane rotations add up
  const int n = size() - n_reference_;
  const int turn = plane ? 2 : 3;  // first column of the rotation
  const int axes = plane ? 1 : 3;  // its number of columns
  const auto rotation_part = [&](const Matrix3& full) { return full.rightCols(axes); };
  const Vector3 Omega = frame_.angular_velocity(state);
  const Vector3 w = product(N_, state.v);
  const Vector3 y = turns_ ? product(P_, state.v) : Vector3(Vector3::Zero());
  Matrix3 T = Matrix3::Identity();  // angular velocity in the floating frame: T psi'
  if (bends) T = rotation_tangent(psi).transpose();

  k.J.setZero(3, size());
  for (int i = 0; i < frame_.dimension; ++i) k.J(i, i) = 1;
  k.J.middleCols(turn, axes) = rotation_part(-A * skew(r));
  k.J.rightCols(n).noalias() = A * N_;
  k.J_r.setZero(3, size());
  k.J_r.middleCols(turn, axes) = rotation_part(A);
  if (turns_) k.J_r.rightCols(n).noalias() = (A * T).eval() * P_;
  const Vector3 relative = Omega.cross(r) + w;
  const Vector3 spin = Omega + T * y;
  k.velocity = A * relative;
  for (int i = 0; i < frame_.dimension; ++i) k.velocity[i] += state.v[frame_.translation[i]];
  k.omega = A * spin;
  if (derivatives == Derivatives::first) return;

  k.D.setZero(3, size());
  k.D.middleCols(turn, axes) = rotation_part(-A * skew(relative));
  k.D.rightCols(n).noalias() = (A * skew(Omega)).eval() * N_;
  k.D_r.setZero(3, size());
  k.D_r.middleCols(turn, axes) = rotation_part(-A * skew(spin));
  if (bends) k.D_r.rightCols(n).noalias() = (A * tangent_gradient(psi, y, 1)).eval() * P_;
}

void FloatingMarker::add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w,
                                        int offset, DenseMatrix& K) const {
  // Generalised forces: X: f; rotation: r x A^T f + A^T m; elastic: N^T A^T f + P^T T(psi) A^T m.
  const Matrix3 A = frame_.orientation(state);
  const Vector3 r = r_ + product(N_, state.q);
  const Vector3 f_b = A.transpose() * f;
  const Vector3 m_b = A.transpose() * m;
  const bool plane = frame_.dimension == 2;
  const int n = size() - n_reference_;
  const int turn = offset + (plane ? 2 : 3);
  const int axes = plane ? 1 : 3;
  const int elastic = offset + n_reference_;
  const Matrix3 turned = skew(r) * skew(f_b) + skew(m_b);
  K.block(turn, turn, axes, axes) += w * turned.bottomRightCorner(axes, axes);
  const Matrix3 F = w * skew(f_b);
  for (int i = 0; i < n; ++i) {
    const Vector3 row = N_.col(i).transpose() * F;
    const Vector3 column = -F * N_.col(i);
    for (int axis = 0; axis < axes; ++axis) {
      K(elastic + i, turn + axis) += row[3 - axes + axis];
      K(turn + axis, elastic + i) += column[3 - axes + axis];
    }
  }
  if (!turns_ || plane || m.isZero(0)) return;  // in the plane P^T A^T m is constant
  const Vector3 psi = product(P_, state.q);
  const Matrix3 M = w * rotation_tangent(psi) * skew(m_b);
  const Matrix3 G = w * tangent_gradient(psi, m_b, -1);
  for (int i = 0; i < n; ++i) {
    const Vector3 row = P_.col(i).transpose() * M;
    for (int axis = 0; axis < axes; ++axis) K(elastic + i, turn + axis) += row[3 - axes + axis];
    const Vector3 bend = P_.col(i).transpose() * G;
    for (int j = 0; j < n; ++j) K(elastic + i, elastic + j) += bend.dot(P_.col(j));
  }
}

}  // namespace jounce
