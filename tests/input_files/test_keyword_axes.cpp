// Axes of nodes and of stresses (*TRANSFORM, GLOBAL) in input files, with closed solutions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "../keyword/cube.h"
#include "io/history_reader.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

/// Two nodes on springs of 50 along all axes, which are the same in all directions.
std::string on_springs(const std::string& cards, const std::string& step) {
  std::string text = "*NODE, NSET=ALL\n1, 3., 4., 0.\n2, -8., 6., 1.\n*NSET, NSET=FIRST\n1\n";
  for (const char* const axis : {"1", "2", "3"})
    text += std::string("*ELEMENT, TYPE=SPRING1, ELSET=S") + axis + "\n1" + axis + ", 1\n2" + axis +
            ", 2\n*SPRING, ELSET=S" + axis + "\n" + axis + "\n50.\n";
  return text + cards + "*STEP\n*STATIC\n" + step + "*END STEP\n";
}

// Radial directions (0.6, 0.8) and (-0.8, 0.6); the axis is z.
const std::string kCylinder = "*TRANSFORM, NSET=ALL, TYPE=C\n0., 0., -1., 0., 0., 5.\n";

TEST_F(KeywordRunTest, LoadsSupportsAndPrintsInCylindricalAxes) {
  const RunReport report =
      run(on_springs(kCylinder + "*BOUNDARY\n1, 2, 2, 0.1\n",
                     "*CLOAD\nALL, 1, 5.\n2, 3, 1.\n*NODE PRINT, NSET=ALL\nU, RF\n*NODE PRINT, NSET=ALL, "
                     "GLOBAL=YES\nU\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto first = line("displacements", "1"), second = line("displacements", "2");
  EXPECT_NEAR(first.at(0), 0.1, 1e-8);
  EXPECT_NEAR(first.at(1), 0.1, 1e-8);
  EXPECT_NEAR(second.at(0), 0.1, 1e-8);
  EXPECT_NEAR(second.at(1), 0, 1e-8);
  EXPECT_NEAR(second.at(2), 0.02, 1e-8);
  EXPECT_NEAR(line("forces (fx", "1").at(0), 5, 1e-6) << "what the spring bears";
  EXPECT_NEAR(line("forces (fx", "1").at(1), 5, 1e-6) << "and the support gives";
  const auto global = line("displacements", "1", 1);
  EXPECT_NEAR(global.at(0), 0.1 * 0.6 - 0.1 * 0.8, 1e-8);
  EXPECT_NEAR(global.at(1), 0.1 * 0.8 + 0.1 * 0.6, 1e-8);
  EXPECT_NEAR(line("displacements", "2", 1).at(0), -0.08, 1e-8);
}

// On the axis no direction is radial. CalculiX 2.20 takes the first one for the radial direction there (a
// node on it, moved along its degree of freedom 1 by *BOUNDARY on a cube without lateral contraction).
TEST_F(KeywordRunTest, ANodeOnTheAxisOfTheCylinderHasADirectionToo) {
  const std::vector<std::pair<std::string, Vector3>> axes = {
      {"3., 4., 1.", {1, 0, 0}},
      {"3., 5., 0.", {0, 0, 1}},
      {"4., 4., 0.", {0, 1, 0}},
      {"4., 5., 0.", {-std::sqrt(0.5), std::sqrt(0.5), 0}},
      {"3., 5., 1.", {0, -std::sqrt(0.5), std::sqrt(0.5)}}};
  for (const auto& [to, radial] : axes) {
    const RunReport report = run(on_springs("*TRANSFORM, NSET=FIRST, TYPE=C\n3., 4., 0., " + to + "\n",
                                            "*CLOAD\n1, 1, 5.\n*NODE PRINT, NSET=FIRST, GLOBAL=YES\nU\n"));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(line("displacements", "1").at(static_cast<std::size_t>(i)), 0.1 * radial[i], 1e-8) << to;
  }
}

// Radial displacements of both are equal: (5 + 0)/(2 * 50).
TEST_F(KeywordRunTest, EquationsInAxesOfNodes) {
  const RunReport report = run(on_springs(kCylinder + "*EQUATION\n2\n1, 1, 1., 2, 1, -1.\n",
                                          "*CLOAD\n1, 1, 5.\n*NODE PRINT, NSET=ALL\nU\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (const char* const node : {"1", "2"}) {
    EXPECT_NEAR(line("displacements", node).at(0), 0.05, 1e-8);
    EXPECT_NEAR(line("displacements", node).at(1), 0, 1e-8);
  }
}

// Axes that are global ones but for their order and sign: x -> y, y -> -x.
TEST_F(KeywordRunTest, AxesAlongGlobalOnesAreSupportsOfTheMesh) {
  const RunReport report =
      run(on_springs("*TRANSFORM, NSET=ALL\n0., 2., 0., -1., 0., 0.\n*BOUNDARY\n1, 2, 2, 0.1\n",
                     "*CLOAD\n1, 1, 5.\n*NODE PRINT, NSET=FIRST, GLOBAL=YES\nU\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "1").at(0), -0.1, 1e-12);
  EXPECT_NEAR(line("displacements", "1").at(1), 0.1, 1e-8);
  EXPECT_EQ(io::test::read(folder_ / "out" / "a.toml").find("equation"), std::string::npos);
}

// A cube under tension along z, whose base is held in axes turned about z; stresses in axes whose x is z.
TEST_F(KeywordRunTest, StressesAreInTheAxesOfTheirMaterial) {
  const std::string text = test::cube(
      "*TRANSFORM, NSET=BOTTOM\n.6, .8, 0., -.8, .6, 0.\n*STEP\n*STATIC\n*CLOAD\nTOP, 3, 1.\n*EL PRINT, "
      "ELSET=ALL\nS\n*EL PRINT, ELSET=ALL, GLOBAL=YES\nS\n*END STEP\n");
  std::string turned = text;
  turned.replace(turned.find("MATERIAL=STEEL\n"), 15,
                 "MATERIAL=STEEL, ORIENTATION=O\n*ORIENTATION, NAME=O\n0., 0., 1., 1., 0., 0.\n");
  const RunReport report = run(turned);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto local = line("stresses", "1"), global = line("stresses", "1", 1);
  ASSERT_EQ(local.size(), 7u);
  EXPECT_NEAR(local[1], global[3], 1e-6) << "xx is zz";
  EXPECT_NEAR(local[2], global[1], 1e-6) << "yy is xx";
  EXPECT_NEAR(local[4], global[5], 1e-6) << "xy is zx";
}

TEST_F(KeywordRunTest, AxesThatCannotBeAreRefused) {
  const auto message = [&](const std::string& cards) {
    const RunReport report = run(on_springs(cards, ""));
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  EXPECT_THAT(message("*TRANSFORM, NSET=ALL, TYPE=S\n0., 0., 0., 0., 0., 1.\n"),
              HasSubstr("*TRANSFORM of type S is not supported; R and C are"));
  EXPECT_THAT(message("*TRANSFORM, NSET=ALL, TYPE=C\n0., 0., 0.\n"), HasSubstr("six numbers are expected"));
  EXPECT_THAT(message("*TRANSFORM, NSET=ALL\n0., 0., 1., 0., 0., 2.\n"), HasSubstr("lie on one line"));
  EXPECT_THAT(message("*TRANSFORM, NSET=ALL, TYPE=C\n1., 1., 1., 1., 1., 1.\n"), HasSubstr("are the same"));
  EXPECT_THAT(message("*TRANSFORM, NSET=NONE\n1., 0., 0., 0., 1., 0.\n"), HasSubstr("'NONE'"));
  const RunReport coupled = run(test::cube(
      "*NODE\n50, 0.5, 0.5, 1.5\n*NSET, NSET=REF\n50\n*TRANSFORM, NSET=REF\n1., 0., 0., 0., 1., "
      "0.\n*COUPLING, "
      "REF NODE=50, SURFACE=UPPER, CONSTRAINT NAME=C\n*KINEMATIC\n1, 3\n*STEP\n*STATIC\n*END STEP\n"));
  EXPECT_EQ(coupled.exit_status, 2);
  EXPECT_THAT(coupled.message, HasSubstr("reference node 50 has axes of its own (*TRANSFORM)"));
}

TEST_F(KeywordRunTest, AxesOutOfAPlaneModelAreRefused) {
  const auto message = [&](const std::string& cards) {
    const RunReport report =
        run("*NODE, NSET=ALL\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n*ELEMENT, TYPE=CPS4, ELSET=E\n1, "
            "1, 2, 3, "
            "4\n*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*SOLID SECTION, ELSET=E, MATERIAL=M\n1.\n*TRANSFORM, "
            "NSET=ALL\n1., 0., 1., 0., 1., 0.\n" +
            cards + "*END STEP\n");
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  EXPECT_THAT(message("*BOUNDARY\n1, 1\n*STEP\n*STATIC\n"), HasSubstr("the axes of node 1 leave the plane"));
  EXPECT_THAT(message("*STEP\n*STATIC\n*CLOAD\n2, 1, 1.\n"), HasSubstr("the axes of node 2 leave the plane"));
}

// The stress of the stretched cube along z, in axes whose second one is z. The third point is the origin.
TEST_F(KeywordRunTest, OrientationsByCoordinates) {
  const auto stress = [&](const std::string& points) {
    std::string text =
        test::cube("*ORIENTATION, NAME=O, DEFINITION=COORDINATES\n" + points +
                   "\n*STEP\n*STATIC\n*CLOAD\nTOP, 3, 1.\n*EL PRINT, ELSET=ALL\nS\n*END STEP\n");
    text.insert(text.find("MATERIAL=STEEL"), "ORIENTATION=O, ");
    const RunReport report = run(text);
    return report.exit_status == 0 ? line("stresses", "1") : std::vector<double>();
  };
  EXPECT_NEAR(stress("1., 0., 0., 0., 0., 1.").at(2), 4, 1e-6);
  EXPECT_NEAR(stress("3., 2., 2., 2., 2., 3., 2., 2., 2.").at(2), 4, 1e-6);
  EXPECT_NEAR(stress("1., 0., 0., 0., 1., 0.").at(3), 4, 1e-6);
  // The second line turns these axes: z becomes y, then x.
  EXPECT_NEAR(stress("1., 0., 0., 0., 1., 0.\n1, 90.").at(2), 4, 1e-6);
  EXPECT_NEAR(stress("1., 0., 0., 0., 1., 0.\n2, 90.").at(1), 4, 1e-6);
}

TEST_F(KeywordRunTest, OtherOrientationsAreRefused) {
  const auto message = [&](const std::string& card) {
    std::string text =
        test::cube("*ORIENTATION, NAME=O" + card + "*STEP\n*STATIC\n*EL PRINT, ELSET=ALL\nS\n*END STEP\n");
    text.insert(text.find("MATERIAL=STEEL"), "ORIENTATION=O, ");
    return run(text).message;
  };
  EXPECT_THAT(message(", DEFINITION=NODES\n1, 2\n"),
              HasSubstr("DEFINITION=NODES is not supported; COORDINATES is"));
  EXPECT_THAT(message("\n1., 0., 0., 0., 1., 0.\n4, 45.\n"),
              HasSubstr("the axis of a rotation is 1, 2 or 3"));
  EXPECT_THAT(message("\n1., 0., 0., 0., 1., 0.\n3, 45.\n1., 2.\n"), HasSubstr("two lines are expected"));
  EXPECT_THAT(message("\n1., 0., 0., 0., 1., 0., 3.\n"), HasSubstr("six numbers are expected, or nine"));
}

}  // namespace
}  // namespace jounce
