// What steps of input files keep, end and begin: OP=NEW, supports, prints.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

std::string step(const std::string& lines) { return "*STEP\n*STATIC\n.5, 1.\n" + lines + "*END STEP\n"; }
const std::string kPrint = "*NODE PRINT, NSET=TOP\nU\n";

// Forces of 4 and a pressure of -8 stretch the cube by 12/E; OP=NEW takes the forces away, in proportion to
// time.
TEST_F(KeywordRunTest, NewLoadsEndThoseBefore) {
  const RunReport report = run(test::cube(
      step("*CLOAD\nTOP, 3, 1.\n*DLOAD\nALL, P2, -8.\n" + kPrint) + step("*CLOAD, OP=NEW\n5, 1, 0.\n") +
      step("*DLOAD, OP=NEW\nALL, P1, 0.\n") + step("*CLOAD, OP=MOD\nTOP, 3, 2.\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = [&](int increment) { return line("displacements", "7", increment).at(2) * 200; };
  EXPECT_NEAR(u(1), 12, 1e-5);
  EXPECT_NEAR(u(2), 10, 1e-5);
  EXPECT_NEAR(u(3), 8, 1e-5);
  EXPECT_NEAR(u(5), 0, 1e-5);
  EXPECT_NEAR(u(7), 8, 1e-5);
}

// In files of Abaqus *DSLOAD and *DLOAD end loads of their own kind only.
TEST_F(KeywordRunTest, NewLoadsOfAbaqusEndTheirKind) {
  const std::string steps = step("*DLOAD\nALL, P2, -8.\n*DSLOAD\nUPPER, P, -4.\n" + kPrint) +
                            step("*DSLOAD, OP=NEW\nUPPER, P, -2.\n");
  RunReport report = run("*PREPRINT, ECHO=NO\n" + test::cube(steps));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 3).at(2) * 200, 10, 1e-5);
  report = run(test::cube(steps));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 3).at(2) * 200, 2, 1e-5);
}

TEST_F(KeywordRunTest, NewForcesOnReferenceNodes) {
  const RunReport report = run(test::cube(
      "*NODE\n50, 0.5, 0.5, 1.5\n*COUPLING, REF NODE=50, SURFACE=UPPER, CONSTRAINT NAME=C\n*DISTRIBUTING\n1, "
      "3\n" +
      step("*CLOAD\n50, 3, 4e-3\n" + kPrint) + step("*CLOAD, OP=NEW\nTOP, 3, 5e-4\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 1).at(2) * 200, 4e-3, 1e-7);
  EXPECT_NEAR(line("displacements", "7", 3).at(2) * 200, 2e-3, 1e-7);
}

const std::string kBase = "BOTTOM, 3\n1, 1, 2\n4, 1\n5, 1, 2\n8, 1\n";

TEST_F(KeywordRunTest, NewSupportsThatRepeatAllOthers) {
  const RunReport report =
      run(test::cube("*BOUNDARY\nTOP, 3\n" + step("*BOUNDARY\nTOP, 3, 3, .01\n" + kPrint) +
                     step("*BOUNDARY, OP=NEW\n" + kBase + "TOP, 3, 3, .03\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 2).at(2), .02, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 3).at(2), .03, 1e-9);
}

// Stress 0.4 and Young's modulus 200: the top rises by 2e-3.
const std::string kPull = "*STEP\n*STATIC\n.5, 1.\n*CLOAD\nTOP, 3, .1\n" + kPrint + "*END STEP\n";

TEST_F(KeywordRunTest, SupportsEndWhereNewOnesLeaveThemOut) {
  const RunReport report =
      run(test::cube("*BOUNDARY\nTOP, 3\n" + step("*BOUNDARY\nTOP, 3, 3, .01\n" + kPrint) +
                     step("*BOUNDARY, OP=NEW\n" + kBase)));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 1).at(2), .01, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 3).at(2), 0, 1e-9) << "nothing pulls any more";
}

TEST_F(KeywordRunTest, SupportsBeginInLaterSteps) {
  RunReport report = run(test::cube(kPull + step("*BOUNDARY, FIXED\nTOP, 3\n*CLOAD, OP=NEW\n5, 1, 0.\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 1).at(2), 2e-3, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 3).at(2), 2e-3, 1e-9) << "held where it stands";
  report = run(test::cube(kPull + step("*BOUNDARY\nTOP, 3, 3, .003\n*CLOAD, OP=NEW\n5, 1, 0.\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 2).at(2), 2.5e-3, 1e-9)
      << "from where it stands, in proportion to time";
  EXPECT_NEAR(line("displacements", "7", 3).at(2), 3e-3, 1e-9);
  EXPECT_THAT(io::test::read(folder_ / "out" / "run.log"), ::testing::Not(HasSubstr("supports move")));
  report = run(test::cube(kPull + step("*BOUNDARY\nTOP, 3, 3, .003\n*CLOAD, OP=NEW\n5, 1, 0.\n") + step("") +
                          step("*BOUNDARY\nTOP, 3, 3, .005\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 4).at(2), 3e-3, 1e-9) << "goes on";
  EXPECT_NEAR(line("displacements", "7", 6).at(2), 4e-3, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 7).at(2), 5e-3, 1e-9);
}

// Of supports that begin with the same numbers those that are FIXED stay where they stand, others go to zero,
// whichever comes first.
TEST_F(KeywordRunTest, FixedSupportsAreApartFromThoseOfZero) {
  for (const auto& [fixed, zero] : {std::pair(5, 7), {7, 5}}) {
    const RunReport report = run(test::cube(
        kPull + step(fmt::format("*BOUNDARY, FIXED\n{}, 3\n*BOUNDARY\n{}, 3, 3, 0.\n", fixed, zero))));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("displacements", std::to_string(fixed), 3).at(2), 2e-3, 1e-9);
    EXPECT_NEAR(line("displacements", std::to_string(zero), 3).at(2), 0, 1e-9);
  }
}

// The values of CalculiX 2.20, which integrates the same motion with 2e-3 by the same scheme.
TEST_F(KeywordRunTest, AMotionGoesOnFromAStaticStep) {
  const RunReport report = run(test::cube(
      kPull + "*STEP\n*DYNAMIC, DIRECT\n.002, .1\n*CLOAD, OP=NEW\n5, 1, 0.\n" + kPrint + "*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 1).at(2), 2e-3, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 26).at(2), 1.303656e-3, 1e-5);
  EXPECT_NEAR(line("displacements", "7", 51).at(2), -2.513317e-4, 1e-5);
}

TEST_F(KeywordRunTest, AStaticStepGoesOnFromAMotion) {
  const RunReport report = run(test::cube("*STEP\n*DYNAMIC, DIRECT\n.002, .01\n*CLOAD\nTOP, 3, .1\n" +
                                          kPrint + "*END STEP\n" + step("")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 6).at(2), 2e-3, 1e-9) << "at rest under the force that stays";
}

// A value from the start on counts from the places of the file: the cube is stretched at once.
TEST_F(KeywordRunTest, SupportsThatJumpAtTheStart) {
  const std::string cards = "*AMPLITUDE, NAME=A\n0., 1., 1., 2.\n*BOUNDARY\nTOP, 3\n",
                    jump = "*BOUNDARY, AMPLITUDE=A\nTOP, 3, 3, .01\n";
  RunReport report = run(test::cube(cards + step(jump + kPrint + "*EL PRINT, ELSET=ALL\nS\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 0).at(2), .015, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 1).at(2), .02, 1e-9);
  EXPECT_NEAR(line("stresses", "1", 1).at(3), 200 * .02, 1e-6);
  report = run(test::cube(cards + "*STEP\n*DYNAMIC, DIRECT\n.01, .1\n" + jump + "*END STEP\n"));
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("this support would jump at the start of a *DYNAMIC step"));
}

TEST_F(KeywordRunTest, AnEmptyStepAtTheEndIsLeftOut) {
  RunReport report = run(test::cube(step("*CLOAD\nTOP, 3, 1.\n" + kPrint) + "*STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 1).at(2), .02, 1e-8);
  report = run(test::cube(step("") + "*STEP\n*STATIC\n"));
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("*END STEP is missing in this step"));
}

// *NODE PRINT goes on until another one, of whatever set; *EL PRINT is none.
TEST_F(KeywordRunTest, PrintsGoOnInLaterSteps) {
  const RunReport report =
      run(test::cube(step("*CLOAD\nTOP, 3, 1.\n" + kPrint) + step("*EL PRINT, ELSET=ALL\nS\n") +
                     step("*NODE PRINT, NSET=BOTTOM\nRF\n") + step("*NODE PRINT, NSET=TOP\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto has = [&](const std::string& title) { return printed_.find(title) != std::string::npos; };
  EXPECT_TRUE(has("displacements (vx,vy,vz) for set TOP and time  0.2000000E+01"));
  EXPECT_FALSE(has("displacements (vx,vy,vz) for set TOP and time  0.3000000E+01"));
  EXPECT_TRUE(has("forces (fx,fy,fz) for set BOTTOM and time  0.3000000E+01"));
  EXPECT_FALSE(has("for set BOTTOM and time  0.4000000E+01"));
  EXPECT_TRUE(has("for set ALL and time  0.4000000E+01"));
}

TEST_F(KeywordRunTest, KeywordsWithoutTheirBlanks) {
  std::string text = test::cube("*STEP\n*STATIC\n*CLOAD\nTOP, 3, 1.\n*NODEPRINT, NSET=TOP\nU\n*ENDSTEP\n");
  text.replace(text.find("*SOLID SECTION"), 14, "*SOLIDSECTION");
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7").at(2), .02, 1e-8);
}

// Two cubes side by side that are one section: gravity pulls at one of them only, whose base bears it.
TEST_F(KeywordRunTest, GravityOnAPartOfASection) {
  const RunReport report = run(test::cube(
      "*NODE\n11, 5., 0., 0.\n12, 6., 0., 0.\n13, 6., 1., 0.\n14, 5., 1., 0.\n15, 5., 0., 1.\n16, 6., 0., "
      "1.\n17, 6., 1., 1.\n18, 5., 1., 1.\n*ELEMENT, TYPE=C3D8, ELSET=ALL\n2, 11, 12, 13, 14, 15, 16, 17, "
      "18\n*NSET, NSET=OTHER\n11, 12, 13, 14\n*NSET, NSET=HIGH\n15, 16, 17, 18\n*BOUNDARY\nOTHER, 3\n11, "
      "1, 2\n14, 1\n15, 1, 2\n18, 1\n*ELSET, ELSET=SECOND\n2\n" +
      step("*DLOAD\nSECOND, GRAV, 10., 0., 0., -1.\n*NODE PRINT, NSET=TOP\nU\n*NODE PRINT, NSET=HIGH\nU\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7", 2).at(2), 0, 1e-12);
  EXPECT_NEAR(line("displacements", "17", 3).at(2), -0.05, 1e-8) << "-rho g h^2 / 2E";
}

// Increments of 0.5 and time points that are not among them; prints without time points come at both.
TEST_F(KeywordRunTest, TimePointsOfPrints) {
  const std::string points = "*TIME POINTS, NAME=P\n.2, .9\n*TIME POINTS, NAME=T, TIME=TOTAL TIME\n1.2\n";
  const RunReport report = run(test::cube(
      points +
      step("*CLOAD\nTOP, 3, 1.\n*NODE PRINT, NSET=TOP, TIME POINTS=P\nU\n*EL PRINT, ELSET=ALL\nS\n") +
      step("*NODE PRINT, NSET=TOP, TIME POINTS=T\nU\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  std::vector<double> times;
  const std::string title = "displacements (vx,vy,vz) for set TOP and time";
  for (auto place = printed_.find(title); place != std::string::npos; place = printed_.find(title, place + 1))
    times.push_back(std::stod(printed_.substr(place + title.size())));
  EXPECT_THAT(times, testing::ElementsAre(.2, .9, 1, 1.2, 2));
  EXPECT_NEAR(line("displacements", "7", 1).at(2), .9 * 4 / 200, 1e-8);
  int stresses = 0;
  for (auto place = printed_.find("stresses"); place != std::string::npos;
       place = printed_.find("stresses", place + 1))
    ++stresses;
  EXPECT_EQ(stresses, 4 + 3) << "at 0.2, 0.5, 0.9, 1 and at 1.2, 1.5, 2";
}

// A mode of angular frequency sqrt(360) that is pushed at once; increments grow, and one ends at the time
// point.
TEST_F(KeywordRunTest, TimePointsOfMotionsInModes) {
  const RunReport report =
      run(test::cube("*TIME POINTS, NAME=P, GENERATE\n.07, .2, .06\n*BOUNDARY\nNALL, 1, 2\n*EQUATION\n2\n6, "
                     "3, 1., 5, 3, -1.\n2\n7, 3, 1., "
                     "5, 3, -1.\n2\n8, 3, 1., 5, 3, -1.\n*STEP\n*FREQUENCY\n1\n*END STEP\n*STEP\n*MODAL "
                     "DYNAMIC, DIRECT=NO\n.01, "
                     "1.\n*CLOAD\n5, 3, 6.\n*NODE PRINT, NSET=TOP, TIME POINTS=P\nU\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto w = [](double t) { return 6 / 240. * (1 - std::cos(std::sqrt(360.) * t)); };
  EXPECT_NEAR(line("displacements", "8", 0).at(2), w(.07), 1e-6);
  EXPECT_NEAR(line("displacements", "8", 2).at(2), w(.19), 1e-6);
  EXPECT_NEAR(line("displacements", "8", 3).at(2), w(1), 1e-6);
}

TEST_F(KeywordRunTest, TimePointsThatCannotBeAreRefused) {
  const auto message = [&](const std::string& cards, const std::string& parameters) {
    const RunReport report =
        run(test::cube(cards + step("*NODE PRINT, NSET=TOP, TIME POINTS=P" + parameters + "\nU\n")));
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  EXPECT_THAT(message("*TIME POINTS, NAME=PP\n1.\n", ""),
              HasSubstr("there are no *TIME POINTS named 'P' (did you mean 'PP'?)"));
  EXPECT_THAT(message("*TIME POINTS, NAME=P\n", ""), HasSubstr("*TIME POINTS needs times"));
  EXPECT_THAT(message("*TIME POINTS, NAME=P, GENERATE\n0., 1., 0.\n", ""),
              HasSubstr("a distance greater than 0"));
  EXPECT_THAT(message("*TIME POINTS, NAME=P\n.5\n", ", FREQUENCY=2"),
              HasSubstr("either FREQUENCY or TIME POINTS"));
  EXPECT_THAT(message("*TIME POINTS, NAME=P\n.123457\n", ""),
              HasSubstr("no multiples of a part of the increment 0.5"));
}

// Increments of .5 and .1, and an end that is no multiple of them.
TEST_F(KeywordRunTest, EachStepHasItsOwnIncrements) {
  const std::string load = "*CLOAD\nTOP, 3, 1.\n";
  const RunReport report = run(test::cube("*STEP\n*STATIC\n.5, 1.\n" + load + kPrint +
                                          "*END STEP\n*STEP\n*STATIC\n.1, .3\n*END STEP\n*STEP\n"
                                          "*STATIC, DIRECT\n.3, 1.\n*CLOAD\nTOP, 3, 2.\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = [&](int increment) {
    const auto values = line("displacements", "7", increment);
    return values.empty() ? 0 : values.at(2) * 200;
  };
  const std::vector<double> expected = {2, 4, 4, 4, 4, 5.2, 6.4, 7.6, 8};
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(u(static_cast<int>(k)), expected[k], 1e-5) << k;
  EXPECT_TRUE(line("displacements", "7", static_cast<int>(expected.size())).empty());
}

// Modes about a state that the last of several steps has left, whose supports and increments are its own: the
// cube, pulled so that it is held at its top, is stiffer there.
TEST_F(KeywordRunTest, ModesAboutTheLastOfSeveralSteps) {
  const std::string frequency = "*STEP, PERTURBATION\n*FREQUENCY\n1\n*END STEP\n";
  const auto eigenvalue = [&](const std::string& steps) {
    const RunReport report = run(test::cube(steps + frequency));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return report.exit_status == 0 ? line("E I G E N V A L U E", "1").at(0) : 0.0;
  };
  const std::string free = "*STEP\n*STATIC\n.5, 1.\n*CLOAD\nTOP, 3, 1e-3\n*END STEP\n";
  const double before = eigenvalue(free);
  EXPECT_NEAR(eigenvalue(free + "*STEP\n*STATIC\n.1, 1.\n*END STEP\n"), before, 1e-9 * before);
  EXPECT_GT(eigenvalue(free + "*STEP\n*STATIC\n.5, 1.\n*BOUNDARY\nTOP, 3, 3, 1e-5\n*END STEP\n"),
            1.03 * before);
}

// Another method in the second step, and time points that are counted over both.
TEST_F(KeywordRunTest, MotionsOfTwoMethods) {
  const RunReport report = run(test::cube(
      "*TIME POINTS, NAME=T, TIME=TOTAL TIME\n.8\n*STEP\n*DYNAMIC, DIRECT, ALPHA=0.\n.1, .3\n*CLOAD\nTOP, 3, "
      "1.\n*END STEP\n*STEP\n*DYNAMIC, DIRECT, ALPHA=-.2\n.5, 1.\n*NODE PRINT, NSET=TOP, TIME POINTS=T\nU\n"
      "*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const std::string deck = io::test::read(folder_ / "out" / "a.toml");
  EXPECT_THAT(deck, HasSubstr("alpha_f = 0.2"));
  EXPECT_THAT(deck, HasSubstr("step = 0.5"));
  EXPECT_THAT(printed_, HasSubstr("0.8000000E+00"));
}

}  // namespace
}  // namespace jounce
