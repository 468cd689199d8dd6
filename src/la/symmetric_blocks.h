#pragma once

#include <span>
#include <vector>

#include "la/types.h"

namespace jounce {

/// Symmetric sparse matrix of dense B x B blocks of which the upper half is kept: a third of the memory of
/// compressed rows for solids in space, and products are as fast as memory delivers it.
template <int B>
class SymmetricBlocks {
 public:
  /// Pattern: block columns j >= i of every block row i, ascending from the diagonal. Values are zero.
  void lay_out(std::vector<Index> starts, std::vector<Index> columns);

  Index rows() const { return static_cast<Index>(starts_.size()) - 1; }  ///< of blocks
  std::size_t blocks() const { return columns_.size(); }
  /// Block (i, j), i <= j, row by row; null outside the pattern.
  double* block(Index i, Index j);
  const double* diagonal(Index i) const {
    return values_.data() + static_cast<std::size_t>(starts_[static_cast<std::size_t>(i)]) * B * B;
  }

  /// y += w A x; both have B rows() entries.
  void add_product(double w, const double* x, double* y) const;
  double quadratic_form(const double* x) const;  ///< x . A x

 private:
  std::vector<Index> starts_ = {0};
  std::vector<Index> columns_;
  std::vector<double> values_;
};

/// Block columns j >= i of every node i that shares a cell with it, for cells of equal numbers of nodes.
void upper_neighbours(std::span<const int> cells, std::size_t nodes_of_cell, Index nodes,
                      std::vector<Index>& starts, std::vector<Index>& columns);

}  // namespace jounce
