#include "deck/geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "keyword/translation.h"
#include "mesh/block_mesh.h"
#include "mesh/gmsh_import.h"
#include "model/part.h"

namespace jounce::deck {

using params::Params;

namespace {

Mesh read_polyline(const Params& params, std::size_t dimension) {
  const auto& values = params.numbers("points");
  const auto& elements = params.integers("elements");
  if (values.size() % dimension != 0 || values.size() < 2 * dimension)
    params.fail("points",
                fmt::format("a polyline is a list of at least 2 points with {} coordinates each, but "
                            "this list has {} values",
                            dimension, values.size()));
  const std::size_t legs = values.size() / dimension - 1;
  if (elements.size() != legs)
    params.fail("elements", fmt::format("{} points make {} legs, but {} numbers of elements are given",
                                        legs + 1, legs, elements.size()));
  std::vector<Vector3> corners;
  for (std::size_t i = 0; i <= legs; ++i) {
    Vector3 corner = Vector3::Zero();
    for (std::size_t c = 0; c < dimension; ++c) corner[static_cast<Index>(c)] = values[dimension * i + c];
    if (i > 0 && corner == corners.back())
      params.fail("points", fmt::format("points {} and {} of the polyline coincide", i, i + 1));
    corners.push_back(corner);
  }
  return polyline_mesh(params.name(), corners, elements);
}

Mesh read_abaqus(const Params& params, const std::filesystem::path& file) {
  std::vector<keyword::NamedGroup> groups;
  if (params.given("groups"))
    for (const Params& table : params.tables("groups")) {
      keyword::NamedGroup group{table.text("name"), {}, {}, {}};
      if (table.given("nodes")) group.nodes = table.integers("nodes");
      if (table.given("elements")) group.elements = table.integers("elements");
      if (table.given("sides")) group.sides = table.integers("sides");
      if (group.sides.size() != group.elements.size())
        table.fail("sides", fmt::format("{} sides are given for {} elements", group.sides.size(),
                                        group.elements.size()));
      if (group.nodes.empty() == group.elements.empty())
        table.fail("name", "a group has either nodes or elements with sides");
      groups.push_back(std::move(group));
    }
  return keyword::mesh_of(keyword::read_input(file), params.name(), groups, params.where("groups"));
}

Mesh read_block(const Params& params, int dimension) {
  if (dimension < 2)
    params.fail("", "blocks need model.dimension = 2 or 3; in one dimension use type = \"line\"");
  const Vector3 from = to_vector(params.numbers("from")), to = to_vector(params.numbers("to"));
  const auto& given = params.integers("counts");
  if (given.size() != static_cast<std::size_t>(dimension))
    params.fail("counts", fmt::format("{} numbers are needed, one for each axis", dimension));
  std::array<int, 3> counts = {1, 1, 1};
  std::copy(given.begin(), given.end(), counts.begin());
  // Degrees of freedom are numbered by int; hundreds of millions of nodes fit no memory anyway.
  constexpr double kMostNodes = 1e8;
  double nodes = 1;
  for (int axis = 0; axis < dimension; ++axis)
    nodes *= 1.0 + static_cast<double>(params.integer("order")) * counts[static_cast<std::size_t>(axis)];
  if (nodes > kMostNodes)
    params.fail("counts",
                fmt::format("that would be a grid of {:.2g} nodes; at most {:.0e} are possible, and 1e6 "
                            "are a large model",
                            nodes, kMostNodes));
  for (int axis = 0; axis < dimension; ++axis)
    if (!(to[axis] > from[axis]))
      params.fail("to", fmt::format("{} must be greater than that of 'from'", "xyz"[axis]));
  return block_mesh(params.name(), dimension, from, to, counts, params.integer("order"));
}

}  // namespace

namespace {

Mesh mesh_as_given(const Params& params, const Deck& deck) {
  if (params.type() == "polyline")
    return read_polyline(params, static_cast<std::size_t>(deck.table("model").integer("dimension")));
  if (params.type() == "block") return read_block(params, deck.table("model").integer("dimension"));
  if (params.type() == "line") {
    const Vector3 from = to_vector(params.numbers("from"));
    const Vector3 to = to_vector(params.numbers("to"));
    if (from == to) params.fail("to", "the line's first and last point coincide");
    return line_mesh(params.name(), from, to, params.integer("elements"));
  }
  const std::filesystem::path file = deck.folder() / params.text("file");
  if (params.type() == "abaqus") return read_abaqus(params, file);
  try {
    GmshImport options;
    options.scale = params.number("scale");
    if (params.given("size")) options.size = params.number("size");
    if (params.given("order")) options.order = params.integer("order");
    options.time_limit = params.number("time_limit");
    options.memory_limit = 1e9 * params.number("memory_limit");
    options.trusted = params.boolean("trusted_script");
    return import_gmsh(params.name(), file, options);
  } catch (const MeshError& error) {
    params.fail("file", error.what());
  }
}

}  // namespace

Mesh read_mesh(const Params& params, const Deck& deck) {
  Mesh mesh = mesh_as_given(params, deck);
  const int dimension = deck.table("model").integer("dimension");
  if (params.given("rotate")) {
    if (dimension == 1) params.fail("rotate", "on a line nothing turns");
    const auto& turn = params.numbers("rotate");
    const Vector3 rotation = dimension == 2 ? Vector3(0, 0, turn[0]) : to_vector(turn);
    const Matrix3 R = rotation_exponential(rotation).toRotationMatrix();
    for (Vector3& point : mesh.points) point = (R * point).eval();
  }
  if (params.given("translate"))
    for (Vector3& point : mesh.points) point += to_vector(params.numbers("translate"));
  return mesh;
}

Quaternion orientation_of(const Params& body) {
  if (body.given("rotation") && body.given("quaternion"))
    body.fail("quaternion", "give the orientation as 'rotation' or as 'quaternion', not as both");
  if (body.given("rotation")) return rotation_exponential(to_vector(body.numbers("rotation")));
  if (!body.given("quaternion")) return Quaternion::Identity();
  const auto& q = body.numbers("quaternion");
  const Quaternion orientation(q[0], q[1], q[2], q[3]);
  if (std::abs(orientation.norm() - 1) > 1e-6)
    body.fail("quaternion", "a quaternion (w, x, y, z) of an orientation has norm 1");
  return orientation.normalized();
}

}  // namespace jounce::deck
