#include "la/partial_cholesky.h"

#include <petscsys.h>

#include <petscblaslapack.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "la/inner_supernodes.h"

namespace jounce {
namespace {

constexpr int kNone = -1;
constexpr double kOne = 1, kMinusOne = -1, kZero = 0;
constexpr PetscBLASInt kUnitStride = 1;

PetscBLASInt count(std::size_t n) { return static_cast<PetscBLASInt>(n); }

/// C := beta C + alpha A A^T, lower half.
void square(double alpha, const double* A, std::size_t lda, std::size_t n, int width, double beta, double* C,
            std::size_t ldc) {
  const PetscBLASInt rows = count(n), columns = width, of_A = count(lda), of_C = count(ldc);
  BLASsyrk_("L", "N", &rows, &columns, &alpha, A, &of_A, &beta, C, &of_C);
}

/// Subtracts values from rows of a column, ascending.
void subtract(std::span<const double> values, std::span<const int> rows, double* column) {
  const std::size_t n = values.size();
  if (rows.back() - rows.front() + 1 == static_cast<int>(n)) {
    double* const target = column + rows.front();
    for (std::size_t i = 0; i < n; ++i) target[i] -= values[i];
  } else {
    for (std::size_t i = 0; i < n; ++i) column[rows[i]] -= values[i];
  }
}

}  // namespace

void PartialCholesky::analyse(const LowerTriangle& inner, Index border) {
  inner_ = inner.size();
  border_ = border;
  take_supernodes(inner);
  find_places(inner);
  first_in_list_.assign(supernodes_.size(), kNone);
  next_in_list_.assign(supernodes_.size(), kNone);
  reached_.assign(supernodes_.size(), 0);
  row_in_block_.assign(static_cast<std::size_t>(inner_ + border_), 0);
  target_rows_ = row_in_block_;
}

void PartialCholesky::take_supernodes(const LowerTriangle& inner) {
  InnerSupernodes found = find_inner_supernodes(inner, border_);
  order_ = std::move(found.order);
  rows_ = std::move(found.rows);
  supernodes_.clear();
  supernode_of_.assign(static_cast<std::size_t>(inner_), 0);
  std::size_t values = 0;
  for (std::size_t k = 0; k + 1 < found.columns.size(); ++k) {
    const int first = found.columns[k], end = found.columns[k + 1];
    const std::size_t height = found.row_starts[k + 1] - found.row_starts[k];
    std::fill(supernode_of_.begin() + first, supernode_of_.begin() + end, static_cast<int>(k));
    supernodes_.push_back({first, end - first, found.row_starts[k], height, values});
    values += height * static_cast<std::size_t>(end - first);
  }
  L_.assign(values, 0.0);
}

void PartialCholesky::find_places(const LowerTriangle& inner) {
  std::vector<int> place(order_.size());  // of every inner unknown
  for (int i = 0; i < inner_; ++i) place[order_[i]] = i;
  places_.clear();
  places_.reserve(inner.rows.size());
  for (int j = 0; j < inner_; ++j)
    for (int k = inner.column_starts[j]; k < inner.column_starts[j + 1]; ++k) {
      int column = place[j];
      int row = inner.rows[k] < inner_ ? place[inner.rows[k]] : inner.rows[k];
      if (row < column) std::swap(row, column);
      const Supernode& node = supernodes_[supernode_of_[column]];
      const std::span<const int> rows = std::span(rows_).subspan(node.rows, node.height);
      const auto at = static_cast<std::size_t>(std::ranges::lower_bound(rows, row) - rows.begin());
      places_.push_back(node.values + static_cast<std::size_t>(column - node.first) * node.height + at);
    }
}

double PartialCholesky::operations() const {
  double sum = 0;
  for (const Supernode& node : supernodes_)
    for (int column = 0; column < node.width; ++column) {
      const double height = static_cast<double>(node.height) - column;
      sum += height * height;
    }
  return sum;
}

double PartialCholesky::smallest_pivot() const {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Supernode& node : supernodes_)
    for (int column = 0; column < node.width; ++column)
      smallest = std::min(smallest, L_[node.values + static_cast<std::size_t>(column) * (node.height + 1)]);
  return smallest * smallest;
}

bool PartialCholesky::factor(const std::vector<double>& values, DenseMatrix& S) {
  std::ranges::fill(L_, 0.0);
  for (std::size_t k = 0; k < places_.size(); ++k) L_[places_[k]] += values[k];
  std::ranges::fill(first_in_list_, kNone);
  for (std::size_t k = 0; k < supernodes_.size(); ++k) {
    subtract_products(k);
    const Supernode& node = supernodes_[k];
    if (!eliminate(node)) return false;
    reached_[k] = static_cast<std::size_t>(node.width);
    enlist(k);
    subtract_from(S, node);
  }
  return true;
}

/// A supernode goes to the list of the one with the column of its next row; rows of the border have none.
void PartialCholesky::enlist(std::size_t k) {
  const Supernode& node = supernodes_[k];
  if (reached_[k] == node.height) return;
  const int row = rows_[node.rows + reached_[k]];
  if (row >= inner_) return;
  int& first = first_in_list_[supernode_of_[row]];
  next_in_list_[k] = first;
  first = static_cast<int>(k);
}

/// Subtracts from supernode k what the supernodes in its list make there.
void PartialCholesky::subtract_products(std::size_t k) {
  const Supernode& node = supernodes_[k];
  for (std::size_t i = 0; i < node.height; ++i) row_in_block_[rows_[node.rows + i]] = static_cast<int>(i);
  int next = kNone;
  for (int d = first_in_list_[k]; d != kNone; d = next) {
    next = next_in_list_[d];
    const Supernode& earlier = supernodes_[d];
    const int* const rows = rows_.data() + earlier.rows;
    const std::size_t begin = reached_[d];
    std::size_t end = begin;
    while (end < earlier.height && rows[end] < node.first + node.width) ++end;
    const std::size_t width = end - begin, height = earlier.height - begin;
    double* const C = room(height * width);
    const double* const block = L_.data() + earlier.values + begin;
    square(1, block, earlier.height, width, earlier.width, 0, C, height);
    if (height > width) {
      const PetscBLASInt m = count(height - width), n = count(width), inner = earlier.width,
                         lda = count(earlier.height), ldc = count(height);
      BLASgemm_("N", "C", &m, &n, &inner, &kOne, block + width, &lda, block, &lda, &kZero, C + width, &ldc);
    }
    for (std::size_t i = 0; i < height; ++i) target_rows_[i] = row_in_block_[rows[begin + i]];
    for (std::size_t j = 0; j < width; ++j)
      subtract(
          std::span(C, height * width).subspan(j * height + j, height - j),
          std::span(target_rows_).subspan(j, height - j),
          L_.data() + node.values + static_cast<std::size_t>(rows[begin + j] - node.first) * node.height);
    reached_[d] = end;
    enlist(static_cast<std::size_t>(d));
  }
}

bool PartialCholesky::eliminate(const Supernode& node) {
  double* const block = L_.data() + node.values;
  const PetscBLASInt n = node.width, ld = count(node.height), below = ld - n;
  PetscBLASInt info = 0;
  LAPACKpotrf_("L", &n, block, &ld, &info);
  if (info != 0) return false;
  if (below > 0) BLAStrsm_("R", "L", "C", "N", &below, &n, &kOne, block, &ld, block + n, &ld);
  return true;
}

void PartialCholesky::subtract_from(DenseMatrix& S, const Supernode& node) {
  const std::span<const int> all = std::span(rows_).subspan(node.rows, node.height);
  const std::span<const int> rows =
      all.subspan(static_cast<std::size_t>(std::ranges::lower_bound(all, inner_) - all.begin()));
  if (rows.empty()) return;
  const double* const block = L_.data() + node.values + (node.height - rows.size());
  const int first = rows.front() - inner_;
  if (rows.back() - rows.front() + 1 == static_cast<int>(rows.size())) {
    square(-1, block, node.height, rows.size(), node.width, 1, &S(first, first),
           static_cast<std::size_t>(border_));
    return;
  }
  const std::size_t n = rows.size();
  double* const C = room(n * n);
  square(1, block, node.height, n, node.width, 0, C, n);
  for (std::size_t i = 0; i < n; ++i) target_rows_[i] = rows[i] - inner_;
  for (std::size_t j = 0; j < n; ++j)
    subtract(std::span(C, n * n).subspan(j * n + j, n - j), std::span(target_rows_).subspan(j, n - j),
             &S(0, rows[j] - inner_));
}

double* PartialCholesky::room(std::size_t entries) {
  if (products_.size() < entries) products_.resize(entries);
  return products_.data();
}

const Vector& PartialCholesky::begin(const Vector& b_i) {
  y_.resize(inner_ + border_);
  for (int i = 0; i < inner_; ++i) y_[i] = b_i[order_[i]];
  y_.tail(border_).setZero();
  for (const Supernode& node : supernodes_) {
    const double* const block = L_.data() + node.values;
    const PetscBLASInt n = node.width, ld = count(node.height), below = ld - n;
    using Block = Eigen::Map<const DenseMatrix, 0, Eigen::OuterStride<>>;
    Eigen::Ref<Vector> own = y_.segment(node.first, n);
    Block(block, n, n, Eigen::OuterStride<>(ld)).triangularView<Eigen::Lower>().solveInPlace(own);
    if (below == 0) continue;
    gathered_.resize(std::max<Eigen::Index>(gathered_.size(), below));
    BLASgemv_("N", &below, &n, &kMinusOne, block + n, &ld, own.data(), &kUnitStride, &kZero, gathered_.data(),
              &kUnitStride);
    const int* const rows = rows_.data() + node.rows + n;
    for (int i = 0; i < below; ++i) y_[rows[i]] += gathered_[i];
  }
  at_border_ = y_.tail(border_);
  return at_border_;
}

void PartialCholesky::finish(const Vector& x_s, Vector& x_i) {
  y_.tail(border_) = x_s;
  for (std::size_t k = supernodes_.size(); k-- > 0;) {
    const Supernode& node = supernodes_[k];
    const double* const block = L_.data() + node.values;
    const PetscBLASInt n = node.width, ld = count(node.height), below = ld - n;
    using Block = Eigen::Map<const DenseMatrix, 0, Eigen::OuterStride<>>;
    Eigen::Ref<Vector> own = y_.segment(node.first, n);
    if (below > 0) {
      const int* const rows = rows_.data() + node.rows + n;
      for (int i = 0; i < below; ++i) gathered_[i] = y_[rows[i]];
      BLASgemv_("C", &below, &n, &kMinusOne, block + n, &ld, gathered_.data(), &kUnitStride, &kOne,
                own.data(), &kUnitStride);
    }
    Block(block, n, n, Eigen::OuterStride<>(ld)).transpose().triangularView<Eigen::Upper>().solveInPlace(own);
  }
  x_i.resize(inner_);
  for (int i = 0; i < inner_; ++i) x_i[order_[i]] = y_[i];
}

}  // namespace jounce
