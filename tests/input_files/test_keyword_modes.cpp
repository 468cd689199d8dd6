// Motions in modes and periodic motions of input files against closed solutions of one mass.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

constexpr double kOmega2 = 360;  // constrained modulus 240 over the mass 2/3 of the top

/// The top of the cube goes up and down as a whole; nothing moves sideways.
std::string tower(const std::string& steps) {
  return test::cube(
      "*BOUNDARY\nNALL, 1, 2\n*EQUATION\n2\n6, 3, 1., 5, 3, -1.\n2\n7, 3, 1., 5, 3, -1.\n2\n8, 3, "
      "1., 5, 3, -1.\n*STEP\n*FREQUENCY\n1\n*END STEP\n" +
      steps);
}
const std::string kTopPrint = "*NODE PRINT, NSET=TOP\nU, V\n*END STEP\n";

// Shares of the critical damping: a force of 6 on k = 240.
TEST_F(KeywordRunTest, ModesHaveSharesOfTheCriticalDamping) {
  const double zeta = .3, omega = std::sqrt(kOmega2), damped = omega * std::sqrt(1 - zeta * zeta);
  const RunReport report =
      run(tower("*STEP\n*MODAL DYNAMIC, DIRECT\n.05, .2\n*CLOAD\n5, 3, 6.\n*MODAL DAMPING\n"
                "1, 5, .3\n" +
                kTopPrint));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (const int k : {1, 2, 4}) {
    const double t = .05 * k, decay = std::exp(-zeta * omega * t);
    EXPECT_NEAR(
        line("displacements", "8", k - 1).at(2),
        6 / 240. * (1 - decay * (std::cos(damped * t) + zeta * omega / damped * std::sin(damped * t))), 1e-7);
  }
}

// The base begins to move with the velocity 1 and stops after 0.1. Relative to it the top, of mass 2/3 and
// with 1/3 of the mass of the base on it, gets the impulses -1 and 1.
TEST_F(KeywordRunTest, SupportsMoveInModes) {
  const double zeta = .1, omega = std::sqrt(kOmega2), damped = omega * std::sqrt(1 - zeta * zeta);
  const auto answer = [&](double t) {
    return t < 0 ? 0 : 1.5 / damped * std::exp(-zeta * omega * t) * std::sin(damped * t);
  };
  const RunReport report =
      run("*AMPLITUDE, NAME=A\n0., 0., .1, .1, 9., .1\n" +
          tower("*STEP\n*MODAL DYNAMIC, DIRECT\n.05, .3\n*BOUNDARY, AMPLITUDE=A\nBOTTOM, 3, "
                "3, 2.\n*MODAL DAMPING\n1, 1, .1\n*NODE PRINT, NSET=NALL\nU\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (int k = 1; k <= 6; ++k) {
    const double t = .05 * k, d = std::min(t, .1);
    EXPECT_NEAR(line("displacements", "8", k - 1).at(2), 2 * (d - answer(t) + answer(t - .1)), 1e-6) << t;
    EXPECT_NEAR(line("displacements", "2", k - 1).at(2), 2 * d, 1e-9) << "the base itself";
  }
}

// Damping in proportion to the mass is felt against the ground: v' + (alpha of the whole) ... of the top.
TEST_F(KeywordRunTest, SupportsMoveAgainstDampingOfTheMass) {
  const double alpha = 4, t = .3, omega = std::sqrt(kOmega2), damped = std::sqrt(kOmega2 - alpha * alpha / 4);
  const RunReport report =
      run("*AMPLITUDE, NAME=A\n0., 0., 9., 9.\n" +
          tower("*STEP\n*MODAL DYNAMIC, DIRECT\n.05, .3\n*BOUNDARY, AMPLITUDE=A\nBOTTOM, 3, "
                "3, 1.\n*MODAL DAMPING, RAYLEIGH\n, , 4., 0.\n" +
                kTopPrint));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  // y'' + alpha y' + omega^2 y = -1.5 alpha, y(0) = 0, y'(0) = -1.5
  const double rest = -1.5 * alpha / kOmega2, decay = std::exp(-alpha / 2 * t);
  const double y = rest + decay * (-rest * std::cos(damped * t) +
                                   (-1.5 - alpha / 2 * rest) / damped * std::sin(damped * t));
  EXPECT_NEAR(line("displacements", "8", 5).at(2), t + y, 1e-6) << omega;
}

// Four values of a period, 3 + 5 cos: the mean and one harmonic.
TEST_F(KeywordRunTest, PeriodicLoadsAreSumsOfHarmonics) {
  const double f = 2, w = 2 * std::numbers::pi * f, zeta = .2, omega = std::sqrt(kOmega2);
  const std::string cards = "*AMPLITUDE, NAME=A\n10., 8., 11., 3., 12., -2., 13., 3., 14., 8.\n",
                    step = "*STEP\n*STEADY STATE DYNAMICS, HARMONIC=NO\n2., 2., 1, 1., 4, 10., 14.\n",
                    damping = "*MODAL DAMPING\n1, 1, .2\n";
  const std::complex<double> i(0, 1), stiffness = 240. * (1 - w * w / kOmega2 + 2. * i * zeta * w / omega);
  RunReport report = run(cards + tower(step + damping + "*CLOAD, AMPLITUDE=A\n5, 3, 1.\n" + kTopPrint));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (int k = 0; k < 4; ++k) {
    const std::complex<double> turn = std::polar(1., .5 * std::numbers::pi * k);
    EXPECT_NEAR(line("displacements", "8", k).at(2), 3 / 240. + (5. / stiffness * turn).real(), 1e-7) << k;
    EXPECT_NEAR(line("velocities", "8", k).at(2), (i * w * 5. / stiffness * turn).real(), 1e-6) << k;
  }
  EXPECT_NE(printed_.find("for set TOP and time  0.3750000E+00"), std::string::npos) << "the period is 1/2";
  // the base instead: u = d + y, (1 - r^2 + 2 i zeta r) y = 1.5 r^2 d
  report = run(cards + tower(step + damping + "*BOUNDARY, AMPLITUDE=A\nBOTTOM, 3, 3, 1.\n" + kTopPrint));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (int k = 0; k < 4; ++k) {
    const std::complex<double> d = std::polar(5., .5 * std::numbers::pi * k),
                               y = 1.5 * w * w / kOmega2 * d * 240. / stiffness;
    EXPECT_NEAR(line("displacements", "8", k).at(2), 3 + (d + y).real(), 1e-5) << k;
  }
}

TEST_F(KeywordRunTest, MotionsInModesThatCannotBeAreRefused) {
  const auto message = [&](const std::string& step) {
    const RunReport report =
        run("*AMPLITUDE, NAME=A\n0., 1., 9., 1.\n" + tower("*STEP\n" + step + "*END STEP\n"));
    EXPECT_EQ(report.exit_status, 2) << step;
    return report.message;
  };
  const std::string modal = "*MODAL DYNAMIC, DIRECT\n.05, .3\n", damping = modal + "*MODAL DAMPING";
  EXPECT_THAT(message(modal + "*BOUNDARY\nBOTTOM, 3, 3, 1.\n"),
              HasSubstr("would jump at the start of *MODAL DYNAMIC"));
  EXPECT_THAT(message(modal + "*BOUNDARY, AMPLITUDE=A\nBOTTOM, 3, 3, 1.\n"),
              HasSubstr("would jump at the start of *MODAL DYNAMIC"));
  EXPECT_THAT(message(damping + ", STRUCTURAL\n1, 2, .1\n"), HasSubstr("with STRUCTURAL is not supported"));
  EXPECT_THAT(message(damping + "\n"), HasSubstr("a line of data is missing"));
  EXPECT_THAT(message(damping + "\n3, 2, .1\n"), HasSubstr("a first and a last mode, counted from 1"));
  EXPECT_THAT(message(damping + "\n1, 2, -.1\n"), HasSubstr("the share of the critical damping is negative"));
  const std::string periodic = "*STEADY STATE DYNAMICS, HARMONIC=NO\n2., 2., 1, 1., ";
  EXPECT_THAT(message(periodic + "1\n"), HasSubstr("at least two terms of a Fourier series"));
  EXPECT_THAT(message(periodic + "4, 2., 1.\n"), HasSubstr("to end after it begins"));
  EXPECT_THAT(message(periodic + "4\n*CLOAD, LOAD CASE=2\n5, 3, 1.\n"),
              HasSubstr("are those of HARMONIC=YES"));
}

}  // namespace
}  // namespace jounce
