#include "mesh/gmsh_selection.h"

#include <fmt/format.h>
#include <gmsh.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

namespace jounce {
namespace {

constexpr int kPointElement = 15;  ///< Gmsh's number of the one-node point

/// A type of elements of Gmsh: the shape, and where Gmsh has the nodes of ours.
struct GmshType {
  int number;
  CellShape shape;
  std::array<int, 20> place;
};

using enum CellShape;
constexpr std::array<int, 20> kSame = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
constexpr std::array<GmshType, kCellShapes> kTypes = {{
    {1, line2, kSame},
    {8, line3, kSame},
    {2, triangle3, kSame},
    {9, triangle6, kSame},
    {3, quadrilateral4, kSame},
    {16, quadrilateral8, kSame},
    {4, tetrahedron4, kSame},
    {11, tetrahedron10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
    {6, wedge6, kSame},
    {18, wedge15, {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11}},
    {5, hexahedron8, kSame},
    {17, hexahedron20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15}},
}};
constexpr std::array<std::string_view, 4> kEntityNames = {"point", "curve", "surface", "volume"};

const GmshType& known_type(int number) {
  const auto place =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const GmshType& type) { return type.number == number; });
  if (place != kTypes.end()) return *place;
  std::string name;
  int dimension = 0, order = 0, nodes = 0, corners = 0;
  std::vector<double> coordinates;
  gmsh::model::mesh::getElementProperties(number, name, dimension, order, nodes, coordinates, corners);
  throw std::runtime_error(fmt::format(
      "it has elements of the type '{}', which are not known; lines, triangles, quadrilaterals, "
      "tetrahedra, wedges and hexahedra are read, linear or quadratic without nodes inside of faces "
      "and volumes (Mesh.SecondOrderIncomplete = 1)",
      name));
}

}  // namespace

GmshSelection::GmshSelection(bool name_entities) {
  gmsh::vectorpair physical;
  gmsh::model::getPhysicalGroups(physical);
  for (const auto& [dimension, number] : physical) {
    std::vector<int> entities;
    gmsh::model::getEntitiesForPhysicalGroup(dimension, number, entities);
    std::string name;
    gmsh::model::getPhysicalName(dimension, number, name);
    add_group(name.empty() ? std::to_string(number) : name, dimension, entities);
  }
  const bool groups_of_cells =
      std::any_of(physical.begin(), physical.end(), [](const auto& group) { return group.first > 0; });
  if (groups_of_cells) return;
  name_entities = name_entities && physical.empty();
  for (int dimension = 3; dimension > 0; --dimension) {
    gmsh::vectorpair entities;
    gmsh::model::getEntities(entities, dimension);
    bool found = false;
    for (const Entity& entity : entities) {
      const auto& cells = cells_of(entity);
      found = found || std::any_of(cells.begin(), cells.end(), [](const auto& of) { return !of.empty(); });
      if (name_entities)
        add_group(fmt::format("{}_{}", kEntityNames[dimension], entity.second), dimension, {entity.second});
    }
    if (found && !name_entities) return;
  }
}

void GmshSelection::add_group(std::string name, int dimension, const std::vector<int>& entities) {
  Group group;
  group.name = std::move(name);
  bool is_empty = true;
  for (const int entity : entities) {
    if (dimension == 0) {
      const std::vector<Tag> nodes = nodes_of(entity);
      group.points.insert(nodes.begin(), nodes.end());
      is_empty = is_empty && nodes.empty();
      continue;
    }
    const auto& cells = cells_of({dimension, entity});
    for (std::size_t shape = 0; shape < cells.size(); ++shape) {
      group.cells[shape].insert(group.cells[shape].end(), cells[shape].begin(), cells[shape].end());
      is_empty = is_empty && cells[shape].empty();
    }
  }
  if (is_empty) return;
  for (const Group& other : groups_)
    if (other.name == group.name)
      throw std::runtime_error(fmt::format(
          "two physical groups are named '{}'; groups of points, curves, surfaces and volumes share "
          "their names, and an unnamed group goes by its number",
          group.name));
  groups_.push_back(std::move(group));
}

std::vector<GmshSelection::Tag> GmshSelection::nodes_of(int point) {
  std::vector<int> types;
  std::vector<std::vector<Tag>> elements, nodes;
  gmsh::model::mesh::getElements(types, elements, nodes, 0, point);
  std::vector<Tag> found;
  for (std::size_t i = 0; i < types.size(); ++i)
    if (types[i] == kPointElement) found.insert(found.end(), nodes[i].begin(), nodes[i].end());
  points_.insert(found.begin(), found.end());
  return found;
}

const std::array<std::vector<GmshSelection::Tag>, kCellShapes>& GmshSelection::cells_of(
    const Entity& entity) {
  const auto [place, is_new] = taken_.try_emplace(entity);
  if (!is_new) return place->second;
  std::vector<int> types;
  std::vector<std::vector<Tag>> elements, nodes;
  gmsh::model::mesh::getElements(types, elements, nodes, entity.first, entity.second);
  for (std::size_t i = 0; i < types.size(); ++i) take_cells(entity, types[i], elements[i], nodes[i]);
  return place->second;
}

void GmshSelection::take_cells(const Entity& entity, int type, const std::vector<Tag>& tags,
                               const std::vector<Tag>& nodes) {
  const GmshType& known = known_type(type);
  const auto n = static_cast<std::size_t>(topology(known.shape).nodes);
  // Files of version 2 repeat a cell for each of its physical groups.
  std::vector<Tag> sorted = nodes;
  for (std::size_t k = 0; k < tags.size(); ++k)
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(n * k),
              sorted.begin() + static_cast<std::ptrdiff_t>(n * (k + 1)));
  const auto compare = [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare_three_way(sorted.begin() + static_cast<std::ptrdiff_t>(n * a),
                                                  sorted.begin() + static_cast<std::ptrdiff_t>(n * (a + 1)),
                                                  sorted.begin() + static_cast<std::ptrdiff_t>(n * b),
                                                  sorted.begin() + static_cast<std::ptrdiff_t>(n * (b + 1)));
  };
  std::vector<std::size_t> order(tags.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto way = compare(a, b);
    return way < 0 || (way == 0 && tags[a] < tags[b]);
  });
  Kind& kind = kinds_[static_cast<std::size_t>(known.shape)];
  auto& own = taken_[entity][static_cast<std::size_t>(known.shape)];
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t k = order[i];
    if (i > 0 && compare(order[i - 1], k) == 0) continue;
    kind.cells.push_back({tags[k], kind.nodes.size()});
    for (std::size_t j = 0; j < n; ++j)
      kind.nodes.push_back(nodes[n * k + static_cast<std::size_t>(known.place[j])]);
    own.push_back(tags[k]);
  }
}

GmshMesh GmshSelection::mesh() const {
  std::vector<Tag> used(points_.begin(), points_.end());
  for (const Kind& kind : kinds_) used.insert(used.end(), kind.nodes.begin(), kind.nodes.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::unordered_map<Tag, int> place_of_node;
  place_of_node.reserve(used.size());
  for (const Tag node : used) place_of_node.emplace(node, static_cast<int>(place_of_node.size()));

  GmshMesh mesh;
  mesh.coordinates.resize(3 * used.size());
  std::vector<Tag> tags;
  std::vector<double> coordinates, parameters;
  gmsh::model::mesh::getNodes(tags, coordinates, parameters);
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const auto place = place_of_node.find(tags[i]);
    if (place != place_of_node.end())
      std::copy_n(coordinates.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                  mesh.coordinates.begin() + 3 * static_cast<std::ptrdiff_t>(place->second));
  }

  std::array<std::unordered_map<Tag, int>, kCellShapes> place_of_cell;
  for (std::size_t shape = 0; shape < kinds_.size(); ++shape) {
    std::vector<Cell> cells = kinds_[shape].cells;
    if (cells.empty()) continue;
    std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.tag < b.tag; });
    const int n = topology(static_cast<CellShape>(shape)).nodes;
    mesh.shapes.push_back(static_cast<CellShape>(shape));
    auto& nodes = mesh.nodes.emplace_back();
    for (const Cell& cell : cells) {
      place_of_cell[shape].emplace(cell.tag, static_cast<int>(place_of_cell[shape].size()));
      for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j)
        nodes.push_back(place_of_node.at(kinds_[shape].nodes[cell.first + j]));
    }
  }
  for (const Group& from : groups_) {
    GmshMesh::Group& group = mesh.groups.emplace_back();
    group.name = from.name;
    for (const Tag tag : from.points) group.points.push_back(place_of_node.at(tag));
    for (const CellShape shape : mesh.shapes) {
      auto& numbers = group.cells.emplace_back();
      const auto kind = static_cast<std::size_t>(shape);
      for (const Tag tag : from.cells[kind]) numbers.push_back(place_of_cell[kind].at(tag));
      std::sort(numbers.begin(), numbers.end());
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }
  }
  return mesh;
}

}  // namespace jounce
