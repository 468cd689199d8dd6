#include "joints/coordinate_constraint.h"

#include <array>
#include <cmath>
#include <numbers>

namespace jounce {
namespace {

std::vector<Index> dofs_of(const std::vector<CoordinateConstraint::Term>& terms) {
  std::vector<Index> dofs;
  for (const auto& term : terms)
    dofs.insert(dofs.end(), term.coordinate->dofs().begin(), term.coordinate->dofs().end());
  return dofs;
}

}  // namespace

CoordinateConstraint::CoordinateConstraint(std::string name, std::string row_name, std::vector<Term> terms,
                                           double c_0, params::TimeFunction f, Level level)
    : Constraint(std::move(name), {std::move(row_name)}, dofs_of(terms)),
      terms_(std::move(terms)),
      c_0_(c_0),
      f_(std::move(f)),
      level_(level) {}

bool CoordinateConstraint::is_linear() const {
  for (const Term& term : terms_)
    if (!term.coordinate->is_linear()) return false;
  return true;
}

void CoordinateConstraint::value(const State& state, double* g) const {
  *g = 0;
  if (level_ == Level::velocity) return;
  for (const Term& term : terms_) *g += term.factor * term.coordinate->value(state);
  *g -= c_0_ + f_(state.t);
  if (terms_.size() == 1 && terms_[0].coordinate->is_angle()) *g = std::remainder(*g, 2 * std::numbers::pi);
}

void CoordinateConstraint::jacobian(const State& state, int first_row, RowJacobian& G) const {
  double* at = G.values(first_row).data();
  for (const Term& term : terms_) {
    const int n = term.coordinate->size();
    term.coordinate->jacobian(state, at);
    Eigen::Map<Vector>(at, n) *= term.factor;
    at += n;
  }
}

void CoordinateConstraint::rate(const State& state, double* g_t) const {
  *g_t = level_ == Level::position ? -f_.derivative(state.t) : -f_(state.t);
}

void CoordinateConstraint::rate_derivative(const State& state, double* g_tt) const {
  *g_tt = level_ == Level::position ? -f_.second_derivative(state.t) : -f_.derivative(state.t);
}

void CoordinateConstraint::add_reaction_gradient(const State& state, const double* lambda, double w,
                                                 MatrixSink& sink) const {
  for (const Term& term : terms_) {
    if (term.coordinate->is_linear()) continue;
    gradient_.setZero(term.coordinate->size(), term.coordinate->size());
    term.coordinate->add_reaction_gradient(state, *lambda * term.factor, w, gradient_);
    sink.add(term.coordinate->dofs(), term.coordinate->dofs(), gradient_.data());
  }
}

void CoordinateConstraint::add_velocity_gradient(const State& state, double w, Index first_row,
                                                 MatrixSink& sink) const {
  const std::array<Index, 1> at = {first_row};
  for (const Term& term : terms_) {
    if (term.coordinate->is_linear()) continue;
    row_.setZero(term.coordinate->size());
    term.coordinate->add_velocity_gradient(state, w * term.factor, row_.data());
    sink.add(at, term.coordinate->dofs(), row_.data());
  }
}

}  // namespace jounce
