#include "linear_dynamics/modal_dynamics.h"

#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>
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
  set_damping((alpha + beta * pairs_.values.array().max(0.0)).matrix());
}

void ModalDynamics::set_damping(const Vector& rates) {
  damping_ = rates;
  flow_step_ = 0;
}

// z' = A z + B f for z = (s eta, eta'), and f goes from f_0 to f_1 over the step: in tau = t/h
//
//   d/dtau (z, f, df) = [h A  h B  0; 0  0  I; 0  0  0] (z, f, df),   A = [0  s; -omega^2/s  -D]
void ModalDynamics::coupled_step(double h, const Vector& f_0, const Vector& f_1) {
  const Index n = eta_.size();
  if (h != flow_step_) {
    const double largest = pairs_.values.cwiseAbs().maxCoeff();
    rate_scale_ = largest > 0 ? std::sqrt(largest) : 1;
    DenseMatrix generator = DenseMatrix::Zero(4 * n, 4 * n);
    generator.block(0, n, n, n).diagonal().setConstant(h * rate_scale_);
    generator.block(n, 0, n, n).diagonal() = -h / rate_scale_ * pairs_.values;
    generator.block(n, n, n, n) = -h * dampers_;
    generator.block(n, n, n, n).diagonal() -= h * damping_;
    generator.block(n, 2 * n, n, n).diagonal().setConstant(h);
    generator.block(2 * n, 3 * n, n, n).setIdentity();
    flow_ = generator.exp();
    flow_step_ = h;
  }
  Vector z(4 * n);
  z << rate_scale_ * eta_, rate_, f_0, f_1 - f_0;
  z = (flow_ * z).eval();
  eta_ = z.head(n) / rate_scale_;
  rate_ = z.segment(n, n);
}

void ModalDynamics::step(double h, const Vector& f_0, const Vector& f_1) {
  if (dampers_.size() > 0 && !dampers_.isZero(0.0)) return coupled_step(h, f_0, f_1);
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
