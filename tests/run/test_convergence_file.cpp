#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "io/history_reader.h"
#include "program.h"

// convergence.csv: when it is there, what it holds, how a restart goes on with it.

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// Number at [statistics] of run.toml.
double statistic(const std::filesystem::path& folder, const std::string& name) {
  const std::string text = read(folder / "run.toml");
  const std::size_t place = text.find("\n" + name + " = ");
  return place == std::string::npos ? NAN : std::stod(text.substr(place + name.size() + 4));
}

double iterations(const io::History& log) {
  const auto& column = log.column("iteration");
  return static_cast<double>(std::count_if(column.begin(), column.end(), [](double k) { return k > 0; }));
}

class ConvergenceFile : public testing::Test {
 protected:
  ConvergenceFile() { write(folder_ / "deck.toml", kPendulum); }
  Outcome run(const std::string& output, const std::vector<std::string>& values, const Arguments& more = {}) {
    return jounce(folder_.path(), Arguments{"run", "deck.toml", "-q", "-o", output} + set(values) + more);
  }
  std::filesystem::path log(const std::string& output) const {
    return folder_.path() / output / "convergence.csv";
  }

  /// Few enough iterations that some steps are cut, and the run comes to its end.
  const std::vector<std::string> cuts_ = {"integrator.max_iterations=3", "integrator.newton=snes",
                                          "model.gravity=[0, -20]"};
  TemporaryFolder folder_;
};

TEST_F(ConvergenceFile, IsLeftByFailuresOnly) {
  ASSERT_EQ(run("r", {}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(log("r")));
  ASSERT_EQ(run("r", cuts_).status, 0);
  const io::History failures(log("r"));
  int attempts = 0;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    EXPECT_EQ(failures.column("accepted")[i], 0);
    attempts += failures.column("iteration")[i] == 0;
  }
  EXPECT_EQ(attempts, statistic(folder_ / "r", "cuts"));
  EXPECT_EQ(iterations(failures), 3 * attempts);
  ASSERT_EQ(run("r", {}).status, 0);  // that of the run before must not stay
  EXPECT_FALSE(std::filesystem::exists(log("r")));
  auto none = cuts_;
  none.emplace_back("output.convergence=none");
  ASSERT_EQ(run("r", none).status, 0);
  EXPECT_FALSE(std::filesystem::exists(log("r")));
}

TEST_F(ConvergenceFile, OfAllStepsAgreesWithTheStatistics) {
  auto all = cuts_;
  all.emplace_back("output.convergence=all");
  ASSERT_EQ(run("r", all).status, 0);
  const io::History log(this->log("r"));
  EXPECT_EQ(iterations(log), statistic(folder_ / "r", "iterations"));
  EXPECT_GT(statistic(folder_ / "r", "cuts"), 0);
  const io::History history(folder_ / "r/history.csv");
  // Accepted steps: their number, end and size are those of the history, their last residual is at most 1.
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.column("accepted")[i] == 0) continue;
    const auto row = static_cast<std::size_t>(log.column("step")[i]);
    EXPECT_NEAR(log.column("time")[i], history.column("time")[row], 1e-12);
    EXPECT_EQ(log.column("size")[i], history.column("step_size")[row]);
    const bool is_last = i + 1 == log.size() || log.column("iteration")[i + 1] == 0;
    EXPECT_EQ(log.column("residual")[i] <= 1, is_last);
    if (!is_last) continue;
    EXPECT_EQ(log.column("iteration")[i], history.column("newton_iterations")[row]);
  }
}

TEST_F(ConvergenceFile, DoesNotChangeTheMotion) {
  std::string first;
  for (const char* const what : {"none", "failures", "all"}) {
    auto values = cuts_;
    values.push_back(std::string("output.convergence=") + what);
    ASSERT_EQ(run(what, values).status, 0);
    const std::string history = read(folder_ / what / "history.csv");
    if (first.empty()) first = history;
    EXPECT_EQ(history, first) << what;
  }
}

TEST_F(ConvergenceFile, NamesTheContactsThatFlip) {
  // The ball touches and bounces in the same step: more choices of the active set than are allowed.
  const Outcome failed = jounce(
      folder_.path(),
      Arguments{"run", kInputs + "bouncing_ball.toml", "-q", "-o", "r"} +
          set({"integrator.solver=monolithic", "integrator.max_iterations=1", "integrator.max_cuts=1"}));
  ASSERT_EQ(failed.status, 1) << failed.err;
  const std::vector<std::string> all = lines(log("r"));
  EXPECT_THAT(all, testing::Contains(HasSubstr(",contact 'floor'")));
  const io::History failures(log("r"));
  double changes = 0;
  for (const double n : failures.column("changes")) changes += n;
  EXPECT_GT(changes, 0);
  // Both attempts to pass the impact, the second with half the size.
  EXPECT_EQ(failures.column("size").back(), 0.5 * failures.column("size").front());
  EXPECT_EQ(failures.column("step").back(), failures.column("step").front());

  const Outcome report = jounce(folder_.path(), {"report", "r"});
  ASSERT_EQ(report.status, 0) << report.err;
  const std::string page = read(folder_ / "r/report.html");
  EXPECT_THAT(page, HasSubstr("Last iterations of steps that did not converge"));
  EXPECT_THAT(page, HasSubstr("<td>contact &#39;floor&#39;</td>"));
  EXPECT_THAT(page, HasSubstr("contacts v"));
  EXPECT_THAT(page, testing::Not(HasSubstr("joints v")));  // there are none
}

TEST_F(ConvergenceFile, IsContinuedByARestart) {
  std::vector<std::string> values = {"output.convergence=all", "output.checkpoint_every=5"};
  ASSERT_EQ(run("whole", values).status, 0);
  values.emplace_back("integrator.end=1");
  ASSERT_EQ(run("part", values).status, 0);
  EXPECT_LT(read(log("part")).size(), read(log("whole")).size());
  values.back() = "integrator.end=2";
  ASSERT_EQ(run("part", values, {"--restart", "part/checkpoint.h5"}).status, 0);
  EXPECT_EQ(read(log("part")), read(log("whole")));
}

TEST_F(ConvergenceFile, CanBePlotted) {
  ASSERT_EQ(run("r", {"output.convergence=all"}).status, 0);
  const Outcome plot = jounce(
      folder_.path(), {"plot", "r/convergence.csv", "-y", "motion,joint_position", "--log-y", "-o", "p.png"});
  EXPECT_EQ(plot.status, 0) << plot.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "p.png"));
}

TEST_F(ConvergenceFile, AMistypedKeyIsRefused) {
  const Outcome wrong = run("r", {"output.convergence=failure"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean 'failures'?"));
}

}  // namespace
}  // namespace jounce::test
