#include "elements/spring.h"

namespace jounce {

SpringDamper::SpringDamper(std::string name, std::shared_ptr<const Marker> A, std::shared_ptr<const Marker> B,
                           const MarkerRow& row, double stiffness, double damping)
    : ElementBlock(std::move(name)),
      A_(std::move(A)),
      B_(std::move(B)),
      row_(row),
      stiffness_(stiffness),
      damping_(damping),
      dofs_(joined_dofs(*A_, *B_)) {
  const auto n = static_cast<Index>(dofs_.size());
  J_.resize(n);
  rate_gradient_.resize(n);
  K_.resize(n, n);
}

bool SpringDamper::is_linear() const {
  return row_.kind == MarkerRow::Kind::translation_global && A_->is_linear() && B_->is_linear();
}

double SpringDamper::force(const State& state) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::first, a);
  B_->evaluate(state, Derivatives::first, b);
  row_.jacobian(a, b, J_.data());
  double rate = 0;
  for (std::size_t i = 0; i < dofs_.size(); ++i) rate += J_[static_cast<Index>(i)] * state.v[dofs_[i]];
  return stiffness_ * row_.value(a, b) + damping_ * rate;
}

void SpringDamper::add_force(const State& state, Vector& f) const {
  const double tension = force(state);
  for (std::size_t i = 0; i < dofs_.size(); ++i) f[dofs_[i]] -= tension * J_[static_cast<Index>(i)];
}

void SpringDamper::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::second, a);
  B_->evaluate(state, Derivatives::second, b);
  const double tension = force(state);
  K_.noalias() = (w_c * damping_ + w_k * stiffness_) * (J_ * J_.transpose());
  if (w_k != 0 && !is_linear()) {
    row_.add_reaction_gradient(state, *A_, *B_, a, b, tension, w_k, K_);
    rate_gradient_.setZero();
    row_.add_velocity_gradient(a, b, w_k * damping_, rate_gradient_.data());
    K_.noalias() += J_ * rate_gradient_.transpose();
  }
  sink.add(dofs_, dofs_, K_.data());
}

void SpringDamper::add_energies(const State& state, const Vector3&, Energies& energies) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::none, a);
  B_->evaluate(state, Derivatives::none, b);
  const double elongation = row_.value(a, b);
  energies.strain += 0.5 * stiffness_ * elongation * elongation;
}

void SpringDamper::add_powers(const State& state, Powers& powers) const {
  if (damping_ == 0) return;
  force(state);  // fills J_
  double rate = 0;
  for (std::size_t i = 0; i < dofs_.size(); ++i) rate += J_[static_cast<Index>(i)] * state.v[dofs_[i]];
  powers.damping += damping_ * rate * rate;
}

TorsionSpring::TorsionSpring(std::string name, Index rotation_A, Index rotation_B, double rest_angle,
                             double stiffness, double damping)
    : ElementBlock(std::move(name)),
      A_(rotation_A),
      B_(rotation_B),
      rest_angle_(rest_angle),
      stiffness_(stiffness),
      damping_(damping) {}

double TorsionSpring::difference(const Vector& x) const {
  return (B_ >= 0 ? x[B_] : 0.0) - (A_ >= 0 ? x[A_] : 0.0);
}

void TorsionSpring::add_force(const State& state, Vector& f) const {
  const double moment = stiffness_ * (difference(state.q) - rest_angle_) + damping_ * difference(state.v);
  if (A_ >= 0) f[A_] += moment;
  if (B_ >= 0) f[B_] -= moment;
}

void TorsionSpring::add_tangent(const State&, double w_c, double w_k, MatrixSink& sink) const {
  const double k = w_c * damping_ + w_k * stiffness_;
  const std::array<Index, 2> dofs = {A_, B_};
  const std::array<double, 4> both = {k, -k, -k, k};
  const double one = k;
  if (A_ >= 0 && B_ >= 0)
    sink.add(dofs, dofs, both.data());
  else if (A_ >= 0)
    sink.add({dofs.data(), 1}, {dofs.data(), 1}, &one);
  else if (B_ >= 0)
    sink.add({dofs.data() + 1, 1}, {dofs.data() + 1, 1}, &one);
}

void TorsionSpring::add_energies(const State& state, const Vector3&, Energies& energies) const {
  const double angle = difference(state.q) - rest_angle_;
  energies.strain += 0.5 * stiffness_ * angle * angle;
}

void TorsionSpring::add_powers(const State& state, Powers& powers) const {
  const double rate = difference(state.v);
  powers.damping += damping_ * rate * rate;
}

}  // namespace jounce
