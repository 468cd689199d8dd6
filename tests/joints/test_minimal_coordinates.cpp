// Joints and forces in space against the equations of motion in their own few coordinates, integrated here by
// the classical Runge-Kutta scheme of order 4 with steps far below the accuracy asked for.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "../support/deck_run.h"
#include "../support/scene.h"

namespace jounce {
namespace {

using test::DeckRun;

/// y(t) for y' = f(t, y).
Vector integrate(const std::function<Vector(double, const Vector&)>& f, Vector y, double t) {
  const int steps = 20000;
  const double h = t / steps;
  for (int i = 0; i < steps; ++i) {
    const double now = i * h;
    const Vector k_1 = f(now, y), k_2 = f(now + h / 2, y + h / 2 * k_1);
    const Vector k_3 = f(now + h / 2, y + h / 2 * k_2), k_4 = f(now + h, y + h * k_3);
    y += h / 6 * (k_1 + 2 * k_2 + 2 * k_3 + k_4);
  }
  return y;
}

Vector two(double a, double b) { return Eigen::Vector2d(a, b); }

class MinimalCoordinates : public ::testing::TestWithParam<const char*> {
 protected:
  /// One second of the deck; returns the body's kinematics at the end.
  MarkerKinematics run(const std::string& deck, const std::string& body = "a") {
    run_ = std::make_unique<DeckRun>(fmt::format(
                                         R"(
[model]
dimension = 3
gravity = [0, 0, -9.81]
[integrator]
type = "{}"
step = 1e-3
end = 1
)",
                                         GetParam()) +
                                     deck);
    for (int i = 0; i < 1000; ++i)
      if (!run_->step()) ADD_FAILURE() << run_->result.failure_cause;
    EXPECT_LT(run_->violation().first, 1e-12);
    MarkerKinematics k;
    run_->model->find_marker(body)->evaluate(run_->state, Derivatives::first, k);
    return k;
  }
  double accuracy() const { return std::string(GetParam()) == "event-driven" ? 1e-9 : 2e-5; }

  std::unique_ptr<DeckRun> run_;
};

const std::string kBody = scene::rigid({.mass = 2, .inertia = {0.1, 0.2, 0.3}, .position = {1, 0, 0}});

std::string joint(const std::string& type, const std::string& axis) {
  return fmt::format(R"(
[[joint]]
name = "j"
type = "{}"
between = ["ground", "a"]
at = [0, 0, 0]
)",
                     type) +
         axis;
}

/// A pendulum about -y, so that the angle rises from x to z, with spring, damper and drive about the pin:
/// (J_y + m l^2) phi'' = -m g l cos phi - k (phi - 0.3) - c phi' + M(t).
TEST_P(MinimalCoordinates, PendulumWithTorsionSpringAndTorque) {
  const std::string axis = "axis = [0, -1, 0]\n";
  const std::string ends = R"(
between = ["ground", "a"]
at = [0, 0, 0]
)" + axis;
  const MarkerKinematics k = run(kBody + joint("revolute", axis) + R"(
[[element]]
name = "spring"
type = "torsion-spring"
between = ["ground", "a"]
)" + axis + R"toml(
stiffness = 30
damping = 1.5
rest_angle = 0.3
[[element]]
name = "drive"
type = "actuator"
coordinate = "angle"
force = "4*sin(5*t)"
)toml" + ends);
  const Vector y = integrate(
      [](double t, const Vector& x) {
        return two(x[1],
                   (-2 * 9.81 * std::cos(x[0]) - 30 * (x[0] - 0.3) - 1.5 * x[1] + 4 * std::sin(5 * t)) / 2.2);
      },
      two(0, 0), 1);
  EXPECT_NEAR(k.x.x(), std::cos(y[0]), accuracy());
  EXPECT_NEAR(k.x.z(), std::sin(y[0]), accuracy());
  EXPECT_NEAR(k.omega.y(), -y[1], 10 * accuracy());
}

/// A slider on an inclined axis with spring, damper and actuator: m s'' = -m g sin - k s - c s' + F(t).
TEST_P(MinimalCoordinates, SliderWithSpringAndActuator) {
  const MarkerKinematics k = run(kBody + joint("prismatic", "axis = [3, 0, 4]\n") +
                                 R"(
[[marker]]
name = "anchor"
on = "ground"
at = [-0.2, 0, -1.6]
)"  // 2 m down the axis
                                 R"toml(
[[element]]
name = "spring"
type = "spring"
between = ["anchor", "a"]
stiffness = 50
damping = 3
[[element]]
name = "drive"
type = "actuator"
coordinate = "distance"
between = ["anchor", "a"]
force = "7*cos(3*t)"
)toml");
  const Vector y = integrate(
      [](double t, const Vector& x) {
        return two(x[1], -9.81 * 0.8 + (-50 * x[0] - 3 * x[1] + 7 * std::cos(3 * t)) / 2);
      },
      two(0, 0), 1);
  EXPECT_NEAR(k.x.x(), 1 + 0.6 * y[0], accuracy());
  EXPECT_NEAR(k.x.z(), 0.8 * y[0], accuracy());
  EXPECT_NEAR(k.velocity.z(), 0.8 * y[1], 10 * accuracy());
}

/// A body that slides down and turns about an inclined cylindrical joint through its centre, driven about it.
TEST_P(MinimalCoordinates, CylinderOnAnInclinedAxis) {
  const std::string body = scene::rigid({.mass = 2, .inertia = {0.2, 0.2, 0.2}, .position = {0, 0, 0}}) + R"(
velocity = [0.6, 0, 0.8]
angular_velocity = [1.2, 0, 1.6]
)";
  const std::string axis = "axis = [3, 0, 4]\n";
  const MarkerKinematics k = run(body + joint("cylindrical", axis) + R"(
[[element]]
name = "drive"
type = "actuator"
coordinate = "angle"
force = "0.5*t"
between = ["ground", "a"]
at = [0, 0, 0]
)" + axis);
  const double s = 1 - 0.5 * 9.81 * 0.8, turned = 2 + 0.5 / 6 / 0.2;
  EXPECT_NEAR(k.x.x(), 0.6 * s, accuracy());
  EXPECT_NEAR(k.x.z(), 0.8 * s, accuracy());
  const Matrix3 R = Eigen::AngleAxisd(turned, Vector3(0.6, 0, 0.8)).toRotationMatrix();
  EXPECT_LT((k.R - R).norm(), 10 * accuracy());
}

/// Spherical pendulum on a rod: theta'' = sin cos phi'^2 - g/l sin, phi'' = -2 theta' phi' cos/sin.
TEST_P(MinimalCoordinates, SphericalPendulumOnARod) {
  const MarkerKinematics k = run(R"(
[[body]]
name = "p"
type = "point-mass"
mass = 3
position = [0.6, 0, -0.8]
velocity = [0, 1.2, 0]
[[joint]]
name = "rod"
type = "distance"
between = ["ground", "p"]
)",
                                 "p");
  const double theta = std::asin(0.6);
  Vector y(4);
  y << theta, 0, 0, 2;
  y = integrate(
      [](double, const Vector& x) {
        const double s = std::sin(x[0]), c = std::cos(x[0]);
        Vector rate(4);
        rate << x[1], s * c * x[3] * x[3] - 9.81 * s, x[3], -2 * x[1] * x[3] * c / s;
        return rate;
      },
      y, 1);
  EXPECT_NEAR(k.x.x(), std::sin(y[0]) * std::cos(y[2]), accuracy());
  EXPECT_NEAR(k.x.y(), std::sin(y[0]) * std::sin(y[2]), accuracy());
  EXPECT_NEAR(k.x.z(), -std::cos(y[0]), accuracy());
}

/// The same pendulum as a rigid body without inertia about its point: a ball joint and a compact bob.
TEST_P(MinimalCoordinates, SphericalPendulumOnABallJoint) {
  const double J = 0.05;  // equal inertias turn with the rod, no spin about it
  const MarkerKinematics k = run(R"(
[[body]]
name = "a"
type = "rigid-3d"
mass = 3
inertia = [0.05, 0.05, 0.05]
position = [0.6, 0, -0.8]
velocity = [0, 1.2, 0]
angular_velocity = [0.96, 0, 0.72]
)" + joint("spherical", ""));
  // A spherical top: L = J_p omega_across + J omega_along, and the spin omega . x = 0 stays zero. Effective
  // length (m l^2 + J)/(m l).
  Vector y(4);
  y << std::asin(0.6), 0, 0, 2;
  y = integrate(
      [=](double, const Vector& x) {
        const double s = std::sin(x[0]), c = std::cos(x[0]);
        Vector rate(4);
        rate << x[1], s * c * x[3] * x[3] - 9.81 * 3 / (3 + J) * s, x[3], -2 * x[1] * x[3] * c / s;
        return rate;
      },
      y, 1);
  EXPECT_NEAR(k.x.x(), std::sin(y[0]) * std::cos(y[2]), accuracy());
  EXPECT_NEAR(k.x.y(), std::sin(y[0]) * std::sin(y[2]), accuracy());
  EXPECT_NEAR(k.x.z(), -std::cos(y[0]), accuracy());
}

/// A body on a bushing oscillates vertically, m z'' = -m g - k z - c z', and about z, J phi'' = -k_r phi.
TEST_P(MinimalCoordinates, BodyOnABushing) {
  const MarkerKinematics k = run(R"(
[[body]]
name = "a"
type = "rigid-3d"
mass = 2
inertia = [0.1, 0.1, 0.3]
position = [0, 0, 0]
angular_velocity = [0, 0, 3]
[[element]]
name = "b"
type = "bushing"
between = ["ground", "a"]
stiffness = [100, 100, 200]
rotational_stiffness = [20, 20, 7.5]
damping = [0, 0, 4]
)");
  const Vector z = integrate([](double, const Vector& x) { return two(x[1], -9.81 - 100 * x[0] - 2 * x[1]); },
                             two(0, 0), 1);
  EXPECT_NEAR(k.x.z(), z[0], accuracy());
  EXPECT_NEAR(std::atan2(k.R(1, 0), k.R(0, 0)), 0.6 * std::sin(5.0), 10 * accuracy());
}

/// A follower torque about a body axis that gyrates; without it a constant one in fixed axes: J omega = M t.
TEST_P(MinimalCoordinates, SphereUnderATorque) {
  const std::string body = scene::rigid({.mass = 2, .inertia = {0.2, 0.2, 0.2}, .position = {0, 0, 0}}) + R"(
rotation = [0.3, 0.2, -0.4]
[[load]]
name = "torque"
type = "torque"
on = "a"
)";
  const MarkerKinematics fixed = run(body + R"(torque = [0.2, "0.4*t", -0.3]
)");
  EXPECT_LT((fixed.omega - Vector3(1, 1, -1.5)).norm(), 10 * accuracy());
  const MarkerKinematics follower = run(body + "torque = [0.2, 0.4, -0.3]\nfollower = true\n");
  // The body turns about the torque's own axis, which so stays where it is.
  const Matrix3 R_0 = Eigen::AngleAxisd(Vector3(0.3, 0.2, -0.4).norm(), Vector3(0.3, 0.2, -0.4).normalized())
                          .toRotationMatrix();
  EXPECT_LT((follower.omega - R_0 * Vector3(1, 2, -1.5)).norm(), 10 * accuracy());
}

INSTANTIATE_TEST_SUITE_P(Schemes, MinimalCoordinates,
                         ::testing::Values("nsga-ggl", "generalized-alpha", "event-driven"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace jounce
