#include "contact_problem/one_contact_enumeration.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace jounce::contact_problem {
namespace {

constexpr double kRoundOff = 1e-11;  ///< relative error up to which a candidate counts as a solution

double value(std::span<const double> c, double x) {
  double sum = 0;
  for (auto i = c.size(); i-- > 0;) sum = sum * x + c[i];
  return sum;
}

double bisect(std::span<const double> c, double low, double high) {
  const bool is_negative = value(c, low) < 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    ((value(c, middle) < 0) == is_negative ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Natural map of one contact, relative to the sizes that enter.
template <int D>
bool is_solution(const SmallMatrix<D>& A, double mu, const SmallVector<D>& b, const SmallVector<D>& r) {
  if (!r.allFinite()) return false;
  const double scale = A.trace() / D > 0 ? A.trace() / D : A.norm();
  const SmallVector<D> u = A * r + b;
  const SmallVector<D> gap = scale * r - project_cone<D>(mu, SmallVector<D>(scale * r - de_saxce<D>(mu, u)));
  return gap.norm() <= kRoundOff * (b.norm() + A.norm() * r.norm());
}

template <int D>
void add_stick(const SmallMatrix<D>& A, double mu, const SmallVector<D>& b,
               std::vector<SmallVector<D>>& list) {
  SmallVector<D> r = A.completeOrthogonalDecomposition().solve(-b);
  r = project_cone<D>(mu, r);
  if (is_solution<D>(A, mu, b, r)) list.push_back(r);
}

template <int D>
bool nearest(const std::vector<SmallVector<D>>& list, double* r) {
  if (list.empty()) return false;
  Eigen::Map<SmallVector<D>> last(r);
  last = *std::min_element(list.begin(), list.end(), [&](const auto& x, const auto& y) {
    return (x - last).squaredNorm() < (y - last).squaredNorm();
  });
  return true;
}

}  // namespace

std::vector<double> real_roots(std::span<const double> coefficients) {
  auto n = coefficients.size();
  double largest = 0;
  for (const double c : coefficients) largest = std::max(largest, std::abs(c));
  while (n > 0 && std::abs(coefficients[n - 1]) <= 1e-300 + 1e-16 * largest * 1e-8) --n;
  const auto c = coefficients.first(n);
  std::vector<double> roots;
  if (n < 2) return roots;
  double bound = 0;  // Cauchy
  for (std::size_t i = 0; i + 1 < n; ++i) bound = std::max(bound, std::abs(c[i] / c[n - 1]));
  bound += 1;
  std::vector<double> derivative;
  for (std::size_t i = 1; i < n; ++i) derivative.push_back(static_cast<double>(i) * c[i]);
  std::vector<double> ends = real_roots(derivative);
  ends.insert(ends.begin(), -bound);
  ends.push_back(bound);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double low = value(c, ends[i]), high = value(c, ends[i + 1]);
    if (high == 0 && i + 2 < ends.size()) roots.push_back(ends[i + 1]);
    if ((low < 0 && high > 0) || (low > 0 && high < 0)) roots.push_back(bisect(c, ends[i], ends[i + 1]));
  }
  return roots;
}

std::vector<SmallVector<3>> one_contact_solutions(const SmallMatrix<3>& A, double mu,
                                                  const SmallVector<3>& b) {
  std::vector<SmallVector<3>> list;
  if (b[0] >= 0) list.push_back(SmallVector<3>::Zero());
  add_stick<3>(A, mu, b, list);
  if (!(std::abs(A(0, 0)) > 0)) return list;
  const double beta = -b[0] / A(0, 0);
  const Eigen::Vector2d a = A.block<1, 2>(0, 1).transpose() / A(0, 0);
  const Eigen::Matrix2d B = A.bottomRightCorner<2, 2>() - A.block<2, 1>(1, 0) * a.transpose();
  const Eigen::Vector2d bhat = b.tail<2>() + A.block<2, 1>(1, 0) * beta;
  // lambda in units of |B|, so that the coefficients are of one size.
  const double unit = B.norm() > 0 ? B.norm() : A.norm();
  const Eigen::Matrix2d B1 = B / unit;
  const Eigen::Vector2d b1 = bhat / unit;
  const Eigen::Vector2d c(B1(1, 1) * b1[0] - B1(0, 1) * b1[1], B1(0, 0) * b1[1] - B1(1, 0) * b1[0]);
  const double s[3] = {beta * B1.determinant() + a.dot(c), beta * B1.trace() + a.dot(b1), beta};
  const double m = mu * mu;
  const double quartic[5] = {c.dot(c) - m * s[0] * s[0], 2 * b1.dot(c) - 2 * m * s[0] * s[1],
                             b1.dot(b1) - m * (s[1] * s[1] + 2 * s[0] * s[2]), -2 * m * s[1] * s[2],
                             -m * s[2] * s[2]};
  for (const double lambda : real_roots(quartic)) {
    if (lambda < 0) continue;
    const double D = B1.determinant() + lambda * (B1.trace() + lambda);
    const Eigen::Vector2d p = c + lambda * b1;
    SmallVector<3> r;
    r[0] = beta + a.dot(p) / D;
    if (!(r[0] > 0)) continue;
    r.tail<2>() = -mu * r[0] * (D > 0 ? 1.0 : -1.0) * p.normalized();
    if (is_solution<3>(A, mu, b, r)) list.push_back(r);
  }
  return list;
}

std::vector<SmallVector<2>> one_contact_solutions(const SmallMatrix<2>& A, double mu,
                                                  const SmallVector<2>& b) {
  std::vector<SmallVector<2>> list;
  if (b[0] >= 0) list.push_back(SmallVector<2>::Zero());
  add_stick<2>(A, mu, b, list);
  for (const double sign : {1.0, -1.0}) {
    const double r_n = -b[0] / (A(0, 0) - sign * mu * A(0, 1));
    const SmallVector<2> r(r_n, -sign * mu * r_n);
    if (r_n > 0 && is_solution<2>(A, mu, b, r)) list.push_back(r);
  }
  return list;
}

bool enumerated_contact(const double* A, double mu, const double* b, double* r) {
  return nearest<3>(one_contact_solutions(SmallMatrix<3>(A), mu, SmallVector<3>(b)), r);
}

bool enumerated_contact_2d(const double* A, double mu, const double* b, double* r) {
  return nearest<2>(one_contact_solutions(SmallMatrix<2>(A), mu, SmallVector<2>(b)), r);
}

}  // namespace jounce::contact_problem
