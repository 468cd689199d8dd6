#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "la/types.h"

namespace jounce {

/// Receives dense blocks during assembly. Elements, joints and contacts write into a sink and never know
/// which matrix type stands behind it, so serial and parallel assembly are the same code.
class MatrixSink {
 public:
  virtual ~MatrixSink() = default;

  /// Adds `values` (rows.size() x cols.size(), column-major) at the given global rows and columns.
  virtual void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) = 0;
  /// False when only places count: elements whose values take long to work out may then pass on any.
  virtual bool wants_values() const { return true; }
};

/// Counts the entries of the blocks that come in.
class CountingSink final : public MatrixSink {
 public:
  void add(std::span<const Index> rows, std::span<const Index> cols, const double*) override {
    entries_ += static_cast<double>(rows.size() * cols.size());
  }
  bool wants_values() const override { return false; }
  double entries() const { return entries_; }

 private:
  double entries_ = 0;
};

/// Passes blocks on to another sink: shifted to a block of a larger matrix, scaled, and without the rows
/// and columns at or beyond a limit (the eliminated, prescribed degrees of freedom have the highest numbers).
class BlockSink final : public MatrixSink {
 public:
  struct Placement {
    Index row_offset = 0;
    Index col_offset = 0;
    Index row_limit = 0;  ///< rows >= row_limit are dropped
    Index col_limit = 0;  ///< columns >= col_limit are dropped
    double scale = 1.0;
  };

  BlockSink(MatrixSink& target, const Placement& placement) : target_(target), at_(placement) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;
  bool wants_values() const override { return target_.wants_values(); }

 private:
  static constexpr std::size_t kMaxSide = 96;      ///< longest block side handled without splitting
  static constexpr std::size_t kMaxEntries = 288;  ///< most entries passed on at once

  MatrixSink& target_;
  Placement at_;
};

/// Passes on the rows that are flagged, and no others. Row numbers beyond the flags are a bug.
class RowFilterSink final : public MatrixSink {
 public:
  RowFilterSink(MatrixSink& target, const std::vector<std::uint8_t>& flags)
      : target_(target), flags_(flags) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;
  bool wants_values() const override { return target_.wants_values(); }

 private:
  MatrixSink& target_;
  const std::vector<std::uint8_t>& flags_;
};

/// Adds into a dense matrix; for tests and for systems of a few degrees of freedom.
class DenseSink final : public MatrixSink {
 public:
  explicit DenseSink(DenseMatrix& target) : target_(target) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;

 private:
  DenseMatrix& target_;
};

/// Adds the product with a vector instead of keeping the matrix: y += A x.
class ProductSink final : public MatrixSink {
 public:
  ProductSink(const Vector& x, Vector& y) : x_(x), y_(y) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;

 private:
  const Vector& x_;
  Vector& y_;
};

}  // namespace jounce
