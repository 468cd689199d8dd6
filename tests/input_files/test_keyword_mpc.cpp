// *MPC of input files, with values of CalculiX 2.20.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "../keyword/cube.h"
#include "keyword_run.h"
#include "la/types.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

/// Two unit cubes one beside the other along x, held at four corners below; 7 to 9 and 10 to 12 are on top.
const std::string kStrip =
    "*NODE, NSET=NALL\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 2., 0., 0.\n4, 0., 1., 0.\n5, 1., 1., 0.\n6, 2., 1., "
    "0.\n7, 0., 0., 1.\n8, 1., 0., 1.\n9, 2., 0., 1.\n10, 0., 1., 1.\n11, 1., 1., 1.\n12, 2., 1., 1.\n90, "
    "1.02, 0., 0.\n*ELEMENT, TYPE=C3D8, ELSET=ALL\n1, 1, 2, 5, 4, 7, 8, 11, 10\n2, 2, 3, 6, 5, 8, 9, 12, 11\n"
    "*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n"
    "*BOUNDARY\n1, 1, 3\n3, 1, 3\n4, 1, 3\n6, 1, 3\n*NSET, NSET=UP\n7, 9, 10\n8, 11, 12\n";

std::string constrained(const std::string& mpc, const std::string& step = "") {
  return kStrip + "*MPC\n" + mpc + "*STEP\n*STATIC\n*CLOAD\n8, 3, -4.\n8, 2, 2.\n12, 3, 3.\n" + step +
         "*NODE PRINT, NSET=NALL\nU\n*END STEP\n";
}

class MpcTest : public KeywordRunTest {
 protected:
  Vector3 displacement(const std::string& node) const {
    const auto u = line("displacements", node);
    return {u.at(0), u.at(1), u.at(2)};
  }
};

TEST_F(MpcTest, StraightLines) {
  const RunReport report = run(constrained("STRAIGHT, 7, 9, 0, 8\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const Vector3 A = displacement("7"), P = Vector3(1, 0, 0) + displacement("8"),
                B = Vector3(2, 0, 0) + displacement("9");
  EXPECT_NEAR((P - A).cross(B - A).norm(), 0, 1e-7);
  // by CalculiX 2.20, whose increments end at some 1e-4 of the load
  EXPECT_NEAR(A.z(), -4.335295e-2, 1e-5);
  EXPECT_NEAR(displacement("8").y(), -3.810688e-2, 1e-5);
  EXPECT_NEAR(displacement("9").x(), -1.633377e-2, 1e-5);
  EXPECT_NEAR(displacement("12").z(), 9.978647e-2, 1e-5);
}

// The set is taken as it stands in the file: 7, 9 and 10 span the plane.
TEST_F(MpcTest, Planes) {
  const RunReport report = run(constrained("PLANE, UP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const Vector3 A = displacement("7"), B = Vector3(2, 0, 0) + displacement("9"),
                C = Vector3(0, 1, 0) + displacement("10");
  const Vector3 normal = (B - A).cross(C - A).normalized();
  EXPECT_NEAR(normal.dot(Vector3(1, 0, 0) + displacement("8") - A), 0, 1e-7);
  EXPECT_NEAR(normal.dot(Vector3(1, 1, 0) + displacement("11") - A), 0, 1e-7);
  EXPECT_NEAR(normal.dot(Vector3(2, 1, 0) + displacement("12") - A), 0, 1e-7);
  EXPECT_NEAR(A.z(), -7.276815e-2, 1e-4);
  EXPECT_NEAR(displacement("11").z(), 3.549520e-2, 1e-4);
  EXPECT_NEAR(displacement("12").z(), 5.626024e-2, 1e-4);
}

TEST_F(MpcTest, BeamsKeepTheDistance) {
  const RunReport report = run(constrained("BEAM, 8,\n5\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const Vector3 d = Vector3(0, 1, -1) + displacement("5") - displacement("8");
  EXPECT_NEAR(d.norm(), std::sqrt(2), 1e-7);
  EXPECT_GT((displacement("5") - displacement("8")).norm(), 1e-2);
}

// The first coordinate of node 90 is the largest distance of 2 and 8. It is reached under a load upwards.
TEST_F(MpcTest, DistancesEnd) {
  const auto distance = [&](const std::string& force) {
    const RunReport report = run(
        constrained("DIST, 2, 2, 2, 8, 8, 8, 90\n*BOUNDARY\n90, 1\n2, 3\n", "*CLOAD\n8, 3, " + force + "\n"));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return (Vector3(0, 0, 1) + displacement("8") - displacement("2")).norm();
  };
  EXPECT_LT(distance("1."), 1.019);
  EXPECT_NEAR(distance("12."), 1.02, 1e-7);
}

/// The cube held below, whose corners 5, 6 and 7 turn about (0.3, 0.1, 1.2), the place of node 51.
std::string turned(const std::string& step, const std::string& nodes = "5, 5, 5, 6, 6, 6, 7, 7, 7, 51") {
  std::string text = test::cube(
      "*NODE\n51, 0.3, 0.1, 1.2\n*NSET, NSET=ALLN\nNALL, 51\n*BOUNDARY\nBOTTOM, 1, "
      "3\n*MPC\nMEANROT, " +
      nodes + "\n*STEP" + step + "*NODE PRINT, NSET=ALLN\nU, RF\n*END STEP\n");
  return text.erase(text.find("5, 1, 2\n8, 1\n"), 13);
}

// Numbers printed by CalculiX 2.20, without NLGEOM.
TEST_F(MpcTest, MeanRotationsOfSmallDisplacements) {
  RunReport report = run(turned("\n*STATIC\n*BOUNDARY\n51, 1, 1, 0.2\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(displacement("6").x(), 9.669084e-2, 1e-8);
  EXPECT_NEAR(displacement("6").z(), -1.244812e-2, 1e-8);
  EXPECT_NEAR(displacement("8").y(), -8.016359e-2, 1e-8);
  EXPECT_NEAR(line("forces (fx", "51").at(0), 2.314635, 1e-6);
  report = run(turned("\n*STATIC\n*CLOAD\n51, 1, 5.\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(displacement("51").x(), 0.4320336, 1e-7);
  EXPECT_NEAR(displacement("8").x(), -0.1615123, 1e-7);
  EXPECT_NEAR(line("forces (fx", "51").at(0), 5, 1e-6);
}

// And with it; CalculiX ends its increments at 1e-4 of the forces.
TEST_F(MpcTest, MeanRotationsOfLargeDisplacements) {
  const RunReport report = run(turned(", NLGEOM\n*STATIC\n*BOUNDARY\n51, 1, 1, 0.2\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(displacement("6").x(), 8.648442e-2, 1e-5);
  EXPECT_NEAR(displacement("6").y(), 9.806149e-2, 1e-5);
  EXPECT_NEAR(displacement("8").y(), -8.401750e-2, 1e-5);
  EXPECT_NEAR(line("forces (fx", "51").at(0), 2.311470, 2e-4);
}

TEST_F(MpcTest, WrongMeanRotationsAreRefused) {
  const std::string step = "\n*STATIC\n*BOUNDARY\n51, 1, 1, 0.2\n";
  EXPECT_THAT(run(turned(step, "5, 5, 6, 6, 6, 7, 51")).message,
              HasSubstr("MEANROT takes each of its nodes three times"));
  EXPECT_THAT(run(turned(step, "5, 5, 5, 6, 6, 6, 1")).message,
              HasSubstr("is its axis and must not be zero"));
  EXPECT_THAT(run(turned(step, "5, 5, 5, 6, 6, 6, 7")).message,
              HasSubstr("the reference node 7 belongs to an element or a coupling"));
  EXPECT_THAT(run(turned("\n*STATIC\n*CLOAD\n51, 2, 1.\n")).message,
              HasSubstr("node 51 of *MPC has the degree of freedom 1 alone"));
}

TEST_F(MpcTest, WrongOnesAreRefused) {
  const auto message = [&](const std::string& mpc, const std::string& step = "") {
    return run(constrained(mpc, step)).message;
  };
  EXPECT_THAT(
      message("PLAN, 7, 8, 9, 10\n"),
      HasSubstr(
          "a.inp:31: *MPC of type PLAN is not supported; STRAIGHT, PLANE, BEAM, DIST, MEANROT are (did you "
          "mean 'PLANE'?)"));
  EXPECT_THAT(message("7, 8, 9\n"), HasSubstr("the type is missing"));
  EXPECT_THAT(message("STRAIGHT, 7, 9\n"), HasSubstr("STRAIGHT needs 3 nodes or more, not 2"));
  EXPECT_THAT(message("BEAM, 7, 8, 9\n"), HasSubstr("BEAM needs 2 nodes, not 3"));
  EXPECT_THAT(message("STRAIGHT, 7, 9, 90\n"), HasSubstr("node 90 belongs to no element"));
  EXPECT_THAT(message("STRAIGHT, 7, 9, 11\n"),
              HasSubstr("node 11 is 1 away from the line of the first two nodes"));
  EXPECT_THAT(message("PLANE, 7, 8, 9, 11\n"), HasSubstr("the first three nodes lie on a line"));
  EXPECT_THAT(message("DIST, 2, 2, 8, 8, 8, 8, 90\n"),
              HasSubstr("DIST takes each of its two nodes three times"));
  EXPECT_THAT(message("DIST, 2, 2, 2, 8, 8, 8, 90\n"),
              HasSubstr("degree of freedom 1 of node 90 of DIST must be held"));
  EXPECT_THAT(message("DIST, 2, 2, 2, 8, 8, 8, 90\n", "*BOUNDARY\n90, 1, 1, 0.5\n"),
              HasSubstr("node 90 of DIST cannot move"));
  EXPECT_THAT(
      run("*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n*ELEMENT, TYPE=CPS4, ELSET=E\n1, 1, 2, 3, "
          "4\n*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*SOLID SECTION, ELSET=E, MATERIAL=M\n*MPC\nPLANE, 1, "
          "2, 3, 4\n*STEP\n*STATIC\n*END STEP\n")
          .message,
      HasSubstr("a.inp:13: PLANE is for models in space"));
  EXPECT_THAT(run("*PREPRINT, ECHO=NO\n" + constrained("BEAM, 7, 8\n")).message,
              HasSubstr("BEAM is supported in files of CalculiX alone"));
}

}  // namespace
}  // namespace jounce
