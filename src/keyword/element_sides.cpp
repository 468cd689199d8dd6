#include "keyword/element_sides.h"

#include <algorithm>
#include <map>

namespace jounce::keyword {

const CellFace* find_side(const Input& input, const ElementFace& face) {
  const ElementType& type = *input.elements[face.element].type;
  if (type.is_connector()) return nullptr;
  const auto& sides = topology(*find_shape(type.dimension, type.nodes)).faces;
  return face.face <= static_cast<int>(sides.size()) ? &sides[face.face - 1] : nullptr;
}

std::vector<int> side_nodes(const Input& input, const ElementFace& face) {
  std::vector<int> nodes;
  if (const CellFace* side = find_side(input, face))
    for (const int k : side->nodes) nodes.push_back(input.elements[face.element].nodes[k]);
  return nodes;
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

bool is_row(const Input& input, const std::vector<int>& elements) {
  std::map<std::vector<int>, int> count;
  const auto corners = [](const Element& element, const CellFace& face) {
    std::vector<int> nodes;
    for (std::size_t k = 0; k < 4; ++k)
      nodes.push_back(element.nodes[static_cast<std::size_t>(face.nodes[k])]);
    std::ranges::sort(nodes);
    return nodes;
  };
  const auto& faces = topology(CellShape::hexahedron20).faces;
  for (const Element& element : input.elements)
    if (element.type->nodes == 20 && element.type->dimension == 3)
      for (const CellFace& face : faces) ++count[corners(element, face)];
  return std::ranges::all_of(elements, [&](int number) {
    const Element& element = input.elements[number];
    const auto is_shared = [&](std::size_t face) { return count.at(corners(element, faces[face])) > 1; };
    // Pairs of opposite sides: 1 and 2, 3 and 5, 4 and 6.
    const int directions = (is_shared(0) || is_shared(1) ? 1 : 0) + (is_shared(2) || is_shared(4) ? 1 : 0) +
                           (is_shared(3) || is_shared(5) ? 1 : 0);
    return directions < 2;
  });
}

}  // namespace jounce::keyword
