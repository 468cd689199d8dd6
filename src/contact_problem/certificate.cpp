#include <cmath>

#include "contact_problem/residual.h"
#include "contact_problem/scaled_problem.h"
#include "contact_problem/solvers.h"
#include "la/decompositions.h"

namespace jounce::contact_problem {
namespace {

constexpr Index kMostContacts = 600;
constexpr double kZero = 1e-10;  ///< |W^T d| relative to |W| |d| that counts as zero

/// min |E x - f|, x >= 0 (C. L. Lawson, R. J. Hanson, Solving Least Squares Problems, 1974, chapter 23).
Vector non_negative_least_squares(const DenseMatrix& E, const Vector& f) {
  const Index n = static_cast<Index>(E.cols());
  std::vector<Index> passive;
  std::vector<bool> is_passive(static_cast<std::size_t>(n), false);
  Vector x = Vector::Zero(n);
  const double threshold = 1e-12 * E.norm();
  for (Index outer = 0; outer < 3 * n; ++outer) {
    const Vector descent = E.transpose() * (f - E * x);
    Index enter = -1;
    for (Index j = 0; j < n; ++j)
      if (!is_passive[j] && descent[j] > threshold && (enter < 0 || descent[j] > descent[enter])) enter = j;
    if (enter < 0) break;
    passive.push_back(enter);
    is_passive[enter] = true;
    while (!passive.empty()) {
      DenseMatrix part(E.rows(), passive.size());
      for (std::size_t i = 0; i < passive.size(); ++i)
        part.col(static_cast<Eigen::Index>(i)) = E.col(passive[i]);
      const Vector s = part.completeOrthogonalDecomposition().solve(f);
      double step = 1;
      for (std::size_t i = 0; i < passive.size(); ++i) {
        const double now = x[passive[i]], next = s[static_cast<Eigen::Index>(i)];
        if (next <= 0) step = std::min(step, now / (now - next + 1e-300));
      }
      std::vector<Index> kept;
      for (std::size_t i = 0; i < passive.size(); ++i) {
        double& value = x[passive[i]];
        value += step * (s[static_cast<Eigen::Index>(i)] - value);
        const bool leaves = step < 1 && s[static_cast<Eigen::Index>(i)] <= 0 && value <= 1e-14;
        if (leaves) value = 0;
        is_passive[passive[i]] = !leaves;
        if (!leaves) kept.push_back(passive[i]);
      }
      const bool is_done = step >= 1 || kept.size() == passive.size();
      passive = kept;
      if (is_done) break;
    }
  }
  return x;
}

}  // namespace

// d exists exactly when the least squares problem  (W^T)_.N d = 0, q_N.d = -1, d >= 0  has a zero residual.
Vector infeasibility_certificate(const Problem& problem) {
  if (!problem.is_formed() || problem.contacts() > kMostContacts || problem.q.isZero(0.0)) return {};
  const int d = problem.dimension;
  const Vector roots = Residual(problem).scales().cwiseSqrt();
  const Problem own = scaled(problem, roots);
  const DenseMatrix transposed = own.W.dense().transpose();
  DenseMatrix E(transposed.rows() + 1, problem.contacts());
  Vector f = Vector::Zero(transposed.rows() + 1);
  const double size = own.q.lpNorm<Eigen::Infinity>();
  for (Index c = 0; c < problem.contacts(); ++c) {
    E.col(c).head(transposed.rows()) = transposed.col(d * c);
    E(transposed.rows(), c) = own.q[d * c] / size;
  }
  f[transposed.rows()] = -1;
  const Vector x = non_negative_least_squares(E, f);
  Vector certificate = Vector::Zero(problem.size());
  for (Index c = 0; c < problem.contacts(); ++c) certificate[d * c] = x[c];
  const double gain = own.q.dot(certificate) / size;
  if (!(gain < -0.5) || (transposed * certificate).norm() > kZero * certificate.norm()) return {};
  divide_contacts(d, roots, certificate);
  return certificate;
}

}  // namespace jounce::contact_problem
