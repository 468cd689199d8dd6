#include "contact_problem/gauss_seidel.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "contact_problem/best_iterate.h"
#include "contact_problem/fast_clones.h"
#include "contact_problem/solvers.h"

namespace jounce::contact_problem {
namespace {

constexpr int kDefaultSweeps = 10000;
constexpr std::ptrdiff_t kAhead = 256;  ///< numbers of W that are fetched ahead
constexpr double kLeastChange = 16 * std::numeric_limits<double>::epsilon();  ///< of the impulses
constexpr int kSweepsToLook = 50;  ///< sweeps after which the true residual is evaluated at the latest

struct BlockArrays {
  const Index* row_starts;
  const Index* columns;
  const double* values;
  const double* q;
  const double* scales;
  double* lambda;
  double* r;
  Index contacts;
};

JOUNCE_FAST_CLONES double sweep_in_space(const BlockArrays& at, const OneContact3* local) {
  double change = 0;
  for (Index c = 0; c < at.contacts; ++c) {
    const Index begin = at.row_starts[c], end = at.row_starts[c + 1];
    const double* block = at.values + 9 * static_cast<std::ptrdiff_t>(begin);
    // Columns 0, 1 of a block lie in lanes 0 to 2 of a pack, column 2 in lanes 1 to 3 of the pack that starts
    // one number earlier: no number outside the block is read. Two blocks at a time and a sum for every
    // column, so that no addition waits for the one before.
    Pack sums[6] = {};
    Index k = begin;
    for (; k + 1 < end; k += 2, block += 18) {
      __builtin_prefetch(block + kAhead);
      __builtin_prefetch(block + kAhead + 9);
      const double* x = at.r + 3 * static_cast<std::ptrdiff_t>(at.columns[k]);
      const double* y = at.r + 3 * static_cast<std::ptrdiff_t>(at.columns[k + 1]);
      add_product(block, x[0], sums[0]);
      add_product(block + 3, x[1], sums[1]);
      add_product(block + 5, x[2], sums[2]);
      add_product(block + 9, y[0], sums[3]);
      add_product(block + 12, y[1], sums[4]);
      add_product(block + 14, y[2], sums[5]);
    }
    if (k < end) {
      const double* x = at.r + 3 * static_cast<std::ptrdiff_t>(at.columns[k]);
      add_product(block, x[0], sums[0]);
      add_product(block + 3, x[1], sums[1]);
      add_product(block + 5, x[2], sums[2]);
    }
    const Pack front = (sums[0] + sums[3]) + (sums[1] + sums[4]), back = sums[2] + sums[5];
    double* r = at.r + 3 * static_cast<std::ptrdiff_t>(c);
    const double* q = at.q + 3 * static_cast<std::ptrdiff_t>(c);
    const double old[3] = {r[0], r[1], r[2]};
    const double* A = local[c].block();
    const double b[3] = {q[0] + (front[0] + back[1] - (A[0] * old[0] + A[3] * old[1] + A[6] * old[2])),
                         q[1] + (front[1] + back[2] - (A[1] * old[0] + A[4] * old[1] + A[7] * old[2])),
                         q[2] + (front[2] + back[3] - (A[2] * old[0] + A[5] * old[1] + A[8] * old[2]))};
    local[c].solve(b, r, at.lambda[c]);
    const double d[3] = {r[0] - old[0], r[1] - old[1], r[2] - old[2]};
    change += at.scales[c] * at.scales[c] * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }
  return change;
}

double sweep_in_plane(const BlockArrays& at, const OneContact2* local) {
  double change = 0;
  for (Index c = 0; c < at.contacts; ++c) {
    double* r = at.r + 2 * static_cast<std::ptrdiff_t>(c);
    double b[2] = {at.q[2 * c], at.q[2 * c + 1]};
    const double* block = at.values + 4 * static_cast<std::ptrdiff_t>(at.row_starts[c]);
    for (Index k = at.row_starts[c]; k < at.row_starts[c + 1]; ++k, block += 4) {
      if (at.columns[k] == c) continue;
      const double* x = at.r + 2 * static_cast<std::ptrdiff_t>(at.columns[k]);
      b[0] += block[0] * x[0] + block[2] * x[1];
      b[1] += block[1] * x[0] + block[3] * x[1];
    }
    const double old[2] = {r[0], r[1]};
    local[c].solve(b, r, at.lambda[c]);
    const double d[2] = {r[0] - old[0], r[1] - old[1]};
    change += at.scales[c] * at.scales[c] * (d[0] * d[0] + d[1] * d[1]);
  }
  return change;
}

/// Of the impulses, as the change of a sweep.
double scaled_norm(const Problem& problem, const Vector& scales, const Vector& r) {
  double sum = 0;
  for (Index c = 0; c < problem.contacts(); ++c)
    sum += scales[c] * scales[c] * r.segment(problem.dimension * c, problem.dimension).squaredNorm();
  return std::sqrt(sum);
}

}  // namespace

GaussSeidel::GaussSeidel(const Problem& problem) : problem_(problem), lambda_(problem.mu.size(), 0.0) {
  if (!problem.is_formed()) throw std::invalid_argument("Gauss-Seidel needs a formed Delassus matrix");
  for (Index c = 0; c < problem.contacts(); ++c) {
    const double* A = problem.W.block(problem.W.diagonal(c));
    const double mu = problem.mu[c];
    if (problem.dimension == 3)
      spatial_.emplace_back(A, mu);
    else
      planar_.emplace_back(A, mu);
  }
}

double GaussSeidel::sweep(Vector& r, const Vector& scales) {
  const BlockMatrix& W = problem_.W;
  const BlockArrays at{W.row_starts.data(), W.columns.data(), W.values.data(), problem_.q.data(),
                       scales.data(),       lambda_.data(),   r.data(),        problem_.contacts()};
  return problem_.dimension == 3 ? sweep_in_space(at, spatial_.data()) : sweep_in_plane(at, planar_.data());
}

Result gauss_seidel(const Problem& problem, const Vector& start, const Options& options) {
  BestIterate best(problem, start, options.tolerance);
  const int limit = options.max_iterations > 0 ? options.max_iterations : kDefaultSweeps;
  int sweeps = 0;
  if (!best.is_solved()) {
    GaussSeidel method(problem);
    Vector r = best.r();
    const double norm = problem.q.norm();
    double trigger = options.tolerance * norm;
    for (int last_look = 0; sweeps < limit && !best.is_solved();) {
      const double change = std::sqrt(method.sweep(r, best.scales()));
      ++sweeps;
      // The change in a sweep is of the size of the residual; the residual itself costs another pass over W.
      if (change > trigger && sweeps < limit && sweeps - last_look < kSweepsToLook) continue;
      if (change <= trigger) trigger *= 0.3;
      last_look = sweeps;
      best.offer(r);
      // no more than round-off, as of a single contact after two sweeps
      if (change <= kLeastChange * scaled_norm(problem, best.scales(), r)) break;
    }
  }
  return best.result("gauss-seidel", sweeps);
}

}  // namespace jounce::contact_problem
