#include "model/row_jacobian.h"

#include <algorithm>
#include <array>

namespace jounce {

void RowJacobian::clear() {
  starts_.resize(1);
  dofs_.clear();
  values_.clear();
}

int RowJacobian::add_row(std::span<const Index> dofs) {
  dofs_.insert(dofs_.end(), dofs.begin(), dofs.end());
  values_.resize(dofs_.size(), 0.0);
  starts_.push_back(dofs_.size());
  return rows() - 1;
}

double RowJacobian::dot(int row, const Vector& v) const {
  const auto r = static_cast<std::size_t>(row);
  double sum = 0;
  for (std::size_t k = starts_[r]; k < starts_[r + 1]; ++k) sum += values_[k] * v[dofs_[k]];
  return sum;
}

void RowJacobian::multiply(const Vector& v, Vector& result) const {
  result.resize(rows());
  for (int row = 0; row < rows(); ++row) result[row] = dot(row, v);
}

void RowJacobian::add_transpose(int row, double factor, Vector& f) const {
  const auto r = static_cast<std::size_t>(row);
  for (std::size_t k = starts_[r]; k < starts_[r + 1]; ++k) f[dofs_[k]] += factor * values_[k];
}

void RowJacobian::add_transpose(const Vector& lambda, double w, Vector& f) const {
  for (int row = 0; row < rows(); ++row)
    if (lambda[row] != 0.0) add_transpose(row, w * lambda[row], f);
}

template <typename Add>
void RowJacobian::add_scaled(int row, double w, Add&& add) const {
  constexpr std::size_t kPiece = 96;  // entries scaled and passed on at once
  std::array<double, kPiece> scaled;
  const auto row_dofs = dofs(row);
  const auto row_values = values(row);
  for (std::size_t start = 0; start < row_dofs.size(); start += kPiece) {
    const std::size_t n = std::min(kPiece, row_dofs.size() - start);
    for (std::size_t k = 0; k < n; ++k) scaled[k] = w * row_values[start + k];
    add(row_dofs.subspan(start, n), scaled.data());
  }
}

void RowJacobian::add_row_to(int row, Index matrix_row, double w, MatrixSink& sink) const {
  const std::array<Index, 1> at = {matrix_row};
  add_scaled(row, w, [&](std::span<const Index> part, const double* scaled) { sink.add(at, part, scaled); });
}

void RowJacobian::add_column_to(int row, Index matrix_column, double w, MatrixSink& sink) const {
  const std::array<Index, 1> at = {matrix_column};
  add_scaled(row, w, [&](std::span<const Index> part, const double* scaled) { sink.add(part, at, scaled); });
}

}  // namespace jounce
