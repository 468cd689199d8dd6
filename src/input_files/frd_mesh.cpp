#include "input_files/frd_mesh.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace jounce {
namespace {

/// Number of the format for an element; 0 for what it does not know.
int type_of(const keyword::ElementType& type) {
  constexpr std::array<std::array<int, 3>, 12> types = {{{3, 8, 1},
                                                         {3, 6, 2},
                                                         {3, 4, 3},
                                                         {3, 20, 4},
                                                         {3, 15, 5},
                                                         {3, 10, 6},
                                                         {2, 3, 7},
                                                         {2, 6, 8},
                                                         {2, 4, 9},
                                                         {2, 8, 10},
                                                         {1, 2, 11},
                                                         {1, 3, 12}}};
  const int dimension = type.is_connector() ? 1 : type.dimension;
  for (const auto& [d, nodes, number] : types)
    if (d == dimension && nodes == type.nodes) return number;
  return 0;
}

/// Nodes of an element in the order of the format: edges across the layers come before those of the last
/// one, the middle of a line last.
std::vector<int> in_file_order(std::vector<int> nodes, int type) {
  if (type == 4) std::rotate(nodes.begin() + 12, nodes.begin() + 16, nodes.end());
  if (type == 5) std::rotate(nodes.begin() + 9, nodes.begin() + 12, nodes.end());
  if (type == 12) std::swap(nodes[1], nodes[2]);
  return nodes;
}

}  // namespace

io::FrdMesh frd_mesh(const keyword::Input& input, bool flat_elements, std::vector<int>& nodes) {
  io::FrdMesh mesh;
  std::map<std::string, int> material_numbers;
  for (const auto& [name, material] : input.materials) {
    mesh.materials.push_back(name);
    material_numbers[name] = static_cast<int>(mesh.materials.size());
  }
  const std::vector<const keyword::Section*> sections = input.sections_of_elements();
  std::map<int, int> used;  // by number
  for (std::size_t i = 0; i < input.elements.size(); ++i) {
    const auto flat = input.flat_elements.find(static_cast<int>(i));
    const keyword::Element& element =
        flat_elements && flat != input.flat_elements.end() ? flat->second : input.elements[i];
    const int type = type_of(*element.type);
    if (type == 0) continue;
    const auto material =
        sections[i] == nullptr ? material_numbers.end() : material_numbers.find(sections[i]->material);
    std::vector<int> numbers;
    for (const int node : element.nodes) {
      numbers.push_back(input.node_numbers[node]);
      used[numbers.back()] = node;
    }
    mesh.elements.push_back(
        {element.number, type,
         material == material_numbers.end() ? static_cast<int>(mesh.materials.size()) + 1 : material->second,
         in_file_order(std::move(numbers), type)});
  }
  for (const auto& [number, node] : used) {
    nodes.push_back(node);
    mesh.numbers.push_back(number);
    for (Index axis = 0; axis < 3; ++axis) mesh.places.push_back(input.nodes[node][axis]);
  }
  return mesh;
}

}  // namespace jounce
