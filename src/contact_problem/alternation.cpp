#include "contact_problem/alternation.h"

#include <utility>

namespace jounce::contact_problem {
namespace {

constexpr int kFirstSweeps = 10, kNewtonSteps = 40;

}  // namespace

Result keep_better(Result a, Result b) {
  const int iterations = a.iterations + b.iterations;
  Result result = b.residual < a.residual ? std::move(b) : std::move(a);
  result.iterations = iterations;
  return result;
}

Result alternate(const Problem& problem, const Vector& start, const Options& options, int rounds,
                 int* newton_steps) {
  Options own = options;
  own.method = Method::newton;
  own.max_iterations = kFirstSweeps;
  Result best = gauss_seidel(problem, start, own);
  int steps = 0;
  for (int round = 0, sweeps = kFirstSweeps; best.status != Status::solved; sweeps *= 4) {
    own.max_iterations = kNewtonSteps;
    Result next = semi_smooth_newton(problem, Vector(best.r), own);
    steps += next.iterations;
    best = keep_better(std::move(best), std::move(next));
    if (best.status == Status::solved || ++round == rounds) break;
    own.max_iterations = 4 * sweeps;
    next = gauss_seidel(problem, Vector(best.r), own);
    best = keep_better(std::move(best), std::move(next));
  }
  if (newton_steps != nullptr) *newton_steps = steps;
  return best;
}

}  // namespace jounce::contact_problem
