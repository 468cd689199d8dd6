#include "sensors/solid_sensor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "../support/deck_run.h"
#include "../support/scene.h"

namespace jounce {
namespace {

using test::DeckRun;

/// Last values of all columns of a deck after `steps` steps.
std::map<std::string, double> values(DeckRun& run, int steps) {
  std::vector<Sensor> sensors;
  for (const params::Params* entry : run.deck.entries("history"))
    sensors.push_back(make_sensor(*entry, *run.model, run.deck.units()));
  std::map<std::string, double> last;
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(run.step());
  for (const Sensor& sensor : sensors)
    last[sensor.name] = sensor.value({*run.model, run.state, run.result, run.h});
  return last;
}

std::string column(const std::string& name, const std::string& quantity, const std::string& of,
                   const std::string& component = "x") {
  return fmt::format(R"(
[[history]]
name = "{}"
quantity = "{}"
of = "{}"
component = "{}"
)",
                     name, quantity, of, component);
}

/// A block of 2 x 1 x 1 pulled along x by 6 for each area, free across.
std::string pulled(const std::string& analysis, const std::string& element = "") {
  std::string deck =
      R"(
[model]
dimension = 3
[[material]]
name = "m"
E = 100
nu = 0.25
rho = 3
[[mesh]]
name = "b"
type = "block"
from = [0, 0, 0]
to = [2, 1, 1]
counts = [2, 2, 1]
)" + scene::element({.mesh = "b"}) +
      element +
      R"(
[[load]]
name = "pull"
type = "traction"
surface = "b.x_max"
traction = [6, 0, 0]
)";
  for (const char* const axis : {"x", "y", "z"})
    deck += fmt::format(R"(
[[boundary]]
on = "b.{}_min"
components = ["{}"]
)",
                        axis, axis);
  return deck + analysis;
}

TEST(SolidSensor, TensionHasItsStressReactionAndEnergy) {
  DeckRun run(pulled(R"(
[analysis]
type = "static"
step = 1
)") + column("xx", "stress", "b", "xx") +
              column("face", "stress", "b.x_max", "mises") + column("yy", "stress", "b", "yy") +
              column("held", "support_force", "b.x_min") + column("side", "support_force", "b.y_min", "y") +
              column("stored", "strain_energy", "e") + column("kinetic", "kinetic_energy", "e"));
  const auto last = values(run, 1);
  EXPECT_NEAR(last.at("xx"), 6, 1e-11);
  EXPECT_NEAR(last.at("face"), 6, 1e-11);
  EXPECT_NEAR(last.at("yy"), 0, 1e-11);
  EXPECT_NEAR(last.at("held"), -6, 1e-11);
  EXPECT_NEAR(last.at("side"), 0, 1e-11);
  EXPECT_NEAR(last.at("stored"), 0.5 * 36 / 100 * 2, 1e-12);
  EXPECT_EQ(last.at("kinetic"), 0);
}

/// In motion the support carries the load and the inertia: M a - f over the held nodes.
TEST(SolidSensor, SupportForceOfAMotionIsTheRateOfMomentum) {
  DeckRun run(pulled(R"(
[integrator]
type = "generalized-alpha"
step = 1e-3
end = 1
)") + column("held", "support_force", "b.x_min") +
              column("p", "momentum", "model"));
  auto before = values(run, 50), middle = values(run, 1), after = values(run, 1);
  EXPECT_NEAR(middle.at("held") + 6, (after.at("p") - before.at("p")) / 2e-3, 2e-2);
  EXPECT_GT(std::abs(middle.at("held") + 6), 0.5);
}

/// A block that is dragged along a rough floor by supports of all its nodes: they carry the friction, in
/// every step the law's share of what the floor bears.
TEST(SolidSensor, SupportForceHasTheFrictionOnItsNodes) {
  for (const char* const scheme : {"nsga-ggl", "moreau-jean", "half-explicit"}) {
    SCOPED_TRACE(scheme);
    DeckRun run(
        scene::gravity({0, -10}) + scene::material({.E = 1e4, .nu = 0.25, .rho = 3}) +
        scene::block_mesh({.from = {0, 0}, .to = {2, 1}, .counts = {3, 2}}) + scene::element({.mesh = "b"}) +
        fmt::format(R"(damping_stiffness = 1e-3
[[boundary]]
on = "b"
components = ["x"]
motion = "0.5*t"
[integrator]
type = "{}"
step = 1e-4
end = 1
)",
                    scheme) +
        scene::point_plane({.points = "b.y_min", .through = {0, 0}, .normal = {0, 1}, .friction = 0.3}) +
        column("held", "support_force", "b") + column("normal", "contact_force", "floor"));
    for (int i = 0; i < 20; ++i) {
      const auto last = values(run, 10);
      EXPECT_NEAR(last.at("held"), 0.3 * last.at("normal"), 1e-9 * last.at("normal"));
      EXPECT_GT(last.at("normal"), 0);
    }
  }
}

/// Cauchy stress: force over the deformed area.
TEST(SolidSensor, StressOfLargeStrainIsThatOfTheDeformedArea) {
  std::string deck = pulled(R"(
[analysis]
type = "static"
step = 0.2
)",
                            R"(strain = "green-lagrange"
)");
  deck.replace(deck.find("E = 100\nnu"), 7, R"(type = "neo-hookean"
E = 20)");
  DeckRun run(deck + column("xx", "stress", "b", "xx") + column("held", "support_force", "b.x_min"));
  const auto last = values(run, 5);
  const double width = run.state.q[run.model->system.dofs().places[8].position[1]];  // node 8: x = 2, y = 1
  EXPECT_LT(width, 0.98);
  EXPECT_NEAR(last.at("held"), -6, 1e-8);
  EXPECT_NEAR(last.at("xx") * width * width, 6, 1e-7);
}

/// Plastic bar: beyond the yield stress the elongation follows the hardening curve and stays after unloading.
TEST(SolidSensor, PlasticBarKeepsItsLength) {
  std::string deck = pulled(R"(
[analysis]
type = "static"
step = 0.1
end = 2
)");
  deck.replace(deck.find("E = 100"), 7,
               R"(type = "plastic"
yield_stress = [4, 8]
plastic_strain = [0, 0.1]
E = 100)");
  deck.replace(deck.find("[6, 0, 0]"), 9, R"toml(["t < 1 ? 6 * t : 6 * (2 - t)", 0, 0])toml");
  DeckRun run(deck + column("mises", "stress", "b", "mises"));
  const Index tip = run.model->system.dofs().places[2].position[0];  // x = 2
  EXPECT_NEAR(values(run, 10).at("mises"), 6, 1e-8);
  EXPECT_NEAR(run.state.q[tip], 2 * (1 + 0.06 + 0.05), 1e-8);  // 6 / E + (6 - 4) / 40
  EXPECT_NEAR(values(run, 10).at("mises"), 0, 1e-8);
  EXPECT_NEAR(run.state.q[tip], 2 * (1 + 0.05), 1e-8);
}

}  // namespace
}  // namespace jounce
