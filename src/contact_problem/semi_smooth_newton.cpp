#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <stdexcept>

#include "contact_problem/best_iterate.h"
#include "contact_problem/newton_system.h"
#include "contact_problem/scaled_problem.h"

namespace jounce::contact_problem {
namespace {

constexpr int kStepsOfNewton = 100;
constexpr int kMemory = 5;           ///< residuals that the line search looks back on
constexpr int kHalvings = 10;        ///< shortest step 2^-kHalvings
constexpr int kNewtonPatience = 15;  ///< steps without progress after which it gives up
constexpr double kProgress = 0.7;
constexpr double kLeastEpsilon = 1e-12, kMostEpsilon = 1e-4;

}  // namespace

Result semi_smooth_newton(const Problem& problem, const Vector& start, const Options& options) {
  if (!problem.is_formed()) throw std::invalid_argument("Newton's method needs a formed Delassus matrix");
  BestIterate best(problem, start, options.tolerance);
  const bool is_jordan = options.method == Method::fischer_burmeister;
  const std::string name = is_jordan ? "fischer-burmeister" : "newton";
  if (best.is_solved()) return best.result(name, 0);
  const Residual measure(problem);
  const Vector roots = measure.scales().cwiseSqrt();
  const Problem own = scaled(problem, roots);
  NewtonSystem system(own, options.method);
  const int d = problem.dimension,
            limit = options.max_iterations > 0 ? options.max_iterations : kStepsOfNewton;

  Vector r = best.r(), u = best.u();  // of the given problem
  Vector r_own, u_own, dr, du, trial_r, trial_u;
  std::deque<double> recent{best.residual()};
  double epsilon_factor = 1, milestone = best.residual();
  int steps = 0, since_milestone = 0;
  while (steps < limit && !best.is_solved() && since_milestone < kNewtonPatience) {
    r_own = r;
    multiply_contacts(d, roots, r_own);
    u_own = u;
    divide_contacts(d, roots, u_own);
    const double epsilon = epsilon_factor * std::clamp(1e-4 * recent.back(), kLeastEpsilon, kMostEpsilon);
    ++steps;
    ++since_milestone;
    if (!system.step(r_own, u_own, epsilon, dr)) {
      epsilon_factor *= 100;
      continue;
    }
    divide_contacts(d, roots, dr);
    problem.W.multiply(dr, du);
    const double reference = *std::max_element(recent.begin(), recent.end());
    double t = 1, best_t = 1, best_e = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= kHalvings; ++i, t *= 0.5) {
      trial_r = r + t * dr;
      trial_u = u + t * du;
      const double e = measure(trial_r, trial_u);
      if (e < best_e) {
        best_e = e;
        best_t = t;
      }
      if (e <= (1 - 1e-4 * t) * reference) break;
    }
    if (!std::isfinite(best_e)) break;
    r += best_t * dr;
    velocities(problem, r, u);
    best.offer(r);
    recent.push_back(best_e);
    if (recent.size() > kMemory) recent.pop_front();
    if (best.residual() < kProgress * milestone) {
      milestone = best.residual();
      since_milestone = 0;
    }
  }
  return best.result(name, steps);
}

}  // namespace jounce::contact_problem
