#include "la/substructure_factor.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "parallel/together.h"

namespace jounce {
namespace {

constexpr double kPartAsymmetry = 1e-13;   ///< of an entry of size 1 and its mirror image: round-off
constexpr double kProbeAsymmetry = 1e-12;  ///< the same of a row, to the sum of its entries
constexpr double kInnerPivot = 1e-9;       ///< least one of a part that does not hang on multipliers alone
constexpr std::size_t kSummedAtOnce = std::size_t{1} << 19;  ///< numbers that are summed at once

std::span<double> as_span(Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

/// The power of two next to 1 / sqrt(square).
double inverse_root(double square) { return std::exp2(-(std::ilogb(square * std::sqrt(2.0)) / 2)); }

}  // namespace

SubstructureFactor::Result SubstructureFactor::factor(const CsrMatrix& part, bool is_definite) {
  if (!prepare(part, is_definite)) return Result::unsuited;
  if (!is_analysed_) {
    parallel::together(ranks_, [&] { cholesky_.analyse(lower_, border()); });
    is_analysed_ = true;
    if (is_too_wide()) return Result::too_wide;
  }
  bool is_eliminated = false;
  parallel::together(ranks_, [&] { is_eliminated = eliminate(part); });
  if (ranks_.any(!is_eliminated)) return Result::unsuited;
  sum_complements();
  const bool is_factored = complement_.factor(border() - multipliers_);
  return ranks_.any(!is_factored) ? Result::unsuited : Result::factored;
}

/// All that tells unsuited matrices without an analysis.
bool SubstructureFactor::prepare(const CsrMatrix& part, bool is_definite) {
  sum_diagonal(part);
  if (!diagonal_.allFinite()) return false;
  bool is_new = pattern_ != part.pattern();
  if (is_new) is_multiplier_.assign(static_cast<std::size_t>(part.size()), 0);
  for (Index i = 0; i < part.size(); ++i)
    if (!(diagonal_[i] > 0) && is_multiplier_[i] == 0) is_multiplier_[i] = is_new = true;
  if (is_new) lay_out(part);
  if (!is_regular_ || (is_definite && multipliers_ > 0) || !find_scale(part)) return false;
  const bool is_symmetric = take_inner(part);
  return !ranks_.any(!is_symmetric) && has_symmetric_border(part);
}

void SubstructureFactor::sum_diagonal(const CsrMatrix& part) {
  diagonal_.setZero(part.size());
  const auto columns = part.columns();
  for (Index i = 0; i < part.size(); ++i) {
    const auto begin = columns.begin() + part.row_starts()[i],
               end = columns.begin() + part.row_starts()[i + 1];
    const auto at = std::lower_bound(begin, end, i);
    if (at != end && *at == i) diagonal_[i] = part.values()[static_cast<std::size_t>(at - columns.begin())];
  }
  ranks_.sum(as_span(diagonal_));
}

/// Finds the unknowns of this rank and of the border.
void SubstructureFactor::lay_out(const CsrMatrix& part) {
  const Index n = part.size();
  Vector holders = Vector::Zero(n);
  for (Index row = 0; row < n; ++row)
    for (Index k = part.row_starts()[row]; k < part.row_starts()[row + 1]; ++k)
      holders[row] = holders[part.columns()[k]] = 1;
  const Vector is_here = holders;
  Vector holder = ranks_.rank() * holders;  // the rank, where there is one only
  ranks_.sum(as_span(holders));
  ranks_.sum(as_span(holder));
  inner_.clear();
  border_.clear();
  std::vector<int> owners(static_cast<std::size_t>(n), 0);  // rank 0 has the border
  for (Index i = 0; i < n; ++i) {
    if (is_multiplier_[i] != 0) continue;
    if (holders[i] > 1) border_.push_back(i);
    if (holders[i] != 1) continue;
    owners[i] = static_cast<int>(holder[i]);
    if (is_here[i] != 0) inner_.push_back(i);
  }
  multipliers_ = -border();
  for (Index i = 0; i < n; ++i)
    if (is_multiplier_[i] != 0) border_.push_back(i);
  multipliers_ += border();
  number_.assign(static_cast<std::size_t>(n), -1);
  for (Index k = 0; k < inner(); ++k) number_[inner_[k]] = k;
  for (Index k = 0; k < border(); ++k) number_[border_[k]] = inner() + k;
  owned_ = parallel::OwnedEntries(owners);
  collect(part);
  is_regular_ = !ranks_.any(!is_regular_ || holders.minCoeff() < 1);
  is_analysed_ = false;
  pattern_ = part.pattern();
}

/// Sorts the entries of the part into columns of the inner unknowns and terms of the border.
void SubstructureFactor::collect(const CsrMatrix& part) {
  const auto columns = part.columns();
  const auto begin_of = [&](Index row) { return static_cast<std::size_t>(part.row_starts()[row]); };
  lower_ = LowerTriangle();
  sources_.clear();
  mirrors_.clear();
  border_terms_.clear();
  is_regular_ = true;
  // Entry of every row whose mirror image comes next
  std::vector<std::size_t> next(part.row_starts().begin(), part.row_starts().end() - 1);
  std::size_t images = 0;
  for (const Index i : inner_) {
    for (std::size_t k = begin_of(i); k < begin_of(i + 1); ++k) {
      const Index j = columns[k];
      if (number_[j] < number_[i]) {
        ++images;
        continue;
      }
      while (next[j] < begin_of(j + 1) && columns[next[j]] < i) ++next[j];
      const bool has_image = next[j] < begin_of(j + 1) && columns[next[j]] == i;
      is_regular_ = is_regular_ && has_image;
      lower_.rows.push_back(number_[j]);
      sources_.push_back(k);
      mirrors_.push_back(has_image ? next[j] : k);
    }
    lower_.column_starts.push_back(static_cast<int>(lower_.rows.size()));
  }
  lower_.values.resize(lower_.rows.size());
  for (const Index i : border_)
    for (std::size_t k = begin_of(i); k < begin_of(i + 1); ++k)
      if (const Index column = number_[columns[k]]; column < inner())
        ++images;
      else
        border_terms_.push_back({k, number_[i] - inner(), column - inner()});
  // What is above the diagonal has its image below, and nothing else is there.
  is_regular_ = is_regular_ && lower_.rows.size() == images + inner_.size();
}

/// False where a multiplier has no terms.
bool SubstructureFactor::find_scale(const CsrMatrix& part) {
  scale_.setZero(part.size());
  for (Index i = 0; i < part.size(); ++i)
    if (is_multiplier_[i] == 0) scale_[i] = inverse_root(diagonal_[i]);
  if (multipliers_ == 0) return true;
  const Index first = border() - multipliers_;
  largest_.setZero(multipliers_);  // of their rows, with the scale of the columns
  const auto take = [&](Index number, std::size_t source, Index other) {
    if (number < first || is_multiplier_[other] != 0) return;
    double& largest = largest_[number - first];
    largest = std::max(largest, std::abs(part.values()[source]) * scale_[other]);
  };
  for (Index column = 0; column < inner(); ++column)
    for (auto at = static_cast<std::size_t>(lower_.column_starts[column]);
         at < static_cast<std::size_t>(lower_.column_starts[column + 1]); ++at)
      if (lower_.rows[at] >= inner()) take(lower_.rows[at] - inner(), sources_[at], inner_[column]);
  for (const BorderTerm& term : border_terms_) take(term.row, term.source, border_[term.column]);
  ranks_.max(as_span(largest_));
  bool has_terms = true;
  for (Index k = 0; k < multipliers_; ++k) {
    const Index i = border_[first + k];
    const double square = largest_[k] > 0 ? largest_[k] * largest_[k] : std::abs(diagonal_[i]);
    has_terms = has_terms && square > 0 && std::isfinite(square);
    if (has_terms) scale_[i] = inverse_root(square);
  }
  return has_terms;
}

double SubstructureFactor::scaled(const CsrMatrix& part, const BorderTerm& term) const {
  return part.values()[term.source] * scale_[border_[term.row]] * scale_[border_[term.column]];
}

/// Scaled values of the columns of this rank. @return they are symmetric
bool SubstructureFactor::take_inner(const CsrMatrix& part) {
  const auto values = part.values();
  std::size_t at = 0;
  for (Index column = 0; column < inner(); ++column)
    for (; at < static_cast<std::size_t>(lower_.column_starts[column + 1]); ++at) {
      const Index row = lower_.rows[at];
      const double scale =
          scale_[inner_[column]] * scale_[row < inner() ? inner_[row] : border_[row - inner()]];
      const double value = scale * values[sources_[at]], image = scale * values[mirrors_[at]];
      if (!(std::abs(value - image) <= kPartAsymmetry * std::max(1.0, std::abs(value)))) return false;
      lower_.values[at] = value;
    }
  return true;
}

/// Compares A_ss x with A_ss^T x: the terms of a rank need not be symmetric, where it has rows of its own.
bool SubstructureFactor::has_symmetric_border(const CsrMatrix& part) {
  probe_.setZero(2 * border());  // the differences, and the sums of sizes
  const auto x = [](Index i) { return 1 + 0.5 * std::sin(static_cast<double>(i)); };
  for (const BorderTerm& term : border_terms_) {
    const double value = scaled(part, term);
    probe_[term.row] += value * x(term.column);
    probe_[term.column] -= value * x(term.row);
    probe_[border() + term.row] += std::abs(value);
  }
  ranks_.sum(as_span(probe_));
  return (probe_.head(border()).array().abs() <= kProbeAsymmetry * probe_.tail(border()).array()).all();
}

bool SubstructureFactor::is_too_wide() {
  const double size = border();
  return size * size * size / 3 > ranks_.max(cholesky_.operations());
}

/// Leaves the complement of this rank in the lower half of the matrix of the border.
bool SubstructureFactor::eliminate(const CsrMatrix& part) {
  DenseMatrix& S = complement_.matrix();
  S.setZero(border(), border());
  for (const BorderTerm& term : border_terms_)
    if (term.row >= term.column) S(term.row, term.column) += scaled(part, term);
  return cholesky_.factor(lower_.values, S) &&
         (multipliers_ == 0 || cholesky_.smallest_pivot() > kInnerPivot);
}

void SubstructureFactor::sum_complements() {
  DenseMatrix& S = complement_.matrix();
  const Eigen::Index size = S.cols();
  for (Eigen::Index first = 0, end = 0; first < size; first = end) {
    packed_.clear();
    for (; end < size && packed_.size() < kSummedAtOnce; ++end)
      packed_.insert(packed_.end(), &S(end, end), &S(0, end) + size);
    ranks_.sum(packed_);
    const double* from = packed_.data();
    for (Eigen::Index column = first; column < end; from += size - column, ++column)
      std::copy_n(from, size - column, &S(column, column));
  }
}

void SubstructureFactor::solve(const Vector& b, Vector& x) {
  of_inner_.resize(inner());
  for (Index k = 0; k < inner(); ++k) of_inner_[k] = scale_[inner_[k]] * b[inner_[k]];
  of_border_ = cholesky_.begin(of_inner_);
  ranks_.sum(as_span(of_border_));
  for (Index k = 0; k < border(); ++k) of_border_[k] += scale_[border_[k]] * b[border_[k]];
  complement_.solve(of_border_);
  cholesky_.finish(of_border_, of_inner_);
  x.resize(scale_.size());
  for (Index k = 0; k < inner(); ++k) x[inner_[k]] = scale_[inner_[k]] * of_inner_[k];
  for (Index k = 0; k < border(); ++k) x[border_[k]] = scale_[border_[k]] * of_border_[k];
  owned_.complete(as_span(x));
}

}  // namespace jounce
