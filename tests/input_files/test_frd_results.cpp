// Jobs of CalculiX: their result files against those of CalculiX 2.20 itself, in tests/input_files/frd.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "../support/frd_reader.h"
#include "input_files.h"
#include "input_files/keyword_run.h"
#include "run/run.h"

namespace jounce {
namespace {

using test::FrdBlock;
using test::FrdFile;
using test::FrdReader;
using testing::ElementsAre;
using testing::HasSubstr;

class Job : public testing::Test {
 protected:
  RunReport run(const std::string& text) {
    io::test::write(folder_ / "job.inp", text);
    said_.clear();
    const PetscSession petsc;
    return reported(
        [&] { return run_job(folder_ / "job", [&](const std::string& line) { said_ += line + "\n"; }); });
  }
  FrdFile frd() const { return FrdReader::read((folder_ / "job.frd").string()); }
  std::string text(const std::string& ending) const { return io::test::read(folder_ / ("job" + ending)); }

  io::test::TemporaryFolder folder_;
  std::string said_;
};

/// A bar of three C3D8 along x, of length 3 and section 1, held at x = 0.
std::string bar(const std::string& steps,
                const std::string& material = "*ELASTIC\n1000., 0.3\n*DENSITY\n1.\n") {
  std::string text = "*NODE, NSET=ALL\n";
  for (int i = 0; i <= 3; ++i)
    for (int j = 0; j < 4; ++j)
      text += fmt::format("{}, {}., {}., {}.\n", 4 * i + j + 1, i, j == 1 || j == 2 ? 1 : 0, j / 2);
  text += "*ELEMENT, TYPE=C3D8, ELSET=E\n";
  for (int i = 0; i < 3; ++i) {
    text += fmt::format("{}", i + 1);
    for (const int k : {1, 5, 6, 2, 4, 8, 7, 3}) text += fmt::format(", {}", 4 * i + k);
    text += "\n";
  }
  return text +
         "*NSET, NSET=ROOT\n1, 2, 3, 4\n*NSET, NSET=TIP\n13, 14, 15, 16\n*BOUNDARY\nROOT, 1, 3\n*MATERIAL, "
         "NAME=M\n" +
         material + "*SOLID SECTION, ELSET=E, MATERIAL=M\n" + steps;
}

std::vector<std::string> names(const FrdFile& file) {
  std::vector<std::string> list;
  for (const FrdBlock& block : file.blocks) list.push_back(block.name);
  return list;
}

double largest(const FrdBlock& block) {
  double most = 0;
  for (const auto& [node, values] : block.values)
    for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// Factor by which a shape fits another one best.
double factor_of_shape(const FrdBlock& own, const FrdBlock& kept) {
  double product = 0, square = 0;
  for (const auto& [node, values] : kept.values)
    for (std::size_t k = 0; k < values.size(); ++k) {
      product += values[k] * own.values.at(node).at(k);
      square += own.values.at(node)[k] * own.values.at(node)[k];
    }
  return product / square;
}

struct FrdCase {
  const char* name;
  double tolerance = 1e-4;  ///< of the largest value of a block
};
void PrintTo(const FrdCase& given, std::ostream* out) { *out << given.name; }

class FrdOfCalculix : public testing::TestWithParam<FrdCase> {};

TEST_P(FrdOfCalculix, IsWhatAJobLeaves) {
  const auto& [name, tolerance] = GetParam();
  const std::filesystem::path kept_files = std::filesystem::path(JOUNCE_SOURCE_DIR) / "tests/input_files/frd";
  const io::test::TemporaryFolder folder;
  std::filesystem::copy_file(kept_files / (std::string(name) + ".inp"), folder / "job.inp");
  const RunReport report = reported([&] { return run_job(folder / "job", [](const std::string&) {}); });
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const FrdFile own = FrdReader::read((folder / "job.frd").string());
  const FrdFile kept = FrdReader::read((kept_files / (std::string(name) + ".frd")).string());
  ASSERT_TRUE(own.is_complete);
  ASSERT_FALSE(kept.blocks.empty());
  EXPECT_EQ(own.nodes, kept.nodes);
  EXPECT_EQ(own.elements, kept.elements);
  ASSERT_EQ(names(own), names(kept));
  for (std::size_t i = 0; i < own.blocks.size(); ++i) {
    const FrdBlock &a = own.blocks[i], &b = kept.blocks[i];
    SCOPED_TRACE(fmt::format("{} of frame {}", b.name, b.number));
    EXPECT_EQ(std::tie(a.increment, a.step, a.mode, a.kind, a.number),
              std::tie(b.increment, b.step, b.mode, b.kind, b.number));
    EXPECT_NEAR(a.value, b.value, 1e-4 * std::abs(b.value));
    EXPECT_EQ(a.components, b.components);
    const bool is_shape = b.mode > 0 || (b.kind == 4 && b.value > 0);
    const double factor = is_shape ? factor_of_shape(a, b) : 1;
    for (const auto& [node, values] : b.values) {
      ASSERT_EQ(a.values.count(node), 1u) << node;
      ASSERT_EQ(a.values.at(node).size(), values.size());
      for (std::size_t k = 0; k < values.size(); ++k) {
        EXPECT_NEAR(factor * a.values.at(node)[k], values[k], tolerance * largest(b)) << node << " " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, FrdOfCalculix,
                         testing::Values(FrdCase{"statics_c3d4"}, FrdCase{"statics_c3d8"},
                                         FrdCase{"statics_c3d8i", 5e-4}, FrdCase{"statics_c3d10"},
                                         FrdCase{"statics_c3d15"}, FrdCase{"statics_c3d20"},
                                         FrdCase{"statics_c3d20r"}, FrdCase{"plane_cpe8"}, FrdCase{"large"},
                                         FrdCase{"heat"}, FrdCase{"frequency"}, FrdCase{"buckling"},
                                         FrdCase{"beams_2d", 0.005}, FrdCase{"plastic", 0.005},
                                         FrdCase{"contact", 0.003}),
                         [](const auto& given) { return std::string(given.param.name); });

TEST_F(Job, FramesFollowStepsFrequencyAndSets) {
  const RunReport report =
      run(bar("*STEP, NLGEOM, INC=100\n*STATIC, DIRECT\n0.25, 1.\n*CLOAD\nTIP, 1, 1.\n"
              "*NODE FILE, NSET=TIP, FREQUENCY=3\nU\n*EL FILE\nS\n*END STEP\n"
              "*STEP, NLGEOM\n*STATIC, DIRECT\n0.25, 1.\n*CLOAD\nTIP, 1, 2.\n*NODE FILE, "
              "FREQUENCY=2\nRF\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const FrdFile file = frd();
  EXPECT_THAT(names(file),
              ElementsAre("DISP", "STRESS", "DISP", "STRESS", "STRESS", "FORC", "STRESS", "FORC"));
  std::vector<double> times;
  std::vector<int> increments, steps, numbers;
  for (const FrdBlock& block : file.blocks) {
    times.push_back(block.value);
    increments.push_back(block.increment);
    steps.push_back(block.step);
    numbers.push_back(block.number);
  }
  EXPECT_THAT(times, ElementsAre(0.75, 0.75, 1, 1, 1.5, 1.5, 2, 2));
  EXPECT_THAT(increments, ElementsAre(3, 3, 4, 4, 2, 2, 4, 4));
  EXPECT_THAT(steps, ElementsAre(1, 1, 1, 1, 2, 2, 2, 2));
  EXPECT_THAT(numbers, ElementsAre(1, 1, 2, 2, 3, 3, 4, 4));
  EXPECT_EQ(file.blocks[0].values.size(), 4u);
  EXPECT_EQ(file.blocks[1].values.size(), 16u);
  double force = 0;  // at the end of the second step
  for (const int node : {1, 2, 3, 4}) force += file.blocks.back().values.at(node)[0];
  EXPECT_NEAR(force, -8, 1e-4);
}

TEST_F(Job, StatusAndConvergenceHaveTheColumnsOfCalculix) {
  ASSERT_EQ(run(bar("*STEP, NLGEOM, INC=100\n*STATIC, DIRECT\n0.5, 1.\n*CLOAD\nTIP, 3, 1.\n*NODE FILE\nU\n"
                    "*END STEP\n*STEP, NLGEOM\n*STATIC, DIRECT\n0.5, 1.\n*CLOAD\nTIP, 3, 1.5\n*END STEP\n"))
                .exit_status,
            0);
  std::istringstream sta(text(".sta")), cvg(text(".cvg"));
  std::string line;
  std::getline(sta, line);
  EXPECT_EQ(line, "SUMMARY OF JOB INFORMATION");
  std::getline(sta, line);
  EXPECT_EQ(line, "  STEP      INC     ATT  ITRS     TOT TIME     STEP TIME      INC TIME");
  std::map<std::pair<int, int>, int> iterations;
  for (int i = 0; i < 4; ++i) std::getline(cvg, line);
  for (int step = 0, increment = 0, attempt = 0, iteration = 0;
       cvg >> step >> increment >> attempt >> iteration;) {
    std::getline(cvg, line);
    EXPECT_EQ(attempt, 1);
    EXPECT_EQ(iteration, ++iterations[std::pair(step, increment)]);
  }
  EXPECT_EQ(iterations.size(), 4u);
  const std::vector<std::array<double, 5>> rows = {
      {1, 1, 0.5, 0.5, 0.5}, {1, 2, 1, 1, 0.5}, {2, 1, 1.5, 0.5, 0.5}, {2, 2, 2, 1, 0.5}};
  for (const auto& [step, increment, total, in_step, size] : rows) {
    double s = 0, i = 0, a = 0, n = 0, t = 0, t_step = 0, h = 0;
    ASSERT_TRUE(sta >> s >> i >> a >> n >> t >> t_step >> h);
    EXPECT_EQ(std::tie(s, i, t, t_step, h), std::tie(step, increment, total, in_step, size));
    EXPECT_EQ(a, 1);
    EXPECT_GE(n, 2);  // not linear
    EXPECT_EQ(n, iterations.at({static_cast<int>(s), static_cast<int>(i)}));
  }
  EXPECT_FALSE(sta >> line);
}

TEST_F(Job, FailsWithoutResultsOfARunBefore) {
  ASSERT_EQ(run(bar("*STEP\n*STATIC\n*CLOAD\nTIP, 3, 1.\n*NODE FILE\nU\n*END STEP\n")).exit_status, 0);
  ASSERT_TRUE(std::filesystem::exists(folder_ / "job.frd"));
  const RunReport report = run("*NODE\n1, 0., 0., 0.\n*NO SUCH CARD\n");
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("job.inp:3: the card *NO SUCH CARD is not supported"));
  for (const char* ending : {".frd", ".dat", ".sta", ".cvg"})
    EXPECT_FALSE(std::filesystem::exists(folder_ / (std::string("job") + ending))) << ending;
}

TEST_F(Job, RefusesUnknownSets) {
  const RunReport report =
      run(bar("*STEP\n*STATIC\n*CLOAD\nTIP, 3, 1.\n*NODE FILE, NSET=TOP\nU\n*END STEP\n"));
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("'TOP'"));
}

TEST_F(Job, LeavesNoOtherFiles) {
  ASSERT_EQ(run(bar("*STEP\n*STATIC\n*CLOAD\nTIP, 3, 1.\n*END STEP\n")).exit_status, 0);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  EXPECT_THAT(files, ElementsAre("job.cvg", "job.dat", "job.frd", "job.inp", "job.sta"));
  EXPECT_TRUE(frd().is_complete);
  EXPECT_TRUE(frd().blocks.empty());  // nothing was asked for
  EXPECT_EQ(frd().elements.size(), 3u);
}

TEST_F(Job, SaysWhatIsNotWritten) {
  ASSERT_EQ(run(bar("*STEP\n*STATIC\n*CLOAD\nTIP, 3, 1.\n*EL FILE\nS, ERR\n*END STEP\n")).exit_status, 0);
  EXPECT_THAT(said_, HasSubstr("ERR of *EL FILE is not written to the .frd"));
}

// Bending, with the values of CalculiX 2.20 (its stresses differ by 3e-5 of the largest): they go from the
// points to the nodes as stresses do.
TEST_F(Job, EnergiesOfElasticSolids) {
  const std::string step = "*STEP\n*STATIC\n*CLOAD\nTIP, 3, 1.\n*EL FILE\nENER, S\n*END STEP\n";
  ASSERT_EQ(run(bar(step)).exit_status, 0);
  EXPECT_THAT(names(frd()), ElementsAre("STRESS", "ENER"));
  const FrdBlock block = frd().blocks.back();
  EXPECT_NEAR(block.values.at(1).at(0) / 5.53701E-01, 1, 3e-4);
  EXPECT_NEAR(block.values.at(7).at(0) / 2.40457E-01, 1, 3e-4);
  EXPECT_NEAR(block.values.at(16).at(0) / 5.11610E-03, 1, 3e-4);
  EXPECT_EQ(said_.find("ENER of"), std::string::npos);
}

// Half of stress times strain is no energy there.
TEST_F(Job, EnergiesOfOtherSolidsAreNotWritten) {
  const std::string begin = "*STEP", end = "\n*STATIC\n*CLOAD\nTIP, 3, 1.\n*EL FILE\nENER, S\n*END STEP\n";
  const std::string initial = "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nALL, 20.\n",
                    elastic = "*ELASTIC\n1000., 0.3\n*DENSITY\n1.\n";
  std::string stresses = "*INITIAL CONDITIONS, TYPE=STRESS\n";
  for (int i = 0; i < 24; ++i)
    stresses += fmt::format("{}, {}, 1., 0., 0., 0., 0., 0.\n", i / 8 + 1, i % 8 + 1);
  for (const std::string& deck :
       {bar(begin + ", NLGEOM" + end), bar(begin + end, elastic + "*PLASTIC\n900., 0.\n"),
        bar(initial + begin + "\n*STATIC\n*TEMPERATURE\nALL, 30.\n*EL FILE\nENER, S\n*END STEP\n",
            elastic + "*EXPANSION\n1e-5\n"),
        bar(stresses + begin + end)}) {
    ASSERT_EQ(run(deck).exit_status, 0) << deck << said_;
    EXPECT_THAT(said_, HasSubstr("ENER of *EL FILE is not written to the .frd: it is supported of linear"));
    EXPECT_THAT(names(frd()), ElementsAre("STRESS")) << deck;
  }
  const std::string back =
      "*STEP\n*STATIC\n*CLOAD, OP=NEW\n*MODEL CHANGE, TYPE=ELEMENT, REMOVE\n3\n*END STEP\n"
      "*STEP\n*STATIC\n*MODEL CHANGE, TYPE=ELEMENT, ADD\n3\n*END STEP\n";
  ASSERT_EQ(run(bar(begin + end + back)).exit_status, 0) << said_;
  EXPECT_THAT(said_, HasSubstr("ENER of *EL FILE is not written to the .frd"));
  EXPECT_THAT(names(frd()), ::testing::Not(::testing::Contains("ENER")));
}

// In tension by 2 with E = 1000 and nu = 0.3.
TEST_F(Job, PlaneStressHasTheStrainAcross) {
  const RunReport report =
      run("*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n*ELEMENT, TYPE=CPS4, ELSET=E\n1, 1, 2, 3, 4\n"
          "*MATERIAL, NAME=M\n*ELASTIC\n1000., 0.3\n*SOLID SECTION, ELSET=E, MATERIAL=M\n1.\n*BOUNDARY\n"
          "1, 1, 2\n4, 1\n*STEP\n*STATIC\n*CLOAD\n2, 1, 1.\n3, 1, 1.\n*EL FILE\nS, E\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const FrdFile file = frd();
  ASSERT_THAT(names(file), ElementsAre("STRESS", "TOSTRAIN"));
  const std::vector<double> stress = {2, 0, 0, 0, 0, 0}, strain = {2e-3, -6e-4, -6e-4, 0, 0, 0};
  for (const int node : {1, 2, 3, 4})
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_NEAR(file.blocks[0].values.at(node)[k], stress[k], 1e-5);
      EXPECT_NEAR(file.blocks[1].values.at(node)[k], strain[k], 1e-8);
    }
}

/// Frequencies of the blocks of displacements.
std::vector<double> frequencies(const FrdFile& file) {
  std::vector<double> list;
  for (const FrdBlock& block : file.blocks) list.push_back(block.value);
  return list;
}

TEST_F(Job, FrequenciesLieWithinTheirLimits) {
  const auto step = [](const std::string& data) {
    return bar("*STEP\n*FREQUENCY\n" + data + "\n*NODE FILE\nU\n*END STEP\n");
  };
  ASSERT_EQ(run(step("6")).exit_status, 0);
  const std::vector<double> all = frequencies(frd());
  ASSERT_EQ(all.size(), 6u);
  const auto between = [](double a, double b) { return 0.5 * (a + b); };
  ASSERT_GT(all[3] - all[2], 1e-3 * all[3]);
  ASSERT_EQ(run(step(fmt::format("6, 0., {}", between(all[2], all[3])))).exit_status, 0);
  EXPECT_EQ(frequencies(frd()), std::vector<double>(all.begin(), all.begin() + 3));
  ASSERT_EQ(run(step("6, 0., 1000000.")).exit_status, 0);  // FreeCAD
  EXPECT_EQ(frequencies(frd()), all);
  ASSERT_EQ(run(step(fmt::format("3, {}", between(all[2], all[3])))).exit_status, 0);
  EXPECT_EQ(frequencies(frd()), std::vector<double>(all.begin() + 3, all.end()));
  const RunReport none = run(step(fmt::format("3, {}, {}", 1.001 * all[2], 1.002 * all[2])));
  ASSERT_EQ(none.exit_status, 0) << none.message;
  EXPECT_THAT(none.message, HasSubstr("no mode lies between the limits"));
  EXPECT_THAT(run(step("3, 5., 4.")).message,
              HasSubstr("the upper limit 4 of frequencies is not above the lower one, 5"));
}

}  // namespace
}  // namespace jounce
