#pragma once

#include <span>
#include <vector>

#include "la/sink.h"

namespace jounce {

/// Jacobian of a list of scalar rows, each over its own few degrees of freedom: G for joints, W^T for
/// contacts.
class RowJacobian {
 public:
  void clear();
  /// Appends a row over `dofs` with zero values; returns its number.
  int add_row(std::span<const Index> dofs);

  int rows() const { return static_cast<int>(starts_.size()) - 1; }
  std::span<const Index> dofs(int row) const {
    return {dofs_.data() + start(row), start(row + 1) - start(row)};
  }
  std::span<double> values(int row) { return {values_.data() + start(row), start(row + 1) - start(row)}; }
  std::span<const double> values(int row) const {
    return {values_.data() + start(row), start(row + 1) - start(row)};
  }

  double dot(int row, const Vector& v) const;                           ///< (G v)_row
  void multiply(const Vector& v, Vector& result) const;                 ///< result = G v
  void add_transpose(int row, double factor, Vector& f) const;          ///< f += factor G_row^T
  void add_transpose(const Vector& lambda, double w, Vector& f) const;  ///< f += w G^T lambda
  /// w G_row at matrix row `matrix_row`.
  void add_row_to(int row, Index matrix_row, double w, MatrixSink& sink) const;
  /// w G_row^T in matrix column `matrix_column`.
  void add_column_to(int row, Index matrix_column, double w, MatrixSink& sink) const;

 private:
  std::size_t start(int row) const { return starts_[row]; }
  /// Calls `add` with pieces of the row times w.
  template <typename Add>
  void add_scaled(int row, double w, Add&& add) const;

  std::vector<std::size_t> starts_ = {0};
  std::vector<Index> dofs_;
  std::vector<double> values_;
};

}  // namespace jounce
