#include "linear_dynamics/modal_dynamics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

/// Two decoupled modes with these eigenvalues.
EigenPairs pairs(double first, double second) {
  EigenPairs p;
  p.values = Eigen::Vector2d(first, second);
  p.vectors = DenseMatrix::Identity(2, 2);
  return p;
}

/// x'' + c x' + w x = f_0 + slope t by many steps of Runge and Kutta from rest.
std::pair<double, double> integrated(double c, double w, double f_0, double slope, double end) {
  double x = 0, v = 0, t = 0;
  const int steps = 20000;
  const double h = end / steps;
  const auto a = [&](double y, double u, double s) { return f_0 + slope * s - c * u - w * y; };
  for (int i = 0; i < steps; ++i, t += h) {
    const double k1 = v, l1 = a(x, v, t);
    const double k2 = v + h / 2 * l1, l2 = a(x + h / 2 * k1, v + h / 2 * l1, t + h / 2);
    const double k3 = v + h / 2 * l2, l3 = a(x + h / 2 * k2, v + h / 2 * l2, t + h / 2);
    const double k4 = v + h * l3, l4 = a(x + h * k3, v + h * l3, t + h);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return {x, v};
}

TEST(ModalDynamics, IsExactForForcesThatAreLinearInTime) {
  // weakly, critically, strongly and very strongly damped; a rigid mode free and against a damper
  const struct {
    double w, alpha, beta;
  } cases[] = {{40, 0, 0}, {40, 1, 0.01}, {25, 10, 0}, {9, 30, 0.2}, {100, 1.6e4, 0}, {0, 0, 0}, {0, 2, 0.1}};
  for (const auto& k : cases) {
    ModalDynamics modes(pairs(k.w, 100));
    modes.set_damping(k.alpha, k.beta);
    const double end = 0.7, f_0 = 3, slope = -2;
    for (int i = 0; i < 7; ++i) {
      const auto force = [&](int n) { return Vector(Eigen::Vector2d(f_0 + slope * 0.1 * n, 0)); };
      modes.step(0.1, force(i), force(i + 1));
    }
    const auto [x, v] = integrated(k.alpha + k.beta * k.w, k.w, f_0, slope, end);
    EXPECT_NEAR(modes.displacement()[0], x, 1e-10) << k.w << ' ' << k.alpha;
    EXPECT_NEAR(modes.velocity()[0], v, 1e-10) << k.w << ' ' << k.alpha;
    EXPECT_EQ(modes.displacement()[1], 0);
  }
}

// Equal modes whose dampers couple them: their sum and their difference are damped by a + b and a - b. Steps
// of two lengths.
TEST(ModalDynamics, IsExactWithDampersThatCoupleModes) {
  const double w = 40, a = 3, b = 2, f_0 = 3, slope = -2, end = 0.7;
  ModalDynamics modes(pairs(w, w));
  modes.set_damping(0.5, 0);
  modes.set_dampers(Eigen::Matrix2d{{a, b}, {b, a}});
  const auto force = [&](double t) { return Vector(Eigen::Vector2d(f_0 + slope * t, 0)); };
  for (int i = 0; i < 5; ++i) modes.step(0.1, force(0.1 * i), force(0.1 * (i + 1)));
  modes.step(0.2, force(0.5), force(end));
  const auto [sum, sum_rate] = integrated(0.5 + a + b, w, f_0, slope, end);
  const auto [difference, difference_rate] = integrated(0.5 + a - b, w, f_0, slope, end);
  EXPECT_NEAR(modes.displacement()[0], (sum + difference) / 2, 1e-10);
  EXPECT_NEAR(modes.displacement()[1], (sum - difference) / 2, 1e-10);
  EXPECT_NEAR(modes.velocity()[0], (sum_rate + difference_rate) / 2, 1e-10);
  EXPECT_NEAR(modes.velocity()[1], (sum_rate - difference_rate) / 2, 1e-10);
}

}  // namespace
}  // namespace jounce
