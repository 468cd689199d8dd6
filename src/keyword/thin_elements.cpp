#include "keyword/thin_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "mesh/mesh.h"

namespace jounce::keyword {
namespace {

constexpr int kHexahedronSides = 6;
constexpr std::array<std::array<int, 2>, 3> kOpposite = {{{0, 1}, {2, 4}, {3, 5}}};  ///< S1 and S2, ...

std::vector<int> corners_of(const Element& element, const CellFace& side) {
  std::vector<int> corners;
  for (int k = 0; k < topology(side.shape).corners; ++k) corners.push_back(element.nodes[side.nodes[k]]);
  std::ranges::sort(corners);
  return corners;
}

}  // namespace

std::vector<std::uint8_t> free_thicknesses(const Input& input) {
  std::map<std::vector<int>, int> owners;
  const auto sides_of = [](const Element& element) -> const auto& {
    return topology(*find_shape(element.type->dimension, element.type->nodes)).faces;
  };
  for (const Element& element : input.elements)
    if (element.type->dimension == 3)
      for (const CellFace& side : sides_of(element)) ++owners[corners_of(element, side)];
  std::vector<std::uint8_t> free(input.elements.size(), 0);
  for (std::size_t i = 0; i < free.size(); ++i) {
    const Element& element = input.elements[i];
    if (element.type->dimension != 3 || sides_of(element).size() != kHexahedronSides) continue;
    const auto is_free = [&](int side) {
      return owners.at(corners_of(element, sides_of(element)[side])) == 1;
    };
    free[i] = static_cast<std::uint8_t>(std::ranges::count_if(
        kOpposite, [&](const auto& pair) { return is_free(pair[0]) && is_free(pair[1]); }));
  }
  return free;
}

std::vector<std::string> thin_element_notes(const Input& input) {
  const auto is_reduced = [&](std::size_t i) {
    return input.elements[i].type->name == "C3D20R" && input.flat_elements.count(static_cast<int>(i)) == 0;
  };
  const std::vector<std::uint8_t> free = free_thicknesses(input);
  for (std::size_t i = 0; i < free.size(); ++i)
    if (free[i] > 0 && is_reduced(i))
      return {fmt::format(
          "{}: element {} and others of type C3D20R lie in one row or layer, which can move without "
          "strain: they are held by 1e-11 of their stiffness. Displacements that zigzag from "
          "node to node are such motions; C3D20, or two elements across, have none",
          params::to_string(input.elements[i].where()), input.elements[i].number)};
  return {};
}

}  // namespace jounce::keyword
