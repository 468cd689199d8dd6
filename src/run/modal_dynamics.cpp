#include "run/modal_dynamics.h"

#include <cmath>
#include <utility>

namespace jounce {
namespace {

/// x'' + c x' + w x = 0 over a time h.
std::pair<double, double> free_motion(double c, double w, double x, double v, double h) {
  const double decay = 0.5 * c, discriminant = w - decay * decay;
  // with d = sqrt |discriminant|: s = e^(-decay h) sin(d h)/d and k = e^(-decay h) cos(d h), or sinh and cosh
  const double d = std::sqrt(std::abs(discriminant)), angle = d * h;
  double s = h * std::exp(-decay * h), k = std::exp(-decay * h);
  if (angle > 1e-8 && discriminant > 0) {
    s = k * std::sin(angle) / d;
    k *= std::cos(angle);
  } else if (angle > 1e-8) {
    const double slow = std::exp((d - decay) * h), fast = std::exp(-(d + decay) * h);
    s = (slow - fast) / (2 * d);
    k = (slow + fast) / 2;
  }
  return {x * k + (v + decay * x) * s, v * k - (w * x + decay * v) * s};
}

}  // namespace

ModalDynamics::ModalDynamics(EigenPairs pairs)
    : pairs_(std::move(pairs)),
      damping_(Vector::Zero(pairs_.values.size())),
      eta_(Vector::Zero(pairs_.values.size())),
      rate_(Vector::Zero(pairs_.values.size())) {}

void ModalDynamics::set_damping(double alpha, double beta) {
  damping_ = (alpha + beta * pairs_.values.array().max(0.0)).matrix();
}

void ModalDynamics::step(double h, const Vector& f_0, const Vector& f_1) {
  for (Index k = 0; k < eta_.size(); ++k) {
    const double w = pairs_.values[k], c = damping_[k], slope = (f_1[k] - f_0[k]) / h;
    if (std::abs(w) * h * h < 1e-10 && c * h < 1e-6) {  // a rigid motion
      eta_[k] += h * (rate_[k] + h * (f_0[k] / 2 + slope * h / 6));
      rate_[k] += h * (f_0[k] + slope * h / 2);
      continue;
    }
    if (std::abs(w) * h * h < 1e-10) {  // a rigid motion against a damper: particular velocity a + b t
      const double b = slope / c, a = (f_0[k] - b) / c;
      const auto [x, v] = free_motion(c, 0.0, 0.0, rate_[k] - a, h);
      eta_[k] += x + h * (a + b * h / 2);
      rate_[k] = v + a + b * h;
      continue;
    }
    // particular solution a + b t
    const double b = slope / w, a = (f_0[k] - c * b) / w;
    const auto [x, v] = free_motion(c, w, eta_[k] - a, rate_[k] - b, h);
    eta_[k] = x + a + b * h;
    rate_[k] = v + b;
  }
}

}  // namespace jounce
