#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "contact_problem/alternation.h"
#include "contact_problem/best_iterate.h"

namespace jounce::contact_problem {
namespace {

constexpr int kRounds = 4;
constexpr int kFirstSweeps = 10;
constexpr int kNewtonSteps = 40;
constexpr Index kFormed = 3000;        ///< contacts up to which an operator is formed
constexpr Index kManyContacts = 4000;  ///< from here a Newton step is dear, and sweeps come in hundreds

Result keep_better(Result a, Result b) {
  const int iterations = a.iterations + b.iterations;
  Result result = b.residual < a.residual ? std::move(b) : std::move(a);
  result.iterations = iterations;
  return result;
}

Result automatic(const Problem& problem, const Vector& start, const Options& options) {
  Options own = options;
  own.max_iterations = 0;
  Result best = problem.is_formed() ? alternate(problem, start, own) : admm(problem, start, own);
  if (!problem.is_formed()) return best;
  using Solver = Result (*)(const Problem&, const Vector&, const Options&);
  for (const Solver next : {proximal_point, admm, alternate, gauss_seidel}) {
    if (best.status == Status::solved) return best;
    const Vector from = best.r;
    best = keep_better(std::move(best), next(problem, from, own));
  }
  return best;
}

}  // namespace

Result alternate(const Problem& problem, const Vector& start, const Options& options) {
  const int rounds = options.max_iterations > 0 ? options.max_iterations : kRounds;
  Options own = options;
  Result best;
  Vector from = start;
  int sweeps = problem.contacts() > kManyContacts ? 20 * kFirstSweeps : kFirstSweeps;
  for (int round = 0; round < rounds; ++round, sweeps *= 4) {
    own.max_iterations = sweeps;
    Result next = gauss_seidel(problem, from, own);
    best = round == 0 ? std::move(next) : keep_better(std::move(best), std::move(next));
    if (best.status == Status::solved) break;
    own.max_iterations = kNewtonSteps;
    own.method = Method::newton;
    from = best.r;
    best = keep_better(std::move(best), semi_smooth_newton(problem, from, own));
    if (best.status == Status::solved) break;
    from = best.r;
  }
  return best;
}

Result solve(const Problem& problem, const Vector& start, const Options& options) {
  if (!problem.is_formed() && options.method != Method::admm &&
      (options.method != Method::automatic || problem.contacts() <= kFormed))
    return solve(formed(problem), start, options);
  Result result;
  switch (options.method) {
    case Method::automatic: result = automatic(problem, start, options); break;
    case Method::gauss_seidel: result = gauss_seidel(problem, start, options); break;
    case Method::newton:
    case Method::fischer_burmeister: result = semi_smooth_newton(problem, start, options); break;
    case Method::proximal: result = proximal_point(problem, start, options); break;
    case Method::admm: result = admm(problem, start, options); break;
  }
  if (result.status == Status::solved) return result;
  result.certificate = infeasibility_certificate(problem);
  if (result.certificate.size() != 0) result.status = Status::infeasible;
  return result;
}

}  // namespace jounce::contact_problem
