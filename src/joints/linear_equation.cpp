#include "joints/linear_equation.h"

#include <fmt/format.h>

#include <algorithm>

#include "joints/joints.h"

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

/// Whether rotations move the point as well.
bool turns(const Marker& marker, const State& state) {
  MarkerKinematics k;
  marker.evaluate(state, Derivatives::first, k);
  const Index turning = k.J.cols() - marker.first_turning_dof();
  return turning > 0 && !k.J.rightCols(turning).isZero(0.0);
}

void build(const params::Params& params, ModelBuilder& builder) {
  std::vector<LinearEquation::Term> terms;
  for (const params::Params& term : params.tables("terms")) {
    const auto marker = builder.marker(term, "on", term.text("on"));
    const int axis = term.text("component")[0] - 'x';
    if (axis >= builder.dimension())
      term.fail("component", fmt::format("the model has model.dimension = {}", builder.dimension()));
    if (axis >= marker->first_turning_dof() || turns(*marker, builder.initial()))
      term.fail("on",
                fmt::format("'{}' is no node of a mesh and no centre of a body; its displacement is not one "
                            "coordinate",
                            term.text("on")));
    const Index dof = marker->dofs()[static_cast<std::size_t>(axis)];
    terms.push_back({dof, term.number("factor"), builder.initial().q[dof]});
  }
  if (terms.size() < 2) params.fail("terms", "an equation needs two terms or more");
  terms = unique_terms(std::move(terms));
  if (std::all_of(terms.begin(), terms.end(), [](const auto& term) { return term.factor == 0; }))
    params.fail("terms", "all terms of the equation cancel");
  builder.add(std::make_unique<LinearEquation>(params.name(), terms, params.function("value")));
}

}  // namespace

LinearEquation::LinearEquation(std::string name, const std::vector<Term>& terms, params::TimeFunction f)
    : Constraint(std::move(name), {"equation"}, dofs_of(unique_terms(terms))),
      terms_(unique_terms(terms)),
      f_(std::move(f)) {}

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

ModelPart equation_part() {
  using namespace params;
  return {{"joint",
           "equation",
           "A linear equation between displacements of nodes and bodies: sum of factor times displacement = "
           "value(t). "
           "Ties, symmetries, periodic boundaries; *EQUATION of Abaqus and CalculiX.",
           {tables("terms", "the terms",
                   {name_of("on", "body, or mesh group of one node").required(),
                    choice("component", "displacement along this axis", {"x", "y", "z"}).required(),
                    number("factor", "factor of the displacement").required()})
                .required(),
            function("value", "right-hand side").unit(dim::length).by_default(0.0)}},
          build};
}

}  // namespace jounce
