#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "../support/flexible_beam.h"
#include "histories.h"
#include "io/history_reader.h"
#include "program.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

struct Shared {
  const char* name;
  const char* deck;
  std::vector<std::string> values;
  std::vector<std::string> columns;
};

class Ranks : public testing::TestWithParam<Shared> {};

/// Contacts and joints shared among ranks: the results of one rank up to the tolerance of the solver.
TEST_P(Ranks, GiveTheResultsOfOne) {
  const TemporaryFolder folder;
  const Arguments run = Arguments{"run", kInputs + GetParam().deck, "-q"} + set(GetParam().values);
  ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "one"}).status, 0);
  const Outcome two = jounce(folder.path(), run + Arguments{"-o", "two"}, 0, 2);
  ASSERT_EQ(two.status, 0) << two.err;
  const io::History a(folder.path() / "one/history.csv"), b(folder.path() / "two/history.csv");
  for (const std::string& column : GetParam().columns) EXPECT_LT(difference(a, b, column), 1e-6) << column;
  // A contact that only just touches is closed or open by the last digits; its next closing then counts or
  // not.
  const auto impacts = [&](const char* run_folder) {
    return static_cast<double>(io::History(folder.path() / run_folder / "events.csv").size());
  };
  EXPECT_NEAR(impacts("one"), impacts("two"), 0.02 * impacts("one"));
  if (!std::filesystem::exists(folder.path() / "one/transitions.csv")) return;
  const double changes = static_cast<double>(lines(folder / "one/transitions.csv").size() - 1);
  EXPECT_GT(changes, 100);
  EXPECT_NEAR(static_cast<double>(lines(folder / "two/transitions.csv").size() - 1), changes, 0.02 * changes);
}

INSTANTIATE_TEST_SUITE_P(
    Decks, Ranks,
    testing::Values(
        Shared{"pile",
               "sphere_pile.toml",
               {"parameters.n=3", "integrator.end=0.06", "integrator.contact_tolerance=1e-9",
                "integrator.bodies_per_rank=1"},
               {"energy_kinetic", "contacts", "weight_on_floor", "dissipated_impact", "dissipated_friction"}},
        Shared{"bridge",
               "chain_bridge.toml",
               {"integrator.type=ccp-euler", "integrator.end=0.002", "integrator.contact_tolerance=1e-9",
                "integrator.bodies_per_rank=1"},
               {"energy_kinetic", "energy_potential"}},
        Shared{"channel",
               "channel.toml",
               {"parameters.layers=1", "integrator.end=0.006", "integrator.contact_tolerance=1e-8",
                "outflow.exit.at=[0.012, 0, 0]", "output.transitions=true", "integrator.bodies_per_rank=1"},
               {"spheres", "came", "went", "energy_kinetic", "work_external", "energy_carried"}}),
    [](const auto& deck) { return deck.param.name; });

/// Elastic rods in a chain that falls on the floor, and a ball on each: the cut goes through joints and
/// contacts of bodies with more than six coordinates.
std::string chain_of_rods(int count) {
  std::string deck = std::string(kSoftBeam) + R"toml(
[parameters]
mu = 0.3
[[shape]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[integrator]
type = "impulse-velocity"
step = 2e-3
end = 0.16
contact_tolerance = 1e-10
bodies_per_rank = 1
[output]
frames = 0
)toml";
  for (int i = 0; i < count; ++i) {
    const std::string name = "rod" + std::to_string(i), ball = "ball" + std::to_string(i);
    deck += fmt::format(R"(
[[mesh]]
name = "line{}"
type = "line"
from = [0, 0, 0]
to = [1, 0, 0]
elements = 4
[[element]]
name = "beam{}"
type = "beam"
mesh = "line{}"
material = "m"
section = "s"
y_axis = [0, 1, 0]
[[body]]
name = "{}"
type = "flexible"
mesh = "line{}"
supports = ["start"]
coordinates = "modal"
modes = 5
position = [{}, 0, 0.02]
velocity = [0, 0.3, -0.5]
groups = [{{ name = "middle", from = [0.49, -1, -1], to = [0.51, 1, 1] }}]
[[body]]
name = "{}"
type = "rigid-3d"
mass = 0.3
inertia = [1e-3, 1e-3, 1e-3]
position = [{}.5, 0.01, 0.122]
[[shape]]
name = "skin{}"
type = "sphere"
on = ["{}"]
radius = 0.1
[[contact]]
name = "touch{}"
type = "point-shape"
points = ["{}.start", "{}.middle", "{}.end"]
shapes = ["floor", "skin{}"]
friction = "mu"
)",
                        name, name, name, name, name, i, ball, i, ball, ball, name, name, name, name, ball);
    if (i > 0)
      deck += fmt::format(R"(
[[joint]]
name = "pin{}"
type = "spherical"
between = ["rod{}", "{}"]
at = [{}, 0, 0.02]
)",
                          name, i - 1, name, i);
  }
  return deck;
}

TEST(Ranks, FlexibleBodiesAreThoseOfOne) {
  const TemporaryFolder folder;
  write(folder / "rods.toml", chain_of_rods(5));
  // The problem by Coulomb's law may have several solutions, that of the cone has one.
  for (const Arguments& scheme : {set({"parameters.mu=0"}), set({"integrator.type=ccp-euler"}),
                                  set({"integrator.type=ccp-euler", "integrator.method=accelerated"})}) {
    const Arguments run = Arguments{"run", "rods.toml", "-q"} + scheme;
    const Outcome one = jounce(folder.path(), run + Arguments{"-o", "one"});
    ASSERT_EQ(one.status, 0) << one.err;
    const Outcome two = jounce(folder.path(), run + Arguments{"-o", "two"}, 0, 2);
    ASSERT_EQ(two.status, 0) << two.err;
    const io::History a(folder.path() / "one/history.csv"), b(folder.path() / "two/history.csv");
    for (const char* const column :
         {"energy_kinetic", "energy_strain", "energy_potential", "dissipated_friction"})
      EXPECT_LT(difference(a, b, column), 1e-8) << column;
    EXPECT_GT(a.column("active_contacts").back(), 3);
    EXPECT_EQ(difference(a, b, "active_contacts"), 0);
  }
}

/// Large matrices that all ranks factorise, or solve field by field: large strain in statics, friction in
/// dynamics.
TEST(Ranks, FactoriseTogether) {
  const TemporaryFolder folder;
  const std::vector<std::pair<Arguments, std::vector<std::string>>> runs = {
      {Arguments{kInputs + "rubber_block.toml"} +
           set({"parameters.n=10", "analysis.solver=direct", "analysis.end=0.2", "output.frames=0"}),
       {"pull", "stress", "strain_energy"}},
      {Arguments{kInputs + "block_against_wall.toml"} +
           set({"parameters.n=6", "integrator.end=0.02", "model.gravity=[2, 0, 0]",
                "contact.wall.friction=0.3", "output.frames=0"}),
       {"force", "momentum_x", "momentum_z", "energy_total", "dissipated_friction"}},
      {Arguments{kInputs + "block_against_wall.toml"} +
           set({"parameters.n=5", "integrator.end=0.01", "model.gravity=[2, 0, 0]",
                "contact.wall.friction=0.3", "integrator.solver=field-split", "output.frames=0"}),
       {"force", "momentum_x", "momentum_z", "energy_total", "dissipated_friction"}},
      // Large enough for two ranks to share; one of them alone solves it on its motion.
      {Arguments{kInputs + "block_against_wall.toml"} +
           set({"parameters.n=19", "integrator.end=0.001", "element.body.strain=green-lagrange",
                "material.elastic.type=neo-hookean", "parameters.speed=3", "output.frames=0"}),
       {"force", "momentum_z", "energy_total"}}};
  for (const auto& [deck, columns] : runs) {
    SCOPED_TRACE(deck.front());
    const Arguments run = Arguments{"run", "-q"} + deck;
    ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "one"}).status, 0);
    const Outcome two = jounce(folder.path(), run + Arguments{"-o", "two"}, 0, 2);
    ASSERT_EQ(two.status, 0) << two.err;
    const io::History a(folder.path() / "one/history.csv"), b(folder.path() / "two/history.csv");
    for (const std::string& column : columns) EXPECT_LT(difference(a, b, column), 1e-8) << column;
  }
}

/// Conjugate gradients with multigrid on shared elements: large strain, and contact with a wall.
TEST(Ranks, StaticsByMultigridAreThoseOfOne) {
  const TemporaryFolder folder;
  const std::vector<Arguments> runs = {
      Arguments{kInputs + "rubber_block.toml"} +
          set({"parameters.n=10", "analysis.solver=iterative", "analysis.end=0.2", "output.frames=0"}),
      Arguments{std::string(JOUNCE_SOURCE_DIR) + "/verification/static_multigrid/pressed_cube.toml"} +
          set({"parameters.n=10", "output.frames=0"})};
  for (const Arguments& deck : runs) {
    SCOPED_TRACE(deck.front());
    const Arguments run = Arguments{"run"} + deck;
    ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "one"}).status, 0);
    const Outcome two = jounce(folder.path(), run + Arguments{"-o", "two"}, 0, 2);
    ASSERT_EQ(two.status, 0) << two.err;
    EXPECT_THAT(two.out, testing::HasSubstr("iterations of conjugate gradients"));
    EXPECT_THAT(two.out, testing::Not(testing::HasSubstr("solved directly")));
    const io::History a(folder.path() / "one/history.csv"), b(folder.path() / "two/history.csv");
    // But what is round-off: a penetration of exact contacts, and the remainder of the balance of energy.
    for (const std::string& column : a.names())
      if (column != "newton_iterations" && column != "max_penetration" && column != "dissipated_numerical") {
        EXPECT_LT(difference(a, b, column), 1e-8) << column;
      }
  }
}

/// Shared elements, and steps that the error and an impact choose: ranks agree on every size.
TEST(Ranks, ChooseTheSameSteps) {
  const TemporaryFolder folder;
  const Arguments run = Arguments{"run", kInputs + "block_against_wall.toml", "-q"} +
                        set({"integrator.solver=iterative", "model.gravity=[1, 2, 0]", "integrator.end=0.02",
                             "integrator.error_tolerance=1e-7", "integrator.impact_step=1e-4"});
  ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "one"}).status, 0);
  const Outcome two = jounce(folder.path(), run + Arguments{"-o", "two"}, 0, 2);
  ASSERT_EQ(two.status, 0) << two.err;
  const io::History a(folder.path() / "one/history.csv"), b(folder.path() / "two/history.csv");
  EXPECT_GT(a.size(), 30U);  // of 20 whole steps
  EXPECT_EQ(difference(a, b, "step_size"), 0);
  EXPECT_LT(difference(a, b, "energy_total"), 1e-10);
}

/// What the rank that writes cannot write ends all ranks with its message.
TEST(Ranks, EndTogetherWhereResultsCannotBeMade) {
  const TemporaryFolder folder;
  const auto expect_end = [&](const std::string& name, const std::string& file) {
    const Outcome outcome =
        jounce(folder.path(), {"run", kInputs + "bouncing_ball.toml", "-q", "-o", name}, 0, 2);
    EXPECT_EQ(outcome.status, 1) << name;
    EXPECT_THAT(outcome.err, HasSubstr("jounce run: cannot ")) << name;
    EXPECT_THAT(outcome.err, HasSubstr(file)) << name;
    EXPECT_EQ(outcome.err.find("jounce run: "), outcome.err.rfind("jounce run: ")) << name;
  };
  write(folder / "file", "no folder");
  expect_end("file/results", "file");
  std::filesystem::create_directory(folder / "device");
  std::filesystem::create_symlink("/dev/full", folder / "device/history.csv");
  expect_end("device", "history.csv");
}

TEST(Ranks, ACheckpointOfTwoGoesOnAlone) {
  const TemporaryFolder folder;
  const Arguments run = Arguments{"run", kInputs + "sphere_pile.toml", "-q"} +
                        set({"parameters.n=4", "integrator.contact_tolerance=1e-9",
                             "integrator.bodies_per_rank=1", "output.checkpoint_every=60"});
  ASSERT_EQ(jounce(folder.path(), run + set({"integrator.end=0.08"}) + Arguments{"-o", "one"}).status, 0);
  ASSERT_EQ(jounce(folder.path(), run + set({"integrator.end=0.06"}) + Arguments{"-o", "two"}, 0, 2).status,
            0);
  const Outcome rest = jounce(folder.path(), run + set({"integrator.end=0.08"}) +
                                                 Arguments{"-o", "two", "--restart", "two/checkpoint.h5"});
  ASSERT_EQ(rest.status, 0) << rest.err;
  const io::History a(folder.path() / "one/history.csv"), b(folder.path() / "two/history.csv");
  EXPECT_LT(difference(a, b, "energy_kinetic"), 1e-6);
  EXPECT_LT(difference(a, b, "weight_on_floor"), 1e-6);
}

/// From one rank to two and back, with shared elements: 1e-10 of the largest value.
TEST(Ranks, ACheckpointGoesOnWithAnyNumberOfThem) {
  const TemporaryFolder folder;
  const Arguments run =
      Arguments{"run", kInputs + "block_against_wall.toml", "-q"} +
      set({"integrator.solver=iterative", "model.gravity=[1, 2, 0]", "output.checkpoint_every=15"});
  const Arguments all = set({"integrator.end=0.04"}), part = set({"integrator.end=0.02"});
  ASSERT_EQ(jounce(folder.path(), run + all + Arguments{"-o", "whole"}).status, 0);
  const io::History whole(folder.path() / "whole/history.csv");
  for (const int first : {1, 2}) {
    const std::string name = "first" + std::to_string(first);
    ASSERT_EQ(jounce(folder.path(), run + part + Arguments{"-o", name}, 0, first).status, 0);
    const Outcome rest = jounce(
        folder.path(), run + all + Arguments{"-o", name, "--restart", name + "/checkpoint.h5"}, 0, 3 - first);
    ASSERT_EQ(rest.status, 0) << rest.err;
    const io::History history(folder.path() / name / "history.csv");
    for (const char* const column : {"force", "momentum_x", "momentum_y", "momentum_z", "energy_total"})
      EXPECT_LT(difference(whole, history, column), 1e-10) << name << " " << column;
  }
}

TEST(Ranks, SayWhatTheyExchanged) {
  const TemporaryFolder folder;
  const Arguments run = Arguments{"run", kInputs + "sphere_pile.toml"} +
                        set({"parameters.n=3", "integrator.end=0.02", "integrator.bodies_per_rank=1"});
  EXPECT_NE(jounce(folder.path(), run, 0, 2).out.find("rank 0 of 2 sent"), std::string::npos);
  EXPECT_EQ(jounce(folder.path(), run).out.find("sent"), std::string::npos);
}

/// Few bodies are not worth messages: every rank computes all contacts, and no digit differs.
TEST(Ranks, ComputeFewBodiesAlone) {
  const TemporaryFolder folder;
  const Arguments run =
      Arguments{"run", kInputs + "shapes.toml"} + set({"integrator.end=0.5", "output.frames=0"});
  ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "one"}).status, 0);
  const Outcome two = jounce(folder.path(), run + Arguments{"-o", "two"}, 0, 2);
  ASSERT_EQ(two.status, 0) << two.err;
  EXPECT_EQ(two.out.find("sent"), std::string::npos);
  EXPECT_EQ(read(folder / "one/history.csv"), read(folder / "two/history.csv"));
  EXPECT_EQ(read(folder / "one/events.csv"), read(folder / "two/events.csv"));
}

TEST(Ranks, FailTogether) {
  const TemporaryFolder folder;
  const Arguments run = Arguments{"run", kInputs + "sphere_pile.toml"} +
                        set({"parameters.n=4", "integrator.contact_iterations=1", "integrator.max_cuts=1",
                             "integrator.bodies_per_rank=1"});
  const Outcome failed = jounce(folder.path(), run, 0, 2);
  EXPECT_EQ(failed.status, 1) << failed.err;
  EXPECT_NE(failed.err.find("Try a larger integrator.contact_iterations"), std::string::npos) << failed.err;
  EXPECT_EQ(failed.err.find("max_iterations"), std::string::npos) << failed.err;  // it has no use there
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "sphere_pile.results/failed.checkpoint.h5"));
}

}  // namespace
}  // namespace jounce::test
