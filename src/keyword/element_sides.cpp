#include "keyword/element_sides.h"

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

}  // namespace jounce::keyword
