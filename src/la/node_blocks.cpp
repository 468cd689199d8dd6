#include "la/node_blocks.h"

#include <algorithm>
#include <limits>

namespace jounce {
namespace {

constexpr std::size_t kWidestRow =
    60;  ///< unknowns of a row beyond which its stiffness would fill the matrix

bool is_narrow(const StiffRow& row) { return row.unknowns.size() <= kWidestRow; }

/// N of the rows of one node.
Matrix3 projection(const std::vector<Vector3>& rows) {
  Matrix3 N = Matrix3::Identity();
  for (const Vector3& row : rows) {
    const Vector3 rest = N * row;
    if (rest.norm() > 1e-8 * row.norm()) N -= rest * rest.transpose() / rest.squaredNorm();
  }
  return N;
}

}  // namespace

NodeBlocks::NodeBlocks(NodeUnknowns nodes) : nodes_(std::move(nodes)), b_(nodes_.dimension) {
  MovableNodes movable(nodes_);
  node_of_ = std::move(movable.node_of);
  used_ = std::move(movable.order);
  last_ = static_cast<Index>(used_.size());
  take_places();
}

void NodeBlocks::take_places() {
  places_.assign(node_of_.size(), -1);
  for (std::size_t i = 0; i < used_.size(); ++i)
    for (int c = 0; c < b_; ++c)
      if (const Index unknown = numbers(static_cast<Index>(i))[c]; unknown >= 0)
        places_[unknown] = static_cast<Index>(i) * b_ + c;
}

void NodeBlocks::share(std::span<const int> owners, int rank) {
  is_shared_ = true;
  const auto rank_of = [&](Index node) {
    const auto& unknowns = nodes_.numbers[node];
    return owners[*std::ranges::find_if(unknowns, [](Index unknown) { return unknown >= 0; })];
  };
  std::ranges::stable_sort(used_, {}, rank_of);
  const auto first_of = [&](int number) {
    const auto before = [&](int owned_by) { return owned_by < number; };
    return static_cast<Index>(std::ranges::partition_point(used_, before, rank_of) - used_.begin());
  };
  first_ = first_of(rank);
  last_ = first_of(rank + 1);
  take_places();
}

void NodeBlocks::drop_values() {
  values_ = {};
  columns_ = {};
}

void NodeBlocks::release() {
  drop_values();
  block_columns_ = {};
}

Matrix3X NodeBlocks::positions() const {
  Matrix3X positions(3, last_ - first_);
  for (Index i = first_; i < last_; ++i) positions.col(i - first_) = nodes_.positions.col(used_[i]);
  return positions;
}

Index NodeBlocks::block(Index i, Index j) const {
  const auto first = block_columns_.begin() + first_block(i);
  const auto last = block_columns_.begin() + first_block(i + 1);
  return static_cast<Index>(std::lower_bound(first, last, j) - block_columns_.begin());
}

void NodeBlocks::take(const CsrMatrix& matrix, Index unknowns, const std::vector<StiffRow>& held,
                      const std::vector<StiffRow>& stiff) {
  n_ = unknowns;
  lay_out(matrix, stiff);
  each_own([&](Index unknown, Index) {
    const Index row = place(unknown), i = row / b_;
    Index k = first_block(i);
    for (Index at = matrix.row_starts()[unknown]; at < matrix.row_starts()[unknown + 1]; ++at) {
      const Index column = matrix.columns()[at];
      if (column >= n_) break;
      const Index j = place(column) / b_;
      if (block_columns_[k] != j) k = block(i, j);
      entry(i, row % b_, k, place(column) % b_) = matrix.values()[at];
    }
  });
  for (const StiffRow& row : stiff)
    if (is_narrow(row)) add(row);
  take_out(held);
}

void NodeBlocks::lay_out(const CsrMatrix& matrix, const std::vector<StiffRow>& stiff) {
  std::vector<std::vector<Index>> rows_of(stiff.empty() ? 0 : used_.size());
  for (std::size_t k = 0; k < stiff.size(); ++k)
    for (const Index unknown : stiff[k].unknowns)
      if (is_narrow(stiff[k])) rows_of[place(unknown) / b_].push_back(static_cast<Index>(k));
  block_starts_.assign(1, 0);
  block_columns_.clear();
  std::vector<Index> seen(used_.size(), -1);
  for (Index i = first_; i < last_; ++i) {
    const auto take = [&](Index unknown) {
      const Index j = place(unknown) / b_;
      if (seen[j] == i) return;
      seen[j] = i;
      block_columns_.push_back(j);
    };
    for (const Index unknown : numbers(i)) {
      if (unknown < 0) continue;
      for (Index k = matrix.row_starts()[unknown]; k < matrix.row_starts()[unknown + 1]; ++k)
        if (const Index column = matrix.columns()[k]; column < n_) take(column);
    }
    if (!rows_of.empty())
      for (const Index k : rows_of[i])
        for (const Index unknown : stiff[k].unknowns) take(unknown);
    std::sort(block_columns_.begin() + block_starts_.back(), block_columns_.end());
    block_starts_.push_back(static_cast<Index>(block_columns_.size()));
  }
  starts_.resize(static_cast<std::size_t>(size()) + 1);
  columns_.resize(block_columns_.size() * static_cast<std::size_t>(b_ * b_));
  values_.assign(columns_.size(), 0.0);
  for (Index i = first_; i < last_; ++i)
    for (int a = 0; a < b_; ++a) {
      Index at = starts_[(i - first_) * b_ + a] = place_in_values(i, a, first_block(i), 0);
      for (Index k = first_block(i); k < first_block(i + 1); ++k)
        for (int c = 0; c < b_; ++c) columns_[at++] = block_columns_[k] * b_ + c;
    }
  starts_.back() = static_cast<Index>(columns_.size());
}

void NodeBlocks::add(const StiffRow& row) {
  for (std::size_t p = 0; p < row.unknowns.size(); ++p)
    for (std::size_t q = 0; q < row.unknowns.size(); ++q) {
      const Index at = place(row.unknowns[p]), to = place(row.unknowns[q]);
      if (!is_own(at / b_)) continue;
      entry(at / b_, at % b_, block(at / b_, to / b_), to % b_) +=
          row.stiffness * row.values[p] * row.values[q];
    }
}

void NodeBlocks::take_out(const std::vector<StiffRow>& held) {
  std::vector<std::vector<Vector3>> rows(used_.size());
  for (const StiffRow& row : held) {
    Vector3 w = Vector3::Zero();
    for (std::size_t k = 0; k < row.unknowns.size(); ++k) w[place(row.unknowns[k]) % b_] = row.values[k];
    rows[place(row.unknowns[0]) / b_].push_back(w);
  }
  std::vector<Matrix3> N(used_.size(), Matrix3::Identity());
  std::vector<std::uint8_t> is_held(used_.size(), 0);
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!rows[i].empty()) N[i] = projection(rows[i]);
    for (int c = 0; c < b_; ++c)
      if (numbers(static_cast<Index>(i))[c] < 0) {
        N[i].row(c).setZero();
        N[i].col(c).setZero();
      }
    is_held[i] = N[i] != Matrix3::Identity();
  }
  for (Index i = first_; i < last_; ++i)
    for (Index k = first_block(i); k < first_block(i + 1); ++k) {
      const Index j = block_columns_[k];
      if (is_held[i] == 0 && is_held[j] == 0) continue;
      Matrix3 K = Matrix3::Zero();
      for (int a = 0; a < b_; ++a)
        for (int c = 0; c < b_; ++c) K(a, c) = entry(i, a, k, c);
      Matrix3 A = N[i] * K * N[j];
      if (i == j) {
        const double mean =
            std::max(K.topLeftCorner(b_, b_).trace() / b_, std::numeric_limits<double>::min());
        A += mean * (Matrix3::Identity() - N[i]);
      }
      for (int a = 0; a < b_; ++a)
        for (int c = 0; c < b_; ++c) entry(i, a, k, c) = A(a, c);
    }
}

}  // namespace jounce
