#include "la/symmetric_blocks.h"

#include <algorithm>
#include <array>

namespace jounce {

template <int B>
void SymmetricBlocks<B>::lay_out(std::shared_ptr<const BlockPattern> pattern) {
  pattern_ = std::move(pattern);
  values_.assign(pattern_->columns.size() * B * B, 0.0);
}

template <int B>
double* SymmetricBlocks<B>::block(Index i, Index j) {
  const std::vector<Index>& columns = pattern_->columns;
  const auto begin = columns.begin() + pattern_->starts[i];
  const auto end = columns.begin() + pattern_->starts[i + 1];
  const auto place = std::lower_bound(begin, end, j);
  if (place == end || *place != j) return nullptr;
  return values_.data() + static_cast<std::size_t>(place - columns.begin()) * B * B;
}

/// y += (w A + w_1 A_1) x, or y += w A x.
template <int B>
template <bool WithScalar>
void SymmetricBlocks<B>::add_products(double w, double w_1, const double* values_1, const double* x,
                                      double* y) const {
  const auto& [starts, columns] = *pattern_;
  const Index n = rows();
  const double* a = values_.data();
  for (Index i = 0; i < n; ++i) {
    const Index first = starts[i], last = starts[i + 1];
    std::array<double, B> x_i, x_1, sum{}, sum_1{};
    for (int r = 0; r < B; ++r) {
      x_i[r] = w * x[i * B + r];
      x_1[r] = w_1 * x[i * B + r];
    }
    for (Index k = first; k < last; ++k, a += B * B) {
      const Index j = columns[k];
      const double* x_j = x + static_cast<std::ptrdiff_t>(j) * B;
      for (int r = 0; r < B; ++r)
        for (int c = 0; c < B; ++c) sum[r] += a[r * B + c] * x_j[c];
      if constexpr (WithScalar)
        for (int r = 0; r < B; ++r) sum_1[r] += values_1[k] * x_j[r];
      if (k == first) continue;  // the diagonal block counts once
      double* y_j = y + static_cast<std::ptrdiff_t>(j) * B;
      for (int r = 0; r < B; ++r)
        for (int c = 0; c < B; ++c) y_j[c] += a[r * B + c] * x_i[r];
      if constexpr (WithScalar)
        for (int c = 0; c < B; ++c) y_j[c] += values_1[k] * x_1[c];
    }
    for (int r = 0; r < B; ++r) y[i * B + r] += w * sum[r] + w_1 * sum_1[r];
  }
}

template <int B>
void SymmetricBlocks<B>::add_product(double w, const double* x, double* y) const {
  add_products<false>(w, 0, nullptr, x, y);
}

template <int B>
void SymmetricBlocks<B>::add_product(double w, double w_1, const SymmetricBlocks<1>& A_1, const double* x,
                                     double* y) const {
  add_products<true>(w, w_1, A_1.values_.data(), x, y);
}

template <int B>
double SymmetricBlocks<B>::quadratic_form(const double* x) const {
  const auto& [starts, columns] = *pattern_;
  double total = 0;
  const double* a = values_.data();
  for (Index i = 0; i < rows(); ++i) {
    const Index first = starts[i], last = starts[i + 1];
    std::array<double, B> sum{}, diagonal{};
    for (Index k = first; k < last; ++k, a += B * B) {
      const double* x_j = x + static_cast<std::ptrdiff_t>(columns[k]) * B;
      for (int r = 0; r < B; ++r)
        for (int c = 0; c < B; ++c) sum[r] += a[r * B + c] * x_j[c];
      if (k == first) diagonal = sum;
    }
    for (int r = 0; r < B; ++r) total += x[i * B + r] * (2 * sum[r] - diagonal[r]);
  }
  return total;
}

template class SymmetricBlocks<1>;
template class SymmetricBlocks<2>;
template class SymmetricBlocks<3>;

BlockPattern upper_neighbours(std::span<const int> cells, std::size_t nodes_of_cell, Index nodes) {
  // Cells around every node, then the nodes of these.
  std::vector<Index> first(static_cast<std::size_t>(nodes) + 1, 0), around(cells.size());
  for (const int node : cells) ++first[node + 1];
  for (std::size_t i = 0; i < static_cast<std::size_t>(nodes); ++i) first[i + 1] += first[i];
  std::vector<Index> next(first.begin(), first.end() - 1);
  for (std::size_t k = 0; k < cells.size(); ++k)
    around[next[cells[k]]++] = static_cast<Index>(k / nodes_of_cell);
  BlockPattern pattern;
  std::vector<Index> found;
  for (Index i = 0; i < nodes; ++i) {
    found.assign(1, i);
    for (Index k = first[i]; k < first[i + 1]; ++k)
      for (const int j : cells.subspan(static_cast<std::size_t>(around[k]) * nodes_of_cell, nodes_of_cell))
        if (j > i) found.push_back(j);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    pattern.columns.insert(pattern.columns.end(), found.begin(), found.end());
    pattern.starts.push_back(static_cast<Index>(pattern.columns.size()));
  }
  pattern.columns.shrink_to_fit();
  return pattern;
}

}  // namespace jounce
