#include <gmock/gmock.h>

#include <cmath>

#include "io/history_reader.h"
#include "program.h"

// Steps that fail are cut; the size is regained; a run that cannot go on says why and can be continued.

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(StepCut, IsRegainedAndTheGridOfTheNominalStepsIsKept) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPendulum);
  const Outcome outcome =
      jounce(folder.path(),
             Arguments{"run", "deck.toml"} +
                 set({"integrator.max_iterations=3", "integrator.newton=snes", "model.gravity=[0, -20]"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("cuts of the step"));
  const io::History history(folder / "deck.results/history.csv");
  const auto& time = history.column("time");
  const auto& size = history.column("step_size");
  double smallest = 1, largest = 0;
  int regained = 0, on_grid = 0;
  for (std::size_t i = 1; i < time.size(); ++i) {
    EXPECT_NEAR(time[i] - time[i - 1], size[i], 1e-14);
    smallest = std::min(smallest, size[i]);
    largest = std::max(largest, size[i]);
    if (size[i] > size[i - 1] && i > 1) ++regained;
    if (time[i] == static_cast<double>(on_grid + 1) * 0.1) ++on_grid;
  }
  EXPECT_LT(smallest, 0.06);
  EXPECT_EQ(largest, 0.1);
  EXPECT_GT(regained, 0);
  EXPECT_EQ(on_grid, 20);
  EXPECT_EQ(time.back(), 2);
}

TEST(StepCut, RunThatCannotGoOnNamesThePartAndCanBeContinued) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPendulum);
  const Arguments run = {"run", "deck.toml", "-q", "-o", "r"};
  // The first steps from rest are easy, so that some results exist before the failure.
  const Outcome failed =
      jounce(folder.path(),
             run + set({"integrator.max_iterations=1", "integrator.max_cuts=2", "integrator.newton=snes"}));
  ASSERT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, testing::AnyOf(HasSubstr("'bob'"), HasSubstr("'pivot'")));
  EXPECT_THAT(failed.err, HasSubstr("2 cuts"));
  EXPECT_THAT(failed.err, HasSubstr("r/failed.checkpoint.h5"));
  const io::History so_far(folder / "r/history.csv");
  const double reached = so_far.column("time").back();
  EXPECT_LT(reached, 2);

  const Outcome went_on = jounce(folder.path(), run + set({"integrator.max_iterations=30"}) +
                                                    Arguments{"--restart", "r/failed.checkpoint.h5"});
  ASSERT_EQ(went_on.status, 0) << went_on.err;
  const io::History history(folder / "r/history.csv");
  EXPECT_EQ(history.column("time").back(), 2);
  for (std::size_t i = 0; i < so_far.size(); ++i) EXPECT_EQ(history.column("x")[i], so_far.column("x")[i]);

  ASSERT_EQ(jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "plain"}).status, 0);
  EXPECT_NEAR(history.column("x").back(), io::History(folder / "plain/history.csv").column("x").back(), 2e-2);
}

/// A load that stops being a number: no step size helps.
const char* const kBadLoad = R"toml(
[parameters]
last = 0.37
[model]
dimension = 1
[[body]]
name = "block"
type = "point-mass"
mass = 2
position = [0]
velocity = [3]
[[load]]
name = "push"
type = "force"
on = "block"
force = ["t < last ? 1 : 1/0"]
[[history]]
name = "x"
quantity = "position"
of = "block"
[output]
frames = 3
[integrator]
step = 0.1
end = 1
max_cuts = 4
)toml";

TEST(StepCut, FailureWithinANominalStepIsContinuedOnTheSameGrid) {
  for (const char* const type : {"nsga-ggl", "moreau-jean", "generalized-alpha", "mixed-generalized-alpha",
                                 "mixed-bathe", "mixed-ed-alpha", "half-explicit"}) {
    const TemporaryFolder folder;
    write(folder / "deck.toml", kBadLoad);
    const Arguments run =
        Arguments{"run", "deck.toml", "-q", "-o", "r"} + set({std::string("integrator.type=") + type});
    const Outcome failed = jounce(folder.path(), run);
    EXPECT_EQ(failed.status, 1) << type;
    EXPECT_THAT(failed.err, HasSubstr("deck.toml:16:10: entry 1 of 'force' of load 'push': ")) << type;
    EXPECT_THAT(failed.err, HasSubstr(R"("t < last ? 1 : 1/0" is infinite at t = 0.37)")) << type;
    EXPECT_THAT(failed.err, Not(HasSubstr("Try a smaller"))) << type;
    const double reached = io::History(folder / "r/history.csv").column("time").back();
    EXPECT_NEAR(reached, 0.3 + 0.1 * 11 / 16, 1e-12) << type;  // the last sixteenth before 0.37

    const Outcome went_on =
        jounce(folder.path(), run + set({"parameters.last=2"}) +
                                  Arguments{"--restart", "r/failed.checkpoint.h5", "--changed-model"});
    ASSERT_EQ(went_on.status, 0) << type << went_on.err;
    const io::History history(folder / "r/history.csv");
    for (std::size_t i = 0; i < history.size(); ++i) {
      const double t = history.column("time")[i];
      EXPECT_NEAR(history.column("x")[i], 3 * t + 0.25 * t * t, 0.02) << type << " " << t;
      if (t > 0.37) {
        EXPECT_NEAR(10 * t, std::round(10 * t), 1e-12) << type;
      }
    }
    EXPECT_EQ(history.column("time").back(), 1);
  }
}

TEST(StepCut, LastStateIsRecordedEvenBetweenSparseRows) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBadLoad);
  const Outcome failed =
      jounce(folder.path(), Arguments{"run", "deck.toml", "-q"} + set({"output.history_every=1000"}));
  EXPECT_EQ(failed.status, 1);
  const io::History history(folder / "deck.results/history.csv");
  ASSERT_EQ(history.size(), 2u);
  EXPECT_GT(history.column("time").back(), 0.3);
}

TEST(StepCut, ExplicitSchemesSayWhenDampersAreTooStiffForThem) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", R"([model]
dimension = 1
[[body]]
name = "mass"
type = "point-mass"
mass = 1
position = [1]
velocity = [1]
[[element]]
name = "damper"
type = "spring"
between = ["ground", "mass"]
direction = [1]
stiffness = 1
damping = 1e13
[integrator]
type = "event-driven"
step = 0.01
end = 0.1
)");
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("more than 20000 internal steps"));
  EXPECT_THAT(outcome.err, HasSubstr("use nsga-ggl"));
}

}  // namespace
}  // namespace jounce::test
