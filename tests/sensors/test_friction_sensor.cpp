#include "sensors/friction_sensor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "sensors/sensor.h"

namespace jounce::test {

/// A pin and a rod with friction and stops, which are contacts of the same names, beside a contact with
/// friction: columns find their own rows.
TEST(Sensors, FrictionOfJoints) {
  DeckRun run(scene::gravity({0, 0, -10}) +
              scene::rigid({.name = "wheel", .mass = 2, .inertia = {0.04, 0.1, 0.1}, .position = {0, 0, 0}}) +
              R"(
angular_velocity = [5, 0, 0]
[[body]]
name = "tube"
type = "rigid-3d"
mass = 2
inertia = [0.02, 0.05, 0.05]
position = [3, 0, 0]
velocity = [0.6, 0, 0]
angular_velocity = [8, 0, 0]
[[body]]
name = "block"
type = "point-mass"
mass = 1
position = [0, 5, 0]
velocity = [1, 0, 0]
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "wheel"]
axis = [1, 0, 0]
friction = 0.2
radius = 0.01
upper = 50
[[joint]]
name = "rod"
type = "cylindrical"
between = ["ground", "tube"]
at = [3, 0, 0]
axis = [1, 0, 0]
friction = 0.125
radius = 0.1
upper = 10
[[contact]]
name = "floor"
type = "point-plane"
points = ["block"]
through = [0, 0, 0]
normal = [0, 0, 1]
friction = 0.3
[integrator]
type = "nsga-ggl"
step = 1e-2
end = 1
[[history]]
name = "pin_moment"
quantity = "friction_moment"
of = "pin"
[[history]]
name = "pin_slip"
quantity = "slip_velocity"
of = "pin"
[[history]]
name = "rod_force"
quantity = "friction_force"
of = "rod"
[[history]]
name = "rod_moment"
quantity = "friction_moment"
of = "rod"
[[history]]
name = "rod_slip"
quantity = "slip_velocity"
of = "rod"
[[history]]
name = "floor_force"
quantity = "friction_force"
of = "floor"
)");
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(run.step()) << run.result.failure_cause;
  const struct {
    double value;
    const char* unit;
  } expected[] = {{-0.2 * 0.01 * 20, "N m"},        {0.01 * (5 - 0.02), "m/s"},  // w' = -1 rad/s^2
                  {-0.125 * 20 * 0.6, "N"},         {-0.125 * 20 * 0.8 * 0.1, "N m"},
                  {0.6 - 0.6 * 1.25 * 0.02, "m/s"}, {-3, "N"}};
  const auto entries = run.deck.entries("history");
  ASSERT_EQ(entries.size(), std::size(expected));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Sensor sensor = make_sensor(*entries[i], *run.model, run.deck.units());
    EXPECT_NEAR(sensor.value({*run.model, run.state, run.result, run.h}), expected[i].value, 1e-11)
        << sensor.name;
    EXPECT_EQ(sensor.unit, expected[i].unit) << sensor.name;
  }
}

}  // namespace jounce::test
