#include <gmock/gmock.h>

#include "io/history_reader.h"
#include "program.h"

// What the commands print and leave on disk.

namespace jounce::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class Output : public testing::Test {
 protected:
  Output() { write(folder_ / "deck.toml", kPendulum); }
  Outcome run(const std::vector<std::string>& values, const Arguments& more = {}) {
    return jounce(folder_.path(), Arguments{"run", "deck.toml", "-q"} + set(values) + more);
  }
  TemporaryFolder folder_;
};

TEST_F(Output, FolderIsNamedAfterTheDeckAndLiesInTheCurrentFolder) {
  std::filesystem::create_directory(folder_ / "sub");
  write(folder_ / "sub/other.toml", kPendulum);
  const Outcome outcome = jounce(folder_.path(), {"run", "sub/other.toml"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("results in other.results"));
  EXPECT_THAT(outcome.out, HasSubstr("20 steps to t = 2 s by nsga-ggl"));
  for (const char* const file : {"history.csv", "history_units.csv", "events.csv", "resolved.toml"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / "other.results" / file)) << file;
}

TEST_F(Output, NoFramesLeaveNoFields) {
  ASSERT_EQ(run({}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "deck.results/fields.vtkhdf"));
  ASSERT_EQ(run({"output.frames=3"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "deck.results/fields.vtkhdf"));
}

TEST_F(Output, EventsCanBeLeftOut) {
  ASSERT_EQ(run({}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "deck.results/events.csv"));
  ASSERT_EQ(run({"output.events=false", "output.checkpoint_every=5"}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "deck.results/events.csv"));
}

TEST_F(Output, HistoryHasEveryKthStepAndTheLast) {
  for (const int every : {1, 3, 7, 20, 1000}) {
    ASSERT_EQ(run({"output.history_every=" + std::to_string(every)}).status, 0);
    const io::History history(folder_ / "deck.results/history.csv");
    const auto& time = history.column("time");
    ASSERT_EQ(time.size(), 1u + 20 / every + (20 % every != 0 ? 1 : 0)) << every;
    for (std::size_t i = 0; i + 1 < time.size(); ++i)
      EXPECT_NEAR(time[i], 0.1 * every * static_cast<double>(i), 1e-12);
    EXPECT_EQ(time.back(), 2) << every;
  }
}

TEST_F(Output, EventsAreWrittenOnceHoweverSparseTheHistory) {
  // The run ends in the very step of the first impact.
  const Arguments ball = Arguments{"run", kInputs + "bouncing_ball.toml", "-q"} +
                         set({"integrator.end=0.402", "output.frames=2"});
  for (const char* const every : {"1", "2", "1000"}) {
    ASSERT_EQ(jounce(folder_.path(), ball + set({std::string("output.history_every=") + every})).status, 0);
    const auto events = lines(folder_ / "bouncing_ball.results/events.csv");
    ASSERT_EQ(events.size(), 2u) << every;
    EXPECT_EQ(events[0], "time,contact,impulse,velocity_before,velocity_after,energy_lost");
    EXPECT_EQ(events[1].substr(0, 12), "0.402,floor,");
  }
}

TEST_F(Output, EventsHaveTheTimesOfTheHistory) {
  ASSERT_EQ(
      jounce(folder_.path(), Arguments{"run", kInputs + "pendulum.toml", "-q"} + set({"output.frames=0"}))
          .status,
      0);
  const io::History history(folder_ / "pendulum.results/history.csv"),
      events(folder_ / "pendulum.results/events.csv");
  const auto& time = history.column("time");
  EXPECT_GT(events.size(), 20u);
  for (const double t : events.column("time"))
    EXPECT_TRUE(std::binary_search(time.begin(), time.end(), t)) << t;
}

TEST_F(Output, FramesAreSpreadOverTheRun) {
  ASSERT_EQ(run({"output.frames=4", "integrator.step=0.03"}).status, 0);
  const std::string index = read(folder_ / "deck.results/fields.xdmf");
  EXPECT_NE(index.find("0.51"), std::string::npos);  // the first steps at or after 0, 0.5, 1, 1.5, 2
  EXPECT_NE(index.find("1.02"), std::string::npos);
  EXPECT_NE(index.find("1.5"), std::string::npos);
}

TEST_F(Output, RunWithoutDurationHasOnlyTheInitialState) {
  const Outcome outcome = run({"integrator.end=0", "output.frames=5"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(io::History(folder_ / "deck.results/history.csv").size(), 1u);
}

TEST_F(Output, LastStepIsShorterWhenTheEndIsNoMultiple) {
  ASSERT_EQ(run({"integrator.end=0.25"}).status, 0);
  const io::History history(folder_ / "deck.results/history.csv");
  ASSERT_EQ(history.size(), 4u);
  EXPECT_EQ(history.column("time").back(), 0.25);
  EXPECT_NEAR(history.column("step_size").back(), 0.05, 1e-15);
}

TEST_F(Output, StartIsWhereTheDeckSays) {
  ASSERT_EQ(run({"integrator.start=-1", "integrator.end=1"}).status, 0);
  const io::History history(folder_ / "deck.results/history.csv");
  EXPECT_EQ(history.column("time").front(), -1);
  EXPECT_EQ(history.size(), 21u);
}

TEST_F(Output, SetFindsEntriesOfListsByName) {
  ASSERT_EQ(run({"body.bob.mass=3", "history.x.component=y", "joint.pivot.at=[0, 0]"}).status, 0);
  const std::string resolved = read(folder_ / "deck.results/resolved.toml");
  EXPECT_THAT(resolved, HasSubstr("mass = 3"));
  EXPECT_LT(io::History(folder_ / "deck.results/history.csv").column("x").back(), -0.1);  // it is y now
}

TEST_F(Output, ResolvedDeckRunsAlike) {
  ASSERT_EQ(run({"body.bob.mass=3"}).status, 0);
  ASSERT_EQ(jounce(folder_.path(), {"run", "deck.results/resolved.toml", "-q", "-o", "again"}).status, 0);
  EXPECT_EQ(read(folder_ / "again/history.csv"), read(folder_ / "deck.results/history.csv"));
  EXPECT_EQ(read(folder_ / "again/resolved.toml"), read(folder_ / "deck.results/resolved.toml"));
}

// Paths in the record are those from the folder of the results; so they are in the deck of an input file.
TEST_F(Output, ResolvedDecksFindTheFilesOfTheDeck) {
  std::filesystem::create_directory(folder_ / "models");
  write(folder_ / "models/bar.inp",
        "*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n*ELEMENT, TYPE=CPS4, ELSET=ALL\n1, 1, 2, 3, 4\n"
        "*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n*BOUNDARY\n1, 1, 2\n"
        "4, 1\n*STEP\n*STATIC\n*CLOAD\n2, 1, 1.\n3, 1, 1.\n*END STEP\n");
  const auto run_in = [&](const std::string& deck, const std::string& folder) {
    const Outcome outcome = jounce(folder_.path(), {"run", deck, "-q", "-o", folder});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  };
  run_in("models/bar.inp", "made/bar");
  EXPECT_THAT(read(folder_ / "made/bar/bar.toml"), HasSubstr("file = \"../../models/bar.inp\""));
  run_in("made/bar/bar.toml", "again");
  run_in("again/resolved.toml", "third/time/folder");
  EXPECT_THAT(read(folder_ / "third/time/folder/resolved.toml"),
              HasSubstr("file = \"../../../models/bar.inp\""));
  EXPECT_EQ(read(folder_ / "third/time/folder/history.csv"), read(folder_ / "made/bar/history.csv"));
}

TEST_F(Output, EveryResultNamesTheProgramAndItsLibraries) {
  ASSERT_EQ(run({"output.frames=2", "output.checkpoint_every=1"}).status, 0);
  EXPECT_THAT(read(folder_ / "deck.results/resolved.toml"), HasSubstr("\n# jounce 0."));
  ASSERT_EQ(jounce(folder_.path(), {"matrices", "deck.toml"}).status, 0);
  // The second line of the version: compiler, build type.
  const std::string version = jounce(folder_.path(), {"--version"}).out;
  const std::size_t comma = version.find(", ");
  const std::string build_type =
      version.substr(comma + 2, version.find_first_of(",\n", comma + 2) - comma - 2);
  ASSERT_THAT(build_type, AnyOf("Release", "Debug"));
  for (const char* const file : {"deck.results/resolved.toml", "deck.results/fields.vtkhdf",
                                 "deck.results/checkpoint.h5", "deck.matrices/M.mtx"}) {
    const std::string text = read(folder_ / file);
    for (const std::string& what : {std::string("jounce 0."), build_type, std::string("PETSc 3.")})
      EXPECT_NE(text.find(what), std::string::npos) << file << " lacks " << what;
  }
  EXPECT_THAT(read(folder_ / "deck.matrices/M.mtx"), HasSubstr("\n% jounce 0."));
}

TEST_F(Output, CheckDescribesTheModel) {
  const Outcome outcome =
      jounce(folder_.path(), {"check", kInputs + "elastic_bar.toml", "--set", "parameters.gap=-1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("201 degrees of freedom, 0 of them prescribed; 0 joint rows"));
  EXPECT_THAT(outcome.out, HasSubstr("total mass 10 kg; linear"));
  EXPECT_THAT(outcome.out, HasSubstr("smallest initial gap -1 m at 'bar.start'\n"));
  EXPECT_THAT(outcome.out, HasSubstr("penetrates at the start: by 1 m at 'bar.start'"));
  EXPECT_THAT(outcome.out, HasSubstr("nsga-ggl from 0 to 1.5 s in 750 steps of 0.002"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "elastic_bar.results"));
  const Outcome found =
      jounce(folder_.path(), {"check", kInputs + "punch.toml", "--set", "contact.touch.reach=0.2"});
  EXPECT_THAT(found.out, HasSubstr("smallest initial gap 0 m at 'block."));
  const Outcome far = jounce(folder_.path(), {"check", kInputs + "punch.toml", "--set",
                                              "contact.touch.reach=0.2", "--set", "shape.steel.at=[0, 1]"});
  EXPECT_THAT(far.out, HasSubstr("contact 'touch': no points within reach at the start"));
  const Outcome planar =
      jounce(folder_.path(), {"check", "deck.toml", "--set", "body.bob.position=[1, 0.25]"});
  EXPECT_THAT(planar.out, HasSubstr("2 joint rows"));
  EXPECT_THAT(planar.out, HasSubstr("total mass 1 kg; nonlinear"));
}

TEST_F(Output, CheckRefusesWhatRunRefuses) {
  for (const char* const value : {"history.x.of=nobody", "integrator.end=-1", "history.x.component=q"}) {
    const Outcome check = jounce(folder_.path(), {"check", "deck.toml", "--set", value});
    const Outcome whole = jounce(folder_.path(), {"run", "deck.toml", "-q", "--set", value});
    EXPECT_EQ(check.status, 2) << value;
    EXPECT_EQ(whole.status, 2) << value;
    EXPECT_EQ(check.err, whole.err) << value;
  }
}

TEST_F(Output, SchemaIsJson) {
  const Outcome outcome = jounce(folder_.path(), {"schema"});
  EXPECT_EQ(outcome.status, 0);
  // Balanced outside of strings, and nothing after the end.
  int depth = 0;
  bool in_text = false, ended = false;
  for (std::size_t i = 0; i < outcome.out.size(); ++i) {
    const char c = outcome.out[i];
    if (in_text) {
      if (c == '\\') ++i;
      if (c == '"') in_text = false;
      ASSERT_NE(c, '\n');
      continue;
    }
    ASSERT_TRUE(!ended || c == '\n' || c == ' ') << i;
    if (c == '"') in_text = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth == 0 && (c == '}' || c == ']')) ended = true;
  }
  EXPECT_TRUE(ended && depth == 0 && !in_text);
  for (const char* const word :
       {R"("$schema")", R"("nsga-ggl")", R"("point-plane")", R"("revolute")", R"("history_every")"})
    EXPECT_THAT(outcome.out, HasSubstr(word));
}

TEST_F(Output, SchemaAsMarkdownAndVersion) {
  const Outcome markdown = jounce(folder_.path(), {"schema", "--format", "markdown"});
  EXPECT_EQ(markdown.status, 0);
  EXPECT_THAT(markdown.out, HasSubstr("restitution"));
  EXPECT_EQ(jounce(folder_.path(), {"schema", "--format", "pdf"}).status, 2);
  const Outcome version = jounce(folder_.path(), {"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out.rfind("jounce 0.", 0), 0u) << version.out;
  const Outcome help = jounce(folder_.path(), {"run", "--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("--restart"));
}

}  // namespace
}  // namespace jounce::test
