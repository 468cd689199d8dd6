#include "la/condition_rows.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr double kParallel = 1e-9;       ///< deviation of rows from columns, relative
constexpr double kLargestAnswer = 1e10;  ///< to a right-hand side near 1, of independent unit rows

double dot(const StiffRow& row, const Vector& x) {
  double sum = 0;
  for (std::size_t k = 0; k < row.unknowns.size(); ++k) sum += row.values[k] * x[row.unknowns[k]];
  return sum;
}

void add(const StiffRow& row, double w, Vector& x) {
  for (std::size_t k = 0; k < row.unknowns.size(); ++k) x[row.unknowns[k]] += w * row.values[k];
}

/// W as columns of -W^T in the first n rows.
std::vector<StiffRow> columns_beyond(const CsrMatrix& matrix, Index n) {
  std::vector<StiffRow> columns(static_cast<std::size_t>(matrix.size() - n));
  for (Index i = 0; i < n; ++i)
    for (Index k = matrix.row_starts()[i + 1]; k-- > matrix.row_starts()[i];) {
      const Index column = matrix.columns()[k];
      if (column < n) break;  // they are sorted
      const double value = matrix.values()[k];
      if (value == 0) continue;
      columns[column - n].unknowns.push_back(i);
      columns[column - n].values.push_back(-value);
    }
  return columns;
}

double norm(const StiffRow& row) {
  return Eigen::Map<const Vector>(row.values.data(), static_cast<Index>(row.values.size())).norm();
}

}  // namespace

bool ConditionRows::take(const CsrMatrix& matrix, Index n) {
  n_ = n;
  trouble_.clear();
  conditions_.clear();
  springs_.clear();
  free_.clear();
  rows_.assign(matrix.size() - n, {});
  std::vector<StiffRow> columns = columns_beyond(matrix, n);
  for (Index j = n; j < matrix.size(); ++j)
    if (!sort_row(j, columns, matrix)) return false;
  return conditions_.empty() || factor_products();
}

bool ConditionRows::sort_row(Index row, std::vector<StiffRow>& columns, const CsrMatrix& matrix) {
  Row& here = rows_[row - n_];
  StiffRow& w = columns[row - n_];
  double product = 0, largest = 0;
  std::vector<double> values(w.unknowns.size(), 0.0);
  const auto fail = [&](const char* why) {
    trouble_ = why;
    return false;
  };
  for (Index k = matrix.row_starts()[row]; k < matrix.row_starts()[row + 1]; ++k) {
    const Index column = matrix.columns()[k];
    const double value = matrix.values()[k];
    if (column == row) here.d = value;
    if (column == row || value == 0) continue;
    const auto at = std::lower_bound(w.unknowns.begin(), w.unknowns.end(), column);
    if (column >= n_ || at == w.unknowns.end() || *at != column) return fail("the matrix is not symmetric");
    const auto place = static_cast<std::size_t>(at - w.unknowns.begin());
    values[place] = value;
    product += value * w.values[place];
    largest = std::max(largest, std::abs(value));
  }
  here.length = norm(w);
  if (here.length > 0) here.a = product / (here.length * here.length);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (std::abs(values[k] - here.a * w.values[k]) > kParallel * largest)
      return fail("the matrix is not symmetric");
  if (here.d == 0 && here.a == 0) return fail("a joint or contact acts on no free degree of freedom");
  here.kind = here.d == 0 ? Kind::condition : here.a != 0 ? Kind::spring : Kind::free;
  if (here.kind == Kind::spring && here.a / here.d < 0) return fail("a contact pulls");
  for (double& value : w.values) value /= here.length;
  if (here.kind == Kind::spring) w.stiffness = here.a / here.d * here.length * here.length;
  auto& of_kind = here.kind == Kind::condition ? conditions_ : here.kind == Kind::spring ? springs_ : free_;
  here.place = of_kind.size();
  of_kind.push_back(std::move(w));
  return true;
}

/// W W^T, which is sparse: two rows meet where they have an unknown in common.
bool ConditionRows::factor_products() {
  std::vector<std::vector<std::pair<int, double>>> rows_of(static_cast<std::size_t>(n_));
  for (std::size_t j = 0; j < conditions_.size(); ++j)
    for (std::size_t k = 0; k < conditions_[j].unknowns.size(); ++k)
      rows_of[conditions_[j].unknowns[k]].emplace_back(static_cast<int>(j), conditions_[j].values[k]);
  LowerTriangle products;
  std::vector<double> sums(conditions_.size(), 0.0);
  std::vector<int> seen(conditions_.size(), -1), found;
  for (int j = 0; j < static_cast<int>(conditions_.size()); ++j) {
    const StiffRow& row = conditions_[j];
    found.clear();
    for (std::size_t k = 0; k < row.unknowns.size(); ++k)
      for (const auto& [other, value] : rows_of[row.unknowns[k]]) {
        if (other < j) continue;
        const auto at = static_cast<std::size_t>(other);
        if (seen[at] != j) {
          seen[at] = j;
          sums[at] = 0;
          found.push_back(other);
        }
        sums[at] += row.values[k] * value;
      }
    std::sort(found.begin(), found.end());
    for (const int other : found) {
      products.rows.push_back(other);
      products.values.push_back(sums[other]);
    }
    products.column_starts.push_back(static_cast<int>(products.rows.size()));
  }
  cholesky_ = SparseCholesky();
  bool regular = cholesky_.factor(products);
  if (regular) {  // pivots of the size of round-off may have passed
    right_.resize(products.size());
    for (Index i = 0; i < right_.size(); ++i) right_[i] = 0.5 + std::fmod(0.6180339887498949 * (i + 1), 1.0);
    cholesky_.solve(right_, work_);
    regular = work_.allFinite() && work_.cwiseAbs().maxCoeff() < kLargestAnswer;
  }
  if (!regular) trouble_ = "joints or contacts are redundant";
  return regular;
}

void ConditionRows::products(const Vector& f) {
  right_.resize(static_cast<Index>(conditions_.size()));
  for (std::size_t j = 0; j < conditions_.size(); ++j) right_[static_cast<Index>(j)] = dot(conditions_[j], f);
  cholesky_.solve(right_, work_);
}

void ConditionRows::particular(const Vector& r, Vector& x) {
  x.setZero(n_);
  if (conditions_.empty()) return;
  right_.resize(static_cast<Index>(conditions_.size()));
  for (std::size_t j = 0; j < rows_.size(); ++j)
    if (rows_[j].kind == Kind::condition)
      right_[static_cast<Index>(rows_[j].place)] =
          r[n_ + static_cast<Index>(j)] / (rows_[j].a * rows_[j].length);
  cholesky_.solve(right_, work_);
  for (std::size_t j = 0; j < conditions_.size(); ++j) add(conditions_[j], work_[static_cast<Index>(j)], x);
}

void ConditionRows::load(const Vector& r, Vector& b) const {
  b = r.head(n_);
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const Row& row = rows_[j];
    if (row.kind == Kind::condition) continue;
    const double y = r[n_ + static_cast<Index>(j)] / row.d;
    if (y != 0) add(row.kind == Kind::spring ? springs_[row.place] : free_[row.place], y * row.length, b);
  }
}

void ConditionRows::add_springs(const Vector& x, Vector& y) const {
  for (const StiffRow& spring : springs_) add(spring, spring.stiffness * dot(spring, x), y);
}

void ConditionRows::project(Vector& f) {
  if (conditions_.empty()) return;
  products(f);
  for (std::size_t j = 0; j < conditions_.size(); ++j) add(conditions_[j], -work_[static_cast<Index>(j)], f);
}

void ConditionRows::multipliers(const Vector& r, const Vector& x, const Vector& imbalance, Vector& y) {
  if (!conditions_.empty()) products(imbalance);
  y.resize(static_cast<Index>(rows_.size()));
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const Row& row = rows_[j];
    const double c = r[n_ + static_cast<Index>(j)];
    double& to = y[static_cast<Index>(j)];
    if (row.kind == Kind::condition)
      to = work_[static_cast<Index>(row.place)] / row.length;
    else if (row.kind == Kind::spring)
      to = (c - row.a * row.length * dot(springs_[row.place], x)) / row.d;
    else
      to = c / row.d;
  }
}

}  // namespace jounce
