#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "la/types.h"
#include "mesh/cell_shape.h"
#include "params/named_list.h"

namespace jounce {

/// A mesh as plain data: points, elements by shape, and named groups that carry materials, loads and contact.
struct Mesh {
  /// Cells of one shape.
  struct Cells {
    CellShape shape = CellShape::line2;
    std::vector<int> nodes;  ///< places in `points`, one cell after another

    std::size_t size() const { return nodes.size() / static_cast<std::size_t>(topology(shape).nodes); }
    std::span<const int> cell(std::size_t i) const {
      const auto n = static_cast<std::size_t>(topology(shape).nodes);
      return std::span<const int>(nodes).subspan(i * n, n);
    }
  };
  struct Group {
    std::string name;
    std::vector<int> points;  ///< sorted
    /// For each entry of Mesh::cells, numbers of its cells, sorted; fewer entries where the last ones are
    /// empty.
    std::vector<std::vector<int>> cells = {};
  };
  /// Of which mesh this is the part of a rank (MeshCut).
  struct Share {
    std::size_t points = 0, cells = 0;           ///< of the whole mesh
    std::vector<int> point_numbers, owners;      ///< of the points of this part
    std::vector<std::vector<int>> cell_numbers;  ///< for each entry of Mesh::cells
    std::vector<std::size_t> shape_cells;        ///< for each entry of Mesh::cells: all of the whole mesh
    std::vector<std::size_t> group_points;       ///< of the groups of the whole mesh
    std::vector<std::vector<int>>
        group_places;                        ///< of the points of this part in the lists of the whole mesh
    using Dimensions = std::array<bool, 4>;  ///< of which there are cells
    Dimensions dimensions = {};
    std::vector<Dimensions> group_dimensions;
  };
  using Line = std::array<int, 2>;

  std::string name;
  std::vector<Vector3> points;
  std::vector<Cells> cells;  ///< every shape once
  params::NamedList<Group> groups;
  std::shared_ptr<const Share> share;  ///< null: this is the whole mesh

  // Of the whole mesh; of a group, or without one (nullptr) of the mesh.
  /// Number of points.
  std::size_t all_points(const Group* group = nullptr) const;
  /// Place of the point `k` of this part in the list of points.
  int place_in_whole(const Group* group, std::size_t k) const;
  /// Other ranks have cells with so many dimensions.
  bool has_cells_elsewhere(const Group* group, int dimension) const;
  const Group* find(const std::string& group) const { return groups.find(group); }
  /// Place of a shape in `cells`; -1 where the mesh has none.
  int find(CellShape shape) const;
  /// The cells of a shape, which is added where it is missing.
  Cells& of(CellShape shape);
  /// Two-node lines, for bars and beams: all, or those of a group.
  std::vector<Line> lines() const;
  std::vector<Line> lines(const Group& group) const;

 private:
  std::size_t place_of(const Group& group) const { return static_cast<std::size_t>(&group - &groups[0]); }
};

/// Straight line of `elements` equal two-node elements from `from` to `to`, with the groups "start" and
/// "end".
Mesh line_mesh(std::string name, const Vector3& from, const Vector3& to, int elements);

/// Line through `corners`, with elements[k] equal two-node elements from corner k to corner k + 1; the legs
/// share the nodes of the corners. Groups: "start", "end", "point_2", ... (corners between them), "leg_1",
/// ...
Mesh polyline_mesh(std::string name, const std::vector<Vector3>& corners, const std::vector<int>& elements);

}  // namespace jounce
