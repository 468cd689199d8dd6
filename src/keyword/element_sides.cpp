#include "keyword/element_sides.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>

#include "keyword/mesh_cards.h"
#include "params/nearest.h"

namespace jounce::keyword {

namespace {

/// A shell as a side of itself.
const CellFace& whole(CellShape shape) {
  static const std::array<int, 9> kNodesOfCell = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  static std::map<CellShape, CellFace> all;
  const auto count = static_cast<std::size_t>(topology(shape).nodes);
  return all.try_emplace(shape, CellFace{shape, std::span<const int>(kNodesOfCell).first(count)})
      .first->second;
}

}  // namespace

std::vector<ElementFace> sides_of(const Input& input, int element) {
  const ElementType& type = *input.elements[element].type;
  if (type.is_connector()) return {};
  if (type.is_shell()) return {{element, 2}};
  std::vector<ElementFace> sides;
  const auto count = static_cast<int>(topology(*find_shape(type.dimension, type.nodes)).faces.size());
  for (int face = 1; face <= count; ++face) sides.push_back({element, face});
  return sides;
}

const CellFace* find_side(const Input& input, const ElementFace& face) {
  const ElementType& type = *input.elements[face.element].type;
  if (type.is_connector()) return nullptr;
  const CellShape shape = *find_shape(type.dimension, type.nodes);
  if (type.is_shell()) return face.face <= 2 ? &whole(shape) : nullptr;
  const auto& sides = topology(shape).faces;
  return face.face <= static_cast<int>(sides.size()) ? &sides[face.face - 1] : nullptr;
}

std::vector<int> side_nodes(const Input& input, const ElementFace& face) {
  std::vector<int> nodes;
  if (const CellFace* side = find_side(input, face))
    for (const int k : side->nodes) nodes.push_back(input.elements[face.element].nodes[k]);
  return nodes;
}

const Surface& find_surface(const Card& card, const Input& input, const std::string& name) {
  const auto place = input.surfaces.find(plain_name(name));
  if (place != input.surfaces.end()) return place->second;
  std::vector<std::string> known;
  for (const auto& entry : input.surfaces) known.push_back(entry.first);
  throw params::InputError(card.where(), fmt::format("there is no surface named '{}'", name),
                           params::nearest(name, known));
}

std::vector<int> nodes_of_surface(const Card& card, const Input& input, const std::string& name) {
  const Surface& surface = find_surface(card, input, name);
  std::set<int> nodes(surface.nodes.begin(), surface.nodes.end());
  for (const ElementFace& face : surface.faces)
    for (const int node : side_nodes(input, face)) nodes.insert(node);
  return {nodes.begin(), nodes.end()};
}

Vector3 area_vector(const Input& input, const ElementFace& face) {
  const CellFace* side = find_side(input, face);
  if (side == nullptr) return Vector3::Zero();
  const std::vector<int> nodes = side_nodes(input, face);
  const auto x = [&](int k) -> const Vector3& { return input.nodes[nodes[k]]; };
  const int corners = topology(side->shape).corners;
  if (corners == 2) {
    const Vector3 d = x(1) - x(0);
    return {d.y(), -d.x(), 0};
  }
  Vector3 sum = Vector3::Zero();
  for (int k = 0; k < corners; ++k) sum += (x(k) - x(0)).cross(x((k + 1) % corners) - x(0));
  return 0.5 * sum;
}

}  // namespace jounce::keyword
