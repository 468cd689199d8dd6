#include <gmock/gmock.h>

#include "../io/child_process.h"
#include "../support/deck_run.h"
#include "io/history_reader.h"
#include "program.h"
#include "run/run.h"

// What goes wrong around a run: clear messages, exit status 1 for failed runs and 2 for wrong decks and
// arguments.

namespace jounce::test {
namespace {

using testing::HasSubstr;

class Errors : public testing::Test {
 protected:
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

TEST_F(Errors, NoSpaceForTheHistory) {
  std::filesystem::create_directory(folder / "r");
  std::filesystem::create_symlink("/dev/full", folder / "r/history.csv");
  const Outcome outcome = run({"deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("r/history.csv"));
  EXPECT_THAT(outcome.err, HasSubstr("No space left"));
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
  EXPECT_THAT(outcome.err, HasSubstr("deck.toml:23:7: the end must not lie before the start"));
}

TEST_F(Errors, TooManySteps) {
  const Outcome outcome = run({"deck.toml", "--set", "integrator.step=1e-10"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("too small"));
}

TEST_F(Errors, ColumnThatIsAlwaysThere) {
  for (const char* const name : {"time", "energy_total", "max_penetration"}) {
    std::string text = kPendulum;
    text.replace(text.find("name = \"x\""), 10, "name = \"" + std::string(name) + "\"");
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
