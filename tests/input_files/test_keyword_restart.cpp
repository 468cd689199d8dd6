// *RESTART, WRITE and READ: a job that goes on from another ends as one job of all steps does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "../keyword/cube.h"
#include "input_files.h"
#include "input_files/keyword_run.h"
#include "input_files/restart_states.h"
#include "keyword/restart_file.h"

namespace jounce {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kRestartWrite = "*RESTART, WRITE\n", kRestartRead = "*RESTART, READ\n",
                  kRestartPrints =
                      "*NODE PRINT, NSET=NALL\nU, RF\n*EL PRINT, ELSET=ALL\nS\n*NODE FILE\nU\n*EL FILE\nS\n",
                  kHardening = "*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n1.5, .1\n*DENSITY\n2.\n";

std::string step_of(const std::string& lines, const std::string& options = "",
                    const std::string& procedure = "*STATIC\n.25, 1.\n") {
  return "*STEP" + options + "\n" + procedure + lines + "*END STEP\n";
}
std::string pulled(double by) { return "*BOUNDARY\nTOP, 3, 3, " + std::to_string(by) + "\n"; }

class Restarted : public ::testing::Test {
 protected:
  RunReport job(const std::string& name, const std::string& text) {
    io::test::write(folder_ / (name + ".inp"), text);
    said_.clear();
    return reported(
        [&] { return run_job(folder_ / name, [&](const std::string& line) { said_ += line + "\n"; }); });
  }
  void hand_over(const std::string& from, const std::string& to) {
    std::filesystem::copy_file(folder_ / (from + ".rout"), folder_ / (to + ".rin"),
                               std::filesystem::copy_options::overwrite_existing);
  }
  std::string content(const std::string& name) const { return io::test::read(folder_ / name); }
  std::string message(const std::string& text) {
    const RunReport report = job("b", text);
    EXPECT_EQ(report.exit_status, 2) << report.message;
    return report.message;
  }
  keyword::RestartFile restart_file(const std::string& name) const {
    keyword::Card card;
    card.file = std::make_shared<const std::string>(name);
    return keyword::read_restart_file(folder_ / name, card);
  }

  /// The last state of both jobs: displacements, velocities, histories, to a share of their largest.
  void expect_same_state(const std::string& whole, const std::string& parts) const {
    const io::CheckpointContent a = from_bytes(restart_file(whole + ".rout").states),
                                b = from_bytes(restart_file(parts + ".rout").states);
    const std::string last = "step " + std::to_string(restart_file(whole + ".rout").steps.back()) + ": ";
    int compared = 0;
    for (const auto& [name, values] : a.doubles) {
      const std::string key = name.starts_with(last) ? name.substr(last.size()) : "";
      if (key != "q" && key != "v" && key != "time" && !key.starts_with("history")) continue;
      ASSERT_TRUE(b.doubles.contains(name)) << name;
      const std::vector<double>& others = b.doubles.at(name);
      ASSERT_EQ(values.size(), others.size()) << name;
      double largest = 0, apart = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        largest = std::max(largest, std::abs(values[i]));
        apart = std::max(apart, std::abs(values[i] - others[i]));
      }
      EXPECT_LE(apart, 1e-10 * largest) << name;
      ++compared;
    }
    EXPECT_GE(compared, 3);
  }
  /// Numbers behind the last place of a word.
  static std::vector<double> numbers_behind(const std::string& text, const std::string& word) {
    const std::size_t place = text.rfind(word);
    EXPECT_NE(place, std::string::npos) << word;
    std::vector<double> numbers;
    if (place == std::string::npos) return numbers;
    std::istringstream words(text.substr(place + word.size()));
    for (std::string one; words >> one;) {
      char* end = nullptr;
      const double value = std::strtod(one.c_str(), &end);
      if (end == one.c_str() + one.size()) numbers.push_back(value);
    }
    return numbers;
  }
  /// Values of the last block of a name in a .frd, which stand in columns of 12 behind the numbers of nodes.
  std::vector<double> block_of(const std::string& file, const std::string& name) const {
    const std::string text = content(file);
    std::istringstream lines(text.substr(text.rfind(" -4  " + name)));
    std::vector<double> values;
    for (std::string line; std::getline(lines, line) && !line.starts_with(" -3");)
      for (std::size_t place = 13; line.starts_with(" -1") && place + 12 <= line.size(); place += 12)
        values.push_back(std::stod(line.substr(place, 12)));
    return values;
  }
  static void expect_near(const std::vector<double>& a, const std::vector<double>& b, double share) {
    ASSERT_EQ(a.size(), b.size());
    EXPECT_GT(a.size(), 8U);
    double largest = 0, apart = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      largest = std::max(largest, std::abs(a[i]));
      apart = std::max(apart, std::abs(a[i] - b[i]));
    }
    EXPECT_LE(apart, share * largest);
  }
  /// What the last step prints and writes, to the digits that are there.
  void expect_same_prints(const std::string& whole, const std::string& parts) const {
    const std::string last = "S T E P       3";
    expect_near(numbers_behind(content(whole + ".dat"), last), numbers_behind(content(parts + ".dat"), last),
                2e-7);
    for (const char* name : {"DISP", "STRESS"})
      expect_near(block_of(whole + ".frd", name), block_of(parts + ".frd", name), 2e-5);
  }
  /// The last number of a .dat.
  double turn_in(const std::string& file) const {
    const auto numbers = numbers_behind(content(file), "time");
    return numbers.empty() ? std::nan("") : numbers.back();
  }
  /// A job of three steps against one of two and one of the third.
  void expect_chain(const std::string& model, const std::string& first, const std::string& third,
                    bool takes_state_over = true) {
    RunReport report = job("whole", model + kRestartWrite + first + third);
    ASSERT_EQ(report.exit_status, 0) << report.message;
    report = job("a", model + kRestartWrite + first);
    ASSERT_EQ(report.exit_status, 0) << report.message;
    hand_over("a", "b");
    report = job("b", kRestartRead + third);
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_EQ(said_.find("computed again") == std::string::npos, takes_state_over) << said_;
    EXPECT_EQ(content("b.dat").find("S T E P       2"), std::string::npos) << "only its own steps";
    expect_same_state("whole", "b");
    expect_same_prints("whole", "b");
  }

  io::test::TemporaryFolder folder_;
  std::string said_;
};

std::string plastic_cube() { return test::cube("", kHardening); }

TEST_F(Restarted, PlasticStrainsGoOn) {
  expect_chain(plastic_cube(), step_of(pulled(.02) + kRestartPrints) + step_of(pulled(-.01)),
               step_of(pulled(.03)));
  // The state makes the difference: the first part alone would not have hardened.
  EXPECT_EQ(job("virgin", plastic_cube() + kRestartWrite + step_of("") + step_of("") +
                              step_of(pulled(.03) + kRestartPrints))
                .exit_status,
            0);
  EXPECT_NE(numbers_behind(content("virgin.dat"), "S T E P       3").back(),
            numbers_behind(content("b.dat"), "S T E P       3").back());
}

TEST_F(Restarted, LargeStrainsGoOn) {
  expect_chain(plastic_cube(),
               step_of(pulled(.2) + kRestartPrints, ", NLGEOM") + step_of(pulled(-.1), ", NLGEOM"),
               step_of("*CLOAD\nTOP, 1, .02\n", ", NLGEOM"));
}

// The third step names other supports: the whole job is a chain of analyses, the first part a single one.
TEST_F(Restarted, SupportsEnd) {
  expect_chain(plastic_cube(), step_of(pulled(.02) + kRestartPrints) + step_of(pulled(.03)),
               step_of("*BOUNDARY, OP=NEW\nBOTTOM, 1, 3\n*CLOAD\nTOP, 3, .01\n"));
}

/// A second cube, pressed on the first, that moves along x in the second step.
std::string rubbing_cubes() {
  return test::cube(
      "*NODE, NSET=OVER\n11, 0., 0., 1.\n12, 1., 0., 1.\n13, 1., 1., 1.\n14, 0., 1., 1.\n15, 0., 0., 2.\n16, "
      "1., 0., 2.\n17, 1., 1., 2.\n18, 0., 1., 2.\n*ELEMENT, TYPE=C3D8, ELSET=SECOND\n2, 11, 12, 13, 14, 15, "
      "16, 17, 18\n*SOLID SECTION, ELSET=SECOND, MATERIAL=STEEL\n*NSET, NSET=HIGH\n15, 16, 17, 18\n*SURFACE, "
      "NAME=LOW\nSECOND, S1\n*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\nLOW, UPPER\n*SURFACE "
      "INTERACTION, NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n1.e4\n*FRICTION\n.3, 1.e3\n"
      "*BOUNDARY\nBOTTOM, 1, 3\nOVER, 2\nTOP, 2\n");
}
const std::string kPressed = "*BOUNDARY\nHIGH, 1, 1, 0.\n*DLOAD\nSECOND, P2, 8.\n";

TEST_F(Restarted, ContactAndFrictionGoOn) {
  expect_chain(rubbing_cubes(), step_of(kPressed + kRestartPrints) + step_of("*BOUNDARY\nHIGH, 1, 1, .005\n"),
               step_of("*BOUNDARY\nHIGH, 1, 1, .004\n"));
}
// The contact that was closed is opened: its forces are out of balance where the third step begins.
TEST_F(Restarted, ForcesOfAContactThatIsChangedGoOn) {
  expect_chain(
      rubbing_cubes(), step_of(kPressed + kRestartPrints) + step_of("*BOUNDARY\nHIGH, 1, 1, .005\n"),
      step_of("*CHANGE FRICTION, INTERACTION=I\n*FRICTION\n.1, 1.e3\n*BOUNDARY\nHIGH, 1, 1, .004\n"));
  expect_chain(rubbing_cubes(), step_of(kPressed + kRestartPrints) + step_of("*BOUNDARY\nHIGH, 1, 1, .005\n"),
               step_of("*BOUNDARY\nHIGH, 3, 3, -.02\n*DLOAD\nSECOND, P2, 2.\n"));
}

TEST_F(Restarted, AMotionFollowsAnEquilibrium) {
  expect_chain(plastic_cube(), step_of(pulled(.01) + kRestartPrints) + step_of(pulled(.02)),
               step_of("*CLOAD, OP=NEW\nTOP, 1, .01\n", "", "*DYNAMIC\n.05, .5\n"));
}
TEST_F(Restarted, MotionsGoOn) {
  const std::string dynamic = "*DYNAMIC\n.05, .5\n", load = "*CLOAD\nTOP, 1, .2\n";
  expect_chain(test::cube(""), step_of(load + kRestartPrints, "", dynamic) + step_of(load, "", dynamic),
               step_of("*CLOAD\nTOP, 1, -.1\n", "", dynamic));
}

// Small strains before, finite ones after: one job has finite ones throughout, so the first part is no state
// of it.
TEST_F(Restarted, StepsThatChangeTheOnesBeforeAreRunAgain) {
  expect_chain(test::cube(""), step_of(pulled(.2) + kRestartPrints) + step_of(pulled(.3)),
               step_of(pulled(.4), ", NLGEOM"), false);
  EXPECT_THAT(said_, HasSubstr("(element '"));
}

TEST_F(Restarted, ModesAreAboutTheStateBefore) {
  const std::string modes = "*STEP, PERTURBATION\n*FREQUENCY\n2\n*END STEP\n",
                    loads = step_of(pulled(.2), ", NLGEOM") + step_of(pulled(.4), ", NLGEOM");
  ASSERT_EQ(job("whole", test::cube(kRestartWrite + loads + modes)).exit_status, 0);
  ASSERT_EQ(job("a", test::cube(kRestartWrite + loads)).exit_status, 0);
  hand_over("a", "b");
  ASSERT_EQ(job("b", kRestartRead + modes).exit_status, 0);
  const auto whole = numbers_behind(content("whole.dat"), "S T E P       3"),
             part = numbers_behind(content("b.dat"), "S T E P       3");
  ASSERT_EQ(whole.size(), part.size());
  for (std::size_t i = 0; i < whole.size(); ++i)
    EXPECT_NEAR(whole[i], part[i], 1e-6 * (1 + std::abs(whole[i])));
  EXPECT_GT(whole.size(), 8U);
}

// Spins with 4 about z: the rotation is counted on beyond half a turn, in a chain of steps as well.
TEST_F(Restarted, TurnsAreCountedOn) {
  std::string body = test::cube(
      "*NODE, NSET=REF\n50, 0.5, 0.5, 0.\n51, 0., 0., 0.\n*RIGID BODY, ELSET=ALL, REF NODE=50, ROT NODE=51\n"
      "*NSET, NSET=FRONT\n1, 2, 5, 6\n*NSET, NSET=BACK\n3, 4, 7, 8\n*NSET, NSET=LEFT\n1, 4, 5, 8\n*NSET, "
      "NSET=RIGHT\n2, 3, 6, 7\n*INITIAL CONDITIONS, TYPE=VELOCITY\nFRONT, 1, 2.\nBACK, 1, -2.\nLEFT, 2, "
      "-2.\nRIGHT, 2, 2.\n");
  body.erase(body.find("*BOUNDARY"), body.find("*MATERIAL") - body.find("*BOUNDARY"));
  const std::string spin = step_of("*NODE PRINT, NSET=REF\nU\n", ", NLGEOM", "*DYNAMIC, DIRECT\n.02, 1.\n");
  for (const char* const support : {"", "*BOUNDARY\n50, 3\n"}) {  // the same analysis, and one of its own
    const std::string second = step_of(std::string(support) + "*NODE PRINT, NSET=REF\nU\n", ", NLGEOM",
                                       "*DYNAMIC, DIRECT\n.02, 1.\n");
    ASSERT_EQ(job("whole", body + spin + second).exit_status, 0);
    EXPECT_NEAR(turn_in("whole.dat"), 8, .01) << support;
    ASSERT_EQ(job("a", body + kRestartWrite + spin).exit_status, 0);
    hand_over("a", "b");
    const RunReport report = job("b", kRestartRead + second);
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(turn_in("b.dat"), 8, .01) << support;
  }
}

TEST_F(Restarted, AnEarlierStepMayBeTaken) {
  const std::string one = step_of(pulled(.02) + kRestartPrints), two = step_of(pulled(-.01)),
                    three = step_of(pulled(.03));
  ASSERT_EQ(job("whole", plastic_cube() + kRestartWrite + one + two + three).exit_status, 0);
  ASSERT_EQ(job("a", plastic_cube() + kRestartWrite + one + step_of(pulled(.5))).exit_status, 0);
  EXPECT_THAT(restart_file("a.rout").steps, ElementsAre(1, 2));
  hand_over("a", "b");
  const RunReport report = job("b", "*RESTART, READ, STEP=1\n" + two + three);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  expect_same_state("whole", "b");
  expect_same_prints("whole", "b");
}

// Jobs may go on from one that went on itself; prints and *RESTART, WRITE go on, too.
TEST_F(Restarted, ThreeJobs) {
  const std::string one = step_of(pulled(.02) + kRestartPrints), two = step_of(pulled(-.01)),
                    three = step_of(pulled(.03));
  ASSERT_EQ(job("whole", plastic_cube() + kRestartWrite + one + two + three).exit_status, 0);
  ASSERT_EQ(job("a", plastic_cube() + kRestartWrite + one).exit_status, 0);
  hand_over("a", "c");
  ASSERT_EQ(job("c", kRestartRead + two).exit_status, 0);
  EXPECT_THAT(restart_file("c.rout").steps, ElementsAre(2));
  hand_over("c", "b");
  const RunReport report =
      job("b", kRestartRead + "*NSET, NSET=ONE\n5\n*AMPLITUDE, NAME=RISE\n0., 0., 1., 1.\n" + three);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  expect_same_state("whole", "b");
  expect_same_prints("whole", "b");
}

TEST_F(Restarted, WhichStepsAreKept) {
  const std::string model = test::cube(""), three = step_of("") + step_of("") + step_of("");
  ASSERT_EQ(job("a", model + "*RESTART, WRITE, FREQUENCY=2\n" + three + step_of("")).exit_status, 0);
  EXPECT_THAT(restart_file("a.rout").steps, ElementsAre(2, 4));
  ASSERT_EQ(job("a", model + "*RESTART, WRITE, OVERLAY\n" + three).exit_status, 0);
  EXPECT_THAT(restart_file("a.rout").steps, ElementsAre(3));
  ASSERT_EQ(
      job("a", model + step_of("*RESTART, WRITE\n") + step_of("*RESTART, WRITE, FREQUENCY=0\n") + step_of(""))
          .exit_status,
      0);
  EXPECT_THAT(restart_file("a.rout").steps, ElementsAre(1));
  ASSERT_EQ(job("a", model + "*RESTART, WRITE, FREQUENCY=0\n" + three).exit_status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a.rout")) << "the one of the job before is gone";
  ASSERT_EQ(job("a", "*PREPRINT, ECHO=NO\n" + model + "*RESTART, WRITE, FREQUENCY=100\n" + three).exit_status,
            0);
  EXPECT_THAT(restart_file("a.rout").steps, ElementsAre(1, 2, 3)) << "Abaqus counts increments";
}

// jounce run: the file lies in the folder of results, which begins at the time of the state.
TEST_F(Restarted, ResultsInAFolder) {
  io::test::write(folder_ / "a.inp", test::cube(kRestartWrite + step_of(pulled(.1)) + step_of(pulled(.2))));
  ASSERT_EQ(test::run_file(folder_ / "a.inp", folder_ / "out_a").exit_status, 0);
  std::filesystem::copy_file(folder_ / "out_a" / "a.rout", folder_ / "b.rin");
  io::test::write(folder_ / "b.inp", kRestartRead + step_of("*BOUNDARY, OP=NEW\nBOTTOM, 1, 3\n"));
  const RunReport report = test::run_file(folder_ / "b.inp", folder_ / "out_b");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_THAT(content("out_b/run.toml"), HasSubstr("\"earlier\""));
  const std::string history = content("out_b/history.csv");
  EXPECT_THAT(history, AllOf(HasSubstr("\n2,"), HasSubstr("\n3,"), Not(HasSubstr("\n1,"))));
}

TEST_F(Restarted, FilesThatAreNone) {
  const std::string own = step_of(pulled(.1));
  EXPECT_THAT(message(kRestartRead + own), AllOf(HasSubstr("b.inp:1"), HasSubstr("b.rin' cannot be read"),
                                                 HasSubstr("with the ending .rout")));
  io::test::write(folder_ / "b.rin", std::string("P\0\0\0Version 2.20", 16));
  EXPECT_THAT(message(kRestartRead + own), HasSubstr("is no restart file of Jounce"));
  ASSERT_EQ(job("a", test::cube(kRestartWrite + own + own)).exit_status, 0);
  const std::string good = content("a.rout");
  io::test::write(folder_ / "b.rin", good.substr(0, good.size() / 2));
  EXPECT_THAT(message(kRestartRead + own), HasSubstr("is damaged"));
  for (const std::size_t place : {good.find("*NODE") + 3, good.size() - 200, good.size() - 3}) {
    std::string changed = good;
    changed[place] ^= 1;
    io::test::write(folder_ / "b.rin", changed);
    EXPECT_THAT(message(kRestartRead + own), HasSubstr("is damaged")) << place;
  }
  std::string other = good;
  other.replace(other.find("format 1"), 8, "format 2");
  io::test::write(folder_ / "b.rin", other);
  EXPECT_THAT(message(kRestartRead + own), HasSubstr("has the format 2; this program reads format 1"));
  io::test::write(folder_ / "b.rin", good);
  EXPECT_EQ(job("b", kRestartRead + own).exit_status, 0);
}

TEST_F(Restarted, CardsThatDoNotFit) {
  const std::string own = step_of(pulled(.1));
  ASSERT_EQ(job("a", test::cube(kRestartWrite + own + own)).exit_status, 0);
  hand_over("a", "b");
  EXPECT_THAT(message("*RESTART, READ, STEP=3\n" + own), HasSubstr("states behind steps 1, 2"));
  EXPECT_THAT(message("*RESTART, READ, STEP=X\n" + own), HasSubstr("STEP=X"));
  EXPECT_THAT(message("*RESTART, READ, INC=3\n" + own), HasSubstr("INC is not supported"));
  EXPECT_THAT(message(kRestartRead), HasSubstr("no step (*STEP) behind *RESTART, READ"));
  EXPECT_THAT(message("*HEADING\nx\n" + kRestartRead + own), HasSubstr("must be the first card"));
  EXPECT_THAT(message(kRestartRead + "*NODE\n200, 0., 0., 0.\n" + own),
              AllOf(HasSubstr("b.inp:2"), HasSubstr("*NODE before the steps: the model is that of")));
  EXPECT_THAT(message(kRestartRead + "*NSET, NSET=TOP\n1\n" + own), HasSubstr("has 'TOP' already"));
  EXPECT_THAT(message(kRestartRead + "*ELSET, ELSET=ALL\n1\n" + own), HasSubstr("has 'ALL' already"));
  EXPECT_THAT(message(kRestartRead + step_of("*MODAL DAMPING\n1, 1, .1\n", "", "*MODAL DYNAMIC\n.1, 1.\n")),
              HasSubstr("needs a step with *FREQUENCY before it"));
  EXPECT_THAT(message(test::cube("*RESTART\n" + own)), HasSubstr("either READ or WRITE"));
  EXPECT_THAT(message(test::cube("*RESTART, WRITE, FREQUENCY=-1\n" + own)), HasSubstr("FREQUENCY is '-1'"));
}

}  // namespace
}  // namespace jounce
