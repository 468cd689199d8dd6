// *PRE-TENSION SECTION of input files, with closed solutions and one by CalculiX 2.20.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

/// Two unit cubes one on the other, E = 200, nu = 0.25, cut between them; the node of the section is 50.
const std::string kTwoCubes =
    "*NODE, NSET=NALL\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 1., 1., 0.\n4, 0., 1., 0.\n5, 0., 0., 1.\n6, 1., "
    "0., 1.\n7, 1., 1., 1.\n8, 0., 1., 1.\n9, 0., 0., 2.\n10, 1., 0., 2.\n11, 1., 1., 2.\n12, 0., 1., 2.\n"
    "50, 9., 9., 9.\n*ELEMENT, TYPE=C3D8, ELSET=ALL\n1, 1, 2, 3, 4, 5, 6, 7, 8\n2, 5, 6, 7, 8, 9, 10, 11, "
    "12\n*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*DENSITY\n2.\n*EXPANSION\n1e-3\n*SOLID SECTION, ELSET=ALL, "
    "MATERIAL=M\n*SURFACE, NAME=CUT\n1, S2\n";
const std::string kPreTension = "*PRE-TENSION SECTION, SURFACE=CUT, NODE=50\n0., 0., 2.\n";
const std::string kHeldEnds =
    "*BOUNDARY\n1, 1, 3\n2, 3\n3, 3\n4, 1\n4, 3\n5, 1, 2\n8, 1\n9, 1, 3\n10, 3\n11, 3\n12, 1\n12, 3\n";
const std::string kPrintAll = "*NODE PRINT, NSET=NALL\nU, RF\n*EL PRINT, ELSET=ALL\nS\n*END STEP\n";

std::string pre_tensioned(const std::string& section = kPreTension) {
  return kTwoCubes + section + kHeldEnds + "*STEP\n*STATIC\n*CLOAD\n50, 1, 4.\n" + kPrintAll;
}

// The force is the tension of the bar, sigma = F / A, and both halves stretch by F / (E A) away from their
// ends: the sides overlap by both. Node 5 stays with the upper cube.
TEST_F(KeywordRunTest, PreTensionForceStretchesBothSides) {
  const RunReport report = run(pre_tensioned());
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "50").at(0), 0.04, 1e-8);
  EXPECT_NEAR(line("displacements", "5").at(2), -0.02, 1e-8);
  EXPECT_NEAR(line("displacements", "7").at(0), -0.25 * 0.02, 1e-8);
  EXPECT_NEAR(line("stresses", "1").at(3), 4, 1e-6);
  EXPECT_NEAR(line("stresses", "2").at(3), 4, 1e-6);
  EXPECT_NEAR(line("forces (fx", "50").at(0), 4, 1e-6);
  EXPECT_NEAR(line("forces (fx", "5").at(2), -1, 1e-6) << "what the upper cube gives to its cut";
}

TEST_F(KeywordRunTest, PreTensionDisplacementIsTheOverlap) {
  const RunReport report =
      run(kTwoCubes + kPreTension + kHeldEnds + "*STEP\n*STATIC\n*BOUNDARY\n50, 1, 1, 0.1\n" + kPrintAll);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("stresses", "1").at(3), 200 * 0.1 / 2, 1e-6);
  EXPECT_NEAR(line("forces (fx", "50").at(0), 10, 1e-6) << "the force that the section carries";
}

// Without a normal on the card it points away from the elements of the surface; against it, the force
// presses.
TEST_F(KeywordRunTest, NormalsOfPreTensionSections) {
  const auto stress = [&](const std::string& section) {
    const RunReport report = run(pre_tensioned(section));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return line("stresses", "2").at(3);
  };
  EXPECT_NEAR(stress("*PRE-TENSION SECTION, SURFACE=CUT, NODE=50\n"), 4, 1e-6);
  EXPECT_NEAR(stress("*PRE-TENSION SECTION, SURFACE=CUT, NODE=50\n0., 0., -1.\n"), -4, 1e-6);
  EXPECT_NEAR(stress("*SURFACE, NAME=UPPER\n2, S1\n*PRE-TENSION SECTION, SURFACE=UPPER, NODE=50\n"), 4, 1e-6);
}

/// Cubes that bend and shear under forces on the cut, held on one side of the top.
std::string sheared(const std::string& nodes = "") {
  return kTwoCubes + nodes + kPreTension +
         "*BOUNDARY\n1, 1, 3\n2, 1, 3\n3, 1, 3\n4, 1, 3\n9, 1, 3\n10, 3\n11, 1, 2\n12, 3\n"
         "*STEP\n*STATIC\n*CLOAD\n50, 1, 4.\n7, 1, 3.\n7, 3, 3.\n" +
         kPrintAll;
}

// Numbers printed by CalculiX 2.20 for this file: the sides move alike across the normal and apart by the
// same everywhere.
TEST_F(KeywordRunTest, PreTensionSectionsBearBendingAndShear) {
  const RunReport report = run(sheared());
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "50").at(0), 1.901568e-2, 1e-8);
  const auto u = line("displacements", "7"), v = line("displacements", "6"), r = line("forces (fx", "7");
  EXPECT_NEAR(u.at(0), 7.157422e-2, 1e-8);
  EXPECT_NEAR(u.at(1), -3.391569e-2, 1e-8);
  EXPECT_NEAR(u.at(2), 2.904209e-2, 1e-8);
  EXPECT_NEAR(v.at(0), -1.803963e-2, 1e-8);
  EXPECT_NEAR(v.at(2), -1.935217e-2, 1e-8);
  EXPECT_NEAR(r.at(0), 0.8763253, 1e-6);
  EXPECT_NEAR(r.at(2), 0.3451642, 1e-6);
}

// Axes of nodes on the cut change nothing but in which axes forces on them count.
TEST_F(KeywordRunTest, PreTensionSectionsAcrossAxesOfNodes) {
  std::string text = sheared("*NSET, NSET=N\n5, 6\n*TRANSFORM, NSET=N, TYPE=R\n0., 3., 4., 1., 0., 0.\n");
  text.replace(text.find("NODE PRINT, "), 12, "NODE PRINT, GLOBAL=YES, ");
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "50").at(0), 1.901568e-2, 1e-8);
  EXPECT_NEAR(line("displacements", "6").at(2), -1.935217e-2, 1e-8);
}

// Doubled nodes have the temperatures of those that they come from: held between its ends, the bar has
// -E alpha T.
TEST_F(KeywordRunTest, PreTensionSectionsInHeatedParts) {
  const RunReport report =
      run(kTwoCubes + kPreTension + kHeldEnds +
          "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 20.\n*STEP\n*STATIC\n*TEMPERATURE\nNALL, "
          "70.\n*BOUNDARY\n50, 1\n" +
          kPrintAll);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("stresses", "1").at(3), -200 * 1e-3 * 50, 1e-6);
  EXPECT_NEAR(line("stresses", "2").at(3), -200 * 1e-3 * 50, 1e-6);
}

// A tube of the radii 1 and 2 and height 2 under a force of the whole ring.
TEST_F(KeywordRunTest, PreTensionSectionsOfAxisymmetricParts) {
  const RunReport report =
      run("*NODE, NSET=NALL\n1, 1., 0.\n2, 2., 0.\n3, 2., 1.\n4, 1., 1.\n5, 2., 2.\n6, 1., 2.\n7, 0., 0.\n"
          "*ELEMENT, TYPE=CAX4, ELSET=ALL\n1, 1, 2, 3, 4\n2, 4, 3, 5, 6\n*MATERIAL, NAME=M\n*ELASTIC\n200., "
          "0.\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n*SURFACE, NAME=CUT\n1, S3\n*PRE-TENSION SECTION, "
          "SURFACE=CUT, NODE=7\n*BOUNDARY\n1, 2\n2, 2\n5, 2\n6, 2\n*STEP\n*STATIC\n*CLOAD\n7, 1, 30.\n" +
          kPrintAll);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double area = 3 * std::acos(-1.0);
  EXPECT_NEAR(line("stresses", "1").at(2), 30 / area, 1e-6);
  EXPECT_NEAR(line("displacements", "7").at(0), 30 / area * 2 / 200, 1e-8);
}

TEST_F(KeywordRunTest, WrongPreTensionSectionsAreRefused) {
  const auto message = [&](const std::string& text) { return run(text).message; };
  EXPECT_THAT(message(pre_tensioned("*PRE-TENSION SECTION, SURFACE=CUTS, NODE=50\n")),
              HasSubstr("there is no surface named 'CUTS' (did you mean 'CUT'?)"));
  EXPECT_THAT(
      message(pre_tensioned("*SURFACE, NAME=N, TYPE=NODE\n5\n*PRE-TENSION SECTION, SURFACE=N, NODE=50\n")),
      HasSubstr("expected a surface of sides of elements"));
  EXPECT_THAT(message(pre_tensioned("*PRE-TENSION SECTION, SURFACE=CUT, NODE=9\n")),
              HasSubstr("a.inp:28: the reference node 9 belongs to an element"));
  EXPECT_THAT(message(pre_tensioned("*PRE-TENSION SECTION, SURFACE=CUT, NODE=50\n0., 0., 0.\n")),
              HasSubstr("a normal of three components is expected"));
  EXPECT_THAT(
      message(pre_tensioned("*SURFACE, NAME=END\n1, S1\n*PRE-TENSION SECTION, SURFACE=END, NODE=50\n")),
      HasSubstr("there is no element across side 1 of element 1"));
  EXPECT_THAT(message(kTwoCubes + kPreTension + "*STEP\n*STATIC\n*CLOAD\n50, 2, 4.\n*END STEP\n"),
              HasSubstr("node 50 of *PRE-TENSION SECTION has the degree of freedom 1 alone"));
  EXPECT_THAT(message(kTwoCubes + "*NODE\n60, 9., 9., 9.\n*RIGID BODY, ELSET=ALL, REF NODE=60\n" +
                      kPreTension + "*STEP\n*STATIC\n*END STEP\n"),
              HasSubstr("node 5 of the section belongs to a rigid body"));
}

// A second column of cubes beside the first leads around the cut.
TEST_F(KeywordRunTest, PreTensionSectionsMustPartTheMesh) {
  const RunReport report = run(
      kTwoCubes +
      "*NODE\n13, 2., 0., 0.\n14, 2., 1., 0.\n15, 2., 0., 1.\n16, 2., 1., 1.\n17, 2., 0., 2.\n18, 2., 1., "
      "2.\n*ELEMENT, TYPE=C3D8, ELSET=ALL\n3, 2, 13, 14, 3, 6, 15, 16, 7\n4, 6, 15, 16, 7, 10, 17, 18, "
      "11\n" +
      kPreTension + "*STEP\n*STATIC\n*END STEP\n");
  EXPECT_THAT(report.message, HasSubstr("the section does not separate the mesh: element 1 is connected to "
                                        "element 2 on the other side"));
}

}  // namespace
}  // namespace jounce
