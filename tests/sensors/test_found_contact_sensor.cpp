#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "../support/deck_run.h"
#include "sensors/sensor.h"

namespace jounce {
namespace {

using test::DeckRun;

/// A box that slides on a floor: the sums over its four corners are those of the forces of dry friction.
TEST(BodyContactSensor, SumsForcesOverThePointsOfShapes) {
  DeckRun run(R"(
[parameters]
mu = 0.3
[model]
dimension = 3
gravity = [0, 0, -10]
[[body]]
name = "box"
type = "rigid-3d"
mass = 2
inertia = [0.02, 0.02, 0.02]
position = [0, 0, 0.1]
velocity = [3, 0, 0]
[[shape]]
name = "skin"
type = "box"
on = ["box"]
size = [0.6, 0.4, 0.2]
[[shape]]
name = "floor"
type = "plane"
[[shape]]
name = "wall"
type = "plane"
at = [9, 0, 0]
normal = [-1, 0, 0]
[[contact]]
name = "touch"
type = "bodies"
shapes = ["skin", "floor", "wall"]
envelope = 0.01
friction = "mu"
[integrator]
type = "impulse-velocity"
step = 1e-3
end = 0.1
contact_tolerance = 1e-12
[[history]]
name = "weight"
quantity = "contact_force"
of = "touch:skin|floor"
[[history]]
name = "drag"
quantity = "friction_force"
of = "touch:skin"
component = "x"
[[history]]
name = "push"
quantity = "friction_force"
of = "touch:floor"
component = "x"
[[history]]
name = "points"
quantity = "contacts"
of = "touch"
[[history]]
name = "gap"
quantity = "gap"
of = "touch:floor|skin"
[[history]]
name = "at_wall"
quantity = "contact_impulse"
of = "touch:wall"
[[history]]
name = "far"
quantity = "gap"
of = "touch:wall"
)");
  std::map<std::string, double> value;
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.step());
  for (const params::Params* entry : run.deck.entries("history"))
    value[entry->name()] =
        make_sensor(*entry, *run.model, run.deck.units()).value({*run.model, run.state, run.result, run.h});
  EXPECT_NEAR(value["weight"], 20, 1e-7);
  // on the box, and on the floor
  EXPECT_NEAR(value["drag"], -6, 1e-7);
  EXPECT_NEAR(value["push"], 6, 1e-7);
  EXPECT_GE(value["points"], 2);
  EXPECT_LE(value["points"], 4);
  EXPECT_NEAR(value["gap"], 0, 1e-12);
  EXPECT_EQ(value["at_wall"], 0);
  EXPECT_EQ(value["far"], INFINITY);
}

}  // namespace
}  // namespace jounce
