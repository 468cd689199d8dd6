#include <algorithm>
#include <cmath>
#include <limits>

#include "contact_problem/body_sweeps.h"

namespace jounce::contact_problem {
namespace {

/// When to measure the residual, which costs as much as a sweep: once the change in a sweep, which is of its
/// size, is small enough, and now and then. A method that has left the numbers stops there.
class Looks {
 public:
  Looks(double trigger, int limit) : trigger_(trigger), limit_(limit) {}

  bool is_due(int sweeps, double change_square) {
    const bool is_small = std::sqrt(change_square) <= trigger_;
    if (!is_small && sweeps < limit_ && sweeps - last_ < kFirst + sweeps / kPart) return false;
    if (is_small) trigger_ *= 0.5;
    last_ = sweeps;
    return true;
  }

 private:
  static constexpr int kFirst = 10, kPart = 20;
  double trigger_;
  int limit_, last_ = 0;
};

BodyResult finish(BestBodyState& best, int sweeps, BodyState& start) {
  start = std::move(best.state());
  return {best.is_solved(), best.residual(), sweeps};
}

/// Extrapolation factor of the accelerated sweeps.
class Momentum {
 public:
  static constexpr double kCoulomb = 0.92, kCareful = 0.4;

  explicit Momentum(ContactLawKind law) : is_convex_(law == ContactLawKind::cone) {}

  double next(const BodySweeps::Change& change) {
    const bool grows = !is_convex_ && change.square > kGrowth * last_;
    if (grows) most_ = kCoulomb;
    if (grows) steps_ *= kSoft;
    if (change.along < 0) steps_ = 0;
    last_ = change.square;
    cap_ = std::min(cap_, most_);
    const double factor = std::min(cap_, steps_ / (steps_ + 3));
    ++steps_;
    return factor;
  }

  /// @return is it time for something else: the residual does not fall
  bool observe(double residual) {
    if (residual < kProgress * best_) {
      best_ = residual;
      stalled_ = 0;
      cap_ = std::min(most_, 1 - kRecovery * (1 - cap_));
      return false;
    }
    if (++stalled_ < kPatience) return false;
    stalled_ = 0;
    cap_ = std::max(0.0, 1 - kCaution * (1 - cap_));
    return true;
  }

  void start_again(double most) {
    most_ = cap_ = most;
    steps_ = 0;
    last_ = std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double kMost = 0.98, kGrowth = 1.05, kSoft = 0.5;
  static constexpr double kProgress = 0.98, kRecovery = 0.7, kCaution = 1.5;
  static constexpr int kPatience = 4;

  bool is_convex_;
  double most_ = kMost, cap_ = kMost, steps_ = 0;
  int stalled_ = 0;
  double last_ = std::numeric_limits<double>::infinity(), best_ = last_;
};

/// x' = x + (y - x) + factor (y - x), where y becomes x': y is kept in x.
void extrapolate(double factor, Vector& y, Vector& x) {
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double value = y[i];
    y[i] += factor * (value - x[i]);
    x[i] = value;
  }
}

}  // namespace

BodyResult gauss_seidel(BodySweeps& sweeps, const BodyOptions& options, BodyState& start) {
  BestBodyState best(sweeps, options, start);
  Looks looks(options.tolerance * sweeps.norm(), options.max_iterations);
  int count = 0;
  while (!best.is_solved() && count < options.max_iterations) {
    const BodySweeps::Change change = sweeps.sweep(start, options.relaxation, start);
    if (looks.is_due(++count, change.square) && !std::isfinite(best.offer(start, count))) break;
  }
  return finish(best, count, start);
}

/// A sweep G is a step of steepest descent in the metric of its block triangle; Nesterov's extrapolation
///
///     x_k+1 = G(y_k),   y_k+1 = x_k+1 + b_k (x_k+1 - x_k),   b_k = k/(k + 3)
///
/// starts anew (k = 0) when (x_k+1 - y_k).(x_k+1 - x_k) < 0, in the metric w_c (B. O'Donoghue, E. Candes,
/// Found. Comput. Math. 15 (2015) 715, gradient scheme). b_k is bounded by a number that shrinks while the
/// residual does not fall. Coulomb's law is no gradient: where the change in a sweep grows, k is halved and
/// the bound lowered for good, and where the residual stands still, sweeps change between the law and the
/// smoothed one, from the best iterate. w is linear in the impulses and takes part.
BodyResult accelerated_gauss_seidel(BodySweeps& sweeps, const BodyOptions& options, BodyState& start) {
  BestBodyState best(sweeps, options, start);
  Looks looks(options.tolerance * sweeps.norm(), options.max_iterations);
  Momentum momentum(options.law);
  BodyState last = start;
  bool is_smooth = false;
  sweeps.smooth(is_smooth);
  int count = 0;
  while (!best.is_solved() && count < options.max_iterations) {
    const BodySweeps::Change change = sweeps.sweep(start, options.relaxation, last);
    if (looks.is_due(++count, change.square)) {
      const double residual = best.offer(start, count);
      if (best.is_solved() || !std::isfinite(residual)) break;
      sweeps.update_velocities(last);  // an error of w in one of the two alone would grow with every look
      if (momentum.observe(residual) && options.law == ContactLawKind::coulomb) {
        is_smooth = !is_smooth;
        sweeps.smooth(is_smooth);
        momentum.start_again(is_smooth ? Momentum::kCoulomb : Momentum::kCareful);
        start = last = best.state();
        continue;
      }
    }
    const double factor = momentum.next(change);
    extrapolate(factor, start.r, last.r);
    extrapolate(factor, start.lambda, last.lambda);
    extrapolate(factor, start.w, last.w);
  }
  return finish(best, count, start);
}

}  // namespace jounce::contact_problem
