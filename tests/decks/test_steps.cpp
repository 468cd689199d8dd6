// Decks with [[step]]: each step goes on from the state that the one before it left.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../io/temporary_folder.h"
#include "../support/steel_bar.h"
#include "../support/user_functions.h"
#include "deck/deck.h"
#include "features.h"
#include "io/history_reader.h"
#include "params/input_error.h"
#include "petsc.h"
#include "registry.h"
#include "run/step_sequence.h"

namespace jounce::test {
namespace {

using io::test::read;
using io::test::TemporaryFolder;
using ::testing::HasSubstr;

RunReport run(const std::string& text, const std::filesystem::path& folder,
              const std::filesystem::path& restart = {}) {
  keep_petsc();
  RunOptions options;
  options.quiet = true;
  options.output = folder;
  options.restart = restart;
  const deck::Deck deck = deck::read_deck_text(text, "deck.toml", deck_schema());
  StepSequence steps(deck, options, user_functions());
  RunReport report = steps.run();
  EXPECT_EQ(report.exit_status, 0) << report.message;
  return report;
}

io::History history_of(const std::string& text) {
  const TemporaryFolder folder;
  run(text, folder / "r");
  return io::History(folder / "r/history.csv");
}

/// Value of a column in the last row up to a time.
double at(const io::History& history, double time, const std::string& column) {
  double value = std::nan("");
  for (std::size_t i = 0; i < history.size() && history.column("time")[i] < time + 1e-9; ++i)
    value = history.column(column)[i];
  return value;
}

std::string error_of(const std::string& text) {
  keep_petsc();
  return io::test::message_of<params::InputError>([&] {
    RunOptions options;
    options.quiet = true;
    options.write = false;
    const deck::Deck deck = deck::read_deck_text(text, "deck.toml", deck_schema());
    StepSequence(deck, options).run();
  });
}

const std::string kBar = steel_bar(40);

std::string pull(const std::string& more) {
  return R"(
[[load]]
name = "pull"
type = "force"
on = "bar.end"
)" + more;
}

const std::string kPulled = R"(
[[step]]
name = "pull"
type = "static"
step = 0.25
end = 1
)";
const std::string kFree = R"(
[[step]]
name = "free"
type = "nsga-ggl"
step = 5e-6
end = 1.0004
)";

// F L / (E A) = 1 mm. After the release the tip follows a triangle of the period 4 L/c = 0.8 ms.
TEST(Steps, AMotionBeginsFromTheEquilibriumThatAStaticStepFound) {
  const io::History history =
      history_of(kBar + pull("force = [20000]\nsteps = [\"pull\"]\n") + kPulled + kFree);
  EXPECT_NEAR(at(history, 0.5, "u"), 0.5e-3, 1e-12) << "loads of the first step are ramped";
  EXPECT_NEAR(at(history, 1.0, "u"), 1e-3, 1e-12);
  EXPECT_NEAR(at(history, 1.0002, "u"), 0, 0.03e-3);
  EXPECT_NEAR(at(history, 1.0004, "u"), -1e-3, 0.03e-3);
  EXPECT_NEAR(at(history, 1.0, "work_external"), 10, 1e-6) << "F u / 2";
  EXPECT_NEAR(at(history, 1.0004, "work_external"), 10, 1e-6) << "sums go on";
  EXPECT_NEAR(at(history, 1.0004, "energy_total"), 10, 0.5);
}

TEST(Steps, AreThoseOfTwoRunsOfWhichOneBeginsFromTheEquilibrium) {
  const std::string load = pull("force = [\"t <= 1 ? 20000 : 0\"]\n");
  const io::History two = history_of(kBar + load + kPulled + kFree);
  const io::History one = history_of(kBar + load +
                                     "[analysis]\nfrom = \"equilibrium\"\n[integrator]\ntype = \"nsga-ggl\"\n"
                                     "step = 5e-6\nstart = 1\nend = 1.0004\n");
  ASSERT_EQ(one.size(), 81U);
  ASSERT_EQ(two.size(), 4U + one.size());
  for (std::size_t i = 0; i < one.size(); ++i)
    EXPECT_NEAR(two.column("u")[4 + i], one.column("u")[i], 1e-10 * 1e-3) << i;
}

TEST(Steps, SupportsThatBeginHoldWhatMovesWhereItStands) {
  const std::string hold = R"(
[[boundary]]
on = "bar.end"
components = ["x"]
steps = ["hold"]
[[history]]
name = "R"
quantity = "support_force"
of = "bar.end"
component = "x"
)";
  const io::History history =
      history_of(kBar + pull("force = [20000]\nsteps = [\"pull\"]\n") + hold + kPulled +
                 "[[step]]\nname = \"hold\"\ntype = \"nsga-ggl\"\nstep = 1e-5\nend = 1.001\n");
  for (const double t : {1.0, 1.0005, 1.001}) EXPECT_NEAR(at(history, t, "u"), 1e-3, 1e-12) << t;
  EXPECT_TRUE(std::isnan(at(history, 1.0, "R"))) << "there is no support yet";
  EXPECT_EQ(history.unit("R"), "N");
  EXPECT_NEAR(std::abs(at(history, 1.0008, "R")), 20000, 1e-3);
  EXPECT_NEAR(at(history, 1.001, "energy_kinetic"), 0, 1e-9);
}

TEST(Steps, SupportsThatJumpAreNoted) {
  keep_petsc();
  const std::string jump = R"(
[[boundary]]
on = "bar.end"
components = ["x"]
motion = 3e-3
steps = ["hold"]
)";
  const deck::Deck deck =
      deck::read_deck_text(kBar + pull("force = [20000]\nsteps = [\"pull\"]\n") + jump + kPulled +
                               "[[step]]\nname = \"hold\"\ntype = \"nsga-ggl\"\nstep = 1e-5\nend = 1.00002\n",
                           "deck.toml", deck_schema());
  RunOptions options;
  options.quiet = true;
  options.write = false;
  StepSequence steps(deck, options);
  ASSERT_EQ(steps.run().exit_status, 0);
  EXPECT_THAT(steps.now().notes(),
              ::testing::Contains(HasSubstr(
                  "supports move the node at (1.001, 0, 0) by 0.002 m at once where step 'hold' begins")));
}

TEST(Steps, SupportsGoFromWhereThingsStandToTheirMotion) {
  const std::string support = R"(
[[boundary]]
on = "bar.end"
components = ["x"]
motion = "3e-3 * t / 2"
from_present = true
steps = ["move"]
)";
  const io::History history =
      history_of(kBar + pull("force = [20000]\nsteps = [\"pull\"]\n") + support + kPulled +
                 "[[step]]\nname = \"move\"\ntype = \"static\"\nstep = 0.25\nend = 2\n");
  EXPECT_NEAR(at(history, 1, "u"), 1e-3, 1e-12);
  EXPECT_NEAR(at(history, 1.5, "u"), 2.25e-3 - 0.25e-3, 1e-12) << "0.5e-3 behind at the start";
  EXPECT_NEAR(at(history, 2, "u"), 3e-3, 1e-12);
}

// What held the bar is taken away in proportion to time, with the work that this does: F u / 2 is given back.
TEST(Steps, AStaticStepUnloadsInProportion) {
  const std::string moved = R"(
[[boundary]]
on = "bar.end"
components = ["x"]
motion = "1e-3 * t"
steps = ["pull"]
)";
  const std::string back = "[[step]]\nname = \"back\"\ntype = \"static\"\nstep = 0.25\nend = 2\n";
  for (const std::string& held : {moved, pull("force = [20000]\nsteps = [\"pull\"]\n")}) {
    const io::History history = history_of(kBar + held + kPulled + back);
    EXPECT_NEAR(at(history, 1, "u"), 1e-3, 1e-12);
    EXPECT_NEAR(at(history, 1.5, "u"), 0.5e-3, 1e-12);
    EXPECT_NEAR(at(history, 2, "u"), 0, 1e-12);
    EXPECT_NEAR(at(history, 1, "work_external"), 10, 1e-8);
    EXPECT_NEAR(at(history, 2, "work_external"), 0, 1e-8);
    EXPECT_NEAR(at(history, 2, "dissipated_numerical"), 0, 1e-8);
  }
}

// A pendulum of 1 m, held by a pin, swings down from the horizontal; then the pin opens.
const std::string kPendulum = R"(
[model]
gravity = [0, -10]
[[body]]
name = "bob"
type = "point-mass"
mass = 2
position = [1, 0]
[[joint]]
name = "string"
type = "distance"
between = ["ground", "bob"]
steps = ["swing"]
[[history]]
name = "x"
quantity = "position"
of = "bob"
component = "x"
[[history]]
name = "y"
quantity = "position"
of = "bob"
component = "y"
[[history]]
name = "vx"
quantity = "velocity"
of = "bob"
component = "x"
[[history]]
name = "vy"
quantity = "velocity"
of = "bob"
component = "y"
[[history]]
name = "S"
quantity = "reaction"
of = "string"
component = "along"
)";

std::string swing(const std::string& type, const std::string& then) {
  return fmt::format(
      "[[step]]\nname = \"swing\"\ntype = \"{}\"\nstep = 1e-3\nend = 0.4\n"
      "[[step]]\nname = \"flight\"\ntype = \"{}\"\nstep = 1e-3\nend = 0.7\n",
      type, then);
}

TEST(Steps, JointsThatEndLetGo) {
  for (const auto& [type, then] : {std::pair("nsga-ggl", "nsga-ggl"), std::pair("nsga-ggl", "moreau-jean"),
                                   std::pair("moreau-jean", "nsga-ggl")}) {
    SCOPED_TRACE(std::string(type) + ", then " + then);
    const io::History history = history_of(kPendulum + swing(type, then));
    const double x = at(history, 0.4, "x"), y = at(history, 0.4, "y");
    const double vx = at(history, 0.4, "vx"), vy = at(history, 0.4, "vy");
    EXPECT_NEAR(x * x + y * y, 1, std::string(type) == "moreau-jean" ? 1e-2 : 1e-10);
    EXPECT_NEAR(0.5 * (vx * vx + vy * vy), -10 * y, 0.05);
    constexpr double T = 0.3;
    EXPECT_NEAR(at(history, 0.7, "x"), x + vx * T, 1e-10);
    EXPECT_NEAR(at(history, 0.7, "vy"), vy - 10 * T, 1e-10);
    EXPECT_NEAR(at(history, 0.7, "y"), y + vy * T - 5 * T * T,
                std::string(then) == "nsga-ggl" ? 1e-10 : 2e-3);
    EXPECT_LT(at(history, 0.4, "S"), -1);
    EXPECT_TRUE(std::isnan(at(history, 0.7, "S"))) << "there is no such joint any more";
    EXPECT_EQ(history.unit("S"), "N");
  }
}

TEST(Steps, AColumnOfWhatBeginsLaterHasItsUnit) {
  std::string deck = kPendulum + swing("nsga-ggl", "nsga-ggl");
  deck.replace(deck.find("steps = [\"swing\"]"), 17, "steps = [\"flight\"]");
  deck.replace(deck.find("position = [1, 0]"), 17, "position = [0, -1]");
  deck.replace(deck.find("gravity = [0, -10]"), 18, "");
  const io::History history = history_of(deck);
  EXPECT_TRUE(std::isnan(at(history, 0.3, "S")));
  EXPECT_FALSE(std::isnan(at(history, 0.7, "S")));
  EXPECT_EQ(history.unit("S"), "N");
}

/// Two blocks of rubber of which one, whose elements have one integration point, is there in one step alone.
std::string block_in(const std::string& step) {
  std::string text = R"(
[model]
dimension = 3
[[material]]
name = "rubber"
E = 1e6
nu = 0.3
rho = 1000
)";
  for (const char* const name : {"a", "b"})
    text += fmt::format(R"(
[[mesh]]
name = "{0}"
type = "block"
from = [{1}, 0, 0]
to = [{2}, 1, 1]
counts = [1, 1, 1]
[[boundary]]
on = "{0}.z_min"
components = ["x", "y", "z"]
[[element]]
name = "{0}"
type = "solid"
mesh = "{0}"
material = "rubber"
)",
                        name, name[0] == 'a' ? 0 : 2, name[0] == 'a' ? 1 : 3);
  return text + fmt::format(R"(formulation = "reduced"
steps = ["{}"]
[[boundary]]
on = "b.z_max"
components = ["x", "y", "z"]
[[step]]
name = "first"
type = "static"
step = 1
end = 1
[[step]]
name = "second"
type = "static"
step = 1
end = 2
)",
                            step);
}

TEST(Steps, ColumnsAreThoseOfTheElementsOfAllSteps) {
  for (const std::string step : {"first", "second"}) {
    const io::History history = history_of(block_in(step));
    EXPECT_EQ(at(history, 1, "energy_hourglass"), 0) << step;
    EXPECT_EQ(at(history, 2, "energy_hourglass"), 0) << step;
    EXPECT_EQ(history.size(), 3u);
  }
}

TEST(Steps, WhatASupportStopsIsLostInAnImpact) {
  const std::string deck = R"(
[[body]]
name = "m"
type = "point-mass"
mass = 2
position = [0, 0]
velocity = [3, 0]
[[boundary]]
on = "m"
components = ["x"]
steps = ["stop"]
[[step]]
name = "fly"
type = "moreau-jean"
step = 0.1
end = 1
[[step]]
name = "stop"
type = "moreau-jean"
step = 0.1
end = 2
[[history]]
name = "x"
quantity = "position"
of = "m"
component = "x"
)";
  const io::History history = history_of(deck);
  EXPECT_NEAR(at(history, 2, "x"), 3, 1e-12) << "not at its first place";
  EXPECT_NEAR(at(history, 1, "dissipated_impact"), 0, 1e-12);
  EXPECT_NEAR(at(history, 2, "dissipated_impact"), 9, 1e-12);
  EXPECT_NEAR(at(history, 2, "energy_total"), 0, 1e-12);
}

TEST(Steps, InitialVelocitiesHoldFromTheFirstMotionOn) {
  const std::string spring = R"(
[[body]]
name = "m"
type = "point-mass"
mass = 1
position = [1, 0]
velocity = [0, 2]
[[element]]
name = "s"
type = "spring"
between = ["ground", "m"]
stiffness = 100
[[boundary]]
on = "m"
components = ["x"]
[[load]]
name = "push"
type = "force"
on = "m"
force = [0, "t"]
steps = ["push"]
[[history]]
name = "vy"
quantity = "velocity"
of = "m"
component = "y"
)";
  const io::History history = history_of(spring + R"(
[[step]]
name = "push"
type = "static"
step = 0.5
end = 1
[[step]]
name = "go"
type = "nsga-ggl"
step = 1e-4
end = 1.0001
[[step]]
name = "on"
type = "nsga-ggl"
step = 1e-4
end = 1.0002
)");
  EXPECT_EQ(at(history, 1, "vy"), 0);
  EXPECT_NEAR(at(history, 1.0001, "vy"), 2, 1e-3);
  EXPECT_NEAR(at(history, 1.0002, "vy"), 2, 2e-3) << "once";
}

/// Every feature in two steps of one scheme is as a run that was continued from a checkpoint.
class StepsOf : public testing::TestWithParam<std::string> {};

TEST_P(StepsOf, OneSchemeGoOnBitByBit) {
  int taken = 0;
  for (const Feature& feature : features()) {
    SCOPED_TRACE(feature.name);
    const std::string head =
        feature.deck + "\n[analysis]\nmax_energy_gain = 1e6\n[output]\nframes = 0\ncheckpoint_every = 6\n";
    const std::string keys = fmt::format("step = 1e-3\ntype = \"{}\"\n", GetParam()) + feature.integrator;
    const TemporaryFolder folder;
    try {
      run(head + "[integrator]\nend = 2.6e-2\n" + keys, folder / "whole");
    } catch (const params::InputError&) {  // see the table "What goes with what"
      continue;
    }
    ++taken;
    run(head + "[[step]]\nname = \"a\"\nend = 1.2e-2\n" + keys + "\n[[step]]\nname = \"b\"\nend = 2.6e-2\n" +
            keys,
        folder / "steps");
    EXPECT_EQ(read(folder / "steps/history.csv"), read(folder / "whole/history.csv"));
    EXPECT_EQ(read(folder / "steps/events.csv"), read(folder / "whole/events.csv"));
  }
  EXPECT_GE(taken, 10);
}

std::vector<std::string> all_schemes() {
  std::vector<std::string> all;
  for (const IntegratorPart& part : integrator_parts()) all.push_back(part.component.type);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Schemes, StepsOf, testing::ValuesIn(all_schemes()), [](const auto& test) {
  std::string name = test.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST(Steps, ARestartGoesOnInItsStep) {
  const std::string deck = kPendulum + swing("nsga-ggl", "moreau-jean") + "[output]\nframes = 4\n";
  const std::string often = "checkpoint_every = 100\n";
  const TemporaryFolder folder;
  run(deck + often, folder / "whole");
  std::string part = deck;
  part.replace(part.find("end = 0.7"), 9, "end = 0.55");
  run(part + often, folder / "part");
  run(deck + often, folder / "part", folder / "part/checkpoint.h5");
  EXPECT_EQ(read(folder / "part/history.csv"), read(folder / "whole/history.csv"));
  run(part + "checkpoint_every = 300\n", folder / "first");
  run(deck + often, folder / "first", folder / "first/checkpoint.h5");
  EXPECT_EQ(io::History(folder / "first/history.csv").size(),
            io::History(folder / "whole/history.csv").size());
}

TEST(Steps, TheRecordRunsByItself) {
  const std::string deck = kBar + pull("force = [20000]\nsteps = [\"pull\"]\n") + kPulled + kFree;
  const TemporaryFolder folder;
  run(deck, folder / "a");
  run(read(folder / "a/resolved.toml"), folder / "b");
  EXPECT_EQ(read(folder / "a/history.csv"), read(folder / "b/history.csv"));
  EXPECT_EQ(read(folder / "a/resolved.toml"), read(folder / "b/resolved.toml"));
}

TEST(Steps, SayWhatDoesNotFit) {
  const std::string load = pull("force = [20000]\nsteps = [\"pul\"]\n");
  EXPECT_THAT(error_of(kBar + load + kPulled), HasSubstr("there is no step named 'pul'"));
  EXPECT_THAT(error_of(kBar + pull("force = [20000]\nsteps = []\n") + kPulled),
              HasSubstr("'steps' names no step"));
  EXPECT_THAT(error_of(kBar + kPulled + "[integrator]\nstep = 1e-6\nend = 1\n"),
              HasSubstr("a deck with [[step]] has no [integrator]"));
  EXPECT_THAT(error_of(kBar + kPulled + "[analysis]\ntype = \"static\"\n"),
              HasSubstr("a deck with [[step]] has no [analysis] of type \"static\""));
  EXPECT_THAT(error_of(kBar + kPulled + "[analysis]\nfrom = \"equilibrium\"\n"),
              HasSubstr("a first step of type \"static\" finds the equilibrium"));
  EXPECT_THAT(error_of(kBar + kPulled + kFree + "start = 1\n"),
              HasSubstr("a step begins where the one before it ends: omit 'start'"));
  EXPECT_THAT(error_of(kBar + kPulled + "[[step]]\nname = \"b\"\ntype = \"static\"\nend = 1\n"),
              HasSubstr("step 'b' must end after t = 1, where it begins"));
  std::string deck = kPendulum + swing("nsga-ggl", "nsga-ggl");
  deck.replace(deck.find("steps = [\"swing\"]"), 17, "steps = [\"flight\"]");
  EXPECT_THAT(error_of(deck), HasSubstr("joint 'string' is violated by"));
}

}  // namespace
}  // namespace jounce::test
