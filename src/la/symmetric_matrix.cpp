#include "la/symmetric_matrix.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace jounce {
namespace {

/// Of a row of the matrix, from its diagonal on.
struct UpperRow {
  std::span<const Index> columns;
  const double* values;
};

UpperRow upper_row(const CsrMatrix& matrix, Index row) {
  const auto starts = matrix.row_starts().subspan(static_cast<std::size_t>(row), 2);
  const auto columns = matrix.columns().subspan(static_cast<std::size_t>(starts[0]),
                                                static_cast<std::size_t>(starts[1] - starts[0]));
  const auto below = static_cast<std::size_t>(std::ranges::lower_bound(columns, row) - columns.begin());
  return {columns.subspan(below), matrix.values().data() + static_cast<std::size_t>(starts[0]) + below};
}

/// First of every group of at most `most` neighbours whose rows have the same columns beyond them, and the
/// end.
std::vector<Index> groups_of(const CsrMatrix& matrix, const std::vector<Index>& dofs, Index most) {
  std::vector<Index> groups;
  const auto n = static_cast<Index>(dofs.size());
  for (Index i = 0; i < n;) {
    groups.push_back(i);
    const Index first = dofs[i];
    const auto columns = upper_row(matrix, first).columns;
    Index size = 1;
    while (size < most && i + size < n && dofs[i + size] == first + size &&
           std::ranges::equal(columns.subspan(static_cast<std::size_t>(size)),
                              upper_row(matrix, first + size).columns))
      ++size;
    i += size;
  }
  groups.push_back(n);
  return groups;
}

std::vector<Index> all_of(const CsrMatrix& matrix) {
  std::vector<Index> dofs(static_cast<std::size_t>(matrix.size()));
  std::iota(dofs.begin(), dofs.end(), 0);
  return dofs;
}

}  // namespace

SymmetricMatrix::SymmetricMatrix(const CsrMatrix& matrix) : SymmetricMatrix(matrix, all_of(matrix)) {}

SymmetricMatrix::SymmetricMatrix(const CsrMatrix& matrix, std::vector<Index> dofs) : dofs_(std::move(dofs)) {
  places_.assign(matrix.size(), -1);
  const auto n = static_cast<double>(dofs_.size());
  // A block with empty places costs as much as a full one.
  const auto triples = groups_of(matrix, dofs_, 3);
  if (n > 2.2 * static_cast<double>(triples.size() - 1))
    build<3>(matrix, triples);
  else if (const auto pairs = groups_of(matrix, dofs_, 2); n > 1.5 * static_cast<double>(pairs.size() - 1))
    build<2>(matrix, pairs);
  else
    build<1>(matrix, groups_of(matrix, dofs_, 1));
}

SymmetricMatrix::SymmetricMatrix(Index n, std::span<const NodalMatrices> parts, double w_K, double w_M,
                                 std::vector<Index> dofs)
    : dofs_(std::move(dofs)) {
  places_.assign(n, -1);
  const auto& sum = blocks_.emplace<NodalSum>(parts, w_K, w_M, dofs_, places_);
  take_diagonal(sum.diagonal());
}

/// 1 at empty places and where it is not positive.
void SymmetricMatrix::take_diagonal(const Vector& diagonal) {
  inverse_diagonal_.setOnes(diagonal.size());
  for (const Index dof : dofs_) {
    const Index place = places_[dof];
    const double value = diagonal[place];
    positive_ = positive_ && value > 0;
    if (value > 0) inverse_diagonal_[place] = 1 / value;
  }
}

template <int B>
void SymmetricMatrix::build(const CsrMatrix& matrix, const std::vector<Index>& groups) {
  const auto n_groups = static_cast<Index>(groups.size()) - 1;
  for (Index g = 0; g < n_groups; ++g)
    for (Index i = groups[g]; i < groups[g + 1]; ++i) places_[dofs_[i]] = g * B + i - groups[g];
  const auto first_dof = [&](Index g) { return dofs_[groups[g]]; };
  BlockPattern pattern;
  auto& [starts, columns] = pattern;
  for (Index g = 0; g < n_groups; ++g) {
    for (const Index column : upper_row(matrix, first_dof(g)).columns) {
      const Index place = places_[column];
      if (place < 0 || place / B < g) continue;
      if (static_cast<Index>(columns.size()) == starts.back() || columns.back() != place / B)
        columns.push_back(place / B);
    }
    starts.push_back(static_cast<Index>(columns.size()));
  }
  auto& blocks = blocks_.emplace<SymmetricBlocks<B>>();
  blocks.lay_out(std::make_shared<BlockPattern>(std::move(pattern)));
  Vector diagonal = Vector::Zero(n_groups * B);
  for (const Index dof : dofs_) {
    const Index row = places_[dof];
    const auto [cols, values] = upper_row(matrix, dof);
    for (std::size_t k = 0; k < cols.size(); ++k) {
      const Index column = places_[cols[k]];
      assert(column >= 0 || values[k] == 0);
      if (column < 0) continue;
      double* const block = blocks.block(row / B, column / B);
      block[row % B * B + column % B] = values[k];
      if (column / B == row / B) block[column % B * B + row % B] = values[k];
      if (column == row) diagonal[row] = values[k];
    }
  }
  take_diagonal(diagonal);
}

void SymmetricMatrix::share(parallel::Communicator& ranks, const std::vector<int>& numbers,
                            const std::vector<int>& owner) {
  ranks_ = &ranks;
  shared_ = std::make_shared<parallel::SharedEntries>(ranks, 1);
  std::vector<int> touched, owners, places;
  foreign_.clear();
  for (const Index dof : dofs_) {
    touched.push_back(numbers.empty() ? dof : numbers[dof]);
    owners.push_back(owner[dof]);
    places.push_back(place(dof));
    if (owner[dof] != ranks.rank()) foreign_.push_back(place(dof));
  }
  [[maybe_unused]] const std::vector<int> local = shared_->build(touched, owners);
  assert(local == touched);  // owners have elements around their unknowns
  shared_->renumber(places);
  Vector diagonal = inverse_diagonal_.cwiseInverse();
  accumulate(diagonal);
  inverse_diagonal_ = diagonal.cwiseInverse();
}

void SymmetricMatrix::gather(const Vector& from, Vector& x) const {
  x.setZero(size());
  for (const Index dof : dofs_) x[places_[dof]] = from[dof];
}

void SymmetricMatrix::add_to(double w, const Vector& x, Vector& to) const {
  for (const Index dof : dofs_) to[dof] += w * x[places_[dof]];
}

void SymmetricMatrix::multiply(const Vector& x, Vector& y) const {
  y.setZero(size());
  std::visit([&](const auto& blocks) { blocks.add_product(1, x.data(), y.data()); }, blocks_);
  accumulate(y);
}

}  // namespace jounce
