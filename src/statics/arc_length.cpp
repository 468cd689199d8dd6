#include <cmath>

#include "statics/static_equilibrium.h"

// The arc-length method of StaticEquilibrium.

namespace jounce {
namespace {

constexpr double kArcTolerance = 1e-9;  ///< of the length of a step, relative

}  // namespace

double StaticEquilibrium::arc(const Vector& x) const {
  return x.head(weights_.size()).cwiseProduct(weights_).norm();
}

StaticEquilibrium::Progress StaticEquilibrium::follow_arc(double& t, double length) {
  Progress progress;
  const Index n = equations_.n_free();
  const double delta = 1e-6 * (options_.end - options_.start);
  const auto onwards = [&](const Vector& x) {
    return tangent_.cwiseProduct(weights_).dot(x.head(n).cwiseProduct(weights_));
  };
  const auto rate = [&] {  // dr/dt at fixed x, by a central difference
    place(t + delta);
    equations_.residual(rate_);
    place(t - delta);
    equations_.residual(r_);
    rate_ = (rate_ - r_) / (2 * delta);
    place(t);
  };
  Index worst = 0;
  trouble_ = "no point of the path lies at the prescribed arc length";
  for (;; ++progress.iterations) {
    place(t);
    const std::vector<std::uint8_t> before = equations_.sets();
    choose_sets();
    const bool settled = before == equations_.sets();
    equations_.residual(r_);
    const double missing = arc(x_) / length - 1;
    const double merit = equations_.merit(r_, options_.tolerance, &worst);
    log_iteration("arc length", progress.iterations, std::abs(missing) / kArcTolerance);
    if (progress.iterations > 0 && settled && merit <= 1 && std::abs(missing) < kArcTolerance) {
      progress.converged = onwards(x_) > 0;  // else the path was followed backwards
      return progress;
    }
    if (!std::isfinite(merit) || progress.iterations == options_.max_iterations) return progress;
    const Vector r = r_;
    rate();
    if (!correct(rate_, trial_)) return progress;  // trial = K^-1 dr/dt: dx/dt = -trial
    double dt = 0;
    if (progress.iterations == 0) {  // along the tangent, onwards
      dt = length / arc(trial_);
      if (onwards(trial_) > 0) dt = -dt;
      dx_ = dt * trial_;
    } else {
      if (!correct(r, dx_)) return progress;
      const Vector a = x_.head(n).cwiseProduct(weights_).cwiseProduct(weights_);
      const double L = arc(x_);
      const double c = 0.5 * (L * L - length * length);
      dt = (c - a.dot(dx_.head(n))) / a.dot(trial_.head(n));  // c + a . (-dx - dt trial) = 0
      dx_ += dt * trial_;
    }
    if (!std::isfinite(dt)) return progress;
    x_ -= dx_;
    t += dt;
  }
}

}  // namespace jounce
