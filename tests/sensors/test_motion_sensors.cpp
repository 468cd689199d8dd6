// Accelerations, reactions and momenta against the laws of motion.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "sensors/sensor.h"

namespace jounce::test {

/// Newton and Euler about a pendulum: m (a - g) is the force of the pin, and its moment turns the body.
TEST(Sensor, AccelerationsAndJointForcesSatisfyTheLawsOfMotion) {
  for (const char* const scheme : {"nsga-ggl", "generalized-alpha", "event-driven"}) {
    SCOPED_TRACE(scheme);
    DeckRun run(fmt::format(R"(
[model]
dimension = 3
gravity = [0, 0, -9.81]
[integrator]
step = 1e-3
end = 1
type = "{}"

[[body]]
name = "bob"
type = "rigid-3d"
mass = 2
inertia = [0.1, 0.2, 0.3]
position = [1, 0, 0]
[[marker]]
name = "end"
on = "bob"
at = [1, 0, 0]
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "bob"]
at = [0, 0, 0]
axis = [0, 1, 0]
)",
                            scheme));
    const auto value = [&](const char* quantity, const char* of, const char* component) {
      params::Params entry("history", "", "s", {});
      entry.set("quantity", std::string(quantity), {}, true);
      entry.set("of", std::string(of), {}, true);
      entry.set("component", std::string(component), {}, true);
      return make_sensor(entry, *run.model, params::Units{})
          .value(Observation{*run.model, run.state, run.result, run.h});
    };
    for (int i = 0; i < 700; ++i) ASSERT_TRUE(run.step());
    const double a_x = value("acceleration", "bob", "x"), a_z = value("acceleration", "bob", "z");
    const double alpha = value("angular_acceleration", "bob", "y");
    EXPECT_NEAR(value("reaction_force", "pin", "x"), 2 * a_x, 1e-3);
    EXPECT_NEAR(value("reaction_force", "pin", "z"), 2 * (a_z + 9.81), 1e-3);
    EXPECT_NEAR(value("reaction_moment", "pin", "y"), 0, 1e-10);
    // The pin is at rest and the far end is twice as far from it.
    EXPECT_NEAR(value("acceleration", "end", "x"), 2 * a_x, 1e-3);
    MarkerKinematics k;
    run.model->find_marker("bob")->evaluate(run.state, Derivatives::first, k);
    EXPECT_NEAR(alpha, 2 * 9.81 * k.x.x() / (0.2 + 2), 1e-3);
    EXPECT_NEAR(a_x, alpha * k.x.z() - k.omega.y() * k.omega.y() * k.x.x(), 1e-3);
  }
}

/// Free parts of every kind: momenta from first principles, and constant while they move.
TEST(Sensor, MomentaAreThoseOfMechanicsAndStay) {
  DeckRun run(R"([model]
dimension = 3
[[body]]
name = "top"
type = "rigid-3d"
mass = 2
inertia = [0.1, 0.2, 0.3]
position = [1, 2, -1]
quaternion = [0.5, 0.5, 0.5, 0.5]
velocity = [0.5, 0, 1]
angular_velocity = [1, -2, 3]
[[body]]
name = "ball"
type = "point-mass"
mass = 3
position = [0, 1, 4]
velocity = [0, 2, 0]
[[element]]
name = "coil"
type = "spring"
between = ["top", "ball"]
stiffness = 20
[integrator]
step = 1e-3
end = 1
rho_inf = 1
)");
  const auto value = [&](const char* quantity, const char* component) {
    params::Params entry("history", "", "s", {});
    entry.set("quantity", std::string(quantity), {}, true);
    entry.set("of", std::string("model"), {}, true);
    entry.set("component", std::string(component), {}, true);
    return make_sensor(entry, *run.model, params::Units{})
        .value(Observation{*run.model, run.state, run.result, run.h});
  };
  const auto vector = [&](const char* quantity) {
    return Vector3(value(quantity, "x"), value(quantity, "y"), value(quantity, "z"));
  };
  // The quaternion (1, 1, 1, 1)/2 takes x to y, y to z, z to x: about fixed axes the inertia is (0.3, 0.1,
  // 0.2).
  const Vector3 linear = 2 * Vector3(0.5, 0, 1) + 3 * Vector3(0, 2, 0);
  const Vector3 angular = Vector3(1, 2, -1).cross(2 * Vector3(0.5, 0, 1)) +
                          Vector3(0, 1, 4).cross(3 * Vector3(0, 2, 0)) + Vector3(0.3 * 1, 0.1 * -2, 0.2 * 3);
  EXPECT_LT((vector("momentum") - linear).norm(), 1e-14);
  EXPECT_LT((vector("angular_momentum") - angular).norm(), 1e-13);
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(run.step());
  EXPECT_LT((vector("momentum") - linear).norm(), 1e-11);
  EXPECT_LT((vector("angular_momentum") - angular).norm(), 1e-4);
}

/// The mean frame of a block of solids that turns by 2 rad about the origin with 3 rad/s.
TEST(Sensor, AnglesOfCouplingsAreThoseOfTheMeanFrame) {
  DeckRun run(R"(
[model]
dimension = 2
)" + scene::material({.E = 1, .nu = 0.3, .rho = 1}) +
              scene::block_mesh({.name = "s", .from = {1, 0}, .to = {2, 2}, .counts = {2, 2}}) + R"(
[[element]]
name = "solid"
type = "solid"
mesh = "s"
material = "m"
[[marker]]
name = "side"
on = "s.y_max"
angle = 0.5
[integrator]
step = 1e-3
end = 1
)");
  for (Index i = 0; i < run.state.q.size(); i += 2) {
    const double x = run.state.q[i], y = run.state.q[i + 1];
    run.state.q[i] = std::cos(2.0) * x - std::sin(2.0) * y;
    run.state.q[i + 1] = std::sin(2.0) * x + std::cos(2.0) * y;
    run.state.v[i] = -3 * run.state.q[i + 1];
    run.state.v[i + 1] = 3 * run.state.q[i];
  }
  const auto value = [&](const char* quantity, const char* component) {
    params::Params entry("history", "", "s", {});
    entry.set("quantity", std::string(quantity), {}, true);
    entry.set("of", std::string("side"), {}, true);
    entry.set("component", std::string(component), {}, true);
    return make_sensor(entry, *run.model, params::Units{})
        .value(Observation{*run.model, run.state, run.result, run.h});
  };
  EXPECT_NEAR(value("angle", "x"), 2, 1e-14);
  EXPECT_NEAR(value("angular_velocity", "x"), 3, 1e-13);
  EXPECT_NEAR(value("position", "x"), std::cos(2.0) * 1.5 - std::sin(2.0) * 2, 1e-14);
  EXPECT_NEAR(value("velocity", "y"), 3 * (std::cos(2.0) * 1.5 - std::sin(2.0) * 2), 1e-13);
}

}  // namespace jounce::test
