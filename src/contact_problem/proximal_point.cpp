#include <algorithm>
#include <stdexcept>

#include "contact_problem/alternation.h"
#include "contact_problem/best_iterate.h"

namespace jounce::contact_problem {
namespace {

constexpr int kDefaultIterations = 100000;
constexpr double kFirst = 1e-2, kLeast = 1e-7, kMost = 10;  ///< eps
constexpr int kMostOuter = 300;
constexpr double kInner = 0.05;      ///< tolerance of an inner problem, relative to the outer residual
constexpr double kRelaxation = 1.3;  ///< of a step to the solution of the inner problem
constexpr double kHarder = 3;        ///< growth of eps after a failure
constexpr double kForget = 0.9;  ///< fall of the eps that failed last, below which eps does not fall, a step
constexpr int kRounds = 3;       ///< sweeps and Newton steps of an inner problem
constexpr int kEasy = 8, kFair = 15;  ///< Newton steps of an inner problem after which eps falls fast, slowly

}  // namespace

Result proximal_point(const Problem& problem, const Vector& start, const Options& options) {
  if (!problem.is_formed()) throw std::invalid_argument("the proximal point method needs a formed matrix");
  BestIterate best(problem, start, options.tolerance);
  const int d = problem.dimension;
  const int limit = options.max_iterations > 0 ? options.max_iterations : kDefaultIterations;
  Problem inner = problem;
  Vector r = start.size() == problem.size() && start.allFinite() ? start : best.r();
  double epsilon = kFirst, failed = 0;
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
    const double wanted = std::max(0.3 * options.tolerance, kInner * best.residual());
    int newton_steps = 0;
    const Result result = alternate(inner, r, {.tolerance = ratio * wanted}, kRounds, &newton_steps);
    iterations += std::max(1, result.iterations);
    best.offer(result.r);
    if (result.status == Status::solved) {
      r += kRelaxation * (result.r - r);
      failed *= kForget;
      const double fall = newton_steps <= kEasy ? 1.0 / 3 : newton_steps <= kFair ? 0.7 : 1;
      epsilon = std::max({kLeast, std::min(epsilon, 1.5 * failed), fall * epsilon});
    } else {
      if (epsilon >= kMost) r = result.r;  // nothing easier to try: take what there is
      failed = epsilon;
      epsilon = std::min(kMost, kHarder * epsilon);
    }
  }
  return best.result("proximal-point", iterations);
}

}  // namespace jounce::contact_problem
