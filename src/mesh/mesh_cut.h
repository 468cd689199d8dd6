#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/mesh.h"

namespace jounce {

/// Number of the cells that have the most dimensions.
std::size_t cells_of_highest_dimension(const Mesh& mesh);

/// Meshes cut into parts with about the same number of cells and few faces between them, by METIS on the
/// graph of cells that have faces in common (G. Karypis, V. Kumar, SIAM J. Sci. Comput. 20 (1998) 359). Cells
/// of lower dimension go with the cell of which they are a side, the others to part 0. The same meshes always
/// give the same parts.
class MeshCut {
 public:
  MeshCut(std::span<const Mesh> meshes, int parts);

  /// Every part has cells.
  bool has_all_parts() const { return has_all_parts_; }
  /// Some cell of lower dimension lies between cells of different parts, so that no rank sees both.
  bool cuts_inner_faces() const { return cuts_inner_faces_; }

  /// The cells of a part of the mesh of this number, with their points, in the order of the whole mesh;
  /// points of no cell are in part 0. All groups are there, with what the part has of them. Mesh::share says
  /// what it is part of; a point belongs to the lowest part with a cell around it.
  Mesh part(std::size_t number, int part) const;

 private:
  struct Parts {
    std::vector<std::vector<int>> of_cells;  ///< for each entry of Mesh::cells
    std::vector<int> owners;                 ///< of the points
  };

  /// Where points and cells of the whole mesh are in the part; -1: elsewhere.
  struct Places {
    std::vector<int> points;
    std::vector<std::vector<int>> cells;            ///< for each entry of Mesh::cells
    std::vector<std::uint8_t> is_in_cell, is_here;  ///< points of any cell, and of cells of the part
  };
  static void take_cells(const Mesh& whole, const Parts& parts, int part, Places& places, Mesh::Share& share);
  static void take_points(const Mesh& whole, const Parts& parts, int part, Places& places, Mesh& own,
                          Mesh::Share& share);
  static void take_groups(const Mesh& whole, const Places& places, Mesh& own, Mesh::Share& share);

  std::span<const Mesh> meshes_;
  std::vector<Parts> parts_;
  bool has_all_parts_ = false, cuts_inner_faces_ = false;
};

}  // namespace jounce
