#include "stepping/impact_sequence.h"

#include <algorithm>
#include <cmath>

#include "la/decompositions.h"
#include "la/linear_solver.h"
#include "stepping/initial_state.h"
#include "stepping/linear_complementarity.h"

namespace jounce {
namespace {

constexpr double kTogether = 1e-6;    ///< relative difference of speeds that counts as none
constexpr double kOver = 1e-10;       ///< of the first approach: a sequence is over
constexpr double kUncoupled = 1e-13;  ///< of the diagonal

/// Impact of the contacts `hit`; false when their problem has no solution.
bool hit_together(const DenseMatrix& A, const std::vector<Index>& hit, const Vector& e,
                  ImpactSequence& state) {
  const Vector before = state.velocity(hit);
  Vector z, w;
  if (!solve_complementarity(A(hit, hit), before + e(hit).cwiseProduct(before), z, w)) return false;
  Vector p = Vector::Zero(A.rows());
  p(hit) = z;
  state.velocity += A * p;
  for (std::size_t i = 0; i < hit.size(); ++i)  // without the round-off of the product
    if (const auto k = static_cast<Eigen::Index>(i); z[k] > 0)
      state.velocity[hit[i]] = -e[hit[i]] * before[k];
  state.impulse += p;
  return true;
}

}  // namespace

ImpactSequence impact_sequence(const DenseMatrix& A, const Vector& u, const Vector& e) {
  const Index n = static_cast<Index>(u.size());
  ImpactSequence state{u, Vector::Zero(n)};
  const ImpactSequence untouched = state;
  if (n == 0) return state;
  const double first = std::max(0.0, -u.minCoeff());
  std::vector<Index> hit;
  for (Index impacts = 0; impacts < 50 * (n + 10); ++impacts) {
    const double fastest = state.velocity.minCoeff();
    if (!(fastest < -kOver * first)) break;
    hit.clear();
    for (Index i = 0; i < n; ++i)
      if (state.velocity[i] <= (1 - kTogether) * fastest) hit.push_back(i);
    if (!hit_together(A, hit, e, state)) return untouched;
  }
  if (!(state.velocity.minCoeff() < 0)) return state;
  Vector z, w;
  if (!solve_complementarity(A, state.velocity, z, w)) return untouched;
  state.impulse += z;
  state.velocity = w;
  return state;
}

DenseMatrix impact_matrix(const System& system, const State& state, const RowJacobian& W,
                          const std::vector<int>& rows) {
  const Index n = system.n_free(), b = system.joints().rows();
  RowJacobian G;
  system.joints().jacobian(state, G);
  const CsrMatrix matrix = bordered_mass(system, state, G);
  LinearSolver solver(b == 0 ? MatrixKind::positive_definite : MatrixKind::general);
  solver.factor(matrix);
  const auto size = static_cast<Eigen::Index>(rows.size());
  DenseMatrix A(size, size);
  Vector force, right, solution, response = Vector::Zero(system.nv());
  for (Eigen::Index j = 0; j < size; ++j) {
    force.setZero(system.nv());
    W.add_transpose(rows[j], 1.0, force);
    right.setZero(n + b);
    right.head(n) = force.head(n);
    solver.solve(right, solution);
    response.head(n) = solution.head(n);
    for (Eigen::Index i = 0; i < size; ++i) A(i, j) = W.dot(rows[i], response);
  }
  return 0.5 * (A + A.transpose());
}

std::vector<std::vector<Index>> coupled_contacts(const DenseMatrix& A) {
  const auto n = static_cast<Index>(A.rows());
  std::vector<std::vector<Index>> groups;
  std::vector<bool> is_taken(static_cast<std::size_t>(n), false);
  for (Index first = 0; first < n; ++first) {
    if (is_taken[first]) continue;
    std::vector<Index> group{first};
    is_taken[first] = true;
    for (std::size_t at = 0; at < group.size(); ++at)
      for (Index i = 0; i < n; ++i) {
        const Index j = group[at];
        if (is_taken[i] || !(std::abs(A(i, j)) > kUncoupled * std::sqrt(A(i, i) * A(j, j)))) continue;
        is_taken[i] = true;
        group.push_back(i);
      }
    std::sort(group.begin(), group.end());
    groups.push_back(group);
  }
  return groups;
}

}  // namespace jounce
