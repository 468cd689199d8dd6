#include <cmath>

#include "contact_problem/body_gradient.h"

namespace jounce::contact_problem {
namespace {

constexpr int kStepsToLook = 10;  ///< steps between two evaluations of the residual
constexpr double kShorter = 0.5;  ///< step after a failed test, relative
constexpr double kLonger = 1.1;   ///< step after a passed one
constexpr double kLeastStep = 1e-12;

/// y = a + factor (a - b).
void extrapolate(const BodyState& a, const BodyState& b, double factor, BodyState& y) {
  y.r = a.r + factor * (a.r - b.r);
  y.lambda = a.lambda + factor * (a.lambda - b.lambda);
  y.w = a.w + factor * (a.w - b.w);
}

}  // namespace

/// Nesterov's accelerated projected gradient in the metric D:
///
///     x_k+1 = P_K(y_k - t D^-1 g(y_k)),   y_k+1 = x_k+1 + b_k (x_k+1 - x_k),
///     theta_k+1 solves theta^2 = (1 - theta) theta_k^2,   b_k = theta_k (1 - theta_k)/(theta_k^2 +
///     theta_k+1)
///
/// t is halved until |w(x_k+1) - w(y_k)|^2 <= |x_k+1 - y_k|_D^2/t, which is the usual test on f without its
/// cancellation, and grows by a tenth a step; theta starts anew when g(y_k).(x_k+1 - x_k) > 0.
BodyResult projected_gradient(const BodySweeps& sweeps, const BodyOptions& options, BodyState& start) {
  BestBodyState best(sweeps, options, start);
  BodyGradient gradient(sweeps);
  BodyState x = start, next = start;
  BodyState& y = start;
  const auto square = [&](const Vector& w) { return sweeps.dot(w, w); };
  double step = 1, theta = 1;
  int count = 0;
  while (!best.is_solved() && count < options.max_iterations) {
    gradient.compute(y.w);
    for (;;) {
      gradient.step(y, step, next);
      sweeps.update_velocities(next);
      const double curvature = square(next.w - y.w);
      if (!(step * curvature > gradient.distance_square(next, y)) || step < kLeastStep) break;
      step *= kShorter;
    }
    ++count;
    if (count % kStepsToLook == 0 || count == options.max_iterations) {
      const double e = best.offer(next, count);
      if (best.is_solved() || !std::isfinite(e)) break;
    }
    double factor = 0;
    if (gradient.slope(next, x) > 0) {
      theta = 1;
    } else {
      const double theta_2 = theta * theta;
      const double following = 0.5 * (-theta_2 + theta * std::sqrt(theta_2 + 4));
      factor = theta * (1 - theta) / (theta_2 + following);
      theta = following;
    }
    extrapolate(next, x, factor, y);
    std::swap(x, next);
    step *= kLonger;
  }
  start = std::move(best.state());
  return {best.is_solved(), best.residual(), count};
}

/// Spectral projected gradient (E. Birgin, J. Martinez, M. Raydan 2000) in the metric D: along
/// d = P_K(x - a D^-1 g) - x the exact minimum of f, at most 1, is taken where the full step does not bring f
/// below the largest of the last ten by 1e-4 of the slope. The steps a alternate between the two quotients of
/// Barzilai and Borwein (IMA J. Numer. Anal. 8 (1988) 141),
///
///     a = |x' - x|_D^2 / |w' - w|^2,     a = (x' - x).(g' - g) / |g' - g|_(D^-1)^2
///
/// For Coulomb's law f changes with the shift, so the largest of the last ten says nothing and the full step
/// is taken.
BodyResult barzilai_borwein(const BodySweeps& sweeps, const BodyOptions& options, BodyState& start) {
  constexpr int kMemory = 10;
  constexpr double kDecrease = 1e-4, kShortest = 1e-6, kLongest = 1e6;
  BestBodyState best(sweeps, options, start);
  BodyGradient gradient(sweeps);
  const BodyProblem& problem = sweeps.problem();
  BodyState& x = start;
  BodyState next = start;
  const auto square = [&](const Vector& w) { return sweeps.dot(w, w); };
  std::array<double, kMemory> values;
  const auto value = [&](const BodyState& at) {
    return 0.5 * square(at.w) + sweeps.sum(problem.s.dot(at.r) + problem.c.dot(at.lambda));
  };
  values.fill(value(x));
  Vector old_u, old_beta;
  double step = 1;
  int count = 0;
  gradient.compute(x.w);
  while (!best.is_solved() && count < options.max_iterations) {
    gradient.step(x, step, next);
    sweeps.update_velocities(next);
    double curvature = square(next.w - x.w);
    double now = value(next);
    if (sweeps.law() == ContactLawKind::cone) {
      const double slope = gradient.slope(next, x);
      const double most = *std::max_element(values.begin(), values.end());
      if (now > most + kDecrease * slope + 1e-15 * std::abs(most) && -slope < curvature) {
        const double part = -slope / curvature;
        next.r = x.r + part * (next.r - x.r);
        next.lambda = x.lambda + part * (next.lambda - x.lambda);
        next.w = x.w + part * (next.w - x.w);
        curvature *= part * part;
        now = value(next);
      }
    }
    ++count;
    values[count % kMemory] = now;
    if (count % kStepsToLook == 0 || count == options.max_iterations) {
      const double e = best.offer(next, count);
      if (best.is_solved() || !std::isfinite(e)) break;
    }
    const double distance = gradient.distance_square(next, x);
    old_u.swap(gradient.u);
    old_beta.swap(gradient.beta);
    gradient.u.resize(old_u.size());
    gradient.beta.resize(old_beta.size());
    gradient.compute(next.w);
    if (count % 2 == 0) {
      step = distance / curvature;
    } else {
      double along = 0, squares = 0;
      Index row = 0;
      for (const BodyContact& contact : sweeps.contacts()) {
        const SmallVector<3> change = gradient.u.segment<3>(row) - old_u.segment<3>(row);
        along += change.dot(next.r.segment<3>(row) - x.r.segment<3>(row));
        squares += change.squaredNorm() / contact.scale;
        row += 3;
      }
      for (Index j = 0; j < gradient.beta.size(); ++j) {
        const double change = gradient.beta[j] - old_beta[j];
        along += change * (next.lambda[j] - x.lambda[j]);
        squares += change * change / sweeps.joint_scales()[j];
      }
      along = sweeps.sum(along);
      step = along / sweeps.sum(squares);
    }
    step = std::isfinite(step) ? std::clamp(step, kShortest, kLongest) : 1.0;
    std::swap(x, next);
  }
  start = std::move(best.state());
  return {best.is_solved(), best.residual(), count};
}

}  // namespace jounce::contact_problem
