#include "model/marker_row.h"

#include <Eigen/Geometry>

#include "math/rotation.h"

namespace jounce {
namespace {

using Kind = MarkerRow::Kind;
using Columns = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 2 * kMaxMarkerDofs>;

/// Change of a direction fixed in a frame that turns with J_r: delta(n) = -skew(n) J_r delta q, placed at
/// `offset`.
void turn(const Vector3& n, const MarkerMatrix& J_r, int offset, Columns& columns) {
  columns.middleCols(offset, J_r.cols()).noalias() -= skew(n) * J_r;
}

}  // namespace

MarkerRow::Forces MarkerRow::unit_forces(const MarkerKinematics& A, const MarkerKinematics& B) const {
  Forces forces;
  const Vector3 d = B.x - A.x;
  switch (kind) {
    case Kind::translation_global:
      forces.f_B = a;
      forces.f_A = -a;
      break;
    case Kind::translation_local: {
      const Vector3 n = A.R * a;
      forces.f_B = n;
      forces.f_A = -n;
      const Vector3 s = A.R * arm;
      forces.m_A = n.cross(d + s);
      forces.m_B = s.cross(n);
      break;
    }
    case Kind::dot: {
      const Vector3 moment = (A.R * a).cross(B.R * b);
      forces.m_A = moment;
      forces.m_B = -moment;
      break;
    }
    case Kind::distance: {
      const Vector3 u = d.normalized();
      forces.f_B = u;
      forces.f_A = -u;
      break;
    }
  }
  return forces;
}

double MarkerRow::value(const MarkerKinematics& A, const MarkerKinematics& B) const {
  const Vector3 d = B.x - A.x;
  switch (kind) {
    case Kind::translation_global:
      return a.dot(d) - offset;
    case Kind::translation_local:
      return (A.R * a).dot(d) - offset;
    case Kind::dot:
      return (A.R * a).dot(B.R * b);
    case Kind::distance:
      return d.norm() - offset;
  }
  return 0;
}

double MarkerRow::rate(const MarkerKinematics& A, const MarkerKinematics& B) const {
  const Forces unit = unit_forces(A, B);
  return unit.f_A.dot(A.velocity) + unit.m_A.dot(A.omega) + unit.f_B.dot(B.velocity) + unit.m_B.dot(B.omega);
}

void MarkerRow::jacobian(const MarkerKinematics& A, const MarkerKinematics& B, double* G) const {
  const Forces unit = unit_forces(A, B);
  // Column by column: general matrix products cost more than these few numbers.
  if (kind == Kind::translation_global || kind == Kind::distance) {  // no moments
    for (Index i = 0; i < A.J.cols(); ++i) *G++ = unit.f_A.dot(A.J.col(i));
    for (Index i = 0; i < B.J.cols(); ++i) *G++ = unit.f_B.dot(B.J.col(i));
    return;
  }
  for (Index i = 0; i < A.J.cols(); ++i) *G++ = unit.f_A.dot(A.J.col(i)) + unit.m_A.dot(A.J_r.col(i));
  for (Index i = 0; i < B.J.cols(); ++i) *G++ = unit.f_B.dot(B.J.col(i)) + unit.m_B.dot(B.J_r.col(i));
}

void MarkerRow::add_velocity_gradient(const MarkerKinematics& A, const MarkerKinematics& B, double w,
                                      double* D) const {
  const int n_A = static_cast<int>(A.J.cols());
  const int n_B = static_cast<int>(B.J.cols());
  Eigen::Map<Eigen::RowVectorXd> D_A(D, n_A);
  Eigen::Map<Eigen::RowVectorXd> D_B(D + n_A, n_B);
  Eigen::Map<Eigen::RowVectorXd> D_all(D, n_A + n_B);

  // Markers' own curvature under the unit forces.
  const Forces unit = unit_forces(A, B);
  for (Index i = 0; i < n_A; ++i) D_A[i] += w * (unit.f_A.dot(A.D.col(i)) + unit.m_A.dot(A.D_r.col(i)));
  for (Index i = 0; i < n_B; ++i) D_B[i] += w * (unit.f_B.dot(B.D.col(i)) + unit.m_B.dot(B.D_r.col(i)));

  // Change of the row's own directions.
  const Vector3 d = B.x - A.x;
  const Vector3 relative_velocity = B.velocity - A.velocity;
  if (kind == Kind::translation_local) {
    const Vector3 n = A.R * a;
    Columns dn = Columns::Zero(3, n_A + n_B);
    turn(n, A.J_r, 0, dn);
    // c' = n . v_rel + omega_A . (n x d) + (omega_B - omega_A) . k, k = s x n fixed in A
    D_all.noalias() += w * ((relative_velocity + d.cross(A.omega)).transpose() * dn);
    const Vector3 by_d = A.omega.cross(n);
    D_A.noalias() -= w * (by_d.transpose() * A.J);
    D_B.noalias() += w * (by_d.transpose() * B.J);
    if (!arm.isZero(0)) {
      const Vector3 k = A.R * arm.cross(a);
      D_A.noalias() += w * (k.cross(B.omega - A.omega).transpose() * A.J_r);
    }
  } else if (kind == Kind::dot) {
    const Vector3 p = A.R * a;
    const Vector3 q = B.R * b;
    const Vector3 omega = A.omega - B.omega;
    Columns dp = Columns::Zero(3, n_A + n_B);
    Columns dq = Columns::Zero(3, n_A + n_B);
    turn(p, A.J_r, 0, dp);
    turn(q, B.J_r, n_A, dq);
    // c' = omega . (p x q)
    D_all.noalias() += w * (q.cross(omega).transpose() * dp);
    D_all.noalias() += w * (omega.cross(p).transpose() * dq);
  } else if (kind == Kind::distance) {
    const double length = d.norm();
    const Vector3 u = d / length;
    const Vector3 across = (relative_velocity - u * u.dot(relative_velocity)) / length;
    D_A.noalias() -= w * (across.transpose() * A.J);
    D_B.noalias() += w * (across.transpose() * B.J);
  }
}

void MarkerRow::add_reaction_gradient(const State& state, const Marker& marker_A, const Marker& marker_B,
                                      const MarkerKinematics& A, const MarkerKinematics& B, double lambda,
                                      double w, DenseMatrix& K) const {
  const int n_A = static_cast<int>(A.J.cols());
  const int n_B = static_cast<int>(B.J.cols());
  const Forces unit = unit_forces(A, B);
  marker_A.add_force_gradient(state, lambda * unit.f_A, lambda * unit.m_A, w, 0, K);
  marker_B.add_force_gradient(state, lambda * unit.f_B, lambda * unit.m_B, w, n_A, K);

  const double s = w * lambda;
  const Vector3 d = B.x - A.x;
  if (kind == Kind::translation_local) {
    const Vector3 n = A.R * a;
    Columns dn = Columns::Zero(3, n_A + n_B);
    turn(n, A.J_r, 0, dn);
    Columns dm = -skew(d) * dn;  // delta n x d + n x delta d
    dm.leftCols(n_A).noalias() -= skew(n) * A.J;
    dm.rightCols(n_B).noalias() += skew(n) * B.J;
    K.topRows(n_A).noalias() -= s * (A.J.transpose() * dn);
    K.topRows(n_A).noalias() += s * (A.J_r.transpose() * dm);
    K.bottomRows(n_B).noalias() += s * (B.J.transpose() * dn);
    if (!arm.isZero(0)) {
      Columns dk = Columns::Zero(3, n_A + n_B);
      turn(A.R * arm.cross(a), A.J_r, 0, dk);
      K.topRows(n_A).noalias() -= s * (A.J_r.transpose() * dk);
      K.bottomRows(n_B).noalias() += s * (B.J_r.transpose() * dk);
    }
  } else if (kind == Kind::dot) {
    const Vector3 p = A.R * a;
    const Vector3 q = B.R * b;
    Columns dp = Columns::Zero(3, n_A + n_B);
    Columns dq = Columns::Zero(3, n_A + n_B);
    turn(p, A.J_r, 0, dp);
    turn(q, B.J_r, n_A, dq);
    const Columns dm = skew(p) * dq - skew(q) * dp;
    K.topRows(n_A).noalias() += s * (A.J_r.transpose() * dm);
    K.bottomRows(n_B).noalias() -= s * (B.J_r.transpose() * dm);
  } else if (kind == Kind::distance) {
    const double length = d.norm();
    const Vector3 u = d / length;
    const Matrix3 projector = (Matrix3::Identity() - u * u.transpose()) / length;
    Columns du(3, n_A + n_B);
    du.leftCols(n_A).noalias() = -projector * A.J;
    du.rightCols(n_B).noalias() = projector * B.J;
    K.topRows(n_A).noalias() -= s * (A.J.transpose() * du);
    K.bottomRows(n_B).noalias() += s * (B.J.transpose() * du);
  }
}

}  // namespace jounce
