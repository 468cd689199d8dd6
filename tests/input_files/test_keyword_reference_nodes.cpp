// What reference and rotational nodes of rigid bodies print.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>

#include "../keyword/cube.h"
#include "keyword_run.h"
#include "la/types.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

const std::string kRigidTop =
    "*NODE, NSET=REF\n50, 0.5, 0.5, 1.5\n51, 0., 0., 0.\n*RIGID BODY, NSET=TOP, REF NODE=50, ROT NODE=51\n"
    "*BOUNDARY\nBOTTOM, 1, 3\n";
const std::string kPrintReference = "*NODE PRINT, NSET=REF\nU, RF\n*END STEP\n";

/// The cube whose supports BOTTOM and those of the top do not come in the way of a rigid top.
std::string rigid_cube(const std::string& cards) {
  std::string text = test::cube(cards);
  text.erase(text.find("5, 1, 2\n8, 1\n"), 13);
  return text;
}

/// The cube without any support.
std::string free_cube(const std::string& cards) {
  std::string text = test::cube(cards);
  const auto supports = text.find("*BOUNDARY"), next = text.find("*MATERIAL");
  return text.erase(supports, next - supports);
}

// Numbers printed by CalculiX 2.20 for this file: the top turns by 0.5 about z and goes up by 0.05.
TEST_F(KeywordRunTest, RotationalNodesPrintRotationsAndMoments) {
  const RunReport report = run(rigid_cube(
      kRigidTop + "*STEP, NLGEOM\n*STATIC\n*BOUNDARY\n50, 3, 3, 0.05\n51, 3, 3, 0.5\n" + kPrintReference));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = line("displacements", "50"), theta = line("displacements", "51"),
             f = line("forces (fx", "50"), m = line("forces (fx", "51");
  EXPECT_NEAR(u.at(0), 0, 1e-8);
  EXPECT_NEAR(u.at(2), 0.05, 1e-8);
  EXPECT_NEAR(theta.at(0), 0, 1e-8);
  EXPECT_NEAR(theta.at(2), 0.5, 1e-8);
  EXPECT_NEAR(f.at(0), 0, 1e-6);
  EXPECT_NEAR(f.at(2), 14.62884, 1e-5);
  EXPECT_NEAR(m.at(0), 0, 1e-6);
  EXPECT_NEAR(m.at(2), 7.111215, 1e-6);
}

// RF of reference nodes is what acts on them, whatever the structure makes of it.
TEST_F(KeywordRunTest, ReferenceNodesPrintTheirLoads) {
  const RunReport report = run(
      rigid_cube(kRigidTop + "*STEP, NLGEOM\n*STATIC\n*CLOAD\n50, 1, 3.\n51, 2, -2.\n" + kPrintReference));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto f = line("forces (fx", "50"), m = line("forces (fx", "51");
  EXPECT_NEAR(f.at(0), 3, 1e-6);
  EXPECT_NEAR(f.at(2), 0, 1e-6);
  EXPECT_NEAR(m.at(0), 0, 1e-6);
  EXPECT_NEAR(m.at(1), -2, 1e-6);
}

// A free body that spins with 4 for a time of 2: rotations are counted on beyond full turns.
TEST_F(KeywordRunTest, RotationalNodesCountTurns) {
  const RunReport report = run(
      free_cube("*NODE, NSET=REF\n50, 0.5, 0.5, 0.\n51, 0., 0., 0.\n*RIGID BODY, ELSET=ALL, REF NODE=50, ROT "
                "NODE=51\n*NSET, NSET=FRONT\n1, 2, 5, 6\n*NSET, NSET=BACK\n3, 4, 7, 8\n*NSET, NSET=LEFT\n1, "
                "4, 5, 8\n*NSET, NSET=RIGHT\n2, 3, 6, 7\n*INITIAL CONDITIONS, TYPE=VELOCITY\nFRONT, 1, "
                "2.\nBACK, 1, -2.\nLEFT, 2, -2.\nRIGHT, 2, 2.\n*STEP, NLGEOM\n*DYNAMIC, DIRECT\n.02, 2.\n" +
                kPrintReference));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "51", 99).at(2), 8, 0.01);
  EXPECT_NEAR(line("displacements", "50", 99).at(0), 0, 1e-4);
}

// A free body of mass m under a moment M in modes: theta = M / (a I) (t - (1 - exp(-a t)) / a) with damping
// a I of the rotation, however large theta becomes: modes are linear. Masses at the corners of a cube of the
// side 1: I = m / 2.
TEST_F(KeywordRunTest, RotationalNodesInModes) {
  const RunReport report = run(
      "*PREPRINT, ECHO=NO\n" +
      free_cube(  // masses of Abaqus: lumped
          "*NODE, NSET=REF\n50, 0.5, 0.5, 0.5\n51, 0., 0., 0.\n*RIGID BODY, ELSET=ALL, REF NODE=50, ROT "
          "NODE=51\n"
          "*STEP\n*FREQUENCY\n6\n*END STEP\n*STEP\n*MODAL DYNAMIC\n.01, 2.\n*MODAL DAMPING, RAYLEIGH\n,, "
          "0.4, "
          "0.\n*CLOAD\n5, 1, -1.\n8, 1, 1.\n6, 1, -1.\n7, 1, 1.\n*NODE PRINT, NSET=REF, FREQUENCY=200\nU, "
          "V\n*END "
          "STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double a = 0.4, t = 2, moment = -2, inertia = 2 * 0.5;
  const double theta = moment / (a * inertia) * (t - (1 - std::exp(-a * t)) / a);
  EXPECT_NEAR(line("displacements", "51").at(2), theta, 1e-6 * std::abs(theta));
  EXPECT_NEAR(line("displacements", "50").at(0), 0, 1e-6);
  EXPECT_NEAR(line("velocities", "51").at(2), moment / (a * inertia) * (1 - std::exp(-a * t)), 1e-6);
}

TEST_F(KeywordRunTest, ForcesOfReferenceNodesInModesAreRefused) {
  const RunReport report = run(rigid_cube(kRigidTop +
                                          "*STEP\n*FREQUENCY\n2\n*END STEP\n*STEP\n*MODAL DYNAMIC\n.01, "
                                          ".1\n*CLOAD\n50, 1, 3.\n" +
                                          kPrintReference));
  EXPECT_THAT(report.message, HasSubstr("RF of reference node 50 in motions in modes is not supported"));
}

// A rigid top on the cube, which a force of 4 lifts, is then taken to a place, and let go.
TEST_F(KeywordRunTest, SupportsOfReferenceNodesBeginAndEnd) {
  const std::string bottom = "1, 1, 3\n2, 2, 3\n3, 3\n4, 3\n";
  const std::string top =
      "*NODE, NSET=REF\n50, 0.5, 0.5, 1.5\n51, 0., 0., 0.\n*RIGID BODY, NSET=TOP, REF NODE=50, ROT "
      "NODE=51\n*BOUNDARY\n" +
      bottom + "51, 1, 3\n50, 1, 2\n";
  const auto step = [](const std::string& cards) {
    return "*STEP\n*STATIC\n1., 1.\n" + cards + "*END STEP\n";
  };
  std::string text = free_cube("");
  text += top + step("*CLOAD\n50, 3, 4.\n*NODE PRINT, NSET=REF\nU, RF\n") +
          step("*BOUNDARY\n50, 3, 3, .05\n") + step("*BOUNDARY, OP=NEW\n" + bottom + "51, 1, 3\n50, 1, 2\n");
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double stiffness = 4 / line("displacements", "50").at(2);
  EXPECT_NEAR(stiffness, 214, 10);  // the top keeps its width
  EXPECT_NEAR(line("displacements", "50", 1).at(2), .05, 1e-8);
  EXPECT_NEAR(line("forces (fx", "50", 1).at(2), .05 * stiffness, 1e-5);
  EXPECT_NEAR(line("displacements", "50", 2).at(2), 4 / stiffness, 1e-7);
}

// The reference node moves half as far as a node that an equation ties to it.
TEST_F(KeywordRunTest, EquationsHaveReferenceNodes) {
  const std::string cards =
      "*EQUATION\n2\n50, 3, 2., 99, 3, -1.\n*BOUNDARY\n99, 3, 3, .1\n51, 1, 3\n50, 1, 2\n*STEP\n*STATIC\n" +
      kPrintReference;
  const RunReport report = run(rigid_cube(kRigidTop + cards));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "50").at(2), .05, 1e-8);
}

// A corner of the cube leads its rigid top, which may turn about it: it moves by .01, the others stay as far
// from each other, and the forces of the supports have no resultant and no moment about the corner.
TEST_F(KeywordRunTest, ElementsHaveReferenceNodes) {
  const RunReport report = run(free_cube(
      "*COUPLING, REF NODE=7, SURFACE=UPPER, CONSTRAINT NAME=C\n*KINEMATIC\n1, 3\n*BOUNDARY\nBOTTOM, "
      "1, 3\n7, 1, 2\n*STEP, NLGEOM\n*STATIC\n*BOUNDARY\n7, 3, 3, .01\n*NODE PRINT, NSET=NALL\nU, "
      "RF\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto vector = [&](const std::string& title, int node) {
    const auto values = line(title, std::to_string(node));
    return Vector3(values.at(0), values.at(1), values.at(2));
  };
  const Vector3 up(0, 0, .01);
  EXPECT_NEAR((vector("displacements", 7) - up).norm(), 0, 1e-9);
  EXPECT_NEAR((Vector3(-1, -1, 0) + vector("displacements", 5) - up).norm(), std::sqrt(2), 1e-7);
  EXPECT_NEAR((Vector3(0, -1, 0) + vector("displacements", 6) - up).norm(), 1, 1e-7);
  EXPECT_LT(vector("displacements", 5).z(), -.001);
  Vector3 force = vector("forces (fx", 7), moment = Vector3::Zero();
  EXPECT_GT(force.z(), .1);
  const Vector3 corners[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  for (int k = 0; k < 4; ++k) {
    const Vector3 f = vector("forces (fx", k + 1);
    force += f;
    moment += (corners[k] - Vector3(1, 1, 1) - up).cross(f);
  }
  EXPECT_NEAR(force.norm(), 0, 1e-6);
  EXPECT_NEAR(moment.norm(), 0, 1e-6);
}

TEST_F(KeywordRunTest, RotationsAreHeldFromTheFirstStepOn) {
  EXPECT_THAT(run(rigid_cube(kRigidTop +
                             "*STEP\n*STATIC\n*BOUNDARY\n50, 1, 3\n*END STEP\n*STEP\n*STATIC\n*BOUNDARY\n51, "
                             "3, 3, .1\n" +
                             kPrintReference))
                  .message,
              HasSubstr("the support of degree of freedom 6 of reference node 50 begins in a later step"));
}

// Nothing says at which angle a joint would begin again, or stand still.
TEST_F(KeywordRunTest, RotationsAreNotHeldAgain) {
  const auto message = [&](const std::string& later) {
    return run(rigid_cube(kRigidTop + "51, 1, 3\n*STEP\n*STATIC\n*BOUNDARY\n51, 3, 3, .01\n" +
                          kPrintReference + later))
        .message;
  };
  EXPECT_THAT(
      message("*STEP\n*STATIC\n*BOUNDARY, FIXED\n51, 3, 3\n*END STEP\n"),
      HasSubstr(
          "FIXED of rotations of reference nodes, and of reference nodes of averaging couplings, is not "
          "supported"));
  EXPECT_THAT(
      message("*STEP\n*STATIC\n*BOUNDARY, OP=NEW\nBOTTOM, 1, 3\n51, 1, 2\n*END "
              "STEP\n*STEP\n*STATIC\n*BOUNDARY\n51, 3, 3, .02\n*END STEP\n"),
      HasSubstr("the support of degree of freedom 6 of reference node 50 begins again in a later step"));
}

// Modes about a state that name the supports of that again leave what these have moved where it is.
TEST_F(KeywordRunTest, SupportsNamedAgainForModesStayWhereTheyAre) {
  const std::string modes = "*STEP, PERTURBATION\n*FREQUENCY\n1\n*BOUNDARY\n";
  RunReport report = run(rigid_cube(kRigidTop + "51, 1, 3\n*STEP\n*STATIC\n*BOUNDARY\n51, 3, 3, .01\n" +
                                    kPrintReference + modes + "51, 3, 3\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "51").at(2), .01, 1e-8);
  report = run(test::cube("*STEP\n*STATIC\n*BOUNDARY\nTOP, 3, 3, .01\n*NODE PRINT, NSET=TOP\nU\n*END STEP\n" +
                          modes + "TOP, 3, 3\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7").at(2), .01, 1e-8);
  const std::string statics = "*STEP\n*STATIC\n*END STEP\n";
  EXPECT_THAT(run(test::cube(statics + modes + "7, 2\n*END STEP\n")).message,
              HasSubstr("the support of degree of freedom 2 of node 7 begins in a step after others"));
  EXPECT_THAT(run(rigid_cube(kRigidTop + statics + modes + "51, 3, 3\n*END STEP\n")).message,
              HasSubstr("the support of degree of freedom 3 of node 51 begins in a step after others"));
}

}  // namespace
}  // namespace jounce
