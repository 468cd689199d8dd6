// What a run says about its start: redundant joints, and an initial state that the joints do not allow.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "program.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Start, RedundantJointsAreNamed) {
  const TemporaryFolder folder;
  for (const char* const command : {"check", "run"}) {
    std::vector<std::string> arguments = {command, kInputs + "bricard.toml"};
    if (command == std::string("run")) {
      arguments.insert(arguments.end(), {"--set", "integrator.end=0.01"});
    }
    const Outcome outcome = jounce(folder.path(), arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("is redundant in the initial configuration: it follows from 'pin_1', "));
  }
}

TEST(Start, AnInconsistentOneIsProjectedAndReported) {
  const TemporaryFolder folder;
  const std::vector<std::string> run = {"run", kInputs + "pendulum.toml", "--set", "integrator.end=0.01"};
  EXPECT_THAT(jounce(folder.path(), run).out, Not(HasSubstr("projected")));
  std::vector<std::string> wrong = run;
  wrong.insert(wrong.end(), {"--set", "body.bob.velocity=[1,1]"});
  const Outcome projected = jounce(folder.path(), wrong);
  EXPECT_EQ(projected.status, 0) << projected.err;
  EXPECT_THAT(projected.out,
              HasSubstr("the initial state was projected onto the joints: the velocities at joint "
                        "'pivot' are violated by 1\n'bob' changed: velocity by "));
  wrong.insert(wrong.end(), {"--set", "model.inconsistent_start=refuse"});
  const Outcome refused = jounce(folder.path(), wrong);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("the initial state does not satisfy the joints"));
}

/// A ball of radius 0.2 whose middle is 0.19 above the floor.
const char* const kSunken = R"toml(
[model]
gravity = [0, -9.81]
[[body]]
name = "ball"
type = "point-mass"
mass = 1
position = [0, 0.19]
[[contact]]
name = "floor"
type = "point-plane"
points = ["ball"]
radius = 0.2
through = [0, 0]
normal = [0, 1]
[output]
frames = 0
[integrator]
step = 1e-3
end = 0.1
)toml";

const char* const kOverlap = "contact 'floor' penetrates at the start: by 0.01 m at 'ball'";

// These push the ball out and give it energy: they stop, and say why.
TEST(Start, APenetrationThatFeedsTheMotionStopsTheRunAndIsNamed) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kSunken);
  for (const char* const type :
       {"ccp-euler", "impulse-velocity", "nsga-ggl", "nsga-modified-lcp", "generalized-alpha"}) {
    const Outcome outcome = jounce(folder.path(), Arguments{"run", "deck.toml", "-o", "r"} +
                                                      set({std::string("integrator.type=") + type}));
    EXPECT_EQ(outcome.status, 1) << type;
    EXPECT_THAT(outcome.err, HasSubstr("the scheme itself has added")) << type;
    EXPECT_THAT(outcome.err, HasSubstr(std::string("The likely cause: ") + kOverlap + ".")) << type;
    EXPECT_THAT(outcome.err, Not(HasSubstr("smaller"))) << type;
    EXPECT_THAT(read(folder / "r/run.toml"), HasSubstr(fmt::format(R"(notes = [
  "{})",
                                                                   kOverlap)))
        << type;
  }
}

// These hold contacts at velocity level: the ball stays where it is.
TEST(Start, APenetrationIsNotedOnTheTerminalInTheRecordAndInTheReport) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kSunken);
  for (const char* const type :
       {"moreau-jean", "mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha", "half-explicit"}) {
    const Outcome outcome = jounce(folder.path(), Arguments{"run", "deck.toml", "-o", "r"} +
                                                      set({std::string("integrator.type=") + type}));
    EXPECT_EQ(outcome.status, 0) << type << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(kOverlap)) << type;
    EXPECT_THAT(read(folder / "r/run.toml"), HasSubstr(kOverlap)) << type;
  }
  EXPECT_THAT(jounce(folder.path(), {"check", "deck.toml"}).out, HasSubstr(kOverlap));
  ASSERT_EQ(jounce(folder.path(), {"report", "r", "-o", "r.html"}).status, 0);
  EXPECT_THAT(read(folder / "r.html"), HasSubstr("floor&#39; penetrates at the start"));
}

TEST(Start, APenetrationIsRefusedOnDemandAndRoundOffIsNone) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kSunken);
  const Arguments run = {"run", "deck.toml"};
  const Outcome refused = jounce(folder.path(), run + set({"model.inconsistent_start=refuse"}));
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr(std::string("deck.toml:9:1: ") + kOverlap));
  const Outcome events = jounce(folder.path(), run + set({"integrator.type=event-driven"}));
  EXPECT_EQ(events.status, 1);
  EXPECT_THAT(events.err, HasSubstr("contact 'floor' penetrates by 0.01"));
  const Outcome touching =
      jounce(folder.path(),
             run + set({R"(body.ball.position=[0, "0.2 - 1e-15"])", "model.inconsistent_start=refuse"}));
  EXPECT_EQ(touching.status, 0) << touching.err;
  EXPECT_THAT(touching.out, Not(HasSubstr("penetrates")));
}

/// A body that has come to rest at the origin is as far in the ground as round-off says, which is all of its
/// coordinates.
TEST(Start, RoundOffAtTheOriginIsNotNoted) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", R"toml(
[model]
gravity = [0, -9.81]
[[body]]
name = "ball"
type = "point-mass"
mass = 1
position = [0, 1]
[[contact]]
name = "floor"
type = "point-plane"
points = ["ball"]
through = [0, 0]
normal = [0, 1]
restitution = 0.5
[output]
frames = 0
[integrator]
step = 1e-2
end = 2
)toml");
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace jounce::test
