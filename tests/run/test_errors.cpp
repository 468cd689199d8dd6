#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../io/child_process.h"
#include "../support/deck_run.h"
#include "io/history_reader.h"
#include "program.h"
#include "run_deck.h"

// What goes wrong around a run: clear messages, exit status 1 for failed runs and 2 for wrong decks and
// arguments.

namespace jounce::test {
namespace {

using testing::HasSubstr;

struct Errors : testing::Test {
  Errors() { write(folder / "deck.toml", kPendulum); }
  Outcome run(const Arguments& arguments, long file_limit = 0) {
    return jounce(folder.path(), Arguments{"run"} + arguments, file_limit);
  }
  TemporaryFolder folder;
};

TEST_F(Errors, OutputThroughAFile) {
  write(folder / "file", "");
  const Outcome outcome = run({"deck.toml", "-q", "-o", "file/results"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("file/results"));
  EXPECT_THAT(outcome.err, HasSubstr("irectory"));
}

TEST_F(Errors, OutputIsAFile) {
  write(folder / "file", "precious");
  const Outcome outcome = run({"deck.toml", "-q", "-o", "file"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("file"));
  EXPECT_EQ(read(folder / "file"), "precious");
}

// In a child of this process: MPI itself cannot start where files cannot grow.
TEST_F(Errors, FullDisk) {
  const auto run_here = [&](const std::string& results, const std::string& frames) {
    RunOptions options;
    options.deck = folder / "deck.toml";
    options.output = folder / results;
    options.overrides = {"integrator.step=1e-4", "output.frames=" + frames};
    options.quiet = true;
    const RunReport report = run_deck(options);
    write(folder / (results + ".message"), report.message);  // short enough for the limits
    return report.exit_status;
  };
  for (const char* const frames : {"0", "200"})
    for (const rlim_t limit : {1000, 20000, 200000}) {
      const std::string name = "full_" + std::to_string(limit);
      EXPECT_EQ(io::test::with_file_limit(limit, [&] { return run_here(name, frames); }), 1) << limit;
      const std::string message = read(folder / (name + ".message"));
      EXPECT_THAT(message, HasSubstr(name + "/")) << limit;
      EXPECT_THAT(message, testing::AnyOf(HasSubstr("space"), HasSubstr("too large"), HasSubstr("disk")))
          << limit;
      if (limit < 200000 || *frames != '0') continue;
      const io::History history(folder / (name + "/history.csv"));  // what was written before can be read
      EXPECT_GT(history.size(), 100u);
    }
}

// What is left is named: results that can be read, and the checkpoint to go on from.
TEST_F(Errors, FullDiskLeavesACheckpoint) {
  const auto run_here = [&](const char* checkpoints) {
    RunOptions options;
    options.deck = folder / "deck.toml";
    options.output = folder / "r";
    options.overrides = {"integrator.step=1e-4", "output.frames=0", checkpoints};
    options.quiet = true;
    const RunReport report = run_deck(options);
    write(folder / "message", report.message);
    return report.exit_status;
  };
  EXPECT_EQ(io::test::with_file_limit(200000, [&] { return run_here("output.checkpoint_every=100"); }), 1);
  EXPECT_THAT(read(folder / "message"),
              testing::AllOf(HasSubstr("can be plotted and reported"), HasSubstr("--restart"),
                             HasSubstr("r/checkpoint.h5 continues from t = 0.")));
  const Outcome again = run({"deck.toml", "-q", "-o", "r", "--set", "integrator.step=1e-4", "--set",
                             "output.frames=0", "--restart", "r/checkpoint.h5"});
  EXPECT_EQ(again.status, 0) << again.err;
  std::filesystem::remove_all(folder / "r");
  EXPECT_EQ(io::test::with_file_limit(200000, [&] { return run_here("output.checkpoint_every=0"); }), 1);
  EXPECT_THAT(read(folder / "message"), testing::Not(HasSubstr("--restart")));
}

TEST_F(Errors, DriversThatContradictEachOther) {
  const std::string text = R"toml([[body]]
name = "a"
type = "rigid"
mass = 1
inertia = 1
position = [1, 0]
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "a"]
at = [0, 0]
[[joint]]
name = "slow"
type = "motion"
between = ["ground", "a"]
coordinate = "angle"
motion = "t"
[[joint]]
name = "fast"
type = "motion"
between = ["ground", "a"]
coordinate = "angle"
motion = "2*t"
[integrator]
step = 1e-3
end = 0.1
)toml";
  write(folder / "two.toml", text);
  const Outcome outcome = run({"two.toml"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, testing::AnyOf(HasSubstr("two.toml:12:1: "), HasSubstr("two.toml:18:1: ")));
  for (const char* const name : {"'slow'", "'fast'", "'pin'"}) EXPECT_THAT(outcome.err, HasSubstr(name));
}

TEST_F(Errors, StepsThatFailGiveAdviceOnTheirOwnTable) {
  const Outcome dynamic =
      run(Arguments{"deck.toml"} + set({"integrator.max_iterations=1", "integrator.max_cuts=1"}));
  EXPECT_EQ(dynamic.status, 1);
  EXPECT_THAT(dynamic.err, HasSubstr("also after 1 cut: "));
  EXPECT_THAT(dynamic.err, HasSubstr("in 1 iteration;"));
  EXPECT_THAT(dynamic.err, HasSubstr("smaller integrator.step, a larger integrator.max_iterations"));
  const Outcome statics = run(Arguments{kInputs + "punch.toml", "-q", "-o", "p"} +
                              set({"analysis.max_iterations=1", "analysis.max_cuts=0"}));
  EXPECT_EQ(statics.status, 1);
  EXPECT_THAT(statics.err, HasSubstr("smaller analysis.step, a larger analysis.max_iterations"));
  const Outcome path =
      run(Arguments{kInputs + "snap_through.toml", "-q", "-o", "s"} + set({"analysis.max_steps=5"}));
  EXPECT_EQ(path.status, 1);
  EXPECT_THAT(path.err, testing::AllOf(HasSubstr("after 5 steps (analysis.max_steps)"),
                                       HasSubstr("a larger analysis.step"), testing::Not(HasSubstr("cut"))));
  // the contacts that flipped, each with how often
  EXPECT_THAT(statics.err,
              testing::ContainsRegex("changed in its last iterations .*: contact 'touch:block[.][0-9]+' "
                                     "\\([0-9]+ times?\\), contact 'touch:block"));
}

TEST_F(Errors, DegreesOfFreedomAreNamedByNodePlaceAndDirection) {
  const auto parts = [&](const std::string& deck) {
    const Outcome outcome = jounce(folder.path(), {"matrices", kInputs + deck + ".toml", "-o", deck});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return read(folder / (deck + "/dofs.csv"));
  };
  const std::string bar = parts("elastic_bar");
  EXPECT_THAT(bar, HasSubstr(R"toml(
1,"'rod' ('bar.start' at (5.005) at the start, x)"
)toml"));
  EXPECT_THAT(bar, HasSubstr(R"toml(
2,"'rod' (node 2 of 'bar' at (5.055) at the start, x)"
)toml"));
  EXPECT_THAT(parts("pendulum"), HasSubstr("at the start, rotation about z)"));
  EXPECT_THAT(parts("heavy_top"), HasSubstr("at the start, rotation about its own x)"));
}

TEST_F(Errors, NoSpaceForTheHistory) {
  std::filesystem::create_directory(folder / "r");
  std::filesystem::create_symlink("/dev/full", folder / "r/history.csv");
  const Outcome outcome = run({"deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("r/history.csv"));
  EXPECT_THAT(outcome.err, HasSubstr("No space left"));
}

TEST_F(Errors, TablesThatAreNotThere) {
  const Outcome outcome = run({"deck.toml", "--set", "nothing.x=1"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("there is no table 'nothing'; there are title, units, parameters, model"));
  EXPECT_THAT(run({"deck.toml", "--set", "integratr.step=1"}).err,
              HasSubstr("did you mean 'integrator.step'?"));
}

TEST_F(Errors, InputFilesHaveLinesAndNoColumns) {
  write(folder / "one.inp", "*NODE\n1, 0, 0, 0\n*BOUNDRY\n1, 1, 3\n");
  const Outcome outcome = run({"one.inp"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("one.inp:3: "));
}

TEST_F(Errors, DeckIsMissing) {
  const Outcome outcome = run({"nowhere.toml"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("nowhere.toml"));
  EXPECT_THAT(outcome.err, HasSubstr("no such file"));
  EXPECT_FALSE(std::filesystem::exists(folder / "nowhere.results"));
}

TEST_F(Errors, DeckIsAFolder) {
  std::filesystem::create_directory(folder / "inputs");
  const Outcome outcome = run({"inputs"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("inputs"));
  EXPECT_THAT(outcome.err, testing::AnyOf(HasSubstr("folder"), HasSubstr("irectory")));
}

TEST_F(Errors, WrongDeckLeavesNoResults) {
  const Outcome outcome = run({"deck.toml", "--set", "body.bob.mass=-1"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("'mass' must be"));
  EXPECT_FALSE(std::filesystem::exists(folder / "deck.results"));
}

TEST_F(Errors, ModelThatCannotStart) {
  const Outcome outcome = run({"deck.toml", "--set", "body.bob.mass=0", "--set", "body.bob.inertia=0"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("'bob'"));
  EXPECT_THAT(outcome.err, HasSubstr("mass"));
}

TEST_F(Errors, EndBeforeTheStart) {
  const Outcome outcome = run({"deck.toml", "--set", "integrator.start=3"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("deck.toml:26:7: the end must not lie before the start"));
}

TEST_F(Errors, TooManySteps) {
  const Outcome outcome = run({"deck.toml", "--set", "integrator.step=1e-10"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("too small"));
}

TEST_F(Errors, ColumnThatIsAlwaysThere) {
  for (const char* const name : {"time", "energy_total", "max_penetration"}) {
    std::string text = kPendulum;
    text.replace(text.find(R"(name = "x")"), 10, fmt::format(R"(name = "{}")", name));
    write(folder / "deck.toml", text);
    const Outcome outcome = run({"deck.toml"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("'" + std::string(name) + "' is always in the history"));
  }
}

TEST_F(Errors, Arguments) {
  EXPECT_EQ(run({}).status, 2);
  EXPECT_THAT(run({"deck.toml", "--speed", "7"}).err, HasSubstr("--speed"));
  EXPECT_EQ(run({"deck.toml", "--speed", "7"}).status, 2);
  EXPECT_EQ(run({"deck.toml", "--set"}).status, 2);
  EXPECT_EQ(run({"deck.toml", "--set", "nothing"}).status, 2);
  EXPECT_EQ(jounce(folder.path(), {}).status, 2);
  const Outcome unknown = jounce(folder.path(), {"nonsense"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("'nonsense'"));
  EXPECT_THAT(jounce(folder.path(), {"chek", "deck.toml"}).err, HasSubstr("did you mean 'check'"));
}

TEST_F(Errors, QuietRunSaysNothing) {
  const Outcome outcome = run({"deck.toml", "-q"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace jounce::test
