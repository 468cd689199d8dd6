#include <fmt/format.h>

#include "model/mesh_parts.h"
#include "model/part.h"

namespace jounce {
namespace {

Mesh make_line(const params::Params& params, int, const std::filesystem::path&) {
  const Vector3 from = to_vector(params.numbers("from"));
  const Vector3 to = to_vector(params.numbers("to"));
  if (from == to) params.fail("to", "the line's first and last point coincide");
  return line_mesh(params.name(), from, to, params.integer("elements"));
}

Mesh make_polyline(const params::Params& params, int dimension, const std::filesystem::path&) {
  const auto d = static_cast<std::size_t>(dimension);
  const auto& values = params.numbers("points");
  const auto& elements = params.integers("elements");
  if (values.size() % d != 0 || values.size() < 2 * d)
    params.fail("points",
                fmt::format("a polyline is a list of at least 2 points with {} coordinates each, but "
                            "this list has {} values",
                            dimension, values.size()));
  const std::size_t legs = values.size() / d - 1;
  if (elements.size() != legs)
    params.fail("elements", fmt::format("{} points make {} legs, but {} numbers of elements are given",
                                        legs + 1, legs, elements.size()));
  std::vector<Vector3> corners;
  for (std::size_t i = 0; i <= legs; ++i) {
    Vector3 corner = Vector3::Zero();
    for (std::size_t c = 0; c < d; ++c) corner[static_cast<Index>(c)] = values[d * i + c];
    if (i > 0 && corner == corners.back())
      params.fail("points", fmt::format("points {} and {} of the polyline coincide", i, i + 1));
    corners.push_back(corner);
  }
  return polyline_mesh(params.name(), corners, elements);
}

}  // namespace

MeshPart line_mesh_part() {
  using namespace params;
  return {{"mesh",
           "line",
           "Straight line of equal two-node elements, with the groups 'start' and 'end'.",
           {numbers("from", "first point").unit(dim::length).of_size(dimension_sized).required(),
            numbers("to", "last point").unit(dim::length).of_size(dimension_sized).required(),
            integer("elements", "number of elements").between(1, 10000000).required()}},
          make_line};
}

MeshPart polyline_mesh_part() {
  using namespace params;
  return {{"mesh",
           "polyline",
           "Straight legs of equal two-node elements between corners, with the groups 'start', 'end', the "
           "corners 'point_2', ... and the legs 'leg_1', ...; legs share the nodes of their corners.",
           {numbers("points", "corners: x1, y1, ..., x2, y2, ..., with model.dimension coordinates each")
                .unit(dim::length)
                .required(),
            integers("elements", "number of elements of each leg").between(1, 10000000).required()}},
          make_polyline};
}

}  // namespace jounce
