#include "math/rotation.h"
#include "model/marker.h"

namespace jounce {

SpatialBodyMarker::SpatialBodyMarker(std::string name, std::vector<Index> dofs, Index quaternion,
                                     const Vector3& s, const Matrix3& R_0)
    : Marker(std::move(name), std::move(dofs)), quaternion_(quaternion) {
  const bool is_aligned = R_0.isIdentity(0);
  if (!is_aligned || !s.isZero(0)) mount_ = std::make_unique<const Mount>(Mount{s, R_0, is_aligned});
}

Matrix3 SpatialBodyMarker::rotation(const State& state) const {
  return Quaternion(state.q[quaternion_], state.q[quaternion_ + 1], state.q[quaternion_ + 2],
                    state.q[quaternion_ + 3])
      .toRotationMatrix();
}

void SpatialBodyMarker::evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const {
  const Matrix3 R = rotation(state);
  const auto at = [&](const Vector& x, std::size_t first) {
    return Vector3(x[dofs()[first]], x[dofs()[first + 1]], x[dofs()[first + 2]]);
  };
  const Vector3 s = mount_ ? mount_->s : Vector3::Zero();
  const Vector3 arm = R * s;
  k.x = at(state.q, 0) + arm;
  if (!mount_ || mount_->is_aligned)
    k.R = R;
  else
    k.R.noalias() = R * mount_->R_0;
  if (derivatives == Derivatives::none) return;
  const Vector3 Omega = at(state.v, 3);
  k.omega = R * Omega;
  k.velocity = at(state.v, 0) + k.omega.cross(arm);
  k.J.resize(3, 6);
  k.J.leftCols<3>().setIdentity();
  for (Index i = 0; i < 3; ++i) k.J.col(3 + i) = R.col(i).cross(arm);  // -R skew(s), column by column
  k.J_r.resize(3, 6);
  k.J_r.leftCols<3>().setZero();
  k.J_r.rightCols<3>() = R;
  if (derivatives == Derivatives::first) return;
  // delta R = R skew(theta): d(R a) = -R skew(a) theta for a fixed in the body.
  k.D.setZero(3, 6);
  k.D.rightCols<3>().noalias() = -R * skew(Omega.cross(s));
  k.D_r.setZero(3, 6);
  k.D_r.rightCols<3>().noalias() = -R * skew(Omega);
}

void SpatialBodyMarker::add_force_gradient(const State& state, const Vector3& f, const Vector3& m, double w,
                                           int offset, DenseMatrix& K) const {
  // Rotational part of J^T f + J_r^T m: s x R^T f + R^T m, and d(R^T f) = skew(R^T f) theta.
  const Matrix3 R = rotation(state);
  const Vector3 s = mount_ ? mount_->s : Vector3::Zero();
  K.block<3, 3>(offset + 3, offset + 3) += w * (skew(s) * skew(R.transpose() * f) + skew(R.transpose() * m));
}

}  // namespace jounce
