#include "model/linear_equation.h"

#include <algorithm>

namespace jounce {
namespace {

std::vector<LinearEquation::Term> unique_terms(std::vector<LinearEquation::Term> terms) {
  std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.dof < b.dof; });
  std::vector<LinearEquation::Term> result;
  for (const auto& term : terms)
    if (!result.empty() && result.back().dof == term.dof)
      result.back().factor += term.factor;
    else
      result.push_back(term);
  return result;
}

std::vector<Index> dofs_of(const std::vector<LinearEquation::Term>& terms) {
  std::vector<Index> dofs;
  for (const auto& term : terms) dofs.push_back(term.dof);
  return dofs;
}

}  // namespace

LinearEquation::LinearEquation(std::string name, const std::vector<Term>& terms, params::TimeFunction f)
    : Constraint(std::move(name), {"equation"}, dofs_of(unique_terms(terms))),
      terms_(unique_terms(terms)),
      f_(std::move(f)) {}

bool LinearEquation::is_empty() const {
  return std::all_of(terms_.begin(), terms_.end(), [](const Term& term) { return term.factor == 0; });
}

void LinearEquation::value(const State& state, double* g) const {
  g[0] = -f_(state.t);
  for (const Term& term : terms_) g[0] += term.factor * (state.q[term.dof] - term.initial);
}

void LinearEquation::jacobian(const State&, int first_row, RowJacobian& G) const {
  const auto row = G.values(first_row);
  for (std::size_t i = 0; i < terms_.size(); ++i) row[i] = terms_[i].factor;
}

void LinearEquation::rate(const State& state, double* g_t) const { g_t[0] = -f_.derivative(state.t); }
void LinearEquation::rate_derivative(const State& state, double* g_tt) const {
  g_tt[0] = -f_.second_derivative(state.t);
}

}  // namespace jounce
