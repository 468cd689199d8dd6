#include <algorithm>
#include <cmath>

#include "contact_problem/best_iterate.h"
#include "contact_problem/cone.h"
#include "contact_problem/scaled_problem.h"
#include "contact_problem/shifted_system.h"

namespace jounce::contact_problem {
namespace {

constexpr int kDefaultSteps = 5000;
constexpr int kLook = 10;  ///< steps between two evaluations of the residual
constexpr double kOverRelaxation = 1.6;
constexpr double kBalance = 5;    ///< ratio of primal and dual residual that changes the penalty
constexpr int kMostChanges = 40;  ///< changes of the penalty, which cost a factorisation each

/// z = P_K(v), y = v - z: -rho y is the velocity u^ in the dual cone. Adds the De Saxce term of that velocity
/// to s. The third line of the iteration below.
template <int D>
void split(const Problem& problem, double rho, const Vector& v, Vector& z, Vector& y, Vector& s) {
  for (Index c = 0; c < problem.contacts(); ++c) {
    const double mu = problem.mu[c];
    const SmallVector<D> at = v.segment<D>(D * c), nearest = project_cone<D>(mu, at);
    z.segment<D>(D * c) = nearest;
    y.segment<D>(D * c) = at - nearest;
    s[D * c] = mu * rho * y.segment<D - 1>(D * c + 1).norm();
  }
}

}  // namespace

// In scaled unknowns, with multiplier rho y of the constraint x = z and over-relaxation alpha:
//   x = (W + rho 1)^-1 (-q - s + rho (z - y))
//   v = alpha x + (1 - alpha) z + y
//   z = P_K(v), y = v - z, s_N = mu |rho y_T|
Result admm(const Problem& problem, const Vector& start, const Options& options) {
  BestIterate best(problem, start, options.tolerance);
  if (best.is_solved()) return best.result("admm", 0);
  const int d = problem.dimension,
            limit = options.max_iterations > 0 ? options.max_iterations : kDefaultSteps;
  const Vector roots = best.scales().cwiseSqrt();
  Vector q = problem.q;
  divide_contacts(d, roots, q);
  ShiftedSystem system(problem, roots);
  double rho = 0.3;
  system.set_shift(rho);

  Vector z = best.r(), u = best.u();
  multiply_contacts(d, roots, z);
  divide_contacts(d, roots, u);
  Vector y = -u / rho, s = Vector::Zero(q.size()), v = y, x = z, last_z = z, physical;
  for (Index c = 0; c < problem.contacts(); ++c) {
    const double slip = problem.mu[c] * u.segment(d * c + 1, d - 1).norm();
    s[d * c] = slip;
    y[d * c] -= slip / rho;
  }
  int steps = 0;
  for (int changes = 0, since_change = 0; steps < limit && !best.is_solved();) {
    ++steps;
    system.solve(-q - s + rho * (z - y), std::clamp(1e-2 * best.residual(), 1e-14, 1e-4), x);
    last_z = z;
    v = kOverRelaxation * x + (1 - kOverRelaxation) * last_z + y;
    if (d == 3)
      split<3>(problem, rho, v, z, y, s);
    else
      split<2>(problem, rho, v, z, y, s);
    if (!z.allFinite()) break;
    if (steps % kLook != 0 && steps < limit) continue;
    physical = z;
    divide_contacts(d, roots, physical);
    best.offer(physical);
    since_change += kLook;
    const double primal = (x - z).norm() / std::max(1e-300, std::max(x.norm(), z.norm()));
    const double dual = rho * (z - last_z).norm() / q.norm();
    if (changes >= kMostChanges || since_change < kLook * (1 + changes / 4)) continue;
    double factor = 1;
    if (primal > kBalance * dual) factor = std::min(10.0, std::sqrt(primal / std::max(dual, 1e-300)));
    if (dual > kBalance * primal) factor = 1 / std::min(10.0, std::sqrt(dual / std::max(primal, 1e-300)));
    if (factor == 1) continue;
    rho *= factor;
    y /= factor;
    system.set_shift(rho);
    ++changes;
    since_change = 0;
  }
  return best.result("admm", steps);
}

}  // namespace jounce::contact_problem
