#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "../io/child_process.h"
#include "../support/deck_run.h"
#include "io/checkpoint.h"
#include "program.h"
#include "run_deck.h"

// Results that cannot be kept are told of: by a message and by the exit status.

namespace jounce::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class LostResults : public testing::Test {
 protected:
  LostResults() { write(folder_ / "deck.toml", kPendulum); }
  Outcome run(const Arguments& arguments) {
    return jounce(folder_.path(), Arguments{"run", "deck.toml", "-q"} + arguments);
  }
  /// Waits until a file is there that a running process writes.
  void await(const Process& process, const std::string& file) const {
    for (int i = 0; i < 20000 && process.runs() && !std::filesystem::exists(folder_ / file); ++i) usleep(500);
    ASSERT_TRUE(process.runs());
  }
  TemporaryFolder folder_;
};

/// One contact in the plane with W = 1, q = (-1, 0), mu = 0.5.
const char* const kProblem = "2\n1\n0\n2\n2\n2 2\n1 0\n0 1\n-1 0\n0.5\n";

const Arguments kLong = set({"integrator.end=1e5", "integrator.step=1e-3"});

/// Iterations of every step in a file, rows of a history, frames: any of them may be the first that fails.
TEST_F(LostResults, AFolderThatIsRemovedDuringTheRunEndsIt) {
  const std::vector<std::pair<int, Arguments>> runs = {
      {1, set({"output.frames=0"})},
      {1, set({"output.frames=1000"})},
      {2, set({"output.frames=0"})},
      {2, set({"output.frames=1000"})},
      {2, set({"output.convergence=all", "output.history_every=10000000"})}};
  for (const auto& [ranks, values] : runs) {
    SCOPED_TRACE(values.back() + " on ranks: " + std::to_string(ranks));
    Process process(folder_.path(), Arguments{"run", "deck.toml", "-q", "-o", "r"} + kLong + values, 0,
                    ranks);
    await(process, "r/run.toml");
    usleep(100000);
    std::filesystem::rename(folder_ / "r", folder_ / "gone");  // as far as the run is concerned
    EXPECT_EQ(process.wait(), 1);
    const std::string message = read(folder_ / "err");
    EXPECT_THAT(message, HasSubstr("r/"));
    EXPECT_THAT(message, testing::AnyOf(HasSubstr("removed"), HasSubstr("No such file")));
    EXPECT_EQ(message.find("jounce run: "), message.rfind("jounce run: "));
    std::filesystem::remove_all(folder_ / "gone");
  }
}

TEST_F(LostResults, AFolderThatIsReplacedDuringTheRunEndsIt) {
  Process process(folder_.path(), Arguments{"run", "deck.toml", "-q", "-o", "r"} + kLong);
  await(process, "r/run.toml");
  usleep(100000);
  std::filesystem::rename(folder_ / "r", folder_ / "gone");
  std::filesystem::create_directory(folder_ / "r");
  write(folder_ / "r/history.csv", "time\n");
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(read(folder_ / "err"), HasSubstr("r/history.csv"));
  EXPECT_EQ(read(folder_ / "r/history.csv"), "time\n");
}

TEST_F(LostResults, ASecondRunIntoTheSameFolderIsRefused) {
  Process process(folder_.path(), Arguments{"run", "deck.toml", "-q", "-o", "r"} + kLong);
  await(process, "r/run.toml");
  const TemporaryFolder elsewhere;  // for the words of the second one
  write(elsewhere / "deck.toml", kPendulum);
  for (const Arguments& other :
       {Arguments{"run", "deck.toml"}, Arguments{"modes", "deck.toml"}, Arguments{"matrices", "deck.toml"}}) {
    const Outcome second = jounce(elsewhere.path(), other + Arguments{"-o", (folder_ / "r").string()});
    EXPECT_EQ(second.status, 1) << other[0];
    EXPECT_THAT(second.err, AllOf(HasSubstr("process "), HasSubstr("writes into"), HasSubstr("jounce.lock")))
        << other[0];
  }
  EXPECT_TRUE(process.runs());
  EXPECT_EQ(process.end(SIGTERM), 128 + SIGTERM);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r/jounce.lock"));
}

TEST_F(LostResults, TheLockOfAKilledRunIsTakenOver) {
  Process process(folder_.path(), Arguments{"run", "deck.toml", "-q", "-o", "r"} + kLong);
  await(process, "r/run.toml");
  process.end();
  ASSERT_TRUE(std::filesystem::exists(folder_ / "r/jounce.lock"));
  const Outcome next = jounce(folder_.path(), {"run", "deck.toml", "-o", "r"});
  EXPECT_EQ(next.status, 0) << next.err;
  EXPECT_THAT(next.out, HasSubstr("has ended, was taken over"));
  EXPECT_THAT(read(folder_ / "r/run.toml"), HasSubstr("was taken over"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r/jounce.lock"));
}

TEST_F(LostResults, NoLockIsLeftByRunsThatFail) {
  const Outcome outcome =
      run({"-o", "r", "--set", "integrator.max_iterations=1", "--set", "integrator.max_cuts=1"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r/jounce.lock"));
}

/// A finished run with a checkpoint in its middle.
class ChangedHistory : public LostResults {
 protected:
  ChangedHistory() {
    EXPECT_EQ(run({"-o", "r", "--set", "output.checkpoint_every=12"}).status, 0);
    good_ = read(folder_ / "r/history.csv");
  }
  Outcome restart(const std::string& into = "r") { return run({"-o", into, "--restart", "r/checkpoint.h5"}); }
  void expect_refused(const std::string& history, const std::string& message) {
    write(folder_ / "r/history.csv", history);
    const Outcome outcome = restart();
    EXPECT_EQ(outcome.status, 1) << message;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("r/history.csv"), HasSubstr(message)));
    EXPECT_EQ(read(folder_ / "r/history.csv"), history);  // left as it is
  }
  std::string good_;
};

TEST_F(ChangedHistory, IsRefusedByARestart) {
  const std::size_t header = good_.find('\n') + 1;
  expect_refused(good_.substr(0, good_.size() / 2), "rows up to there");
  expect_refused(good_.substr(0, header), "0 rows up to there now, 13 then");
  std::string other = good_;
  const std::size_t digit = good_.find('\n', header) - 1;  // of the first row
  other[digit] = other[digit] == '1' ? '2' : '1';
  expect_refused(other, "13 rows up to there (the last at 1.2) now, 13 then, but other ones");
  expect_refused(good_.substr(0, header) + good_.substr(good_.find('\n', header) + 1), "12 rows up to there");
  std::string dos;
  for (const char c : good_) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  expect_refused(dos, "but other ones");
}

TEST_F(ChangedHistory, RowsBehindTheCheckpointMayBeMissingOrOthers) {
  write(folder_ / "r/history.csv", good_.substr(0, good_.size() - 30) + "\nsomething else\n");
  EXPECT_EQ(restart().status, 0);
  EXPECT_EQ(read(folder_ / "r/history.csv"), good_);
}

TEST_F(ChangedHistory, ThatIsGoneIsMissedInItsOwnFolderOnly) {
  std::filesystem::remove(folder_ / "r/history.csv");
  const Outcome outcome = restart();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("r/history.csv"), HasSubstr("the file is missing"), HasSubstr("13 rows")));
  EXPECT_EQ(restart("new").status, 0);
  EXPECT_EQ(restart("new").status, 0);  // once more into what the first one began
}

TEST_F(ChangedHistory, OfAnotherRunIsNotContinued) {
  ASSERT_EQ(run({"-o", "other", "--set", "body.bob.mass=2", "--set", "integrator.step=0.05"}).status, 0);
  const std::string before = read(folder_ / "other/history.csv");
  const Outcome outcome = restart("other");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("other/history.csv"));
  EXPECT_EQ(read(folder_ / "other/history.csv"), before);
}

TEST_F(ChangedHistory, EventsAreLookedAtToo) {
  const Arguments ball = Arguments{"run", kInputs + "bouncing_ball.toml", "-q", "-o", "b"} +
                         set({"integrator.end=2", "output.checkpoint_interval=1.5"});
  ASSERT_EQ(jounce(folder_.path(), ball).status, 0);
  const std::string events = read(folder_ / "b/events.csv");
  ASSERT_GT(lines(folder_ / "b/events.csv").size(), 2u);
  write(folder_ / "b/events.csv", events.substr(0, events.find('\n') + 1));
  const std::string history = read(folder_ / "b/history.csv");
  const Outcome outcome = jounce(folder_.path(), ball + Arguments{"--restart", "b/checkpoint.h5"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("b/events.csv"));
  EXPECT_EQ(read(folder_ / "b/history.csv"), history);
}

/// Words of command lines that print something.
std::vector<Arguments> printing_commands() {
  const Arguments short_run = set({"integrator.end=0.1"});
  return {{"--version"},
          {"--help"},
          {"run", "--help"},
          Arguments{"run", "deck.toml", "-o", "o"} + short_run,
          Arguments{"run", "deck.toml", "-v", "-o", "o"} + short_run,
          {"check", "deck.toml"},
          {"modes", "deck.toml", "-o", "m"},
          {"matrices", "deck.toml", "-o", "k"},
          {"plot", "r", "-y", "x"},
          {"draw", "r", "--list"},
          {"draw", "r"},
          {"report", "r"},
          {"solve-contact", "problem.dat"},
          {"schema"},
          {"schema", "--format", "markdown"},
          {"verify", "--list"},
          {"completion", "bash"},
          {"man"},
          Arguments{"study", "deck.toml", "--vary", "integrator.step=0.1,0.05", "-o", "s"} + short_run};
}

TEST_F(LostResults, StandardOutputThatCannotBeWrittenIsAnErrorOfEveryCommand) {
  ASSERT_EQ(run({"-o", "r", "--set", "output.frames=2"}).status, 0);
  write(folder_ / "problem.dat", kProblem);
  std::filesystem::remove(folder_ / "out");
  std::filesystem::create_symlink("/dev/full", folder_ / "out");
  for (const Arguments& command : printing_commands()) {
    Process process(folder_.path(), command);
    EXPECT_EQ(process.wait(), 1) << command[0];
    EXPECT_THAT(read(folder_ / "err"), HasSubstr("No space left on device")) << command[0];
    EXPECT_THAT(read(folder_ / "err"), HasSubstr("standard output")) << command[0];
  }
}

TEST_F(LostResults, OutputIsNotPutInThePlaceOfWhatIsNoFile) {
  ASSERT_EQ(run({"-o", "r", "--set", "output.frames=2"}).status, 0);
  write(folder_ / "problem.dat", kProblem);
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const bool is_root = geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(mknod((folder_ / "device").c_str(), S_IFCHR | 0600, makedev(1, 3)), 0);
  }
  std::filesystem::create_directory(folder_ / "folder");
  std::filesystem::create_symlink(folder_ / "pipe", folder_ / "link");
  const std::vector<Arguments> commands = {{"plot", "r", "-y", "x"},
                                           {"draw", "r"},
                                           {"animate", "r"},
                                           {"report", "r"},
                                           {"solve-contact", "problem.dat"}};
  for (const std::string place : {"pipe", "link", "folder", "device", "/dev/null"}) {
    if (place == "device" && !is_root) continue;
    const auto before = std::filesystem::symlink_status(folder_ / place).type();
    for (const Arguments& command : commands) {
      const Outcome outcome = jounce(folder_.path(), command + Arguments{"-o", place});
      EXPECT_EQ(outcome.status, 2) << command[0] << ' ' << place;
      EXPECT_THAT(outcome.err,
                  AllOf(HasSubstr("'" + place + "'"), HasSubstr("not a file; choose another name")))
          << command[0];
      EXPECT_EQ(std::filesystem::symlink_status(folder_ / place).type(), before)
          << command[0] << ' ' << place;
    }
    if (place == "folder") continue;
    for (const Arguments& command :
         {Arguments{"run", "deck.toml"}, Arguments{"modes", "deck.toml"}, Arguments{"matrices", "deck.toml"},
          Arguments{"check", "deck.toml", "--partition", "2"},
          Arguments{"study", "deck.toml", "--vary", "integrator.step=0.1,0.05"}}) {
      const Outcome outcome = jounce(folder_.path(), command + Arguments{"-o", place});
      EXPECT_NE(outcome.status, 0) << command[0] << ' ' << place;
      EXPECT_THAT(outcome.err, HasSubstr(place)) << command[0];
      EXPECT_EQ(std::filesystem::symlink_status(folder_ / place).type(), before)
          << command[0] << ' ' << place;
    }
  }
}

/// The last word on a run stands in its record, and PETSc and HDF5 end in peace, on a disk of whatever size.
TEST_F(LostResults, AFullDiskLeavesARecordOfTheFailure) {
  const auto run_here = [&](const std::string& results) {
    RunOptions options;
    options.deck = folder_ / "deck.toml";
    options.output = folder_ / results;
    options.overrides = {"integrator.step=1e-3", "output.frames=200", "output.checkpoint_every=100"};
    options.quiet = true;
    return run_deck(options).exit_status;
  };
  for (const rlim_t limit : {3000, 5000, 9000, 30000, 60000, 100000, 150000}) {
    const std::string name = "full_" + std::to_string(limit);
    EXPECT_EQ(io::test::with_file_limit(limit, [&] { return run_here(name); }), 1) << limit;
    EXPECT_THAT(read(folder_ / (name + "/run.toml")), HasSubstr(R"(status = "failed")")) << limit;
    EXPECT_FALSE(std::filesystem::exists(folder_ / (name + "/jounce.lock")));
  }
}

TEST_F(LostResults, AModelWithoutAnythingIsRefusedAlikeByRunAndCheck) {
  const std::string time = "[integrator]\nstep = 0.1\nend = 1\n";
  const std::string material = R"(
[[material]]
name = "steel"
E = 2e11
nu = 0.3
rho = 7800
)";
  for (const std::string& more : {std::string(), material, std::string("[parameters]\na = 1\n")}) {
    write(folder_ / "empty.toml", time + more);
    const Outcome check = jounce(folder_.path(), {"check", "empty.toml"});
    EXPECT_EQ(check.status, 2);
    EXPECT_THAT(check.err, HasSubstr("empty.toml: the model has no degrees of freedom"));
    for (const char* const type : {"nsga-ggl", "nsga-modified-lcp", "moreau-jean", "generalized-alpha",
                                   "mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha",
                                   "half-explicit", "event-driven", "ccp-euler", "impulse-velocity"}) {
      const Outcome outcome = jounce(folder_.path(), Arguments{"run", "empty.toml", "-q"} +
                                                         set({std::string("integrator.type=") + type}));
      EXPECT_EQ(outcome.status, 2) << type;
      EXPECT_EQ(outcome.err, check.err) << type;
    }
  }
  for (const char* const command : {"modes", "matrices"})
    EXPECT_EQ(jounce(folder_.path(), {command, "empty.toml"}).status, 2) << command;
  write(folder_ / "static.toml", R"(
[analysis]
type = "static"
)");
  EXPECT_EQ(jounce(folder_.path(), {"run", "static.toml"}).status, 2);
}

}  // namespace
}  // namespace jounce::test
