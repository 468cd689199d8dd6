#include <gmock/gmock.h>

#include <cmath>

#include "io/csv.h"
#include "program.h"

// transitions.csv: when contacts begin to stick or to slip, against closed forms.

namespace jounce::test {
namespace {

struct Line {
  double time, slip_velocity, friction, impulse;
  std::string contact, event;
};

std::vector<Line> read_transitions(const std::filesystem::path& file) {
  std::vector<Line> list;
  for (const std::string& line : lines(file)) {
    std::vector<std::string_view> cells;
    std::vector<std::string> storage;
    io::split_csv(line, cells, storage);
    Line entry;
    if (cells.size() != 6 || !io::parse_number(cells[0], entry.time)) continue;
    io::parse_number(cells[3], entry.slip_velocity);
    io::parse_number(cells[4], entry.friction);
    io::parse_number(cells[5], entry.impulse);
    entry.contact = cells[1];
    entry.event = cells[2];
    list.push_back(entry);
  }
  return list;
}

/// A block slides on a rough floor and stops; a force that grows pulls it away again.
const char* const kBlock = R"toml(
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

const char* const kSchemes[] = {"nsga-ggl",    "moreau-jean",    "mixed-generalized-alpha",
                                "mixed-bathe", "mixed-ed-alpha", "half-explicit"};

TEST(Transitions, ABlockStopsAndIsPulledAway) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBlock);
  for (const char* const type : kSchemes) {
    const Outcome run = jounce(folder.path(), Arguments{"run", "deck.toml", "-q", "-o", type} +
                                                  set({std::string("integrator.type=") + type}));
    ASSERT_EQ(run.status, 0) << type << run.err;
    const std::vector<Line> list = read_transitions(folder / type / "transitions.csv");
    ASSERT_EQ(list.size(), 2u) << type;
    EXPECT_EQ(list[0].event, "stick") << type;
    EXPECT_EQ(list[0].contact, "floor") << type;
    EXPECT_NEAR(list[0].time, 3 / (0.25 * 10), 0.0101) << type;  // v / (mu g), one step
    EXPECT_LE(list[0].slip_velocity, 0.25 * 10 * 0.02) << type;  // what friction takes in two steps
    EXPECT_EQ(list[1].event, "slip") << type;
    EXPECT_NEAR(list[1].time, 2 + 0.25 * 20 / 4, 0.0201) << type;  // 4 (t - 2) = mu m g
    EXPECT_NEAR(list[1].friction, 0.25 * 20 * 0.01, 1e-6) << type;
    EXPECT_NEAR(list[1].impulse, 20 * 0.01, 1e-6) << type;
    EXPECT_GT(list[1].slip_velocity, 0) << type;
  }
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
  write(folder / "deck.toml", kBlock);
  const auto run = [&](const std::string& output, const std::string& end, const Arguments& more) {
    return jounce(folder.path(), Arguments{"run", "deck.toml", "-q", "-o", output} +
                                     set({"output.checkpoint_every=1", "integrator.end=" + end}) + more)
        .status;
  };
  ASSERT_EQ(run("whole", "4", {}), 0);
  // Up to the last step before the block is pulled away, and before it stops.
  for (const char* const end : {"1.19", "3.24"}) {
    ASSERT_EQ(run("part", end, {}), 0);
    ASSERT_EQ(run("part", "4", {"--restart", "part/checkpoint.h5"}), 0);
    EXPECT_EQ(read(folder / "part/transitions.csv"), read(folder / "whole/transitions.csv")) << end;
  }
}

}  // namespace
}  // namespace jounce::test
