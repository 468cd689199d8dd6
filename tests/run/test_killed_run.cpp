#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "../support/yielding_bar.h"
#include "io/history_reader.h"
#include "program.h"

// Kill -9 at random moments leaves readable results, and the run can be continued.

namespace jounce::test {
namespace {

/// Number of frames in a field file; -1 when it does not open.
long frames(const std::filesystem::path& file) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t f = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (f < 0) return -1;
  long count = -1;
  const hid_t values = H5Dopen2(f, "VTKHDF/Steps/Values", H5P_DEFAULT);
  if (values >= 0) {
    const hid_t space = H5Dget_space(values);
    hsize_t size = 0;
    H5Sget_simple_extent_dims(space, &size, nullptr);
    std::vector<double> times(size);
    if (size == 0 || H5Dread(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()) >= 0)
      count = static_cast<long>(size);
    H5Sclose(space);
    H5Dclose(values);
  }
  H5Fclose(f);
  return count;
}

/// Whole lines, but for the last one when the kill fell into a write(2): the kernel then stops between two
/// pages. Readers and restarts drop it.
bool has_whole_lines(const std::filesystem::path& file) {
  const std::string text = read(file);
  if (text.empty()) return false;
  std::vector<std::string> all = lines(file);
  if (text.back() != '\n') all.pop_back();
  if (all.empty()) return false;
  const auto commas = std::count(all[0].begin(), all[0].end(), ',');
  for (const std::string& line : all)
    if (std::count(line.begin(), line.end(), ',') != commas) return false;
  return io::History(file).size() == all.size() - 1;
}

Arguments long_run(const std::string& output) {
  return Arguments{"run", kInputs + "bar_gravity.toml", "-q", "-o", output} +
         set({"parameters.elements=100", "integrator.end=100", "output.frames=400",
              "output.checkpoint_every=500"});
}

/// How often runs are killed; more by the environment variable JOUNCE_KILLS.
int kills() {
  const char* const wanted = std::getenv("JOUNCE_KILLS");
  return wanted == nullptr ? 40 : std::atoi(wanted);
}

TEST(KilledRun, LeavesReadableResultsEveryTime) {
  std::mt19937 random(7);
  int readable = 0, killed = 0, cut = 0;
  long most = 0;
  for (int run = 0; run < kills(); ++run) {
    const TemporaryFolder folder;
    Process process(folder.path(), long_run("r"));
    for (int i = 0; i < 20000 && process.runs() && !std::filesystem::exists(folder / "r/fields.vtkhdf"); ++i)
      usleep(500);
    usleep(std::uniform_int_distribution<useconds_t>(0, 250000)(random));
    if (process.runs()) ++killed;
    process.end();
    EXPECT_TRUE(has_whole_lines(folder / "r/history.csv")) << "run " << run;
    EXPECT_TRUE(has_whole_lines(folder / "r/events.csv")) << "run " << run;
    if (read(folder / "r/history.csv").back() != '\n') ++cut;
    const long count = frames(folder / "r/fields.vtkhdf");
    EXPECT_GE(count, 0) << "run " << run;
    most = std::max(most, count);
    if (count >= 0) ++readable;
  }
  EXPECT_EQ(readable, kills());
  EXPECT_GT(killed, kills() * 3 / 4);
  EXPECT_LT(cut, kills() / 5);
  EXPECT_GT(most, 1);
}

TEST(KilledRun, ContinuesFromItsLastCheckpointAsIfNothingHadHappened) {
  const TemporaryFolder folder;
  const Arguments shorter = set({"integrator.end=20", "output.frames=40"});
  ASSERT_EQ(jounce(folder.path(), long_run("whole") + shorter).status, 0);
  std::mt19937 random(11);
  for (int run = 0; run < kills() / 10; ++run) {
    const std::string name = "r" + std::to_string(run);
    Process process(folder.path(), long_run(name) + shorter);
    for (int i = 0;
         i < 20000 && process.runs() && !std::filesystem::exists(folder / (name + "/checkpoint.h5")); ++i)
      usleep(500);
    usleep(std::uniform_int_distribution<useconds_t>(0, 120000)(random));
    process.end();
    const Outcome outcome =
        jounce(folder.path(), long_run(name) + shorter + Arguments{"--restart", name + "/checkpoint.h5"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(read(folder / (name + "/history.csv")) == read(folder / "whole/history.csv")) << run;
    EXPECT_EQ(read(folder / (name + "/events.csv")), read(folder / "whole/events.csv")) << run;
    EXPECT_EQ(frames(folder / (name + "/fields.vtkhdf")), frames(folder / "whole/fields.vtkhdf")) << run;
  }
  EXPECT_EQ(frames(folder / "whole/fields.vtkhdf"), 41);
}

/// A run with impacts, friction or plasticity that takes some tenths of a second.
struct Lively {
  const char* name;
  const char* deck;  ///< of inputs/, or empty: kYielding
  std::vector<std::string> values;
};

class KilledRunOf : public testing::TestWithParam<Lively> {};

TEST_P(KilledRunOf, GoesOnBitByBit) {
  const TemporaryFolder folder;
  const std::string own = GetParam().deck;
  if (own.empty()) write(folder / "yielding.toml", kYielding);
  const Arguments run = Arguments{"run", own.empty() ? "yielding.toml" : kInputs + own, "-q"} +
                        set(GetParam().values) + set({"output.checkpoint_every=50", "output.frames=10"});
  ASSERT_EQ(jounce(folder.path(), run + Arguments{"-o", "whole"}).status, 0);
  std::mt19937 random(5);
  for (int kill = 0; kill < std::max(1, kills() / 40); ++kill) {
    const std::string name = "r" + std::to_string(kill);
    Process process(folder.path(), run + Arguments{"-o", name});
    for (int i = 0;
         i < 20000 && process.runs() && !std::filesystem::exists(folder / (name + "/checkpoint.h5")); ++i)
      usleep(500);
    usleep(std::uniform_int_distribution<useconds_t>(0, 100000)(random));
    process.end();
    const Outcome rest =
        jounce(folder.path(), run + Arguments{"-o", name, "--restart", name + "/checkpoint.h5"});
    ASSERT_EQ(rest.status, 0) << rest.err;
    for (const char* const file : {"/history.csv", "/events.csv"})
      EXPECT_TRUE(read(folder / (name + file)) == read(folder / (std::string("whole") + file)))
          << name << file;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, KilledRunOf,
    testing::Values(
        Lively{"nsga_ggl", "dry_pendulum.toml", {"integrator.end=3"}},
        Lively{"moreau_jean", "dry_pendulum.toml", {"integrator.end=3", "integrator.type=moreau-jean"}},
        Lively{"mixed_bathe", "dry_pendulum.toml", {"integrator.end=3", "integrator.type=mixed-bathe"}},
        Lively{"mixed_ed_alpha", "dry_pendulum.toml", {"integrator.end=3", "integrator.type=mixed-ed-alpha"}},
        Lively{"mixed_generalized_alpha",
               "dry_pendulum.toml",
               {"integrator.end=3", "integrator.type=mixed-generalized-alpha"}},
        Lively{"half_explicit", "dry_pendulum.toml", {"integrator.end=3", "integrator.type=half-explicit"}},
        Lively{
            "event_driven", "rocking_block.toml", {"integrator.type=event-driven", "integrator.step=1e-3"}},
        Lively{"ccp_euler", "sphere_pile.toml", {"integrator.type=ccp-euler", "parameters.n=3"}},
        Lively{"impulse_velocity", "sphere_pile.toml", {"parameters.n=3"}}, Lively{"plasticity", "", {}},
        Lively{"chosen_steps", "pendulum.toml", {"integrator.step=1e-2", "integrator.error_tolerance=1e-8"}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace jounce::test
