#include "linear_dynamics/harmonic_response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace jounce {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

double eigenvalue(double frequency) { return std::pow(2 * std::numbers::pi * frequency, 2); }

// Between 2, the eigenfrequency 4 and 5, three points each; with bias 2 the outer of five lie at 1/sqrt 2.
TEST(HarmonicFrequencies, CrowdAtEigenfrequencies) {
  const Vector eigenvalues = Eigen::Vector3d(eigenvalue(1), eigenvalue(4), eigenvalue(7));
  const auto near = [](double x) { return DoubleNear(x, 1e-12); };
  EXPECT_THAT(harmonic_frequencies(2, 5, 3, 3, eigenvalues),
              ElementsAre(near(2), near(3), near(4), near(4.5), near(5)));
  EXPECT_THAT(harmonic_frequencies(5, 6, 5, 2, eigenvalues),
              ElementsAre(near(5), near(5.5 - .5 * std::sqrt(.5)), near(5.5), near(5.5 + .5 * std::sqrt(.5)),
                          near(6)));
  EXPECT_THAT(harmonic_frequencies(3, 3, 20, 3, eigenvalues), ElementsAre(near(3)));
}

// Two equal modes whose dampers couple them: their sum and their difference are damped by a + b and a - b.
TEST(HarmonicModes, WithDampersThatCoupleModes) {
  const double w = 40, alpha = 0.5, beta = 0.01, a = 3, b = 2, omega = 5;
  const HarmonicModes modes(Eigen::Vector2d(w, w), Vector::Constant(2, alpha + beta * w),
                            Eigen::Matrix2d{{a, b}, {b, a}});
  const std::complex<double> i(0, 1), f(2, -1);
  const auto eta = modes.amplitudes(omega, Eigen::Vector2cd(f, 0));
  const auto single = [&](double c) { return f / (w - omega * omega + i * omega * (alpha + beta * w + c)); };
  EXPECT_NEAR(std::abs(eta[0] - 0.5 * (single(a + b) + single(a - b))), 0, 1e-15);
  EXPECT_NEAR(std::abs(eta[1] - 0.5 * (single(a + b) - single(a - b))), 0, 1e-15);
}

}  // namespace
}  // namespace jounce
