#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "../support/box_on_floor.h"
#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "sensors/sensor.h"

namespace jounce {
namespace {

using test::box_on_floor;
using test::DeckRun;
using test::solid_block;

/// A box that slides on a floor: the sums over its four corners are those of the forces of dry friction.
/// The values of a deck's sensors now.
std::map<std::string, double> history_of(const DeckRun& run) {
  std::map<std::string, double> value;
  for (const params::Params* entry : run.deck.entries("history"))
    value[entry->name()] =
        make_sensor(*entry, *run.model, run.deck.units()).value({*run.model, run.state, run.result, run.h});
  return value;
}

const char* const kImpulses = R"(
[integrator]
type = "impulse-velocity"
step = 1e-3
end = 0.1
contact_tolerance = 1e-12
)";

/// A sensor; further keys may follow.
std::string history(const std::string& name, const std::string& quantity, const std::string& of) {
  return fmt::format(R"(
[[history]]
name = "{}"
quantity = "{}"
of = "{}"
)",
                     name, quantity, of);
}

/// A particle that moves along y only, and the force of the contact "touch" on it.
std::string particle(const std::string& name, double mass, const scene::Numbers& position) {
  return scene::point_mass({.name = name, .mass = mass, .position = position}) + scene::held(name, {"x"}) +
         history(name, "contact_force", "touch:" + name);
}

TEST(BodyContactSensor, SumsForcesOverThePointsOfShapes) {
  DeckRun run(std::string(R"(
[parameters]
mu = 0.3
[model]
dimension = 3
gravity = [0, 0, -10]
)") + box_on_floor("velocity = [3, 0, 0]\n") +
              R"(
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
)" + kImpulses +
              history("weight", "contact_force", "touch:skin|floor") +
              history("drag", "friction_force", "touch:skin") + R"(component = "x")" +
              history("push", "friction_force", "touch:floor") + R"(component = "x")" +
              history("points", "contacts", "touch") + history("gap", "gap", "touch:floor|skin") +
              history("at_wall", "contact_impulse", "touch:wall") + history("far", "gap", "touch:wall"));
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.step());
  auto value = history_of(run);
  EXPECT_NEAR(value["weight"], 20, 1e-7);
  // on the box, and on the floor
  EXPECT_NEAR(value["drag"], -6, 1e-7);
  EXPECT_NEAR(value["push"], 6, 1e-7);
  EXPECT_GE(value["points"], 2);
  EXPECT_LE(value["points"], 4);
  EXPECT_NEAR(value["gap"], 0, 1e-12);
  EXPECT_EQ(value["at_wall"], 0);
  // Steps of 1e-3 with v = 3 - 3e-3 k: the true distance, though the search does not reach so far.
  EXPECT_NEAR(value["far"], 9 - 0.3 - (0.06 - 3e-6 * 210), 1e-9);
}

/// Three grains on a floor, whose contacts are given areas: the one of next to no area, which is the
/// round-off of coinciding edges, does not count, however large its force over it.
TEST(BodyContactSensor, PressureLeavesOutAreasOfRoundOff) {
  std::string deck = R"(
[model]
dimension = 3
gravity = [0, 0, -10]
[[shape]]
name = "floor"
type = "plane"
)";
  std::string names = R"("floor")";
  for (const int number : {0, 1, 2}) {
    const std::string grain = fmt::format("grain{}", number);
    deck +=
        scene::rigid(
            {.name = grain, .mass = 2, .inertia = {0.01, 0.01, 0.01}, .position = {1.0 * number, 0, 0.1}}) +
        scene::sphere({.name = fmt::format("skin{}", number), .on = grain, .radius = 0.1});
    names += fmt::format(R"(, "skin{}")", number);
  }
  DeckRun run(deck +
              fmt::format(R"(
[[contact]]
name = "touch"
type = "bodies"
shapes = [{}]
envelope = 0.01
)",
                          names) +
              kImpulses + history("pressure", "contact_pressure", "touch"));
  ASSERT_TRUE(run.step());
  ASSERT_EQ(run.result.rows.size(), 3u);
  const auto pressure = [&] {
    return make_sensor(*run.deck.entries("history")[0], *run.model, run.deck.units())
        .value({*run.model, run.state, run.result, run.h});
  };
  EXPECT_EQ(pressure(), 0);  // points have no area
  const double areas[] = {0.5, 0.25, 1e-12};
  for (std::size_t i = 0; i < 3; ++i) run.result.rows[i].area = areas[i];
  EXPECT_NEAR(pressure(), 20 / 0.25, 1e-7);
  run.result.rows[2].area = 1e-3;  // small, but there
  EXPECT_NEAR(pressure(), 20 / 1e-3, 1e-4);
}

/// Two particles on top of two domes: the rows of one particle with both domes count for it.
TEST(ShapeContactSensor, KnowsSinglePoints) {
  std::string deck = R"(
[model]
dimension = 2
gravity = [0, -1]
[[shape]]
name = "low"
type = "sphere"
radius = 1
[[shape]]
name = "high"
type = "sphere"
radius = 2
at = [5, 0]
[[contact]]
name = "touch"
type = "point-shape"
points = ["left", "right"]
shapes = ["low", "high"]
[analysis]
type = "static"
step = 1
)" + history("all", "contact_force", "touch") +
                     history("points", "contacts", "touch") + history("gap", "gap", "touch:right") +
                     particle("left", 3, {0, 1}) + particle("right", 1, {5, 2});
  DeckRun run(deck);
  ASSERT_TRUE(run.step()) << run.result.failure_cause;
  auto value = history_of(run);
  EXPECT_NEAR(value["left"], 3, 1e-12);
  EXPECT_NEAR(value["right"], 1, 1e-12);
  EXPECT_NEAR(value["all"], 4, 1e-12);
  EXPECT_EQ(value["points"], 2);
  EXPECT_NEAR(value["gap"], 0, 1e-15);
}

/// Two points on a block, pressed by 3 and by 1, and one above it: forces of single nodes.
TEST(SurfaceContactSensor, KnowsSingleNodes) {
  std::string deck = R"(
[model]
dimension = 2
[[material]]
name = "m"
E = 1e6
nu = 0
rho = 1
)" + solid_block("block", "[0, 0]", "[3, 1]", "[3, 1]") +
                     R"(
[[boundary]]
on = "block.y_min"
components = ["x", "y"]
[[contact]]
name = "touch"
type = "surfaces"
points = ["left", "right", "above"]
against = "block.y_max"
[analysis]
type = "static"
step = 1
)";
  deck += particle("left", 1, {0.5, 1}) + particle("right", 1, {2.5, 1}) + particle("above", 1, {1.5, 1.5}) +
          scene::held("above", {"y"});
  for (const std::string name : {"left", "right"})
    deck += fmt::format(R"(
[[load]]
name = "push_{}"
type = "force"
on = "{}"
force = [0, {}]
)",
                        name, name, (name == "left" ? "-3" : "-1"));
  DeckRun run(deck);
  ASSERT_TRUE(run.step()) << run.result.failure_cause;
  auto value = history_of(run);
  EXPECT_NEAR(value["left"], 3, 1e-9);  // the surface tilts by 1e-6
  EXPECT_NEAR(value["right"], 1, 1e-9);
  EXPECT_EQ(value["above"], 0);
}

}  // namespace
}  // namespace jounce
