#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "collision/shape.h"

namespace jounce::collision {

/// Pairs of axis-aligned boxes that overlap, among very many boxes of whatever sizes, in time proportional to
/// boxes and pairs: every box lies in one cell of a grid whose cells are at least as large as it, one grid
/// for each power of two of the size, and is compared with the boxes of the neighbouring cells in its own and
/// all coarser grids. Boxes that are very many cells large (floors, planes) are compared with all others.
class BroadPhase {
 public:
  /// Replaces `pairs` by all pairs (i < j) of overlapping boxes, in ascending order. Storage is kept between
  /// calls. Boxes of one group (a body) do not pair with each other.
  void find(const std::vector<Bounds>& boxes, const std::vector<int>& groups,
            std::vector<std::array<int, 2>>& pairs);

 private:
  struct Place {
    std::uint64_t key;  ///< of the cell: level and three cell numbers
    int box;
  };

  void lay_out(const std::vector<Bounds>& boxes);
  void build_table();
  double cell_size(int level) const;
  /// Entries of `places_` in a cell.
  std::pair<std::size_t, std::size_t> cell(std::uint64_t key) const;

  double median_ = 1;  ///< size of the cells for boxes of the median size
  std::vector<double> sizes_;
  std::vector<int> levels_;         ///< in use, ascending
  std::vector<std::int8_t> level_;  ///< of every box; -1 for those that are compared with all
  std::vector<int> large_;
  std::vector<Place> places_;         ///< sorted by key
  std::vector<std::uint32_t> table_;  ///< open hash table of the first entries of the cells
  std::vector<std::uint32_t> ends_;   ///< end of the cell that begins at an entry
};

}  // namespace jounce::collision
