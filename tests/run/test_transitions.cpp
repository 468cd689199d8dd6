#include <gmock/gmock.h>

#include <cmath>

#include "../support/joints_with_friction.h"
#include "../support/scene.h"
#include "io/csv.h"
#include "program.h"

// transitions.csv: when contacts and joints begin to stick or to slip, against closed forms.

namespace jounce::test {
namespace {

using Values = std::vector<std::string>;

struct Line {
  double time, slip_velocity, friction, impulse;
  std::string kind, name, event;
  bool has_two_stages = false;  ///< the first one may still stick where the last one slips
};

std::vector<Line> read_transitions(const std::filesystem::path& file) {
  std::vector<Line> list;
  for (const std::string& line : lines(file)) {
    std::vector<std::string_view> cells;
    std::vector<std::string> storage;
    io::split_csv(line, cells, storage);
    Line entry;
    if (cells.size() != 7 || !io::parse_number(cells[0], entry.time)) continue;
    io::parse_number(cells[4], entry.slip_velocity);
    io::parse_number(cells[5], entry.friction);
    io::parse_number(cells[6], entry.impulse);
    entry.kind = cells[1];
    entry.name = cells[2];
    entry.event = cells[3];
    list.push_back(entry);
  }
  return list;
}

constexpr double kStep = 0.01;

void expect_end_of_step(double time, double instant) {
  EXPECT_GE(time, instant - 1e-9);
  EXPECT_LE(time, instant + kStep + 1e-9);
}

/// The begin of slip under a growing force: alpha schemes weigh the forces of both ends of a step.
void expect_next_steps(double time, double instant) {
  EXPECT_GE(time, instant - 1e-9);
  EXPECT_LE(time, instant + 2 * kStep + 1e-9);
}

/// Friction at the begin of slip.
void expect_bound(const Line& line, double bound) {
  EXPECT_LE(line.friction, bound + 1e-9);
  EXPECT_GE(line.friction, (line.has_two_stages ? 0.95 : 1 - 1e-6) * bound);
}

/// What pulls a block away that has stopped.
const std::string kPull = R"toml(
[[load]]
name = "pull"
type = "force"
on = "block"
force = ["t > 2 ? 4*(t - 2) : 0", 0]
[output]
frames = 0
transitions = true
[integrator]
step = 0.01
end = 4
)toml";

/// A block slides on a rough floor and stops; a force that grows pulls it away again.
const std::string kBlock = R"(
[model]
gravity = [0, -10]
[[body]]
name = "block"
type = "point-mass"
mass = 2
position = [0, 0]
velocity = [3, 0]
[[contact]]
name = "floor"
type = "point-plane"
points = ["block"]
through = [0, 0]
normal = [0, 1]
friction = 0.25
)" + kPull;

const char* const kSchemes[] = {"nsga-ggl",    "moreau-jean",    "mixed-generalized-alpha",
                                "mixed-bathe", "mixed-ed-alpha", "half-explicit"};

TEST(Transitions, ABlockStopsAndIsPulledAway) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBlock);
  for (const char* const type : kSchemes) {
    const Outcome run = jounce(folder.path(), Arguments{"run", "deck.toml", "-q", "-o", type} +
                                                  set({std::string("integrator.type=") + type}));
    ASSERT_EQ(run.status, 0) << type << run.err;
    std::vector<Line> list = read_transitions(folder / type / "transitions.csv");
    ASSERT_EQ(list.size(), 2u) << type;
    list[1].has_two_stages = std::string(type) == "mixed-ed-alpha";
    EXPECT_EQ(list[0].event, "stick") << type;
    EXPECT_EQ(list[0].kind, "contact") << type;
    EXPECT_EQ(list[0].name, "floor") << type;
    EXPECT_NEAR(list[0].time, 3 / (0.25 * 10), 0.0101) << type;  // v / (mu g), one step
    EXPECT_LE(list[0].slip_velocity, 0.25 * 10 * 0.02) << type;  // what friction takes in two steps
    EXPECT_EQ(list[1].event, "slip") << type;
    EXPECT_NEAR(list[1].time, 2 + 0.25 * 20 / 4, 0.0201) << type;  // 4 (t - 2) = mu m g
    expect_bound(list[1], 0.25 * 20 * kStep);
    EXPECT_NEAR(list[1].impulse, 20 * 0.01, 1e-6) << type;
    EXPECT_GT(list[1].slip_velocity, 0) << type;
  }
}

/// Fischer-Burmeister's function has no branches: the values of each contact tell.
TEST(Transitions, WithoutBranches) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBlock);
  const Outcome run =
      jounce(folder.path(),
             Arguments{"run", "deck.toml", "-q", "-o", "r"} +
                 set({"integrator.solver=monolithic", "integrator.contact_function=fischer-burmeister"}));
  ASSERT_EQ(run.status, 0) << run.err;
  const std::vector<Line> list = read_transitions(folder / "r/transitions.csv");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_NEAR(list[0].time, 3 / (0.25 * 10), 0.0101);
  EXPECT_NEAR(list[1].time, 2 + 0.25 * 20 / 4, 0.0201);
}

TEST(Transitions, ABallThatSlidesRolls) {
  const TemporaryFolder folder;
  for (const char* const type : {"nsga-ggl", "moreau-jean", "impulse-velocity", "ccp-euler"}) {
    std::vector<std::string> values = {std::string("integrator.type=") + type, "output.transitions=true",
                                       "output.frames=0"};
    if (std::string(type) == "ccp-euler") values.emplace_back("integrator.law=coulomb");
    ASSERT_EQ(
        jounce(folder.path(), Arguments{"run", kInputs + "rolling_ball.toml", "-q", "-o", type} + set(values))
            .status,
        0)
        << type;
    const std::vector<Line> list = read_transitions(folder / type / "transitions.csv");
    ASSERT_EQ(list.size(), 1u) << type;
    EXPECT_EQ(list[0].event, "stick") << type;
    EXPECT_NEAR(list[0].time, 2 * 5 / (7 * 0.2 * 9.81), 1.01e-3) << type;  // 2 v0 / (7 mu g), one step
  }
}

/// The block of kBlock in a guide that bears its weight; the contact elsewhere has the guide's name.
std::string in_a_guide(const std::string& friction) {
  return scene::gravity({0, -10}) +
         scene::rigid({.name = "block", .mass = 2, .inertia = {0.1}, .position = {0, 0}}) +
         "velocity = [3, 0]\n" + kPull + R"(
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "block"]
axis = [1, 0]
)" + friction;
}

/// Of every scheme that has friction in joints, the lines of a deck.
template <class Test>
void with_every_scheme(const std::string& deck, const Test& test) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", deck);
  std::vector<Values> variants = {{"integrator.type=nsga-ggl", "integrator.solver=sequential"}};
  for (const char* const type : kSchemes) variants.push_back({std::string("integrator.type=") + type});
  for (const Values& values : variants) {
    SCOPED_TRACE(values.back());
    const Outcome run = jounce(folder.path(), Arguments{"run", "deck.toml", "-q", "-o", "r"} + set(values));
    ASSERT_EQ(run.status, 0) << run.err;
    std::vector<Line> list = read_transitions(folder / "r/transitions.csv");
    for (Line& line : list)
      line.has_two_stages =
          values.back().ends_with("=mixed-ed-alpha") || values.back().ends_with("=half-explicit");
    test(list);
  }
}

TEST(Transitions, ABlockInAGuideStopsAndIsPulledAway) {
  with_every_scheme(in_a_guide("friction = 0.2345\n"), [](const std::vector<Line>& list) {
    ASSERT_EQ(list.size(), 2u);
    for (const Line& line : list) {
      EXPECT_EQ(line.kind, "joint");
      EXPECT_EQ(line.name, "guide");
      EXPECT_NEAR(line.impulse, 20 * kStep, 1e-12);
    }
    EXPECT_EQ(list[0].event, "stick");
    expect_end_of_step(list[0].time, 3 * 2 / (0.2345 * 20));  // v_0 m / (mu N)
    EXPECT_NEAR(list[0].slip_velocity, 3 - 0.2345 * 10 * (list[0].time - kStep), 1e-9);
    EXPECT_LT(list[0].friction, 0.2345 * 20 * kStep);
    EXPECT_EQ(list[1].event, "slip");
    expect_next_steps(list[1].time, 2 + 0.2345 * 20 / 4);  // 4 (t - 2) = mu N
    expect_bound(list[1], 0.2345 * 20 * kStep);
    EXPECT_GT(list[1].slip_velocity, 0);
  });
}

/// A constant part adds to mu N, but is no normal force.
TEST(Transitions, OfAConstantForceOfFriction) {
  with_every_scheme(in_a_guide("friction = 0.2\nfriction_force = 1.5\n"), [](const std::vector<Line>& list) {
    ASSERT_EQ(list.size(), 2u);
    expect_end_of_step(list[0].time, 3 * 2 / (0.2 * 20 + 1.5));
    expect_next_steps(list[1].time, 2 + (0.2 * 20 + 1.5) / 4);
    expect_bound(list[1], (0.2 * 20 + 1.5) * kStep);
    EXPECT_NEAR(list[1].impulse, 20 * kStep, 1e-12);
  });
  with_every_scheme(in_a_guide("friction_force = 5\n"), [](const std::vector<Line>& list) {
    ASSERT_EQ(list.size(), 2u);
    expect_end_of_step(list[0].time, 3 * 2 / 5.0);
    EXPECT_EQ(list[0].impulse, 0);
    expect_bound(list[1], 5 * kStep);
  });
}

/// m v' = -(0.3 - 0.1 v) m g while it slides: v = 3 - (3 - v_0) exp(g t/10), so it stops at ln(3/(3 - v_0))
/// for v_0 = 2. Stages of a step see different coefficients.
TEST(Transitions, OfACoefficientThatDependsOnTheSpeed) {
  std::string guide = in_a_guide(R"(friction = "0.3 - 0.1*v"
)");
  guide.replace(guide.find("velocity = [3"), 13, "velocity = [2");
  std::string floor = kBlock;
  floor.replace(floor.find("velocity = [3"), 13, "velocity = [2");
  floor.replace(floor.find("friction = 0.25"), 15, R"(friction = "0.3 - 0.1*v")");
  for (const std::string& deck : {guide, floor})
    with_every_scheme(deck, [](const std::vector<Line>& list) {
      ASSERT_EQ(list.size(), 2u);
      EXPECT_EQ(list[0].event, "stick");
      EXPECT_NEAR(list[0].time, std::log(3.0), 2.5 * kStep);  // order 1
      EXPECT_EQ(list[1].event, "slip");
      EXPECT_NEAR(list[1].time, 2 + 0.3 * 20 / 4, 2 * kStep);
    });
}

/// The deck, run to a time.
std::string until(const std::string& end, const std::string& deck) {
  return "[output]\nframes = 0\ntransitions = true\n[integrator]\nstep = 0.01\nend = " + end + "\n" + deck;
}

/// A tube slides along a rod and turns about it, |s|' = -mu g, and stops at |s_0|/(mu g).
TEST(Transitions, OfASleeveInTwoDirections) {
  with_every_scheme(until("1.5", sleeve(0.123)), [](const std::vector<Line>& list) {
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0].name, "rod");
    EXPECT_EQ(list[0].event, "stick");
    expect_end_of_step(list[0].time, 1 / (0.123 * 10));
    EXPECT_NEAR(list[0].slip_velocity, 1 - 1.23 * (list[0].time - kStep), 1e-8);
    EXPECT_NEAR(list[0].impulse, 20 * kStep, 1e-9);
  });
}

/// A wheel without a radius of its pin: moments and angular velocities. J omega_0/M.
TEST(Transitions, OfAPinWithAMomentOfFriction) {
  with_every_scheme(until("1.5", wheel_on_a_pin("friction_torque = 0.07\n")),
                    [](const std::vector<Line>& list) {
                      ASSERT_EQ(list.size(), 1u);
                      EXPECT_EQ(list[0].event, "stick");
                      expect_end_of_step(list[0].time, 0.04 * 1.5 / 0.07);
                      EXPECT_NEAR(list[0].slip_velocity, 1.5 - 0.07 / 0.04 * (list[0].time - kStep), 1e-9);
                    });
}

const std::string kPulledAside = R"toml(
[model]
dimension = 3
gravity = [0, 0, -10]
[[body]]
name = "block"
type = "point-mass"
mass = 2
position = [0, 0, 0]
velocity = [3, 0, 0]
[[contact]]
name = "table"
type = "point-plane"
points = ["block"]
through = [0, 0, 0]
normal = [0, 0, 1]
friction = 0.25
[[load]]
name = "pull"
type = "force"
on = "block"
force = [0, 20, 0]
)toml";

/// Slip turns while a block on a table is pulled aside; it never sticks.
TEST(Transitions, SlipThatTurnsIsNoChange) {
  with_every_scheme(until("1", kPulledAside),
                    [](const std::vector<Line>& list) { EXPECT_EQ(list.size(), 0u); });
}

TEST(Transitions, AreLeftOutUnlessWanted) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBlock);
  const Arguments run = {"run", "deck.toml", "-q", "-o", "r"};
  ASSERT_EQ(jounce(folder.path(), run).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "r/transitions.csv"));
  ASSERT_EQ(jounce(folder.path(), run + set({"output.transitions=false"})).status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "r/transitions.csv"));
}

TEST(Transitions, ARestartGoesOnWithTheFile) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& output, const std::string& end, const Arguments& more) {
    return jounce(folder.path(), Arguments{"run", "deck.toml", "-q", "-o", output} +
                                     set({"output.checkpoint_every=1", "integrator.end=" + end}) + more)
        .status;
  };
  for (const std::string& deck : {std::string(kBlock), in_a_guide("friction = 0.25\n")}) {
    write(folder / "deck.toml", deck);
    ASSERT_EQ(run("whole", "4", {}), 0);
    ASSERT_EQ(read_transitions(folder / "whole/transitions.csv").size(), 2u);
    // Up to the last step before the block is pulled away, and before it stops.
    for (const char* const end : {"1.19", "3.24"}) {
      ASSERT_EQ(run("part", end, {}), 0);
      ASSERT_EQ(run("part", "4", {"--restart", "part/checkpoint.h5"}), 0);
      EXPECT_EQ(read(folder / "part/transitions.csv"), read(folder / "whole/transitions.csv")) << end;
    }
  }
}

}  // namespace
}  // namespace jounce::test
