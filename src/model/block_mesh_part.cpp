#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "mesh/block_mesh.h"
#include "model/mesh_parts.h"
#include "model/part.h"

namespace jounce {
namespace {

Mesh make_block(const params::Params& params, int dimension, const std::filesystem::path&) {
  if (dimension < 2)
    params.fail("", "blocks need model.dimension = 2 or 3; in one dimension use type = \"line\"");
  const Vector3 from = to_vector(params.numbers("from")), to = to_vector(params.numbers("to"));
  const auto& given = params.integers("counts");
  if (given.size() != static_cast<std::size_t>(dimension))
    params.fail("counts", fmt::format("{} numbers are required, one for each axis", dimension));
  std::array<int, 3> counts = {1, 1, 1};
  std::copy(given.begin(), given.end(), counts.begin());
  // Degrees of freedom are numbered by int; hundreds of millions of nodes fit no memory anyway.
  constexpr double kMostNodes = 1e8;
  double nodes = 1;
  for (int axis = 0; axis < dimension; ++axis)
    nodes *= 1.0 + static_cast<double>(params.integer("order")) * counts[axis];
  if (nodes > kMostNodes)
    params.fail(
        "counts",
        fmt::format("this is a grid of {:.2g} nodes; at most {:.0e} are possible, and 1e6 is a large model",
                    nodes, kMostNodes));
  for (int axis = 0; axis < dimension; ++axis)
    if (!(to[axis] > from[axis]))
      params.fail("to", fmt::format("{} must be greater than that of 'from'", "xyz"[axis]));
  return block_mesh(params.name(), dimension, from, to, counts, params.integer("order"));
}

}  // namespace

MeshPart block_mesh_part() {
  using namespace params;
  return {
      {"mesh",
       "block",
       "Rectangle of quadrilaterals or block of hexahedra along the axes, with the sides 'x_min', 'x_max', "
       "'y_min', ..., and all of them, 'boundary', as groups.",
       {numbers("from", "corner with the smallest coordinates")
            .unit(dim::length)
            .of_size(dimension_sized)
            .required(),
        numbers("to", "opposite corner").unit(dim::length).of_size(dimension_sized).required(),
        integers("counts", "number of elements along each axis").between(1, 100000).required(),
        integer("order", "1: linear elements, 2: quadratic ones (serendipity)").between(1, 2).by_default(1)}},
      make_block};
}

}  // namespace jounce
