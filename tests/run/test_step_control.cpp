#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "io/history_reader.h"
#include "program.h"

// Steps chosen by the error of the motion, and around impacts.

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// A mass under the force 6 t: x = t^3, so the local error of a step is its constant times 6 h^3.
const std::string kCubic = R"([model]
dimension = 1
[[body]]
name = "mass"
type = "point-mass"
mass = 2
position = [0]
[[load]]
name = "push"
type = "force"
on = "mass"
force = ["12*t"]
[integrator]
step = 0.1
end = 0.8
[[history]]
name = "x"
quantity = "position"
of = "mass"
)";

class StepControl : public testing::Test {
 protected:
  StepControl() { write(folder_ / "deck.toml", kCubic); }
  Outcome run(const std::vector<std::string>& values) {
    return jounce(folder_.path(), Arguments{"run", "deck.toml", "-q", "-o", "r"} + set(values));
  }
  io::History history() const { return io::History(folder_ / "r/history.csv"); }
  double longest_step() const {
    const io::History all = history();
    double most = 0;
    for (std::size_t i = 1; i < all.size(); ++i) most = std::max(most, all.column("step_size")[i]);
    return most;
  }
  TemporaryFolder folder_;
};

/// Constants of the local error, from expansions by hand, for rho_inf = 0.8.
struct Scheme {
  std::string name;
  double constant;
};

class StepControlOf : public StepControl, public testing::WithParamInterface<Scheme> {};

TEST_P(StepControlOf, ErrorOfASteadyRateIsKnown) {
  // Steps of h have the error c 6 h^3: just allowed at h = 0.05 above that tolerance, and 0.025 below it.
  const double error = GetParam().constant * 6 * std::pow(0.05, 3);
  const std::string scheme = "integrator.type=" + GetParam().name;
  ASSERT_EQ(run({scheme, "integrator.error_tolerance=" + std::to_string(1.02 * error)}).status, 0);
  EXPECT_DOUBLE_EQ(longest_step(), 0.05);
  ASSERT_EQ(run({scheme, "integrator.error_tolerance=" + std::to_string(0.98 * error)}).status, 0);
  EXPECT_DOUBLE_EQ(longest_step(), 0.025);
}

// beta = 0.3086, alpha_m - alpha_f = -1/9: beta - 1/18 - 1/6 = 7/81
INSTANTIATE_TEST_SUITE_P(Schemes, StepControlOf,
                         testing::Values(Scheme{"nsga-ggl", 7.0 / 81}, Scheme{"generalized-alpha", 7.0 / 81},
                                         Scheme{"mixed-generalized-alpha", 7.0 / 81},
                                         Scheme{"mixed-bathe", 1.0 / 24}, Scheme{"half-explicit", 1.0 / 6}),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_F(StepControl, ConstantsAreThoseOfTheSchemes) {
  // One step of Bathe's scheme from rest: the error of the position is the constant times 6 h^3.
  ASSERT_EQ(run({"integrator.type=mixed-bathe", "integrator.end=0.1"}).status, 0);
  EXPECT_NEAR(history().column("x").back() - 1e-3, 6e-3 / 24, 1e-12);
  ASSERT_EQ(run({"integrator.type=half-explicit", "integrator.end=0.1"}).status, 0);
  EXPECT_NEAR(std::abs(history().column("x").back() - 1e-3), 6e-3 / 6, 1e-12);
}

TEST_F(StepControl, StepsStayOnTheGridAndAboveTheSmallest) {
  ASSERT_EQ(run({"integrator.error_tolerance=1e-9", "integrator.smallest_step=0.01"}).status, 0);
  const io::History all = history();
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_DOUBLE_EQ(all.column("step_size")[i], 0.1 / 16);
  EXPECT_DOUBLE_EQ(all.column("time").back(), 0.8);
  EXPECT_EQ(all.size(), 129U);
}

TEST_F(StepControl, CalmMotionIsDoneWithWholeSteps) {
  const Outcome outcome = run({"integrator.error_tolerance=1e-9", "load.push.force=[3]"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(history().size(), 9U);
}

TEST_F(StepControl, TheReportCountsWhatWasRepeated) {
  const Outcome outcome = jounce(
      folder_.path(), Arguments{"run", "deck.toml", "-o", "r"} + set({"integrator.error_tolerance=1e-5"}));
  EXPECT_THAT(outcome.out, HasSubstr("steps repeated with smaller ones"));
  EXPECT_THAT(read(folder_ / "r/run.toml"), HasSubstr("refused = "));
}

TEST_F(StepControl, VerboseRunsShowEveryAttempt) {
  const Outcome outcome =
      jounce(folder_.path(), Arguments{"run", "deck.toml", "-v", "-o", "r"} +
                                 set({"integrator.error_tolerance=1e-4", "integrator.solver=monolithic"}));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("step 1 to t = 0.1 s by 0.1\n"
                                     "  iteration   residual     motion  closed  changes\n"
                                     "          0"));
  EXPECT_THAT(outcome.out, HasSubstr("  too long for its error or impact\nstep 1 to t = 0.05 s by 0.05\n"));
  EXPECT_EQ(jounce(folder_.path(), {"run", "deck.toml", "-v", "-q"}).status, 2);
}

TEST_F(StepControl, ImpactsAreFound) {
  ASSERT_EQ(jounce(folder_.path(),
                   Arguments{"run", kInputs + "bouncing_ball.toml", "-q", "-o", "r"} +
                       set({"integrator.step=0.01", "integrator.end=1", "integrator.impact_step=1e-4"}))
                .status,
            0);
  const io::History events(folder_ / "r/events.csv");
  ASSERT_EQ(events.size(), 1U);
  const double exact = std::sqrt(2 * 0.801 / 10);  // of free fall
  EXPECT_GE(events.column("time")[0], exact);
  EXPECT_LE(events.column("time")[0], exact + 1e-4);
  EXPECT_LT(history().size(), 130U);  // the flight is not refined
}

TEST_F(StepControl, KeysThatDoNotFit) {
  EXPECT_THAT(run({"integrator.error_tolerance=1e-6", "integrator.smallest_step=0.2"}).err,
              HasSubstr("smallest_step: must not be longer than the step (0.1)"));
  EXPECT_THAT(run({"integrator.smallest_step=0.01"}).err, HasSubstr("requires error_tolerance"));
  EXPECT_THAT(run({"integrator.impact_step=1e-9"}).err,
              HasSubstr("27 halvings of the step (0.1), more than"));
  EXPECT_THAT(run({"integrator.type=mixed-ed-alpha", "integrator.error_tolerance=1e-6"}).err,
              HasSubstr("'mixed-ed-alpha' does not estimate the error of a step"));
  EXPECT_EQ(run({"integrator.error_tolerance=0"}).status, 2);
  std::string text = kCubic;
  text.replace(text.find("[[load]]"), text.find("[integrator]") - text.find("[[load]]"), "");
  text.replace(text.find("mass = 2"), 8, "mass = 0");
  write(folder_ / "deck.toml", text);
  EXPECT_EQ(run({"integrator.error_tolerance=1e-6"}).status, 2);
}

TEST_F(StepControl, TheSameStepsEveryTime) {
  const std::vector<std::string> values = {"integrator.error_tolerance=1e-5"};
  ASSERT_EQ(run(values).status, 0);
  const std::string alone = read(folder_ / "r/history.csv");
  ASSERT_EQ(run(values).status, 0);
  EXPECT_EQ(read(folder_ / "r/history.csv"), alone);
}

}  // namespace
}  // namespace jounce::test
