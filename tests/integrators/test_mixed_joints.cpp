#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"

// Joints of the mixed schemes at velocity and at acceleration level, and the initial acceleration of (R 25).

namespace jounce::test {
namespace {

using testing::HasSubstr;

std::string parameter_name(const testing::TestParamInfo<const char*>& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class MixedJoints : public testing::TestWithParam<const char*> {
 protected:
  std::vector<std::string> options(const std::string& joints) const {
    return {std::string("integrator.type=") + GetParam(), "integrator.joints=" + joints,
            "integrator.rho_inf=0.5"};
  }
};

INSTANTIATE_TEST_SUITE_P(Schemes, MixedJoints,
                         testing::Values("mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha"),
                         parameter_name);

const std::string kPendulum =
    scene::gravity({0, -10}) +
    scene::rigid({.name = "bob", .mass = 2, .inertia = {0.3}, .position = {0.8, 0}}) + scene::pivot("bob") +
    R"(
[integrator]
end = 1
step = )";

/// Angle of the pendulum at time 1 by classical Runge-Kutta: (J + m l^2) theta'' = -m g l cos(theta).
double pendulum_angle() {
  const double c = -2 * 10 * 0.8 / (0.3 + 2 * 0.64), h = 1e-4;
  double x = 0, w = 0;
  for (int i = 0; i < 10000; ++i) {
    const double k1 = c * std::cos(x);
    const double k2 = c * std::cos(x + h / 2 * w);
    const double k3 = c * std::cos(x + h / 2 * w + h * h / 4 * k1);
    const double k4 = c * std::cos(x + h * w + h * h / 2 * k2);
    x += h * w + h * h / 6 * (k1 + k2 + k3);
    w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return x;
}

TEST_P(MixedJoints, PendulumIsOfOrderTwoOnAccelerationLevel) {
  const double exact = pendulum_angle();
  std::vector<double> errors, drifts;
  for (const char* h : {"1e-2", "5e-3", "2.5e-3"}) {
    DeckRun run(std::string(kPendulum) + h + "\n", options("acceleration"));
    int iterations = 0;
    for (int i = 0; i < std::lround(1 / run.h); ++i) {
      ASSERT_TRUE(run.step()) << run.result.failure_cause;
      iterations = std::max(iterations, run.result.iterations);
    }
    EXPECT_LE(iterations, 20);  // of both half steps of Bathe's: Newton's matrix lacks one gradient
    errors.push_back(std::abs(run.state.q[2] - exact));
    drifts.push_back(run.violation().second);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(std::log2(errors[i] / errors[i + 1]), 2, 0.2);
    EXPECT_NEAR(std::log2(drifts[i] / drifts[i + 1]), 2, 0.35) << drifts[i];
  }
}

/// The equations of motion and the joint's second derivative hold at the end of the step: m a = m g + lambda
/// and |a along the rod| = w^2 l, to round-off.
TEST_P(MixedJoints, ForcesFollowTheMotionOnAccelerationLevel) {
  DeckRun run(std::string(kPendulum) + "1e-2\n", options("acceleration"));
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(run.step()) << run.result.failure_cause;
  const double angle = run.state.q[2], w = run.state.v[2];
  const Vector& a = run.result.acceleration;
  // the bob's point at the origin does not accelerate
  const double l = 0.8;
  EXPECT_NEAR(a[0] + l * (a[2] * std::sin(angle) + w * w * std::cos(angle)), 0, 1e-10);
  EXPECT_NEAR(a[1] - l * (a[2] * std::cos(angle) - w * w * std::sin(angle)), 0, 1e-10);
}

/// Rows that depend on time: a driver turns the body by 3 t^2, exactly from a consistent start.
TEST_P(MixedJoints, DriverOnAccelerationLevel) {
  DeckRun run(std::string(kPendulum) + R"(1e-2
[[joint]]
name = "drive"
type = "motion"
between = ["ground", "bob"]
coordinate = "angle"
motion = "3*t^2"
at = [0, 0]
)",
              options("acceleration"));
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_NEAR(run.result.acceleration[2], 6, 1e-9);
  }
  EXPECT_NEAR(run.state.q[2], 0.75, 1e-10);
  EXPECT_NEAR(run.state.v[2], 3, 1e-10);
}

/// The impulse of an impact brings the velocity back on the joints, whatever had drifted.
TEST_P(MixedJoints, ImpactsObeyJointsAtVelocityLevel) {
  DeckRun pendulum = input("pendulum", options("acceleration"));
  while (pendulum.result.impacts.empty()) {
    ASSERT_TRUE(pendulum.step()) << pendulum.result.failure_cause;
    ASSERT_LT(pendulum.state.t, 3);
  }
  EXPECT_LT(pendulum.violation().second, 1e-13);
  const Impact& impact = pendulum.result.impacts[0];
  EXPECT_NEAR(impact.velocity_after, -0.8 * impact.velocity_before, 1e-13);
}

/// A mass held by a joint that starts with the free acceleration g of (R 25): R's figures 17 and 18.
class FreeStart : public MixedJoints {
 protected:
  DeckRun held(const std::string& joints, double rho) const {
    auto set = options(joints);
    set.push_back("integrator.rho_inf=" + std::to_string(rho));
    set.push_back("integrator.initial_acceleration=free");
    return DeckRun(
        R"(
[model]
gravity = [10, 0]
[[body]]
name = "mass"
type = "point-mass"
mass = 3
position = [0, 0]
[[joint]]
name = "wall"
type = "point-on-line"
between = ["ground", "mass"]
axis = [0, -1]
[integrator]
step = 1e-2
end = 1
)",
        set);
  }
};

INSTANTIATE_TEST_SUITE_P(GeneralizedAlpha, FreeStart, testing::Values("mixed-generalized-alpha"),
                         parameter_name);

TEST_P(FreeStart, VelocityLevelRingsInTheForce) {
  for (const double rho : {0.8, 0.5, 0.0}) {
    DeckRun run = held("velocity", rho);
    const double gamma = 0.5 - (2 * rho - 1) / (rho + 1) + rho / (rho + 1);
    const double alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1);
    double A = 10, a = 10;
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(run.step());
      const double next = -(1 - gamma) / gamma * A;  // 0 = h ((1 - gamma) A + gamma A')
      a = ((1 - alpha_m) * next + alpha_m * A - alpha_f * a) / (1 - alpha_f);
      A = next;
      EXPECT_NEAR(run.state.v[0], 0, 1e-14);
      EXPECT_NEAR(run.result.acceleration[0], a, 1e-11);
      EXPECT_NEAR(run.result.reaction[0], 3 * (a - 10), 1e-10);
    }
  }
}

TEST_P(FreeStart, AccelerationLevelLeavesAVelocity) {
  for (const double rho : {0.8, 0.5, 0.0}) {
    DeckRun run = held("acceleration", rho);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(run.step());
      EXPECT_NEAR(run.result.reaction[0], -30, 1e-11);
    }
    EXPECT_NEAR(run.state.v[0], 10 * 1e-2 / 2, 1e-12) << rho;  // h a_0 / 2 whatever rho_inf is
  }
}

TEST(FreeAcceleration, RefusesBodiesWithoutMass) {
  try {
    DeckRun(
        R"(
[[body]]
name = "rod"
type = "rigid"
mass = 0
inertia = 0.3
position = [0.8, 0]
[[joint]]
name = "pivot"
type = "revolute"
between = ["ground", "rod"]
at = [0, 0]
[integrator]
type = "mixed-bathe"
initial_acceleration = "free"
step = 1e-2
end = 1
)");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("has no mass, so its acceleration without joint forces"));
  }
}

}  // namespace
}  // namespace jounce::test
