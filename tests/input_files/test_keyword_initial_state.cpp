// *INITIAL CONDITIONS, TYPE=STRESS and TYPE=PLASTIC STRAIN of input files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

/// A line for each of `count` integration points of element 1.
std::string at_points(const std::string& components, int count = 8) {
  std::string text;
  for (int point = 1; point <= count; ++point)
    text += "1, " + std::to_string(point) + ", " + components + "\n";
  return text;
}

/// The cube on three points, free to deform.
std::string starting(const std::string& conditions, const std::string& nlgeom = "",
                     const std::string& material = "*ELASTIC\n200., .25\n") {
  std::string text =
      test::cube("*BOUNDARY\n1, 1, 3\n2, 2, 3\n4, 3, 3\n*INITIAL CONDITIONS, TYPE=" + conditions + "*STEP" +
                     nlgeom + "\n*STATIC\n*NODE PRINT, NSET=NALL\nU\n*EL PRINT, ELSET=ALL\nS\n*END STEP\n",
                 material);
  const auto supports = text.find("*BOUNDARY\nBOTTOM"), next = text.find("*MATERIAL");
  return text.erase(supports, next - supports);
}

// A free body takes up its plastic strain and has no stress: u = E_p x, with the shears on one side.
TEST_F(KeywordRunTest, PlasticStrainsAtTheStart) {
  const RunReport report = run(starting("PLASTIC STRAIN\n" + at_points(".01, .02, .03, .004, .005, .006")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = line("displacements", "7");
  EXPECT_NEAR(u.at(0), .01 + 2 * .004 + 2 * .005, 1e-8);
  EXPECT_NEAR(u.at(1), .02 + 2 * .006, 1e-8);
  EXPECT_NEAR(u.at(2), .03, 1e-8);
  EXPECT_NEAR(line("stresses", "1").at(1), 0, 1e-9);
}

// And of a stress -D^-1 S_0.
TEST_F(KeywordRunTest, StressesAtTheStart) {
  for (const char* const kind : {"", "*PREPRINT, ECHO=NO\n"}) {
    const std::string given =
        *kind == 0 ? at_points("1., 2., 3., 4., 5., 6.") : "ALL, 1., 2., 3., 4., 5., 6.\n";
    const RunReport report = run(kind + starting("STRESS\n" + given));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const auto u = line("displacements", "7");
    const double shear = 200 / 2.5;
    EXPECT_NEAR(u.at(0), -(1 - 0.25 * 5) / 200 - 4 / shear - 5 / shear, 1e-8);
    EXPECT_NEAR(u.at(1), -(2 - 0.25 * 4) / 200 - 6 / shear, 1e-8);
    EXPECT_NEAR(u.at(2), -(3 - 0.25 * 3) / 200, 1e-8);
  }
}

// Numbers printed by CalculiX 2.20 for these files.
TEST_F(KeywordRunTest, StressesAndStrainsAtTheStartOfLargeDisplacements) {
  RunReport report = run(starting("STRESS\n" + at_points("1., 2., 3., 4., 5., 6."), ", NLGEOM"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  auto u = line("displacements", "7");
  EXPECT_NEAR(u.at(0), -0.1111103, 1e-6);
  EXPECT_NEAR(u.at(1), -0.08487623, 1e-6);
  EXPECT_NEAR(u.at(2), -0.01642297, 1e-6);
  report = run(starting("PLASTIC STRAIN\n" + at_points(".01, .02, .03, .004, .005, .006"), ", NLGEOM"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  u = line("displacements", "7");
  EXPECT_NEAR(u.at(0), 2.777319e-2, 2e-7);
  EXPECT_NEAR(u.at(1), 3.146347e-2, 2e-7);
  EXPECT_NEAR(u.at(2), 2.944909e-2, 2e-7);
}

// Held altogether, the body keeps its stress, and its supports bear it.
TEST_F(KeywordRunTest, HeldBodiesKeepTheirStress) {
  std::string text = starting("STRESS\n" + at_points("1., 2., 3., 4., 5., 6."));
  text.replace(text.find("1, 1, 3\n2, 2, 3\n4, 3, 3"), 23, "NALL, 1, 3");
  text.replace(text.find("NALL\nU"), 6, "NALL\nRF");
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto s = line("stresses", "1");
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(s.at(k + 1), 1. + static_cast<double>(k), 1e-9);
  EXPECT_NEAR(line("forces (fx", "7").at(2), (3. + 5. + 6.) / 4, 1e-9);
}

TEST_F(KeywordRunTest, WrongStressesAtTheStartAreRefused) {
  const auto message = [&](const std::string& conditions) { return run(starting(conditions)).message; };
  const std::string one = "1., 2., 3., 4., 5., 6.";
  EXPECT_THAT(message("STRESS\n" + at_points(one, 7)),
              HasSubstr("element 1 has the integration points 1 to 8; expected values for all of them"));
  EXPECT_THAT(message("STRESS\n" + at_points(one, 7) + "1, 8, 9.\n"),
              HasSubstr("initial values that differ within an element (1) are not supported"));
  EXPECT_THAT(message("STRESS\n1, 1, 1., 2., 3., 4., 5., 6., 7.\n"), HasSubstr("expected six components"));
  EXPECT_THAT(message("STRESS\nNONE, 1, 1.\n"),
              HasSubstr("there is no element and no set of elements named 'NONE'"));
  std::string buckling = starting("STRESS\n" + at_points(one));
  buckling.replace(buckling.find("*STATIC\n"), 8, "*BUCKLE\n1\n");
  EXPECT_THAT(run(buckling).message,
              HasSubstr("*BUCKLE of bodies with initial stresses or strains is not supported"));
  EXPECT_THAT(message("STRAIN\n"), HasSubstr("VELOCITY, TEMPERATURE, STRESS and PLASTIC STRAIN are"));
  EXPECT_THAT(run("*PREPRINT, ECHO=NO\n" + starting("PLASTIC STRAIN\nALL, .1\n")).message,
              HasSubstr("supported in files of CalculiX alone"));
  EXPECT_THAT(
      run(starting("STRESS\n" + at_points(one), "", "*ELASTIC\n200., .25\n*PLASTIC\n5., 0.\n")).message,
      HasSubstr("initial stresses and strains of plastic materials ('STEEL') are not supported"));
}

}  // namespace
}  // namespace jounce
