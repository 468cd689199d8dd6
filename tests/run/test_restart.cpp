#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "io/checkpoint.h"
#include "io/history_reader.h"
#include "program.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

struct Case {
  std::string name, deck;
  std::vector<std::string> set;
  std::string half;  ///< end of the first part; its last checkpoint lies before
  std::string end = "integrator.end";

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

/// As a name of a test.
std::string spelled(std::string type) {
  std::replace(type.begin(), type.end(), '-', '_');
  return type;
}

std::vector<Case> cases() {
  const std::vector<std::string> bar = {"parameters.elements=20", "parameters.gap=0.205",
                                        "integrator.end=0.9"};
  const std::vector<std::string> short_pendulum = {"integrator.end=1.6", "integrator.step=2e-3"};
  const auto with = [](std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  std::vector<Case> list = {
      {"bar", "elastic_bar", bar, "0.55"},
      {"bar_monolithic", "elastic_bar", with(bar, {"integrator.solver=monolithic"}), "0.55"},
      {"bar_condensed", "elastic_bar", with(bar, {"integrator.solver=condensed"}), "0.55"},
      {"box_stack", "box_stack", {"integrator.type=nsga-ggl", "integrator.end=0.064"}, "0.06"},
      {"bar_sequential", "elastic_bar", with(bar, {"integrator.solver=sequential"}), "0.55"},
      {"ball", "bouncing_ball", {"integrator.end=4"}, "2"},
      {"pendulum", "pendulum", short_pendulum, "0.7"},
      {"pendulum_sequential", "pendulum", with(short_pendulum, {"integrator.solver=sequential"}), "0.7"},
      {"pendulum_sparse_rows", "pendulum", with(short_pendulum, {"output.history_every=7"}), "0.7"},
      {"pendulum_with_cuts", "pendulum",
       with(short_pendulum,
            {"integrator.step=1e-2", "integrator.max_iterations=4", "integrator.newton=snes"}),
       "0.7"},
      {"pendulum_by_error", "pendulum",
       with(short_pendulum, {"integrator.step=1e-2", "integrator.error_tolerance=1e-7"}), "0.7"},
      {"ball_found_impacts", "bouncing_ball", {"integrator.end=2", "integrator.impact_step=1e-4"}, "1"},
      {"pendulum_uneven_end", "pendulum",
       with(short_pendulum, {"integrator.step=7e-3", "integrator.end=1.234"}), "0.7"},
      {"spatial_pendulum", "spatial_pendulum", {"integrator.end=1.6", "integrator.step=2e-3"}, "0.7"},
      {"spatial_pendulum_ggl",
       "spatial_pendulum",
       {"integrator.end=1.6", "integrator.step=2e-3", "integrator.type=nsga-ggl"},
       "0.7"},
      {"dry_pendulum", "dry_pendulum", {"integrator.end=1.6"}, "0.7"},
      {"dry_pendulum_sequential",
       "dry_pendulum",
       {"integrator.end=1.6", "integrator.solver=sequential"},
       "0.7"},
      {"block", "rocking_block", {"integrator.step=2e-3", "integrator.end=1"}, "0.5"},
      {"block_event_driven",
       "rocking_block",
       {"integrator.type=event-driven", "integrator.end=1", "integrator.step=2e-3"},
       "0.5"}};
  for (const char* const type : {"nsga-modified-lcp", "moreau-jean", "mixed-generalized-alpha", "mixed-bathe",
                                 "mixed-ed-alpha", "half-explicit"})
    list.push_back({"dry_pendulum_" + spelled(type),
                    "dry_pendulum",
                    {"integrator.end=1.6", std::string("integrator.type=") + type},
                    "0.7"});
  for (const char* const type : {"ccp-euler", "impulse-velocity", "nsga-ggl"}) {
    const std::string name = spelled(type);
    const std::string end = name == "nsga_ggl" ? "0.2" : "0.3";  // exact constraints take longer
    list.push_back({"spheres_" + name,
                    "sphere_pile",
                    {std::string("integrator.type=") + type, "parameters.n=2", "integrator.end=" + end,
                     "body.spheres.velocity=[0.5, 0.3, -2]"},
                    "0.14"});
  }
  // In the middle of an inflow: a layer comes every 94 steps, the last checkpoint of the first part is at
  // step 240.
  list.push_back({"channel",
                  "channel",
                  {"parameters.layers=3", "integrator.end=0.025", "integrator.contact_tolerance=1e-6",
                   "output.history_every=1", "outflow.exit.at=[0.02, 0, 0]"},
                  "0.014"});
  for (const char* const type :
       {"nsga-modified-lcp", "moreau-jean", "generalized-alpha", "mixed-generalized-alpha", "mixed-bathe",
        "mixed-ed-alpha", "half-explicit", "event-driven"}) {
    const std::string name = spelled(type);
    // The index-3 scheme has no impact law; it and the modified problem feed the bar's contact.
    std::vector<std::string> scheme = {std::string("integrator.type=") + type,
                                       "analysis.max_energy_gain=1e6"};
    if (std::string(type) == "generalized-alpha") scheme.emplace_back("parameters.restitution=0");
    list.push_back({"pendulum_" + name, "pendulum", with(short_pendulum, scheme), "0.7"});
    if (std::string(type) == "generalized-alpha") scheme.pop_back();
    if (std::string(type) != "event-driven" && std::string(type) != "half-explicit")  // unstable at this step
      list.push_back({"bar_" + name, "elastic_bar", with(bar, scheme), "0.55"});
  }
  for (const char* const type : {"mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha", "half-explicit"})
    list.push_back({std::string("slider_crank_") + type[6],
                    "slider_crank_rigid",
                    {std::string("integrator.type=") + type, "parameters.mu=0.01", "integrator.step=1e-4"},
                    "0.02"});
  // Plastic strains: the checkpoint (t = 1.8) lies between two turns of the path, while the bar yields.
  list.push_back(
      {"plastic_bar", "plastic_bar", {"parameters.n=1", "analysis.step=0.01"}, "2.2", "analysis.end"});
  list.push_back({"plastic_bar_of_rates",
                  "plastic_bar",
                  {"parameters.n=1", "analysis.step=0.01", "material.steel.C=0.05",
                   "material.steel.reference_rate=1e-3", "material.steel.specific_heat=460"},
                  "2.2",
                  "analysis.end"});
  return list;
}

class Restart : public testing::TestWithParam<Case> {};

TEST_P(Restart, ContinuesBitByBit) {
  const Case& c = GetParam();
  const TemporaryFolder folder;
  const Arguments run = Arguments{"run", kInputs + c.deck + ".toml", "-q"} + set(c.set) +
                        set({"output.checkpoint_every=60", "output.frames=10"});
  Outcome outcome = jounce(folder.path(), run + Arguments{"-o", "whole"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  outcome = jounce(folder.path(), run + Arguments{"-o", "part"} + set({c.end + "=" + c.half}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  outcome = jounce(folder.path(), run + Arguments{"-o", "part", "--restart", "part/checkpoint.h5"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(read(folder / "part/history.csv"), read(folder / "whole/history.csv"));
  EXPECT_EQ(read(folder / "part/events.csv"), read(folder / "whole/events.csv"));
  EXPECT_GT(lines(folder / "whole/history.csv").size(), 15u);
}

INSTANTIATE_TEST_SUITE_P(Runs, Restart, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

/// Steps that follow the limit go to the next frame, and small elements take substeps in them; frames are as
/// far apart in both parts.
TEST(RestartOfSubsteps, ContinuesBitByBit) {
  const TemporaryFolder folder;
  const Arguments run = Arguments{"run", kInputs + std::string("perforated_plate.toml"), "-q"} +
                        set({"output.checkpoint_every=25", "output.history_every=1", "parameters.pull=400e6",
                             "parameters.T=5e-6"});
  for (const Arguments& each :
       {run + Arguments{"-o", "whole"} + set({"integrator.end=3.6e-5", "output.frames=12"}),
        run + Arguments{"-o", "part"} + set({"integrator.end=1.8e-5", "output.frames=6"}),
        run + Arguments{"-o", "part", "--restart", "part/checkpoint.h5"} +
            set({"integrator.end=3.6e-5", "output.frames=12"})}) {
    const Outcome outcome = jounce(folder.path(), each);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  EXPECT_EQ(read(folder / "part/history.csv"), read(folder / "whole/history.csv"));
  EXPECT_GT(lines(folder / "whole/history.csv").size(), 200u);
}

class RestartRefused : public testing::Test {
 public:
  RestartRefused() {
    write(folder / "deck.toml", kPendulum);
    const Outcome outcome =
        jounce(folder.path(), {"run", "deck.toml", "-q", "--set", "output.checkpoint_every=5"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    before = read(folder / "deck.results/history.csv");
  }
  Outcome restart(const std::string& checkpoint, const Arguments& more = {},
                  const std::string& deck = "deck.toml") {
    return jounce(folder.path(),
                  Arguments{"run", deck, "-q", "-o", "deck.results", "--restart", checkpoint} + more);
  }
  /// Refused with status 1 or 2, a message that holds `text`, and results left alone.
  void expect_refused(const Outcome& outcome, const std::string& text) {
    EXPECT_TRUE(outcome.status == 1 || outcome.status == 2) << outcome.status;
    EXPECT_THAT(outcome.err, HasSubstr(text));
    EXPECT_EQ(read(folder / "deck.results/history.csv"), before);
  }

  TemporaryFolder folder;
  std::string before;
};

TEST_F(RestartRefused, OtherIntegrator) {
  expect_refused(restart("deck.results/checkpoint.h5", set({"integrator.type=moreau-jean"})),
                 "'moreau-jean'");
}

TEST_F(RestartRefused, OtherModels) {
  std::string text = kPendulum;
  text.replace(text.find("[[joint]]"), text.find("[[history]]") - text.find("[[joint]]"), "");
  write(folder / "loose.toml", text);
  expect_refused(restart("deck.results/checkpoint.h5", {}, "loose.toml"), "another model");
  write(folder / "two.toml", std::string(kPendulum) + R"(
[[body]]
name = "b"
type = "point-mass"
mass = 1
position = [5, 5]
)");
  expect_refused(restart("deck.results/checkpoint.h5", {}, "two.toml"), "another model");
}

/// One changed value, and how the message tells it.
struct ChangedValue {
  const char *set, *told;
};

TEST_F(RestartRefused, ChangedValuesOfTheModel) {
  for (const ChangedValue& value : {
           ChangedValue{"body.bob.mass=2", "body.bob.mass: 1 -> 2"},
           {"units.length=mm", R"(units.length: "m" -> "mm")"},
           {"model.gravity=[0, -9]", "model.gravity: [0, -10] -> [0, -9]"},
           {"joint.pivot.at=[0, 0.5]", "joint.pivot.at: [0, 0] -> [0, 0.5]"},
           {"integrator.rho_inf=0.5", "integrator.rho_inf: 0.8 -> 0.5"},
       }) {
    const Outcome outcome = restart("deck.results/checkpoint.h5", set({value.set}));
    EXPECT_EQ(outcome.status, 2) << value.set;
    expect_refused(outcome, value.told);
    EXPECT_THAT(outcome.err, HasSubstr("--changed-model"));
  }
  const Outcome allowed =
      restart("deck.results/checkpoint.h5", set({"body.bob.mass=2"}) + Arguments{"--changed-model"});
  EXPECT_EQ(allowed.status, 0) << allowed.err;
}

TEST_F(RestartRefused, ChangedParameterOfAFunctionOfTime) {
  const auto deck = [](const char* force) {
    return fmt::format(R"(
[parameters]
F = 1
unused = 1
{}
[[load]]
name = "push"
type = "force"
on = "bob"
force = [{}, 0]
)",
                       kPendulum, force);
  };
  write(folder / "push.toml", deck(R"toml("F*sin(t)")toml"));
  const Arguments run = {"run", "push.toml", "-q", "-o", "p", "--set", "output.checkpoint_every=5"};
  ASSERT_EQ(jounce(folder.path(), run).status, 0);
  const Arguments again = run + Arguments{"--restart", "p/checkpoint.h5"};
  const Outcome other = jounce(folder.path(), again + set({"parameters.F=3"}));
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("parameters.F: 1 -> 3"));
  EXPECT_EQ(jounce(folder.path(), again + set({"parameters.unused=3"})).status, 0);
  write(folder / "push.toml", deck(R"toml("2*F*sin(t)")toml"));
  const Outcome changed = jounce(folder.path(), again);
  EXPECT_EQ(changed.status, 2);
  EXPECT_THAT(changed.err, HasSubstr("push.toml:36:9"));
  EXPECT_THAT(changed.err, HasSubstr(R"toml(load.push.force: ["F*sin(t)", 0] -> ["2*F*sin(t)", 0])toml"));
}

TEST_F(RestartRefused, NotForWhatLeavesTheModelAsItIs) {
  for (const char* const value :
       {"title=other", "integrator.end=2.5", "integrator.step=0.05", "integrator.tolerance=1e-9",
        "integrator.max_iterations=50", "integrator.max_cuts=3", "integrator.error_tolerance=1e-3",
        "integrator.newton=snes", "analysis.max_energy_gain=2", "output.frames=7",
        "model.inconsistent_start=refuse"}) {
    const Outcome outcome = restart("deck.results/checkpoint.h5", set({value}));
    EXPECT_EQ(outcome.status, 0) << value << ": " << outcome.err;
  }
  write(folder / "more.toml", std::string(kPendulum) + R"(
[[history]]
name = "y"
quantity = "position"
of = "bob"
)");
  const Outcome outcome = jounce(folder.path(), {"run", "more.toml", "-q", "-o", "elsewhere", "--restart",
                                                 "deck.results/checkpoint.h5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(RestartRefused, DamagedFiles) {
  const std::string good = read(folder / "deck.results/checkpoint.h5");
  ASSERT_GT(good.size(), 1000u);
  std::string bad = good;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
  write(folder / "bad.h5", bad);
  expect_refused(restart("bad.h5"), "bad.h5");
  write(folder / "short.h5", good.substr(0, good.size() - 100));
  expect_refused(restart("short.h5"), "short.h5");
  write(folder / "empty.h5", "");
  expect_refused(restart("empty.h5"), "empty.h5");
  write(folder / "text.h5", "no checkpoint at all\n");
  expect_refused(restart("text.h5"), "text.h5");
  expect_refused(restart("nowhere.h5"), "nowhere.h5");
  expect_refused(restart("."), "'.'");
}

TEST_F(RestartRefused, OtherColumns) {
  write(folder / "more.toml", std::string(kPendulum) + R"(
[[history]]
name = "y"
quantity = "position"
of = "bob"
)");
  const Outcome outcome = restart("deck.results/checkpoint.h5", {}, "more.toml");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("columns"));
}

TEST_F(RestartRefused, NotAfterTheEnd) {
  const Outcome outcome = restart("deck.results/checkpoint.h5", set({"integrator.end=1"}));
  EXPECT_EQ(outcome.status, 0) << outcome.err;  // nothing is left to do
}

TEST(RestartElsewhere, StartsNewResultsInAnotherFolder) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPendulum);
  const Arguments run = {"run", "deck.toml", "-q", "--set", "output.checkpoint_every=5"};
  ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "a"} + set({"integrator.end=1"})).status, 0);
  ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "whole"}).status, 0);
  const Outcome outcome = jounce(folder.path(), run + Arguments{"-o", "b", "--restart", "a/checkpoint.h5"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const io::History whole(folder / "whole/history.csv"), rest(folder / "b/history.csv");
  ASSERT_EQ(rest.size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(rest.column("x")[i], whole.column("x")[11 + i]);
}

TEST(RestartElsewhere, AnotherStepSizeGoesOnFromTheTimeOfTheCheckpoint) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPendulum);
  const Arguments run = {"run", "deck.toml", "-q", "-o", "a"};
  ASSERT_EQ(jounce(folder.path(), run + set({"integrator.end=1", "output.checkpoint_every=5"})).status, 0);
  const Outcome outcome =
      jounce(folder.path(), run + set({"integrator.step=0.03"}) + Arguments{"--restart", "a/checkpoint.h5"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const io::History history(folder / "a/history.csv");
  const auto& time = history.column("time");
  EXPECT_EQ(time[10], 1);
  EXPECT_NEAR(time[11], 1.02, 1e-12);  // the rest of the step of the new grid
  EXPECT_NEAR(history.column("step_size")[11], 0.02, 1e-12);
  EXPECT_NEAR(time[12], 1.05, 1e-12);
  EXPECT_EQ(time.back(), 2);
  for (std::size_t i = 1; i < time.size(); ++i) EXPECT_GT(time[i], time[i - 1]);
}

// A longer run has more frames, and no holes between them.
TEST(Restart, FieldsGrowByTheNewFramesOnly) {
  const TemporaryFolder folder;
  const Arguments deck = {"run", kInputs + "elastic_bar.toml", "-q", "-o", "r"};
  ASSERT_EQ(jounce(folder.path(), deck + set({"integrator.end=1", "output.checkpoint_interval=0.5"})).status,
            0);
  const auto before = static_cast<double>(std::filesystem::file_size(folder / "r/fields.vtkhdf"));
  const Outcome again =
      jounce(folder.path(), deck + set({"integrator.end=1.2"}) + Arguments{"--restart", "r/checkpoint.h5"});
  ASSERT_EQ(again.status, 0) << again.err;
  const auto after = static_cast<double>(std::filesystem::file_size(folder / "r/fields.vtkhdf"));
  EXPECT_GT(after, before);
  EXPECT_LT(after, 1.4 * before);
}

class CheckpointInterval : public testing::Test {
 protected:
  /// Time of the checkpoint that a run leaves; NaN without one.
  double last(const std::vector<std::string>& values, const std::string& end = "integrator.end=0.95") {
    const Arguments deck = {"run", kInputs + "pendulum.toml", "-q", "-o", "r"};
    EXPECT_EQ(jounce(folder_.path(), deck + set({end, "output.frames=0"}) + set(values)).status, 0);
    const auto file = folder_ / "r/checkpoint.h5";
    if (!std::filesystem::exists(file)) return NAN;
    const double time = io::CheckpointReader(file).number("time");
    std::filesystem::remove(file);
    return time;
  }
  TemporaryFolder folder_;
};

TEST_F(CheckpointInterval, IsOfSimulatedTime) {
  EXPECT_NEAR(last({"output.checkpoint_interval=0.3"}), 0.9, 1e-9);
  // the first step behind 0.9, where none ends there
  EXPECT_NEAR(last({"output.checkpoint_interval=0.3", "integrator.step=0.007"}), 0.903, 1e-9);
  EXPECT_TRUE(std::isnan(last({"output.checkpoint_interval=1"})));
}

TEST_F(CheckpointInterval, GoesTogetherWithStepsAndWhicheverComesFirst) {
  EXPECT_NEAR(last({"output.checkpoint_interval=0.5", "output.checkpoint_every=400"}), 0.8, 1e-9);
  EXPECT_NEAR(last({"output.checkpoint_interval=0.9", "output.checkpoint_every=400"}), 0.9, 1e-9);
}

TEST_F(CheckpointInterval, RestartsAreTheUninterruptedRun) {
  const Arguments deck = Arguments{"run", kInputs + "pendulum.toml", "-q"} +
                         set({"output.frames=0", "output.checkpoint_interval=0.3"});
  ASSERT_EQ(jounce(folder_.path(), deck + set({"integrator.end=1.2"}) + Arguments{"-o", "whole"}).status, 0);
  ASSERT_EQ(jounce(folder_.path(), deck + set({"integrator.end=0.7"}) + Arguments{"-o", "r"}).status, 0);
  ASSERT_EQ(jounce(folder_.path(),
                   deck + set({"integrator.end=1.2"}) + Arguments{"-o", "r", "--restart", "r/checkpoint.h5"})
                .status,
            0);
  EXPECT_EQ(read(folder_ / "r/history.csv"), read(folder_ / "whole/history.csv"));
}

}  // namespace
}  // namespace jounce::test
