#include "model/knot.h"
#include "math/axes.h"

#include <fmt/format.h>

#include "joints/joints.h"
#include "joints/node_groups.h"

namespace jounce {
namespace {

void build_knot(const params::Params& params, ModelBuilder& builder) {
  const auto points = space_nodes(params, builder, "on");
  std::vector<Matrix3> stretches;
  std::vector<Index> shared;  // degrees of freedom
  for (const char* key : {"reference", "rotation"}) {
    const auto node = space_node(params, builder, key);
    shared.insert(shared.end(), node->dofs().begin(), node->dofs().end());
  }
  if (params.given("stretch")) {
    const auto node = space_node(params, builder, "stretch");
    const std::vector<double>& given = params.numbers("directions");
    if (given.size() % 3 != 0 || given.size() > 9)
      params.fail("directions", "expected one to three directions of three components");
    for (std::size_t k = 0; k < given.size(); k += 3) {
      const Vector3 e = in_range(Vector3::Map(&given[k]));
      if (!(e.norm() > 0)) params.fail("directions", "a direction has zero length");
      stretches.emplace_back(e * e.transpose() / e.squaredNorm());
    }
    if (stretches.empty()) stretches.emplace_back(Matrix3::Identity());
    shared.insert(shared.end(), node->dofs().begin(),
                  node->dofs().begin() + static_cast<std::ptrdiff_t>(stretches.size()));
  } else if (!params.numbers("directions").empty()) {
    params.fail("directions", "directions need the node 'stretch'");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<Index> dofs(points[i]->dofs().begin(), points[i]->dofs().end());
    dofs.insert(dofs.end(), shared.begin(), shared.end());
    Vector initial(static_cast<Index>(dofs.size()));
    for (std::size_t k = 0; k < dofs.size(); ++k)
      initial[static_cast<Index>(k)] = builder.initial().q[dofs[k]];
    builder.add(std::make_unique<KnotPoint>(fmt::format("{}.{}", params.name(), i + 1), std::move(dofs),
                                            std::move(initial), stretches, params.boolean("finite")));
  }
}

}  // namespace

ModelPart knot_part() {
  using namespace params;
  return {
      {"joint",
       "knot",
       "Nodes of one body that moves with a reference node, turns about it and changes its size. Its "
       "rotation vector and its stretches are displacements of further nodes, on which supports and loads "
       "may act. For the connection of beams that are meshed as solids.",
       {name_of("on", "mesh or mesh group: the nodes; or point mass").required(),
        name_of("reference", "mesh group of one node that the body moves with").required(),
        name_of("rotation", "mesh group of one node whose displacement is the rotation vector").required(),
        name_of("stretch",
                "mesh group of one node whose displacements are the stretches; none: the body "
                "keeps its size"),
        numbers("directions",
                "three components each of the directions of independent stretches, which are "
                "the displacements x, y, z of the node; none: x is the same stretch in all")
            .by_default(std::vector<double>{}),
        boolean("finite", "finite rotations; otherwise linear theory").by_default(true)}},
      build_knot};
}

}  // namespace jounce
