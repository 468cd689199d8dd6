#include <algorithm>
#include <stdexcept>

#include "contact_problem/alternation.h"
#include "contact_problem/best_iterate.h"

namespace jounce::contact_problem {
namespace {

constexpr int kDefaultIterations = 20000;
constexpr double kFirst = 1e-2, kLeast = 1e-7, kMost = 10;  ///< eps
constexpr int kInnerRounds = 3;
constexpr int kMostOuter = 300;

}  // namespace

Result proximal_point(const Problem& problem, const Vector& start, const Options& options) {
  if (!problem.is_formed()) throw std::invalid_argument("the proximal point method needs a formed matrix");
  BestIterate best(problem, start, options.tolerance);
  const int d = problem.dimension;
  const int limit = options.max_iterations > 0 ? options.max_iterations : kDefaultIterations;
  Problem inner = problem;
  Vector r = start.size() == problem.size() && start.allFinite() ? start : best.r();
  double epsilon = kFirst;
  int iterations = 0;
  for (int outer = 0; outer < kMostOuter && iterations < limit && !best.is_solved(); ++outer) {
    for (Index c = 0; c < problem.contacts(); ++c) {
      const double shift = epsilon * best.scales()[c];
      const Index diagonal = problem.W.diagonal(c);
      for (int i = 0; i < d; ++i)
        inner.W.block(diagonal)[(d + 1) * i] = problem.W.block(diagonal)[(d + 1) * i] + shift;
      inner.q.segment(d * c, d) = problem.q.segment(d * c, d) - shift * r.segment(d * c, d);
    }
    const double ratio = problem.q.norm() / inner.q.norm();
    const double wanted = std::max(0.3 * options.tolerance, 0.01 * best.residual());
    const Result result = alternate(inner, r, {.tolerance = ratio * wanted, .max_iterations = kInnerRounds});
    iterations += std::max(1, result.iterations);
    if (result.status == Status::solved) {
      r = result.r;
      epsilon = std::max(kLeast, 0.2 * epsilon);
    } else {
      if (epsilon >= kMost) r = result.r;  // nothing easier to try: take what there is
      epsilon = std::min(kMost, 10 * epsilon);
    }
    best.offer(result.r);
  }
  return best.result("proximal-point", iterations);
}

}  // namespace jounce::contact_problem
