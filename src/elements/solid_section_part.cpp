#include "elements/solid_section.h"

#include <fmt/format.h>

namespace jounce {

using params::Params;

namespace {

/// Points of a layer across the third direction of the cell.
Quadrature layer_rule(const Params& params) {
  const auto& ends = params.numbers("layer");
  const double half = (ends[1] - ends[0]) / 2, middle = (ends[0] + ends[1]) / 2;
  if (!(half > 0)) params.fail("layer", "a layer ends above its beginning");
  Quadrature rule = gauss_rule(3, 2);
  for (QuadraturePoint& point : rule) {
    point.xi.z() = middle + half * point.xi.z();
    point.weight *= half;
  }
  return rule;
}

}  // namespace

Quadrature section_rule(const Params& params) {
  if (params.given("layer")) {
    if (params.given("section")) params.fail("layer", "give either 'layer' or 'section'");
    return layer_rule(params);
  }
  if (!params.given("section")) {
    if (params.given("section_sizes")) params.fail("section_sizes", "these sizes belong to 'section'");
    return {};
  }
  const bool is_pipe = params.text("section") == "pipe";
  if (!params.given("section_sizes")) params.fail("section", "a hollow section needs 'section_sizes'");
  const auto& sizes = params.numbers("section_sizes");
  if (sizes.size() != (is_pipe ? 2U : 6U))
    params.fail("section_sizes", is_pipe ? "a pipe has an outer radius and a thickness"
                                         : "a box has two sizes and four thicknesses");
  if (is_pipe) {
    if (sizes[1] > sizes[0]) params.fail("section_sizes", "the wall is thicker than the outer radius");
    return pipe_rule(sizes[1] / sizes[0]);
  }
  const BoxWalls walls = {{sizes[0], sizes[1]}, {sizes[2], sizes[3], sizes[4], sizes[5]}};
  for (std::size_t k = 0; k < 2; ++k)
    if (walls.thickness[k] + walls.thickness[k + 2] > walls.sizes[k])
      params.fail("section_sizes", fmt::format("the walls {} and {} overlap", k + 1, k + 3));
  return box_rule(walls);
}

void check_section(const Params& params, CellShape shape, const SolidProperties& properties) {
  if (!properties.section.empty() && shape != CellShape::hexahedron20)
    params.fail(
        params.given("layer") ? "layer" : "section",
        fmt::format("hollow sections and layers are for hexahedra of second order, and the mesh has {}",
                    topology(shape).name));
}

std::vector<params::Key> section_keys() {
  using namespace params;
  return {
      choice("section",
             "hollow section of second-order reduced hexahedra that are a beam along their first direction: "
             "stiffness and mass come from points in its walls",
             {"pipe", "box"}),
      numbers("section_sizes",
              "pipe: outer radius, thickness; box: sizes along the third direction of the cell and against "
              "the second one, thicknesses of the walls at the end of the first size, of the second one, and "
              "at their beginnings")
          .unit(dim::length)
          .positive(),
      numbers("layer",
              "layer of second-order reduced hexahedra, from one end to the other along the third direction "
              "of the "
              "cell, whose ends are -1 and 1: several elements on one mesh are a laminate")
          .of_size(2)
          .between(-1, 1)};
}

}  // namespace jounce
