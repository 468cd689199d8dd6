// What steps of input files keep, end and begin: OP=NEW, supports, prints.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST_F(KeywordRunTest, SupportsThatBeginOrEndBetweenStepsAreRefused) {
  RunReport report = run(test::cube("*BOUNDARY\nTOP, 3\n" + step("") + step("*BOUNDARY, OP=NEW\n" + kBase)));
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("OP=NEW releases degree of freedom 3 of node 5; supports that end"));
  report = run(test::cube(step("") + step("*BOUNDARY\n7, 3, 3, .01\n")));
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(
      report.message,
      HasSubstr("degree of freedom 3 of node 7 is supported from a later step on; that is not supported"));
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

}  // namespace
}  // namespace jounce
