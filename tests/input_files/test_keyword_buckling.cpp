// *BUCKLE of input files: the load at which a column buckles, and what is refused.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

/// A column of square cross-section 1 and length 20 that is clamped below, E = 200, under a force of 4 at its
/// top. `across`: width along x.
std::string column(const std::string& steps, double across = 1, const std::string& end = "-1.") {
  std::string text = "*NODE, NSET=NALL\n";
  constexpr int kCells = 20;
  for (int k = 0; k <= kCells; ++k) {
    text += fmt::format("{}, 0., 0., {}.\n{}, {}, 0., {}.\n", 4 * k + 1, k, 4 * k + 2, across, k);
    text += fmt::format("{}, {}, 1., {}.\n{}, 0., 1., {}.\n", 4 * k + 3, across, k, 4 * k + 4, k);
  }
  text += "*ELEMENT, TYPE=C3D8I, ELSET=ALL\n";
  for (int k = 0; k < kCells; ++k) {
    text += fmt::format("{}", k + 1);
    for (int a = 1; a <= 8; ++a) text += fmt::format(", {}", 4 * k + a);
    text += "\n";
  }
  return text +
         "*NSET, NSET=LOW\n1, 2, 3, 4\n*NSET, NSET=TOP\n81, 82, 83, 84\n*BOUNDARY\nLOW, 1, 3\n*MATERIAL, "
         "NAME=M\n*ELASTIC\n200., 0.\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n" +
         (steps.empty() ? "*STEP\n*BUCKLE\n4\n*CLOAD\nTOP, 3, " + end + "\n*END STEP\n" : steps);
}

/// Euler's load pi^2 E I / (4 L^2), and 9 times it; in each plane one. A tenth of a per cent less by shear.
TEST_F(KeywordRunTest, ColumnsBuckleAtEulersLoad) {
  const double euler = std::numbers::pi * std::numbers::pi * 200 / 12 / (4 * 400);
  const RunReport report = run(column("", 2));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_THAT(report.message, HasSubstr("buckling factor 1: "));
  const auto factor = [&](const char* mode) { return line("B U C K L I N G", mode).at(0); };
  EXPECT_NEAR(factor("1"), 2 * euler / 4, 0.005 * 2 * euler / 4);
  EXPECT_NEAR(factor("2"), 8 * euler / 4, 0.015 * 8 * euler / 4);
  EXPECT_NEAR(factor("3"), 9 * 2 * euler / 4, 0.03 * 9 * 2 * euler / 4);
}

// A preload and the factor times the loads of the step make up the load at which the column buckles, whatever
// the strain of the preload, and whether it is forces or a pressure, whose turning does not count. Without
// PERTURBATION a file of CalculiX has no preload, one of Abaqus has it.
TEST_F(KeywordRunTest, APreloadedColumnBucklesSooner) {
  const std::string buckle = "*BUCKLE\n1\n*CLOAD\nTOP, 3, -1.\n*END STEP\n";
  const std::string forces = "*STATIC\n1., 1.\n*CLOAD\nTOP, 3, -.01\n*END STEP\n";
  const std::string pressure = "*STATIC\n1., 1.\n*DLOAD\n20, P2, .04\n*END STEP\n";
  const auto factor = [&](const std::string& text) {
    const RunReport report = run(text);
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return report.exit_status == 0 ? line("B U C K L I N G", "1").at(0) : 0.0;
  };
  const double alone = factor(column("*STEP\n" + buckle));
  EXPECT_NEAR(factor(column("*STEP\n" + forces + "*STEP, PERTURBATION\n" + buckle)), alone - .01, 2e-5);
  EXPECT_NEAR(factor(column("*STEP, NLGEOM\n" + forces + "*STEP, PERTURBATION\n" + buckle)), alone - .01,
              2e-5);
  EXPECT_NEAR(factor(column("*STEP\n" + pressure + "*STEP, PERTURBATION\n" + buckle)), alone - .01, 2e-5);
  EXPECT_NEAR(factor(column("*STEP, NLGEOM\n" + pressure + "*STEP, PERTURBATION\n" + buckle)), alone - .01,
              2e-5);
  EXPECT_NEAR(factor(column("*STEP\n" + forces + "*STEP\n" + buckle)), alone, 1e-9);
  EXPECT_NEAR(factor("*PREPRINT, ECHO=NO\n" + column("*STEP\n" + forces + "*STEP\n" + buckle)), alone - .01,
              2e-5);
}

// The stress stiffness beside a plastic state is not that of small changes: its points unload and flow.
TEST_F(KeywordRunTest, LoadedPlasticColumnsAreRefused) {
  const std::string preload = "*STEP\n*STATIC\n.5, 1.\n*CLOAD\nTOP, 3, -.01\n*END STEP\n";
  const auto plastic = [&](const std::string& step) {
    std::string text = column(preload + step + "*BUCKLE\n1\n*CLOAD\nTOP, 3, -1.\n*END STEP\n");
    return text.insert(text.find("*SOLID SECTION"), "*PLASTIC\n.02, 0.\n.5, .01\n");
  };
  EXPECT_THAT(
      run(plastic("*STEP, PERTURBATION\n")).message,
      HasSubstr("*BUCKLE about a loaded state is not supported with the material 'M', which has a memory "
                "(*PLASTIC)"));
  EXPECT_EQ(run(plastic("*STEP\n")).exit_status, 0);  // about the undeformed state
}

TEST_F(KeywordRunTest, WhatCannotBuckleIsRefused) {
  const auto message = [&](const std::string& text) {
    const RunReport report = run(text);
    EXPECT_NE(report.exit_status, 0) << text;
    return report.message;
  };
  EXPECT_THAT(message(column("*STEP\n*BUCKLE\n*CLOAD\nTOP, 3, -1.\n*END STEP\n")),
              HasSubstr("the number of buckling factors is missing"));
  EXPECT_THAT(message(column("*STEP\n*BUCKLE\n0\n*CLOAD\nTOP, 3, -1.\n*END STEP\n")),
              HasSubstr("at least one factor is required"));
  EXPECT_THAT(message(column("*STEP\n*BUCKLE\n1\n*BOUNDARY\nTOP, 3, 3, -1.\n*END STEP\n")),
              HasSubstr("supports do not move in *BUCKLE"));
  std::string finite = column("*STEP, NLGEOM\n*BUCKLE\n1\n*CLOAD\nTOP, 3, -1.\n*END STEP\n");
  finite.replace(finite.find("C3D8I"), 5, "C3D8");
  EXPECT_THAT(message(finite), HasSubstr("*BUCKLE is linear: its step has no NLGEOM"));
  EXPECT_THAT(
      message("*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n*ELEMENT, TYPE=T3D2, ELSET=ALL\n1, 1, 2\n*MATERIAL, "
              "NAME=M\n*ELASTIC\n200., 0.\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n1.\n*BOUNDARY\n1, 1, "
              "3\n2, 2, 3\n*STEP\n*BUCKLE\n1\n*CLOAD\n2, 1, -1.\n*END STEP\n"),
      HasSubstr("the geometric stiffness of bars is not supported in *BUCKLE"));
  EXPECT_THAT(message(column("", 1, "0.")), HasSubstr("no positive buckling factor was found"));
}

}  // namespace
}  // namespace jounce
