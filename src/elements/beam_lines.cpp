#include "elements/beam_lines.h"

#include <fmt/format.h>

namespace jounce {

std::vector<BeamLine> beam_lines(const params::Params& params, const ModelBuilder& builder) {
  const Mesh* mesh = nullptr;
  int first_node = 0;
  std::vector<BeamLine> found;
  for (const auto& line : builder.lines(params, "mesh", &mesh, &first_node)) {
    BeamLine beam;
    for (std::size_t end = 0; end < 2; ++end) {
      beam.nodes[end] = first_node + line[end];
      beam.points[end] = mesh->points[line[end]];
    }
    if (!((beam.points[1] - beam.points[0]).norm() > 0))
      params.fail(
          "mesh",
          fmt::format("two nodes of mesh '{}' coincide, so a beam between them has zero length", mesh->name));
    found.push_back(beam);
  }
  return found;
}

void prepare_beam(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() < 2) params.fail("", "beams need model.dimension = 2 or 3");
  for (const BeamLine& line : beam_lines(params, builder))
    for (const int node : line.nodes) builder.add_rotations(node);
}

std::vector<params::Key> beam_keys() {
  using namespace params;
  return {name_of("mesh", "mesh or mesh group (mesh.group) whose lines are beams").required(),
          name_of("material", "material: E, rho, and nu or G for shear and torsion", "material").required(),
          name_of("section", "cross section", "section").required()};
}

}  // namespace jounce
