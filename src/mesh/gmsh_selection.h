#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesh/cell_shape.h"
#include "mesh/gmsh_mesh.h"

// Part of the program that links Gmsh.

namespace jounce {

/// What is taken from Gmsh's current model.
///
/// Physical groups become groups. As when Gmsh writes a file, cells outside of physical groups are left out
/// as soon as there is a group of curves, surfaces or volumes; without one, the cells of the highest
/// dimension are taken. Where the file knows no physical groups at all and `name_entities` is set, entities
/// with cells are groups: curve_1, surface_3, volume_1. Throws std::runtime_error for shapes that Jounce has
/// not, and for groups of one name.
class GmshSelection {
 public:
  explicit GmshSelection(bool name_entities);
  GmshMesh mesh() const;

 private:
  using Tag = std::size_t;
  struct Cell {
    Tag tag;
    std::size_t first;  ///< place of its nodes in Kind::nodes
  };
  struct Kind {
    std::vector<Cell> cells;
    std::vector<Tag> nodes;
  };
  struct Group {
    std::string name;
    std::set<Tag> points;
    std::array<std::vector<Tag>, kCellShapes> cells;
  };
  using Entity = std::pair<int, int>;  ///< dimension, number

  void add_group(std::string name, int dimension, const std::vector<int>& entities);
  /// Nodes of a point.
  std::vector<Tag> nodes_of(int point);
  /// Numbers of the cells of an entity by shape; they are taken over the first time.
  const std::array<std::vector<Tag>, kCellShapes>& cells_of(const Entity& entity);
  void take_cells(const Entity& entity, int type, const std::vector<Tag>& tags,
                  const std::vector<Tag>& nodes);

  std::set<Tag> points_;
  std::array<Kind, kCellShapes> kinds_;
  std::map<Entity, std::array<std::vector<Tag>, kCellShapes>> taken_;
  std::vector<Group> groups_;
};

}  // namespace jounce
