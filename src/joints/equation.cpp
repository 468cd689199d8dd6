#include <fmt/format.h>

#include "joints/joints.h"
#include "model/linear_equation.h"

namespace jounce {
namespace {

/// Whether rotations move the point as well.
bool turns(const Marker& marker, const State& state) {
  MarkerKinematics k;
  marker.evaluate(state, Derivatives::first, k);
  const Index turning = k.J.cols() - marker.first_turning_dof();
  return turning > 0 && !k.J.rightCols(turning).isZero(0.0);
}

void build_equation(const params::Params& params, ModelBuilder& builder) {
  std::vector<LinearEquation::Term> terms;
  for (const params::Params& term : params.tables("terms")) {
    const auto marker = builder.marker(term, "on", term.text("on"));
    const int axis = term.text("component")[0] - 'x';
    if (axis >= builder.dimension())
      term.fail("component", fmt::format("the model has model.dimension = {}", builder.dimension()));
    if (axis >= marker->first_turning_dof() || turns(*marker, builder.initial()))
      term.fail("on", fmt::format("'{}' is neither a node of a mesh nor the centre of a body, so its "
                                  "displacement is not a single coordinate",
                                  term.text("on")));
    const Index dof = marker->dofs()[axis];
    terms.push_back({dof, term.number("factor"), builder.initial().q[dof]});
  }
  if (terms.size() < 2) params.fail("terms", "an equation needs two terms or more");
  auto equation = std::make_unique<LinearEquation>(params.name(), terms, params.function("value"));
  if (equation->is_empty()) params.fail("terms", "all terms of the equation cancel");
  builder.add(std::move(equation));
}

}  // namespace

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
          build_equation};
}

}  // namespace jounce
