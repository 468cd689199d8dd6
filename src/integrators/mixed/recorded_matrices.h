#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "la/sink.h"

// What elements add to matrices, kept in the order in which it comes.

namespace jounce {

/// Keeps the square blocks that elements add.
class RecordingSink final : public MatrixSink {
 public:
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    if (!std::ranges::equal(rows, cols)) is_square_ = false;
    if (!is_square_) return;
    starts_.push_back({dofs_.size(), values_.size()});
    dofs_.insert(dofs_.end(), rows.begin(), rows.end());
    values_.insert(values_.end(), values, values + rows.size() * rows.size());
  }

  bool is_square() const { return is_square_; }
  std::size_t size() const { return starts_.size(); }
  bool is_zero() const {
    return std::ranges::all_of(values_, [](double value) { return value == 0; });
  }
  std::span<const Index> dofs(std::size_t i) const {
    const std::size_t from = starts_[i].dof, to = i + 1 < size() ? starts_[i + 1].dof : dofs_.size();
    return std::span(dofs_).subspan(from, to - from);
  }
  Eigen::Map<const DenseMatrix> matrix(std::size_t i) const {
    const auto n = static_cast<Index>(dofs(i).size());
    return {values_.data() + starts_[i].value, n, n};
  }
  const std::vector<Index>& all_dofs() const { return dofs_; }

 private:
  struct Start {
    std::size_t dof, value;
  };
  std::vector<Start> starts_;
  std::vector<Index> dofs_;
  std::vector<double> values_;
  bool is_square_ = true;
};

/// Adds the symmetric part of block i at the free ones of `dofs`. @return false where it has others
inline bool add_block(const RecordingSink& blocks, std::size_t i, std::span<const Index> dofs, Index n_free,
                      DenseMatrix& sum) {
  const auto own = blocks.dofs(i);
  const auto values = blocks.matrix(i);
  std::vector<Index> at(own.size());
  for (std::size_t k = 0; k < own.size(); ++k) {
    const auto found = std::ranges::find(dofs, own[k]);
    if (found == dofs.end() && own[k] < n_free) return false;
    at[k] = found == dofs.end() ? -1 : static_cast<Index>(found - dofs.begin());
  }
  for (Index k = 0; k < values.rows(); ++k)
    for (Index l = 0; l < values.cols(); ++l)
      if (at[k] >= 0 && at[l] >= 0) sum(at[k], at[l]) += 0.5 * (values(k, l) + values(l, k));
  return true;
}

}  // namespace jounce
