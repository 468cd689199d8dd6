#include "joints/wrench_constraint.h"

#include <cassert>

namespace jounce {

WrenchConstraint::WrenchConstraint(std::string name, std::vector<std::string> row_names,
                                   std::shared_ptr<const Marker> A, std::shared_ptr<const Marker> B)
    : Constraint(std::move(name), std::move(row_names), joined_dofs(*A, *B)),
      A_(std::move(A)),
      B_(std::move(B)) {
  assert(rows() <= kMaxRows);
  const auto n = static_cast<Index>(dofs().size());
  gradient_.resize(n, n);
  motion_.setZero(12, n);
  row_.resize(n);
}

void WrenchConstraint::value(const State& state, double* g) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::none, a);
  B_->evaluate(state, Derivatives::none, b);
  values(a, b, g);
}

void WrenchConstraint::jacobian(const State& state, int first_row, RowJacobian& G) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::first, a);
  B_->evaluate(state, Derivatives::first, b);
  Wrenches w;
  wrenches(a, b, w);
  for (int i = 0; i < rows(); ++i) {
    const Wrench& unit = w[i];
    double* at = G.values(first_row + i).data();
    Eigen::Map<Eigen::RowVectorXd> G_A(at, A_->size()), G_B(at + A_->size(), B_->size());
    G_A = unit.segment<3>(0).transpose() * a.J + unit.segment<3>(3).transpose() * a.J_r;
    G_B = unit.segment<3>(6).transpose() * b.J + unit.segment<3>(9).transpose() * b.J_r;
  }
}

void WrenchConstraint::rate(const State&, double* g_t) const { std::fill_n(g_t, rows(), 0.0); }

void WrenchConstraint::rate_derivative(const State&, double* g_tt) const { std::fill_n(g_tt, rows(), 0.0); }

bool WrenchConstraint::wrench(const State& state, const double* lambda, Vector3& force,
                              Vector3& moment) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::none, a);
  B_->evaluate(state, Derivatives::none, b);
  Wrenches w;
  wrenches(a, b, w);
  force.setZero();
  moment.setZero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows()); ++i) {
    force += lambda[i] * w[i].segment<3>(6);
    moment += lambda[i] * w[i].segment<3>(9);
  }
  return true;
}

void WrenchConstraint::add_reaction_gradient(const State& state, const double* lambda, double w,
                                             MatrixSink& sink) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::first, a);
  B_->evaluate(state, Derivatives::first, b);
  Wrenches unit;
  WrenchGradients change;
  wrenches(a, b, unit);
  gradients(a, b, change);
  Wrench total = Wrench::Zero();
  WrenchGradient total_change = WrenchGradient::Zero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows()); ++i) {
    total += lambda[i] * unit[i];
    total_change += lambda[i] * change[i];
  }
  const int n_A = A_->size(), n_B = B_->size();
  motion_.block(0, 0, 3, n_A) = a.J;
  motion_.block(3, 0, 3, n_A) = a.J_r;
  motion_.block(6, n_A, 3, n_B) = b.J;
  motion_.block(9, n_A, 3, n_B) = b.J_r;
  gradient_.noalias() = w * (motion_.transpose() * (total_change * motion_));
  A_->add_force_gradient(state, total.segment<3>(0), total.segment<3>(3), w, 0, gradient_);
  B_->add_force_gradient(state, total.segment<3>(6), total.segment<3>(9), w, n_A, gradient_);
  sink.add(dofs(), dofs(), gradient_.data());
}

void WrenchConstraint::add_velocity_gradient(const State& state, double w, Index first_row,
                                             MatrixSink& sink) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::second, a);
  B_->evaluate(state, Derivatives::second, b);
  Wrenches unit;
  WrenchGradients change;
  wrenches(a, b, unit);
  gradients(a, b, change);
  Wrench velocity;
  velocity << a.velocity, a.omega, b.velocity, b.omega;
  const int n_A = A_->size(), n_B = B_->size();
  for (int i = 0; i < rows(); ++i) {
    const Wrench& f = unit[i];
    const Wrench by_place = change[i].transpose() * velocity;
    row_.head(n_A) = a.D.transpose() * f.segment<3>(0) + a.D_r.transpose() * f.segment<3>(3) +
                     a.J.transpose() * by_place.segment<3>(0) + a.J_r.transpose() * by_place.segment<3>(3);
    row_.tail(n_B) = b.D.transpose() * f.segment<3>(6) + b.D_r.transpose() * f.segment<3>(9) +
                     b.J.transpose() * by_place.segment<3>(6) + b.J_r.transpose() * by_place.segment<3>(9);
    row_ *= w;
    const std::array<Index, 1> at = {first_row + i};
    sink.add(at, dofs(), row_.data());
  }
}

}  // namespace jounce
