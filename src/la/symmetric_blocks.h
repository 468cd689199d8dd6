#pragma once

#include <memory>
#include <span>
#include <vector>

#include "la/types.h"

namespace jounce {

/// Where the upper half of a symmetric matrix has blocks: columns j >= i of every block row i, ascending from
/// the diagonal.
struct BlockPattern {
  std::vector<Index> starts = {0};
  std::vector<Index> columns;

  Index rows() const { return static_cast<Index>(starts.size()) - 1; }
};

/// Symmetric sparse matrix of dense B x B blocks of which the upper half is kept: a third of the memory of
/// compressed rows for solids in space, and products are as fast as memory delivers it.
template <int B>
class SymmetricBlocks {
 public:
  void lay_out(std::shared_ptr<const BlockPattern> pattern);  ///< values are zero

  const std::shared_ptr<const BlockPattern>& pattern() const { return pattern_; }
  Index rows() const { return pattern_->rows(); }  ///< of blocks
  std::size_t blocks() const { return pattern_->columns.size(); }
  /// Block (i, j), i <= j, row by row; null outside the pattern.
  double* block(Index i, Index j);
  const double* diagonal(Index i) const {
    return values_.data() + static_cast<std::size_t>(pattern_->starts[i]) * B * B;
  }

  /// y += w A x; both have B rows() entries.
  void add_product(double w, const double* x, double* y) const;
  /// y += (w A + w_1 A_1) x, where A_1 has the same pattern and one number for all directions of a block.
  void add_product(double w, double w_1, const SymmetricBlocks<1>& A_1, const double* x, double* y) const;
  double quadratic_form(const double* x) const;  ///< x . A x

 private:
  template <int>
  friend class SymmetricBlocks;
  template <bool WithScalar>
  void add_products(double w, double w_1, const double* values_1, const double* x, double* y) const;

  std::shared_ptr<const BlockPattern> pattern_ = std::make_shared<BlockPattern>();
  std::vector<double> values_;
};

/// Pattern of nodes that are coupled where they share a cell, for cells of equal numbers of nodes.
BlockPattern upper_neighbours(std::span<const int> cells, std::size_t nodes_of_cell, Index nodes);

}  // namespace jounce
