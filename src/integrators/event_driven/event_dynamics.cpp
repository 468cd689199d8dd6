#include "integrators/event_driven/event_dynamics.h"

#include <cmath>
#include <limits>

namespace jounce {
namespace {

constexpr double kStagnation =
    1e-11;  ///< violation, relative to the row's scale, that a stagnating projection may leave

void add_rows(const RowJacobian& rows, Index first, DenseMatrix& target) {
  for (int i = 0; i < rows.rows(); ++i) {
    const auto dofs = rows.dofs(i);
    const auto values = rows.values(i);
    for (std::size_t k = 0; k < dofs.size(); ++k) target(first + i, dofs[k]) += values[k];
  }
}

}  // namespace

void EventDynamics::set_mass(const State& state) {
  if (mass_.has_mass() && system_.has_constant_mass()) return;
  const Index n = system_.n_free();
  DenseMatrix M = DenseMatrix::Zero(n, n);
  DenseSink dense(M);
  BlockSink free(dense, {0, 0, n, n, 1.0});
  system_.add_mass(state, 1.0, free);
  mass_.set_mass(M);
  ++factorisations_;
}

DenseMatrix EventDynamics::jacobian(const State& state, const Rows& closed) {
  const int b = system_.joints().rows();
  DenseMatrix J = DenseMatrix::Zero(b + static_cast<Index>(closed.size()), system_.nv());
  system_.joints().jacobian(state, G_);
  add_rows(G_, 0, J);
  RowJacobian W;
  system_.contacts().jacobian(closed, state, W);
  add_rows(W, b, J);
  return J;
}

void EventDynamics::accelerations(const State& state, const Rows& closed, Acceleration& result) {
  const Index n = system_.n_free();
  const int b = system_.joints().rows();
  const auto k = static_cast<Index>(closed.size());
  set_mass(state);
  result.a = Vector::Zero(system_.nv());
  State scratch = state;
  system_.apply_prescribed(scratch, &result.a);
  Vector f;
  system_.force(state, f);
  system_.add_mass_product(state, result.a, -1.0, f);

  const DenseMatrix J = jacobian(state, closed);
  Vector s = Vector::Zero(b + k);
  if (b + k > 0) {
    DenseMatrix gradient = DenseMatrix::Zero(b + k, system_.nv());
    DenseSink sink(gradient);
    system_.joints().add_velocity_gradient(state, 1.0, 0, sink);
    for (Index i = 0; i < k; ++i)
      system_.contacts().add_velocity_gradient(closed[i], state, 1.0, b + i, sink);
    s = -gradient * state.v - J * result.a;
    Vector g_tt;
    system_.joints().rate_derivatives(state, g_tt);
    s.head(b) -= g_tt;
  }
  mass_.set_rows(J.leftCols(n));
  Vector a, mu;
  mass_.solve(f.head(n), s, a, mu);
  result.a.head(n) = a;
  result.joint = mu.head(b);
  result.contact = mu.tail(k);
  result.redundant = mass_.redundant();
}

void EventDynamics::contact_space(const State& state, const Rows& rows, ContactSpace& space) {
  const Index n = system_.n_free();
  const auto k = static_cast<Index>(rows.size());
  set_mass(state);
  mass_.set_rows(jacobian(state, {}).leftCols(n));
  space.W = jacobian(state, rows).bottomRows(k);
  space.response = DenseMatrix::Zero(system_.nv(), k);
  const Vector zero = Vector::Zero(system_.joints().rows());
  Vector x, mu;
  for (Index i = 0; i < k; ++i) {
    mass_.solve(space.W.row(i).head(n).transpose(), zero, x, mu);
    space.response.col(i).head(n) = x;
  }
  space.A = space.W * space.response;
  space.A = (0.5 * (space.A + space.A.transpose())).eval();
}

Vector EventDynamics::gap_accelerations(const State& state, const Rows& rows, const Vector& a) const {
  const auto k = static_cast<Index>(rows.size());
  RowJacobian W;
  system_.contacts().jacobian(rows, state, W);
  Vector result;
  W.multiply(a, result);
  DenseMatrix gradient = DenseMatrix::Zero(k, system_.nv());
  DenseSink sink(gradient);
  for (Index i = 0; i < k; ++i) system_.contacts().add_velocity_gradient(rows[i], state, 1.0, i, sink);
  return result + gradient * state.v;
}

Vector EventDynamics::gap_velocities(const State& state, const Rows& rows) const {
  RowJacobian W;
  system_.contacts().jacobian(rows, state, W);
  Vector u;
  W.multiply(state.v, u);
  return u;
}

bool EventDynamics::project_position(State& state, const Rows& closed, const Vector& q_scale) {
  const Index n = system_.n_free();
  const int b = system_.joints().rows();
  const auto k = static_cast<Index>(closed.size());
  if (b + k == 0 || n == 0) return true;
  Vector g, gap, x, mu;
  Vector increment = Vector::Zero(system_.nv());
  const Vector zero = Vector::Zero(n);
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 20; ++iteration) {
    system_.joints().values(state, g);
    system_.contacts().gaps(closed, state, gap);
    Vector s(b + k);
    s << -g, -gap;
    DenseMatrix J = jacobian(state, closed);
    for (int i = 0; i < b; ++i)
      if (system_.joints().velocity_rows()[i] != 0) J.row(i).setZero();
    const Vector scale = (J.cwiseAbs() * q_scale).cwiseMax(std::numeric_limits<double>::min());
    const double violation = s.cwiseQuotient(scale).lpNorm<Eigen::Infinity>();
    if (!std::isfinite(violation)) return false;
    // At round-off, further iterations only exchange one rounding error for another.
    if (violation <= 0.5 * kEpsilon) return true;
    if (violation > 0.5 * last) return violation <= kStagnation;
    last = violation;
    set_mass(state);
    mass_.set_rows(J.leftCols(n));
    mass_.solve(zero, s, x, mu);
    increment.head(n) = x;
    system_.manifold().retract(state.q, increment, state.q);
  }
  return last <= kStagnation;
}

void EventDynamics::project_velocity(State& state, const Rows& closed) {
  const Index n = system_.n_free();
  const int b = system_.joints().rows();
  const auto k = static_cast<Index>(closed.size());
  if (b + k == 0 || n == 0) return;
  set_mass(state);
  const DenseMatrix J = jacobian(state, closed);
  mass_.set_rows(J.leftCols(n));
  Vector g_t, x, mu;
  system_.joints().rates(state, g_t);
  const Vector zero = Vector::Zero(n);
  for (int pass = 0; pass < 2; ++pass) {  // the second pass removes the rounding errors of the first
    Vector s = -J * state.v;
    s.head(b) -= g_t;
    mass_.solve(zero, s, x, mu);
    state.v.head(n) += x;
  }
}

}  // namespace jounce
