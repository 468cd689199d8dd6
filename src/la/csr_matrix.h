#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "la/sink.h"
#include "la/types.h"

namespace jounce {

/// Square sparse matrix in compressed row storage with a fixed pattern: the local matrix that assembly fills
/// and that PETSc reads in place. Every row holds its diagonal, sorted columns.
class CsrMatrix final : public MatrixSink {
 public:
  Index size() const { return size_; }
  std::size_t nonzeros() const { return columns_.size(); }

  /// Identity of the pattern: another object for every pattern that was ever laid out, of whichever matrix,
  /// as long as somebody holds it. Factorisations key their symbolic phase on it.
  const std::shared_ptr<const void>& pattern() const { return pattern_; }
  /// Changes whenever values may have changed; factorisations key their numeric phase on it.
  long value_version() const { return value_version_; }
  /// The rank that every row belongs to, of a matrix whose terms several ranks have, and whose sum over the
  /// ranks it is; null: it is whole.
  const std::shared_ptr<const std::vector<int>>& owners() const { return owners_; }

  void set_zero();
  /// Columns that follow one another (the displacements of a node) also do so in the matrix. Assemblies come
  /// in the same order again and again: the places where they begin are remembered from the last one, and
  /// searched only where the order differs. Upper halves remember nothing, and drop what is below their
  /// diagonal.
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;

  double at(Index row, Index col) const;  ///< value, 0 outside the pattern
  void multiply(const Vector& x, Vector& y) const;
  /// Sum of absolute values of each row: the round-off scale of a residual.
  void absolute_row_sums(Vector& sums) const;

  std::span<const Index> row_starts() const { return row_starts_; }
  std::span<const Index> columns() const { return columns_; }
  std::span<double> values() { return values_; }
  std::span<const double> values() const { return values_; }

 private:
  friend class PatternBuilder;

  static constexpr std::size_t kLongestTrail = 4000000;  ///< larger assemblies search the rest

  void add_upper(std::span<const Index> rows, std::span<const Index> cols, const double* values);
  Index place_of(Index row, Index col) const;
  Index next_place(Index row, Index col);
  bool is_place_of(Index place, Index row, Index col) const {
    return columns_[place] == col && place >= row_starts_[row] && place < row_starts_[row + 1];
  }

  Index size_ = 0;
  std::shared_ptr<const void> pattern_;
  std::shared_ptr<const std::vector<int>> owners_;
  long value_version_ = 0;
  std::vector<Index> row_starts_;
  std::vector<Index> columns_;
  std::vector<double> values_;
  bool is_upper_ = false;     ///< keeps the diagonal and what is above it
  std::vector<Index> trail_;  ///< places among the values that the last assembly went to
  std::size_t on_trail_ = 0;
};

/// Collects which entries an assembly touches, then gives a matrix that pattern. Blocks are kept by their
/// rows and columns: a hundredth of the memory of their entries.
class PatternBuilder final : public MatrixSink {
 public:
  explicit PatternBuilder(Index size) : size_(size) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;
  bool wants_values() const override { return false; }
  /// Lays out `matrix` with all entries seen so far plus the diagonal; values are zero. What was seen is
  /// given back.
  void build(CsrMatrix& matrix) { lay_out(matrix, Kind::whole); }
  /// The same without the diagonal of rows that nothing was added to: terms of a matrix that ranks sum up.
  /// @param owners  rank of every row
  void build_part(CsrMatrix& matrix, std::shared_ptr<const std::vector<int>> owners) {
    lay_out(matrix, Kind::part);
    matrix.owners_ = std::move(owners);
  }
  /// The same for the upper half of a symmetric matrix that is assembled once, to be copied into a
  /// SymmetricMatrix.
  void build_upper(CsrMatrix& matrix) { lay_out(matrix, Kind::upper); }

 private:
  enum class Kind : std::uint8_t { whole, part, upper };

  void lay_out(CsrMatrix& matrix, Kind kind);

  struct Block {
    std::size_t first;  ///< of its rows, then columns, in lists_
    Index rows, cols;
  };

  Index size_;
  std::vector<Block> blocks_;
  std::vector<Index> lists_;
};

}  // namespace jounce
