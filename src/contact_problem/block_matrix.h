#pragma once

#include <vector>

#include "la/types.h"

namespace jounce::contact_problem {

/// Share of non-zero blocks from which systems of middle size are solved as dense ones.
inline constexpr double kFullShare = 0.3;

/// Square sparse matrix of d x d blocks in compressed block rows: one block row and column a contact. A dense
/// matrix is the same with all blocks present. Blocks stand in row order, column by column inside; every row
/// holds its diagonal block.
struct BlockMatrix {
  int dimension = 3;                 ///< d, side of a block: 2 or 3
  std::vector<Index> row_starts{0};  ///< first block of every row, and the number of blocks
  std::vector<Index> columns;        ///< block column of every block, ascending in a row
  std::vector<double> values;        ///< d*d numbers a block

  Index contacts() const { return static_cast<Index>(row_starts.size()) - 1; }
  Index blocks() const { return static_cast<Index>(columns.size()); }
  const double* block(Index k) const { return values.data() + offset(k); }
  double* block(Index k) { return values.data() + offset(k); }
  /// Number of the block in a row and column, -1 where there is none.
  Index find(Index row, Index column) const;
  Index diagonal(Index contact) const { return find(contact, contact); }
  /// y = A x.
  void multiply(const Vector& x, Vector& y) const;
  DenseMatrix dense() const;

 private:
  std::size_t offset(Index k) const {
    return static_cast<std::size_t>(k) * static_cast<std::size_t>(dimension * dimension);
  }
};

/// Blocks of a dense matrix of size d * contacts; blocks of zeros are left out, except on the diagonal.
/// Throws std::invalid_argument when the size is no multiple of d.
BlockMatrix block_matrix(const DenseMatrix& matrix, int dimension);

/// Collects single entries, which are summed, and lays them out.
class BlockMatrixBuilder {
 public:
  BlockMatrixBuilder(int dimension, Index contacts);

  /// Adds `value` at a row and column that count degrees of freedom (d a contact).
  void add(Index row, Index column, double value);
  BlockMatrix build();

 private:
  struct Entry {
    Index block_row, block_column;
    int place;  ///< inside the block, column by column
    double value;
  };
  static void sort_row(std::vector<Entry>::iterator begin, std::vector<Entry>::iterator end);

  int dimension_;
  Index contacts_;
  std::vector<Entry> entries_;
};

}  // namespace jounce::contact_problem
