#include "elements/bushing.h"

#include <cmath>

#include "math/rotation.h"
#include "model/constraint.h"

namespace jounce {

Bushing::Bushing(std::string name, std::shared_ptr<const Marker> A, std::shared_ptr<const Marker> B,
                 const MarkerKinematics& initial_A, const MarkerKinematics& initial_B, const Matrix6& K,
                 const Matrix6& C)
    : ElementBlock(std::move(name)),
      A_(std::move(A)),
      B_(std::move(B)),
      R_0_(initial_B.R.transpose() * initial_A.R),
      d_0_(initial_A.R.transpose() * (initial_B.x - initial_A.x)),
      K_(K),
      C_(C),
      dofs_(joined_dofs(*A_, *B_)) {
  const auto n = static_cast<Index>(dofs_.size());
  motion_.setZero(12, n);
  E_.resize(6, n);
  dE_.resize(6, n);
  tangent_.resize(n, n);
}

void Bushing::evaluate(const State& state, Derivatives derivatives, Kinematics& k) const {
  A_->evaluate(state, derivatives, k.a);
  B_->evaluate(state, derivatives, k.b);
  const Vector3 d = k.b.x - k.a.x;
  const Matrix3& R = k.a.R;
  const Vector3 psi = rotation_logarithm(Quaternion(Matrix3(R.transpose() * k.b.R * R_0_)).normalized());
  k.e << R.transpose() * d - d_0_, psi;
  if (derivatives == Derivatives::none) return;
  k.velocity << k.a.velocity, k.a.omega, k.b.velocity, k.b.omega;
  const Matrix3 moments = R * rotation_tangent_inverse(psi);
  k.w.setZero();
  k.w.block<3, 3>(0, 0) = -R;
  k.w.block<3, 3>(3, 0) = -skew(d) * R;
  k.w.block<3, 3>(6, 0) = R;
  k.w.block<3, 3>(3, 3) = -moments;
  k.w.block<3, 3>(9, 3) = moments;
}

Bushing::Gradient Bushing::wrench_gradient(const Kinematics& k, int i) const {
  Gradient change = Gradient::Zero();
  if (i < 3) {
    const Matrix3 S = skew(k.a.R.col(i));  // delta n = -S phi_A
    change.block<3, 3>(0, 3) = S;
    change.block<3, 3>(6, 3) = -S;
    change.block<3, 3>(3, 3) = skew(k.b.x - k.a.x) * S;
    change.block<3, 3>(3, 0) = -S;
    change.block<3, 3>(3, 6) = S;
    return change;
  }
  const Vector3 psi = k.e.tail<3>();
  // delta m = phi_A x m + R_A d(T^-1 e_i)/dpsi delta psi,  delta psi = T^-T R_A^T (phi_B - phi_A)
  const Matrix3 by_psi = k.a.R * rotation_tangent_inverse_gradient(psi, Vector3::Unit(i - 3)) *
                         rotation_tangent_inverse(psi).transpose() * k.a.R.transpose();
  const Matrix3 S = skew(k.w.block<3, 1>(9, i));
  change.block<3, 3>(9, 3) = -S - by_psi;
  change.block<3, 3>(9, 9) = by_psi;
  change.block<3, 3>(3, 3) = S + by_psi;
  change.block<3, 3>(3, 9) = -by_psi;
  return change;
}

void Bushing::add_force(const State& state, Vector& f) const {
  Kinematics k;
  evaluate(state, Derivatives::first, k);
  const Wrench w = k.w * (K_ * k.e + C_ * (k.w.transpose() * k.velocity));
  const auto add = [&](const Marker& marker, const MarkerKinematics& m, int at) {
    for (int i = 0; i < marker.size(); ++i)
      f[marker.dofs()[i]] -= m.J.col(i).dot(w.segment<3>(at)) + m.J_r.col(i).dot(w.segment<3>(at + 3));
  };
  add(*A_, k.a, 0);
  add(*B_, k.b, 6);
}

void Bushing::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  Kinematics k;
  evaluate(state, w_k != 0 ? Derivatives::second : Derivatives::first, k);
  const int n_A = A_->size(), n_B = B_->size();
  motion_.block(0, 0, 3, n_A) = k.a.J;
  motion_.block(3, 0, 3, n_A) = k.a.J_r;
  motion_.block(6, n_A, 3, n_B) = k.b.J;
  motion_.block(9, n_A, 3, n_B) = k.b.J_r;
  E_.noalias() = k.w.transpose() * motion_;
  tangent_.noalias() = E_.transpose() * ((w_k * K_ + w_c * C_) * E_);
  if (w_k != 0) {
    const Vector6 F = K_ * k.e + C_ * (k.w.transpose() * k.velocity);
    Gradient change = Gradient::Zero();
    for (int i = 0; i < 6; ++i) {
      const Gradient own = wrench_gradient(k, i);
      change += F[i] * own;
      const Wrench by_place = own.transpose() * k.velocity;
      const Wrench unit = k.w.col(i);
      dE_.row(i).noalias() = by_place.transpose() * motion_;
      dE_.row(i).head(n_A) +=
          unit.segment<3>(0).transpose() * k.a.D + unit.segment<3>(3).transpose() * k.a.D_r;
      dE_.row(i).tail(n_B) +=
          unit.segment<3>(6).transpose() * k.b.D + unit.segment<3>(9).transpose() * k.b.D_r;
    }
    tangent_.noalias() += w_k * (motion_.transpose() * (change * motion_));
    tangent_.noalias() += w_k * (E_.transpose() * (C_ * dE_));
    const Wrench w = k.w * F;
    A_->add_force_gradient(state, w.segment<3>(0), w.segment<3>(3), w_k, 0, tangent_);
    B_->add_force_gradient(state, w.segment<3>(6), w.segment<3>(9), w_k, n_A, tangent_);
  }
  sink.add(dofs_, dofs_, tangent_.data());
}

void Bushing::add_energies(const State& state, const Vector3&, Energies& energies) const {
  Kinematics k;
  evaluate(state, Derivatives::none, k);
  energies.strain += 0.5 * k.e.dot(K_ * k.e);
}

void Bushing::add_powers(const State& state, Powers& powers) const {
  Kinematics k;
  evaluate(state, Derivatives::first, k);
  const Vector6 rate = k.w.transpose() * k.velocity;
  powers.damping += rate.dot(C_ * rate);
}

}  // namespace jounce
