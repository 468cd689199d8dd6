#include <utility>

#include "contact_problem/alternation.h"
#include "contact_problem/residual.h"

namespace jounce::contact_problem {
namespace {

constexpr int kAlternations = 4;
constexpr double kPolish = 1e-3;     ///< of the tolerance: what is aimed at once that is met
constexpr Index kEarlyRefusal = 60;  ///< contacts up to which a certificate is looked for before long methods
constexpr Index kFormed = 3000;      ///< contacts up to which an operator is formed
constexpr Index kManyContacts = 20000;  ///< from here the polish is dear
constexpr Index kLargestCones = 500;    ///< contacts up to which successive cones are tried
constexpr Path kPaths[] = {Path::plain, Path::extrapolated, Path::cautious};

/// Friction grows from a third to its full value, each solution the start of the next.
Result raise_friction(const Problem& problem, const Options& options) {
  Problem easier = problem;
  Result result;
  for (int third = 1; third <= 3; ++third) {
    for (std::size_t c = 0; c < problem.mu.size(); ++c) easier.mu[c] = problem.mu[c] * third / 3.0;
    Options own = options;
    if (third < 3) own.max_iterations = 1000;
    const Vector from = result.r;
    const int before = result.iterations;
    result = proximal_point(easier, from, own);
    result.iterations += before;
  }
  return result;
}

/// A start with all contacts closed, by normal impulses that would each stop `times` the largest velocity.
Vector pressed(const Problem& problem, double times) {
  const Vector scales = Residual(problem).scales();
  Vector r = Vector::Zero(problem.size());
  for (Index c = 0; c < problem.contacts(); ++c)
    r[problem.dimension * c] = times * problem.q.lpNorm<Eigen::Infinity>() / scales[c];
  return r;
}

/// A step or two of Newton's method more are cheap, and square what error is left.
Result polish(const Problem& problem, Result result, const Options& options) {
  const double wanted = kPolish * options.tolerance;
  if (result.iterations == 0 || result.residual <= wanted || problem.contacts() > kManyContacts)
    return result;
  const Vector from = result.r;
  Options own = options;
  own.tolerance = wanted;
  own.max_iterations = 2;
  Result polished = semi_smooth_newton(problem, from, own);
  polished.status = result.status;
  polished.method = result.method;
  return keep_better(std::move(result), std::move(polished));
}

Result automatic(const Problem& problem, const Vector& start, const Options& options) {
  Options own = options;
  own.max_iterations = 0;
  own.method = Method::newton;
  if (!problem.is_formed()) return admm(problem, start, own);
  Result best = alternate(problem, start, own, kAlternations);
  if (best.status != Status::solved && problem.contacts() <= kEarlyRefusal) {
    best.certificate = infeasibility_certificate(problem);
    if (best.certificate.size() != 0) return best;
  }
  for (int attempt = 0; attempt < 11 && best.status != Status::solved; ++attempt) {
    const Vector from = best.r;
    switch (attempt) {
      case 0:  // a few steps, and decisive where masses differ much and most contacts stick
        best = keep_better(std::move(best), interior_point(problem, {}, own));
        break;
      case 1:
        best = keep_better(std::move(best), proximal_point(problem, from, own));
        break;
      case 2:  // large mu, masses far apart: each of the three finds what the others do not
      case 3:
      case 4:
        if (problem.contacts() > kLargestCones) break;
        best = keep_better(std::move(best), successive_cones(problem, {}, own, kPaths[attempt - 2]));
        break;
      case 5:
        best = keep_better(std::move(best), raise_friction(problem, own));
        break;
      case 6:
        best = keep_better(std::move(best), gauss_seidel(problem, from, own));
        break;
      case 7:
        best = keep_better(std::move(best), proximal_point(problem, from, own));
        break;
      case 8:
        best = keep_better(std::move(best), admm(problem, from, own));
        break;
      case 9:
        best = keep_better(std::move(best), proximal_point(problem, pressed(problem, 1), own));
        break;
      default:
        best = keep_better(std::move(best), proximal_point(problem, pressed(problem, 100), own));
        break;
    }
  }
  return best.status == Status::solved ? polish(problem, std::move(best), options) : best;
}

}  // namespace

Result solve(const Problem& problem, const Vector& start, const Options& options) {
  if (!problem.is_formed() && options.method != Method::admm &&
      (options.method != Method::automatic || problem.contacts() <= kFormed))
    return solve(formed(problem), start, options);
  Result result;
  switch (options.method) {
    case Method::automatic:
      result = automatic(problem, start, options);
      break;
    case Method::gauss_seidel:
      result = gauss_seidel(problem, start, options);
      break;
    case Method::newton:
    case Method::fischer_burmeister:
      result = semi_smooth_newton(problem, start, options);
      break;
    case Method::proximal:
      result = proximal_point(problem, start, options);
      break;
    case Method::admm:
      result = admm(problem, start, options);
      break;
    case Method::interior_point:
      result = interior_point(problem, start, options);
      break;
  }
  if (result.status == Status::solved) return result;
  if (result.certificate.size() == 0) result.certificate = infeasibility_certificate(problem);
  if (result.certificate.size() != 0) result.status = Status::infeasible;
  return result;
}

}  // namespace jounce::contact_problem
