#include "la/lanczos.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "la/decompositions.h"
#include "la/linear_solver.h"

namespace jounce {
namespace {

constexpr double kPairAccuracy = 1e-11;  ///< residual of a pair, over its value
constexpr double kSeen = 1e-3;        ///< of the largest value of a sequence that looks for what was missed
constexpr double kExhausted = 1e-10;  ///< part of a vector that is new, where nothing is
constexpr Index kBetweenLooks = 5;    ///< vectors after which values are looked at
constexpr int kMostSequences = 30;

class LanczosMethod {
 public:
  LanczosMethod(const VibrationPencil& pencil, double shift)
      : pencil_(pencil), shifted_(pencil.A), solver_(MatrixKind::general) {
    const auto starts = pencil.B.row_starts();
    for (Index i = 0; i < pencil.B.size(); ++i)
      for (Index k = starts[i]; k < starts[i + 1]; ++k) {
        const double value = -shift * pencil.B.values()[k];
        const Index row[] = {i}, column[] = {pencil.B.columns()[k]};
        if (value != 0) shifted_.add(row, column, &value);
      }
    solver_.factor(shifted_);
  }

  /// Values theta = 1 / (lambda - shift) and vectors, those of the largest |theta| first.
  bool find(Index count) {
    for (int sequence = 0; sequence < kMostSequences; ++sequence) {
      const Index before = values_.size();
      const double least = before < count ? 0 : std::abs(values_[count - 1]);
      if (!run(sequence, before < count ? count - before : 0, least)) return false;
      if (values_.size() == before) return true;
      sort();
    }
    return false;
  }

  const Vector& values() const { return values_; }
  Vector vector(Index k) const { return found_.col(k); }

 private:
  /// (A - s B)^-1 of a vector, orthogonal to what was found and to the basis. @return its length before
  double expand(const Vector& image, Vector& x) {
    solver_.solve(image, x);
    pencil_.B.multiply(x, product_);
    const double length = std::sqrt(std::max(0.0, x.dot(product_)));
    for (int sweep = 0; sweep < 2; ++sweep) {
      x -= found_ * (found_images_.transpose() * x).eval();
      coefficients_ = images_.leftCols(size_).transpose() * x;
      x -= basis_.leftCols(size_) * coefficients_;
      if (sweep == 0) first_coefficients_ = coefficients_;
    }
    return length;
  }

  /// Adds a vector of the basis with its image by B; false when nothing of it is left.
  bool append(Vector& x, double length) {
    pencil_.B.multiply(x, product_);
    beta_ = std::sqrt(std::max(0.0, x.dot(product_)));
    if (!(beta_ > kExhausted * length)) return false;
    if (size_ == basis_.cols()) {
      basis_.conservativeResize(Eigen::NoChange, 2 * size_);
      images_.conservativeResize(Eigen::NoChange, 2 * size_);
    }
    basis_.col(size_) = x / beta_;
    images_.col(size_++) = product_ / beta_;
    return true;
  }

  /// One sequence; keeps its first `wanted` pairs, or those with |theta| above `least`.
  bool run(int sequence, Index wanted, double least) {
    const Index n = pencil_.A.size(), most = std::min(n, 10 * (wanted + 20));
    basis_.resize(n, 64);
    images_.resize(n, 64);
    found_.conservativeResize(n, Eigen::NoChange);
    found_images_.conservativeResize(n, Eigen::NoChange);
    size_ = 0;
    std::vector<double> diagonal, beside;
    Vector x(n), image;
    for (Index i = 0; i < n; ++i)
      x[i] = std::fmod(0.6180339887498949 * (i + 1) * (2 * sequence + 1), 1.0) - 0.5;
    pencil_.B.multiply(x, image);
    const double start = expand(image, x);
    if (!append(x, start)) return true;  // the operator has no further vectors
    for (;;) {
      const Index last = size_ - 1;
      const double length = expand(images_.col(last), x);
      diagonal.push_back(first_coefficients_[last]);
      const bool is_exhausted = !append(x, length);
      beside.push_back(is_exhausted ? 0 : beta_);
      if (is_exhausted || size_ % kBetweenLooks == 0)
        if (take(diagonal, beside, wanted, least, is_exhausted)) return true;
      if (size_ > most) return false;
    }
  }

  /// Keeps the pairs of the tridiagonal matrix when those that are wanted are accurate.
  bool take(const std::vector<double>& diagonal, const std::vector<double>& beside, Index wanted,
            double least, bool is_exhausted) {
    const auto m = static_cast<Index>(diagonal.size());
    DenseMatrix T = DenseMatrix::Zero(m, m);
    for (Index i = 0; i < m; ++i) {
      T(i, i) = diagonal[i];
      if (i + 1 < m) T(i, i + 1) = T(i + 1, i) = beside[i];
    }
    const Eigen::SelfAdjointEigenSolver<DenseMatrix> pairs(T);
    std::vector<Index> order(static_cast<std::size_t>(m));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](Index a, Index b) {
      return std::abs(pairs.eigenvalues()[a]) > std::abs(pairs.eigenvalues()[b]);
    });
    const auto residual = [&](Index k) { return std::abs(beside.back() * pairs.eigenvectors()(m - 1, k)); };
    const auto value = [&](Index k) { return std::abs(pairs.eigenvalues()[k]); };
    if (!is_exhausted && (m < wanted || residual(order[0]) > kSeen * value(order[0]))) return false;
    Index taken = 0;
    for (; taken < m && (taken < wanted || (wanted == 0 && value(order[taken]) > least)); ++taken)
      if (residual(order[taken]) > kPairAccuracy * value(order[taken])) return false;
    for (Index k = 0; k < taken; ++k)
      keep(pairs.eigenvalues()[order[k]], pairs.eigenvectors().col(order[k]),
           is_exhausted ? 0.0 : beside.back());
    return true;
  }

  /// The operator applied once more to V s, over theta: in its range to round-off.
  void keep(double theta, const Vector& s, double beta) {
    const auto m = static_cast<Index>(s.size()), k = static_cast<Index>(values_.size());
    Vector x = basis_.leftCols(m) * s;
    if (beta != 0) x += (beta * s[m - 1] / theta) * basis_.col(m);
    pencil_.B.multiply(x, product_);
    const double length = std::sqrt(x.dot(product_));
    values_.conservativeResize(k + 1);
    found_.conservativeResize(Eigen::NoChange, k + 1);
    found_images_.conservativeResize(Eigen::NoChange, k + 1);
    values_[k] = theta;
    found_.col(k) = x / length;
    found_images_.col(k) = product_ / length;
  }

  void sort() {
    std::vector<Index> order(static_cast<std::size_t>(values_.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order,
                             [&](Index a, Index b) { return std::abs(values_[a]) > std::abs(values_[b]); });
    values_ = values_(order).eval();
    found_ = found_(Eigen::all, order).eval();
    found_images_ = found_images_(Eigen::all, order).eval();
  }

  const VibrationPencil& pencil_;
  CsrMatrix shifted_;
  LinearSolver solver_;
  Vector values_;
  DenseMatrix found_, found_images_;  ///< eigenvectors, and B times them
  DenseMatrix basis_, images_;        ///< of the sequence that runs, and B times it
  Index size_ = 0;                    ///< of the basis
  double beta_ = 0;
  Vector coefficients_, first_coefficients_, product_;
};

}  // namespace

double typical_ratio(const VibrationPencil& pencil) {
  std::vector<double> ratios;
  for (Index i = 0; i < pencil.n; ++i) {
    const double mass = pencil.B.at(i, i), stiffness = std::abs(pencil.A.at(i, i));
    if (mass > 0 && stiffness > 0) ratios.push_back(stiffness / mass);
  }
  if (ratios.empty()) throw EigenFailure("the model has no mass with stiffness, so it has no frequencies");
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  return *middle;
}

std::optional<EigenPairs> lanczos_eigenpairs(const VibrationPencil& pencil, Index count) {
  try {
    const double ratio = typical_ratio(pencil), shift = -1e-8 * ratio;
    LanczosMethod method(pencil, shift);
    if (!method.find(std::min(count, pencil.n))) return std::nullopt;
    const auto found = std::min(count, static_cast<Index>(method.values().size()));
    std::vector<Index> order(static_cast<std::size_t>(found));
    std::iota(order.begin(), order.end(), 0);
    const auto lambda = [&](Index k) { return shift + 1 / method.values()[k]; };
    std::ranges::sort(order, [&](Index a, Index b) { return lambda(a) < lambda(b); });
    EigenPairs pairs;
    pairs.largest = 4 * ratio;
    pairs.values.resize(found);
    pairs.vectors.resize(pencil.n, found);
    for (Index k = 0; k < found; ++k) {
      pairs.values[k] = lambda(order[k]);
      pairs.vectors.col(k) = method.vector(order[k]).head(pencil.n);
    }
    return pairs;
  } catch (const SingularMatrix&) {
    return std::nullopt;
  }
}

}  // namespace jounce
