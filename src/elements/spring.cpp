#include "elements/spring.h"

namespace jounce {

SpringDamper::SpringDamper(std::string name, std::shared_ptr<const RelativeCoordinate> coordinate,
                           ForceLaw law, double damping)
    : ElementBlock(std::move(name)),
      coordinate_(std::move(coordinate)),
      law_(std::move(law)),
      damping_(damping) {
  const Index n = coordinate_->size();
  J_.resize(n);
  rate_gradient_.resize(n);
  K_.resize(n, n);
}

double SpringDamper::force(const State& state) const {
  return law_.force(coordinate_->value(state)) + damping_ * coordinate_->rate(state);
}

void SpringDamper::add_force(const State& state, Vector& f) const {
  const double tension = force(state);
  coordinate_->jacobian(state, J_.data());
  const auto dofs = coordinate_->dofs();
  for (std::size_t i = 0; i < dofs.size(); ++i) f[dofs[i]] -= tension * J_[static_cast<Index>(i)];
}

void SpringDamper::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  coordinate_->jacobian(state, J_.data());
  const double slope = w_k != 0 ? law_.slope(coordinate_->value(state)) : 0.0;
  K_.noalias() = (w_c * damping_ + w_k * slope) * (J_ * J_.transpose());
  if (w_k != 0 && !coordinate_->is_linear()) {
    coordinate_->add_reaction_gradient(state, force(state), w_k, K_);
    rate_gradient_.setZero();
    coordinate_->add_velocity_gradient(state, w_k * damping_, rate_gradient_.data());
    K_.noalias() += J_ * rate_gradient_.transpose();
  }
  sink.add(coordinate_->dofs(), coordinate_->dofs(), K_.data());
}

void SpringDamper::add_energies(const State& state, const Vector3&, Energies& energies) const {
  energies.strain += law_.energy(coordinate_->value(state));
}

void SpringDamper::add_powers(const State& state, Powers& powers) const {
  if (damping_ == 0) return;
  const double rate = coordinate_->rate(state);
  powers.damping += damping_ * rate * rate;
}

const QuantityType& spring_force_quantity() {
  static const QuantityType type = {"spring_force", "spring", {{"", params::dim::force}}, false, false};
  return type;
}

const QuantityType& spring_moment_quantity() {
  static const QuantityType type = {
      "spring_force", "spring", {{"", params::dim::moment, {}, true}}, false, false};
  return type;
}

std::vector<ElementQuantity> SpringDamper::quantities() const {
  const QuantityType& type = coordinate_->is_angle() ? spring_moment_quantity() : spring_force_quantity();
  return {{&type, 1,
           [this](const State& state, std::size_t, double, std::span<double> values) {
             values[0] = force(state);
           },
           nullptr}};
}

void SpringDamper::add_damper_force(const State& state, const Vector& v, Vector& f) const {
  if (damping_ == 0) return;
  coordinate_->jacobian(state, J_.data());
  const auto dofs = coordinate_->dofs();
  double rate = 0;
  for (std::size_t i = 0; i < dofs.size(); ++i) rate += J_[static_cast<Index>(i)] * v[dofs[i]];
  for (std::size_t i = 0; i < dofs.size(); ++i) f[dofs[i]] += damping_ * rate * J_[static_cast<Index>(i)];
}

Actuator::Actuator(std::string name, std::shared_ptr<const RelativeCoordinate> coordinate,
                   params::TimeFunction force)
    : ElementBlock(std::move(name)), coordinate_(std::move(coordinate)), force_(std::move(force)) {
  J_.resize(coordinate_->size());
}

void Actuator::add_force(const State& state, Vector& f) const {
  const double force = force_(state.t);
  coordinate_->jacobian(state, J_.data());
  const auto dofs = coordinate_->dofs();
  for (std::size_t i = 0; i < dofs.size(); ++i) f[dofs[i]] += force * J_[static_cast<Index>(i)];
}

void Actuator::add_tangent(const State& state, double, double w_k, MatrixSink& sink) const {
  if (w_k == 0 || is_linear()) return;
  K_.setZero(coordinate_->size(), coordinate_->size());
  coordinate_->add_reaction_gradient(state, force_(state.t), -w_k, K_);
  sink.add(coordinate_->dofs(), coordinate_->dofs(), K_.data());
}

void Actuator::add_powers(const State& state, Powers& powers) const {
  powers.applied += force_(state.t) * coordinate_->rate(state);
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
