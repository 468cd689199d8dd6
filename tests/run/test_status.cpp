#include <gmock/gmock.h>

#include <chrono>

#include "../support/steel_bar.h"
#include "deck/tree.h"
#include "io/history_reader.h"
#include "io/stop_request.h"
#include "program.h"
#include "report/result.h"

// A run that goes on says where it is, and ends when it is asked to.

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;

deck::Node record_of(const std::filesystem::path& folder) {
  return deck::parse_toml(read(folder / "run.toml"), "run.toml");
}

/// Calls `is_so` until it is, for at most a minute.
template <class IsSo>
bool soon(const IsSo& is_so) {
  for (int i = 0; i < 600; ++i) {
    if (is_so()) return true;
    usleep(100000);
  }
  return false;
}

/// Steps that the run has told of in run.toml; NaN before it has begun.
double told_steps(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "run.toml")) return NAN;
  const deck::Node record = record_of(folder);
  return report::number_at(record, "statistics.seconds_left") > 0
             ? report::number_at(record, "statistics.steps")
             : NAN;
}

std::vector<std::string> step_values(const deck::Node& record, const char* key) {
  std::vector<std::string> values;
  for (const deck::Node* step : report::list_at(record, "step"))
    values.push_back(report::text_at(*step, key));
  return values;
}

/// A column of masses on springs that are pulled and let go of, in a chain of steps that would take hours.
const std::string kBar = steel_bar(10) + R"(
[[load]]
name = "pull"
type = "force"
on = "bar.end"
force = [20000]
[output]
history_every = 1000
frames = 0
)";

std::string step(const std::string& name, const std::string& type, double size, double end) {
  return fmt::format("[[step]]\nname = \"{}\"\ntype = \"{}\"\nstep = {}\nend = {}\n", name, type, size, end);
}

struct Kind {
  const char* name;
  std::string deck;
  int ranks = 1;
};

class StoppedRun : public testing::TestWithParam<Kind> {
 protected:
  TemporaryFolder folder_;
};

TEST_P(StoppedRun, TellsWhereItIsAndEndsWithACheckpoint) {
  write(folder_ / "deck.toml", GetParam().deck);
  const auto results = folder_ / "r";
  Process process(folder_.path(), {"run", "deck.toml", "-o", "r"}, 0, GetParam().ranks);
  double first = NAN;
  ASSERT_TRUE(soon([&] { return (first = told_steps(results)) > 0; })) << read(folder_ / "err");
  EXPECT_TRUE(soon([&] { return told_steps(results) > first; })) << "run.toml is written again and again";

  const TemporaryFolder other;
  const Outcome status = jounce(other.path(), {"status", results.string()});
  EXPECT_EQ(status.status, 0) << status.err;
  EXPECT_THAT(status.out, HasSubstr(": running (process "));
  EXPECT_THAT(status.out, HasSubstr("steps/s, "));
  EXPECT_THAT(status.out, HasSubstr("energy error "));

  const Outcome stop = jounce(other.path(), {"stop", "--wait", results.string()});
  EXPECT_EQ(stop.status, 0) << stop.err;
  EXPECT_THAT(stop.out, HasSubstr("asked process "));
  EXPECT_THAT(stop.out, HasSubstr(": stopped\n"));
  EXPECT_EQ(process.wait(), 128 + SIGTERM);
  EXPECT_THAT(read(folder_ / "err"), HasSubstr("stopped by jounce stop at t = "));
  EXPECT_FALSE(io::is_stop_requested(results));
  EXPECT_FALSE(std::filesystem::exists(results / "jounce.lock"));
  EXPECT_THAT(read(results / "run.log"), HasSubstr("stopped by jounce stop"));

  // Results are complete, and the checkpoint is of their end.
  const deck::Node record = record_of(results);
  EXPECT_EQ(report::text_at(record, "status"), "stopped");
  const double reached = report::number_at(record, "statistics.time");
  EXPECT_LT(reached, report::number_at(record, "interval.end"));
  EXPECT_EQ(io::History(results / "history.csv").column("time").back(), reached);
  Process again(folder_.path(), {"run", "deck.toml", "-q", "-o", "again", "--restart", "r/checkpoint.h5"}, 0,
                GetParam().ranks);
  ASSERT_TRUE(soon([&] {
    return told_steps(folder_ / "again") > report::number_at(record, "statistics.steps");
  })) << read(folder_ / "err");
  EXPECT_EQ(jounce(other.path(), {"stop", (folder_ / "again").string()}).status, 0);
  EXPECT_EQ(again.wait(), 128 + SIGTERM);
  EXPECT_GT(report::number_at(record_of(folder_ / "again"), "statistics.time"), reached);
}

std::string pendulum(const std::string& integrator) {
  std::string deck = kPendulum;
  deck.replace(deck.find("[integrator]"), std::string::npos,
               "history_every = 1000\n[integrator]\n" + integrator);
  return deck;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, StoppedRun,
    testing::Values(
        Kind{"implicit", pendulum("step = 1e-6\nend = 1000\n")},
        Kind{"explicit", kBar + "[integrator]\ntype = \"half-explicit\"\nstep = 1e-6\nend = 1000\n"},
        Kind{"static", kBar + "[analysis]\ntype = \"static\"\nstep = 1e-8\nend = 1\n"},
        Kind{"event_driven", pendulum("type = \"event-driven\"\nstep = 1e-6\nend = 1000\n")},
        Kind{"chain", kBar + step("pull", "static", 0.5, 1) + step("free", "nsga-ggl", 1e-6, 500) +
                          step("on", "nsga-ggl", 1e-6, 1000)},
        Kind{"ranks", kBar + step("pull", "static", 0.5, 1) + step("free", "nsga-ggl", 1e-6, 500), 2}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Status, ShowsTheStepsOfADeck) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBar + step("pull", "static", 0.25, 1) +
                                  step("free", "nsga-ggl", 1e-6, 1.0001) +
                                  step("on", "nsga-ggl", 1e-6, 1000));
  Process process(folder.path(), {"run", "deck.toml", "-o", "r"});
  ASSERT_TRUE(soon([&] {
    return std::filesystem::exists(folder / "r/run.toml") &&
           step_values(record_of(folder / "r"), "status") ==
               std::vector<std::string>{"complete", "complete", "running"};
  }));
  // Nobody else may take the folder in between.
  const Outcome second = jounce(TemporaryFolder().path(), {"run", (folder / "deck.toml").string(), "-q", "-o",
                                                           (folder / "r").string()});
  EXPECT_EQ(second.status, 1);
  EXPECT_THAT(second.err, HasSubstr("writes into"));
  EXPECT_EQ(jounce(TemporaryFolder().path(), {"stop", (folder / "r").string()}).status, 0);
  EXPECT_EQ(process.wait(), 128 + SIGTERM);
  const deck::Node record = record_of(folder / "r");
  EXPECT_EQ(step_values(record, "status"), (std::vector<std::string>{"complete", "complete", "stopped"}));
  EXPECT_EQ(step_values(record, "analysis"), (std::vector<std::string>{"static", "dynamic", "dynamic"}));
  const auto steps = report::list_at(record, "step");
  EXPECT_EQ(report::number_at(*steps[0], "steps"), 4);
  EXPECT_EQ(report::number_at(*steps[1], "steps"), 100);
  EXPECT_EQ(report::number_at(*steps[2], "steps"), report::number_at(record, "statistics.steps") - 104);
  EXPECT_EQ(report::number_at(*steps[1], "start"), 1);

  // A restart knows of the steps before it that they are done, and of its own.
  Process again(folder.path(), {"run", "deck.toml", "-q", "-o", "again", "--restart", "r/checkpoint.h5"});
  ASSERT_TRUE(soon([&] { return told_steps(folder / "again") > 0; }));
  EXPECT_EQ(step_values(record_of(folder / "again"), "status"),
            (std::vector<std::string>{"earlier", "earlier", "running"}));
}

TEST(Status, OfARunThatWasKilled) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", pendulum("step = 1e-6\nend = 1000\n"));
  Process process(folder.path(), {"run", "deck.toml", "-o", "r"});
  ASSERT_TRUE(soon([&] { return told_steps(folder / "r") > 0; }));
  process.end(SIGKILL);
  const Outcome status = jounce(folder.path(), {"status", "r"});
  EXPECT_EQ(status.status, 0);
  EXPECT_THAT(status.out, HasSubstr("r: ended without a word (killed)"));
  EXPECT_THAT(status.out, HasSubstr(" of wall time\n")) << "a time that is left would be wrong";
  EXPECT_THAT(status.out, Not(HasSubstr(" left\n")));
  const Outcome stop = jounce(folder.path(), {"stop", "r"});
  EXPECT_EQ(stop.status, 2);
  EXPECT_THAT(stop.err, HasSubstr("no run writes into 'r': its last one was killed"));
  EXPECT_FALSE(io::is_stop_requested(folder / "r"));
}

TEST(Status, RefusesWhatIsNoRun) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPendulum);
  ASSERT_EQ(jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "done"}).status, 0);
  const Outcome complete = jounce(folder.path(), {"status", "done"});
  EXPECT_THAT(complete.out, HasSubstr("done: complete\n  t = 2 of 2 s (100.0 %)\n  step 20, "));
  EXPECT_THAT(jounce(folder.path(), {"stop", "done"}).err,
              HasSubstr("no run writes into 'done': its last one is complete"));
  const Outcome nowhere = jounce(folder.path(), {"status", "doen", "done"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("jounce status: there is no 'doen' (did you mean 'done'?)"));
  EXPECT_THAT(nowhere.out, HasSubstr("done: complete")) << "the others are told";
  write(folder / "done/run.toml", "status = ");
  EXPECT_EQ(jounce(folder.path(), {"status", "done"}).status, 1);
  write(folder / "done/run.toml", "");
  const Outcome empty = jounce(folder.path(), {"status", "done"});
  EXPECT_EQ(empty.status, 1);
  EXPECT_THAT(empty.err, HasSubstr("'done/run.toml' is damaged: it has no status"));
  std::filesystem::remove(folder / "done/run.toml");
  EXPECT_THAT(jounce(folder.path(), {"status", "done"}).err, HasSubstr("'done' has no run.toml"));
}

TEST(Status, AWishOfAnEarlierRunDoesNotStopTheNextOne) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPendulum);
  std::filesystem::create_directory(folder / "r");
  io::request_stop(folder / "r");
  EXPECT_EQ(jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"}).status, 0);
  EXPECT_FALSE(io::is_stop_requested(folder / "r"));
}

TEST(Status, WarningsAreCountedAndSummed) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPendulum);
  // One iteration is not enough for every step of this size.
  const Outcome run =
      jounce(folder.path(), {"run", "deck.toml", "-o", "r", "--set", "integrator.max_iterations=1", "--set",
                             "integrator.end=0.3", "--set", "integrator.max_cuts=10"});
  ASSERT_EQ(run.status, 0) << run.err;
  const deck::Node record = record_of(folder / "r");
  const double cuts = report::number_at(record, "statistics.cuts");
  ASSERT_GT(cuts, 1);
  ASSERT_LT(cuts, 200) << "all are listed";
  const auto warnings = report::list_at(record, "warnings");
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(report::text_at(*warnings[0], "kind"), "cut");
  EXPECT_EQ(report::number_at(*warnings[0], "count"), cuts);
  EXPECT_THAT(report::text_at(*warnings[0], "first"), HasSubstr("did not converge"));
  const std::string sum = fmt::format("{0:.0f} warnings: {0:.0f} cuts of steps that did not converge", cuts);
  EXPECT_THAT(run.out, HasSubstr(sum + " (run.log)\n"));
  const std::string log = read(folder / "r/run.log");
  EXPECT_THAT(log, HasSubstr(sum));
  std::size_t told = 0;
  for (const std::string& line : lines(folder / "r/run.log"))
    if (line.find("warning: the step of ") != std::string::npos) ++told;
  EXPECT_EQ(static_cast<double>(told), cuts);
  EXPECT_THAT(jounce(folder.path(), {"status", "r"}).out, HasSubstr("warning: cut ("));
  // A run without any says nothing of them.
  EXPECT_THAT(jounce(folder.path(), {"run", "deck.toml", "-o", "calm"}).out, Not(HasSubstr("warning")));
}

TEST(Status, EveryResultFolderHasALog) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBar + "[integrator]\nstep = 1e-5\nend = 1e-3\n");
  ASSERT_EQ(
      jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r", "--set", "output.checkpoint_every=50"})
          .status,
      0);
  const std::string log = read(folder / "r/run.log");
  EXPECT_THAT(log, HasSubstr("jounce run deck.toml --set output.checkpoint_every=50 -o r"));
  EXPECT_THAT(log, HasSubstr("dynamic, nsga-ggl: t = 0 to 0.001 s"));
  EXPECT_THAT(log, HasSubstr("s  100 steps to t = 0.001 s by nsga-ggl"));
  EXPECT_THAT(log, HasSubstr("s  complete after "));
  ASSERT_EQ(jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r", "--restart", "r/checkpoint.h5",
                                   "--set", "output.checkpoint_every=50"})
                .status,
            0);
  EXPECT_THAT(read(folder / "r/run.log"), testing::StartsWith(log)) << "a restart goes on with it";
  ASSERT_EQ(jounce(folder.path(), {"modes", "deck.toml", "-n", "2", "-o", "m"}).status, 0);
  EXPECT_THAT(read(folder / "m/run.log"), HasSubstr("complete:  mode   frequency"));
}

}  // namespace
}  // namespace jounce::test
