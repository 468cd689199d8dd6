#include "deck/geometry.h"

#include <fmt/format.h>

#include "keyword/translation.h"
#include "math/rotation.h"
#include "model/part.h"
#include "registry.h"

namespace jounce::deck {

using params::Params;

namespace {

Mesh read_abaqus(const Params& params, const std::filesystem::path& file, const keyword::Input* known) {
  std::vector<keyword::NamedGroup> groups;
  if (params.given("groups"))
    for (const Params& table : params.tables("groups")) {
      keyword::NamedGroup group{table.text("name"), {}, {}, {}, table.where()};
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
  if (known != nullptr && known->file == file && known->options.shells == params.boolean("shells"))
    return keyword::mesh_of(*known, params.name(), groups);
  return keyword::mesh_of(keyword::read_input(file, {.shells = params.boolean("shells")}), params.name(),
                          groups);
}

Mesh mesh_as_given(const Params& params, const Deck& deck) {
  if (params.type() == "abaqus")
    return read_abaqus(params, deck.folder() / params.text("file"), deck.input());
  return find_mesh_part(params.type())->make(params, deck.table("model").integer("dimension"), deck.folder());
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

}  // namespace jounce::deck
