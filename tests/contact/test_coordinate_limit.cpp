// Stops of joints.

#include "contact/coordinate_limit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"

namespace jounce {
namespace {

using test::DeckRun;

/// A pendulum on a pin with stops at +-0.4 rad, without gravity, or a slider with stops at +-0.4 m.
std::string deck(const std::string& integrator, const std::string& system, double e) {
  const std::string scheme = "[integrator]\n" + integrator + "\nstep = 1e-3\nend = 1\n";
  const std::string stops = fmt::format("lower = -0.4\nupper = 0.4\nrestitution = {}\n", e);
  if (system == "planar pin")
    return scheme + R"(
[[body]]
name = "a"
type = "rigid"
mass = 2
inertia = 0.3
position = [1, 0]
velocity = [0, 2]
angular_velocity = 2
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "a"]
at = [0, 0]
)" + stops;
  const std::string body =
      R"(
[model]
dimension = 3
)" + scene::rigid({.mass = 2, .inertia = {0.1, 0.2, 0.3}, .position = {1, 0, 0}});
  if (system == "spatial pin")
    return scheme + body + "velocity = [0, 2, 0]\nangular_velocity = [0, 0, 2]\n" + R"(
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "a"]
at = [0, 0, 0]
axis = [0, 0, 1]
)" + stops;
  return scheme + body +
         fmt::format(R"(
velocity = [0, 2, 0]
[[joint]]
name = "pin"
type = "{}"
between = ["ground", "a"]
at = [0, 0, 0]
axis = [0, 1, 0]
)",
                     system) +
         stops;
}

/// Every impact on a stop reverses the rate of the joint's coordinate by exactly e.
TEST(CoordinateLimit, ReboundsByTheRestitution) {
  for (const char* const system : {"planar pin", "spatial pin", "prismatic", "cylindrical"})
    for (const char* const scheme : {R"(type = "nsga-ggl")", R"(type = "nsga-ggl"
solver = "sequential")",
                                     R"(type = "moreau-jean")", R"(type = "event-driven")"}) {
      SCOPED_TRACE(std::string(system) + " " + scheme);
      DeckRun run(deck(scheme, system, 0.5));
      std::vector<Impact> impacts;
      for (int i = 0; i < 2000; ++i) {
        ASSERT_TRUE(run.step()) << run.result.failure_cause;
        impacts.insert(impacts.end(), run.result.impacts.begin(), run.result.impacts.end());
        ASSERT_LT(std::abs(run.gap(0, 0) + run.gap(0, 1) - 0.8), 1e-12);
      }
      ASSERT_EQ(impacts.size(), 2u);  // at 0.2 and 1.0; the third would be at 2.6
      double rate = 2;
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(impacts[i].velocity_after, -0.5 * impacts[i].velocity_before, 1e-13);
        EXPECT_NEAR(impacts[i].velocity_before, -rate, 1e-3);
        EXPECT_EQ(impacts[i].row.point, i == 0 ? 1 : 0);  // the upper stop, then the lower one
        rate *= 0.5;
      }
    }
}

/// Event-driven: the impacts are at 0.2 s and 1.0 s exactly.
TEST(CoordinateLimit, IsReachedInTime) {
  DeckRun run(deck(R"(type = "event-driven")", "spatial pin", 0.5));
  std::vector<double> times;
  for (int i = 0; i < 1100; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    for (const Impact& impact : run.result.impacts) times.push_back(impact.time);
  }
  ASSERT_EQ(times.size(), 2u);
  EXPECT_NEAR(times[0], 0.2, 1e-10);
  EXPECT_NEAR(times[1], 1.0, 1e-10);
}

/// A stop beyond several turns: the angle is counted.
TEST(CoordinateLimit, CountsTurns) {
  for (const char* const system : {"planar pin", "spatial pin"}) {
    for (const char* const scheme : {"nsga-ggl", "event-driven"}) {
      SCOPED_TRACE(std::string(system) + " " + scheme);
      DeckRun run(deck(fmt::format(R"(type = "{}")", scheme), system, 1),
                  {"joint.pin.upper=15",
                   "body.a.angular_velocity=" + std::string(system[0] == 'p' ? "20" : "[0,0,20]"),
                   "body.a.velocity=" + std::string(system[0] == 'p' ? "[0,20]" : "[0,20,0]")});
      double time = 0;
      for (int i = 0; i < 900 && time == 0; ++i) {
        ASSERT_TRUE(run.step()) << run.result.failure_cause;
        if (!run.result.impacts.empty()) time = run.state.t;
      }
      EXPECT_NEAR(time, 0.75, 2e-3);
    }
  }
}

TEST(CoordinateLimit, RefusesWhatCannotBe) {
  EXPECT_THROW(DeckRun(deck(R"(type = "nsga-ggl")", "planar pin", 0.5), {"joint.pin.lower=0.1"}),
               params::InputError);
  EXPECT_THROW(DeckRun(deck(R"(type = "nsga-ggl")", "planar pin", 0.5), {"joint.pin.upper=-0.1"}),
               params::InputError);
  EXPECT_THROW(DeckRun(deck(R"(type = "nsga-ggl")", "planar pin", 1.5)), params::InputError);
}

}  // namespace
}  // namespace jounce
