// Shells and membranes of input files as solids: places of the solids' nodes, knots, ties and what is
// refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/differences.h"
#include "input_file.h"

namespace jounce::keyword {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kShellSteel = "*MATERIAL, NAME=M\n*ELASTIC\n200., .3\n";

/// Two squares of side 2 beside each other, the second one turned up about the edge 2-3 by an angle.
std::string squares(double degrees, const std::string& section, const std::string& more = "",
                    const std::string& type = "S4") {
  const double a = degrees * std::acos(-1.0) / 180, x = 2 + 2 * std::cos(a), z = 2 * std::sin(a);
  const std::string end = std::to_string(x) + ", ", height = ", " + std::to_string(z) + "\n";
  return "*NODE, NSET=ALL\n1, 0, 0, 0\n2, 2, 0, 0\n3, 2, 2, 0\n4, 0, 2, 0\n5, " + end + "0" + height + "6, " +
         end + "2" + height + "*ELEMENT, TYPE=" + type +
         ", ELSET=LEFT\n1, 1, 2, 3, 4\n*ELEMENT, TYPE=" + type +
         ", ELSET=RIGHT\n2, 2, 5, 6, 3\n*ELSET, ELSET=SHELLS\nLEFT, RIGHT\n" + kShellSteel + section + more;
}
const std::string kSection = "*SHELL SECTION, ELSET=SHELLS, MATERIAL=M\n.5\n";
std::string shell_step(const std::string& loads) { return "*STEP\n*STATIC\n" + loads + "*END STEP\n"; }
/// One shell of eight nodes in the plane z = 0.
std::string eight(const std::string& more = "", const std::string& type = "S8R",
                  const std::string& section = kSection) {
  return "*NODE, NSET=ALL\n1, 0, 0, 0\n2, 2, 0, 0\n3, 2, 2, 0\n4, 0, 2, 0\n5, 1, 0, 0\n6, 2, 1, 0\n7, 1, 2, "
         "0\n"
         "8, 0, 1, 0\n*ELEMENT, TYPE=" +
         type + ", ELSET=SHELLS\n1, 1, 2, 3, 4, 5, 6, 7, 8\n" + kShellSteel + section + more;
}

class Shells : public InputFile {
 protected:
  static Vector3 node(const Input& input, std::size_t element, std::size_t k) {
    return input.nodes[input.elements[element].nodes[k]];
  }
  static int place(const Input& input, int number) { return input.node_of_number.at(number); }
  /// Factors of the equation along an axis that has a node of the file as its last term: of its solids'
  /// nodes.
  static std::vector<double> tie(const Input& input, int number, int dof) {
    for (const Equation& equation : input.equations)
      if (const EquationTerm& last = equation.terms.back();
          last.node == place(input, number) && last.dof == dof) {
        std::vector<double> factors;
        for (const EquationTerm& term : equation.terms) factors.push_back(term.factor);
        return factors;
      }
    return {};
  }
};

TEST_F(Shells, TypesOfSolids) {
  for (const auto& [shell, solid] : {std::pair("S4", "C3D8I"), std::pair("S4R", "C3D8R")})
    EXPECT_EQ(read(squares(0, kSection, "", shell)).elements[0].type->name, solid);
  for (const auto& [shell, solid] : {std::pair("S8", "C3D20"), std::pair("S8R", "C3D20R")})
    EXPECT_EQ(read(eight("", shell)).elements[0].type->name, solid);
  const std::string membrane = "*MEMBRANE SECTION, ELSET=SHELLS, MATERIAL=M\n.5\n";
  for (const auto& [shell, solid] : {std::pair("M3D8", "C3D20"), std::pair("M3D8R", "C3D20R")})
    EXPECT_EQ(read(eight("", shell, membrane)).elements[0].type->name, solid);
  for (const auto& [shell, solid] : {std::pair("M3D4", "C3D8"), std::pair("M3D4R", "C3D8R")})
    EXPECT_EQ(read(squares(0, membrane, "", shell)).elements[0].type->name, solid);
  const std::string nodes = "*NODE\n1, 0, 0, 0\n2, 2, 0, 0\n3, 0, 2, 0\n4, 1, 0, 0\n5, 1, 1, 0\n6, 0, 1, 0\n";
  for (const auto& [shell, solid, list] :
       {std::tuple("S3", "C3D6", "1, 2, 3"), std::tuple("S6", "C3D15", "1, 2, 3, 4, 5, 6")})
    EXPECT_EQ(
        read(nodes + "*ELEMENT, TYPE=" + shell + ", ELSET=SHELLS\n1, " + list + "\n" + kShellSteel + kSection)
            .elements[0]
            .type->name,
        solid);
}

// In a file of Abaqus S4R has to bend, which one point in a row of solids does not.
TEST_F(Shells, OfAbaqusWithOnePointBend) {
  EXPECT_EQ(read("*PREPRINT\n" + squares(0, kSection, "", "S4R")).elements[0].type->name, "C3D8I");
}

// Bottom at X - t n (1/2 + o), top at X + t n (1/2 - o).
TEST_F(Shells, HaveTheirThicknessAlongTheNormal) {
  const Input input = read(eight("", "S8", "*SHELL SECTION, ELSET=SHELLS, MATERIAL=M, OFFSET=.5\n.4\n"));
  EXPECT_EQ(input.nodes.size(), 8u + 4 * 3 + 4 * 2);
  EXPECT_TRUE(test::close(node(input, 0, 0), Vector3(0, 0, -0.4), 1e-14)) << "below node 1";
  EXPECT_TRUE(test::close(node(input, 0, 6), Vector3(2, 2, 0), 1e-14)) << "above node 3";
  EXPECT_TRUE(test::close(node(input, 0, 8), Vector3(1, 0, -0.4), 1e-14)) << "below node 5";
  EXPECT_TRUE(test::close(node(input, 0, 13), Vector3(2, 1, 0), 1e-14)) << "above node 6";
  EXPECT_TRUE(test::close(node(input, 0, 19), Vector3(0, 2, -0.2), 1e-14)) << "between those of node 4";
}

TEST_F(Shells, HaveThicknessesOfNodes) {
  const Input input = read(eight("", "S8",
                                 "*NODAL THICKNESS\nALL, .5\n2, 1.\n"
                                 "*SHELL SECTION, ELSET=SHELLS, MATERIAL=M, NODAL THICKNESS\n"));
  EXPECT_TRUE(test::close(node(input, 0, 0), Vector3(0, 0, -0.25), 1e-14));
  EXPECT_TRUE(test::close(node(input, 0, 5), Vector3(2, 0, 0.5), 1e-14));
}

TEST_F(Shells, ShareNodesUpToTwentyDegrees) {
  const Input flat = read(squares(19, kSection));
  EXPECT_TRUE(flat.knots.empty());
  EXPECT_EQ(flat.elements[0].nodes[1], flat.elements[1].nodes[0]);
  const double half = 9.5 * std::acos(-1.0) / 180;
  EXPECT_TRUE(
      test::close(node(flat, 0, 5), Vector3(2 - 0.25 * std::sin(half), 0, 0.25 * std::cos(half)), 1e-6))
      << "along the mean of the normals";
  const Input bent = read(squares(21, kSection));
  ASSERT_EQ(bent.knots.size(), 2u) << "at the nodes 2 and 3";
  EXPECT_EQ(bent.knots[0].nodes.size(), 4u);
  EXPECT_TRUE(bent.knots[0].directions.empty()) << "the same stretch in all directions";
}

TEST_F(Shells, ThatDifferMeetInKnotsThatDoNotTurnAboutTheirLine) {
  const Input input = read(squares(0,
                                   "*SHELL SECTION, ELSET=LEFT, MATERIAL=M\n.5\n*SHELL SECTION, ELSET=RIGHT, "
                                   "MATERIAL=M\n.4\n"));
  ASSERT_EQ(input.knots.size(), 2u);
  const int rotation = input.knots[0].rotation;
  const bool is_held =
      std::any_of(input.equations.begin(), input.equations.end(), [&](const Equation& equation) {
        return equation.terms.size() == 1 && equation.terms[0].node == rotation && equation.terms[0].dof == 3;
      });
  EXPECT_TRUE(is_held) << "rotation about the normal z";
  EXPECT_EQ(read(squares(0,
                         "*SHELL SECTION, ELSET=LEFT, MATERIAL=M\n.5\n*SHELL SECTION, ELSET=RIGHT, "
                         "MATERIAL=M, OFFSET=.1\n.5\n"))
                .knots.size(),
            2u)
      << "other offsets";
}

TEST_F(Shells, GivenNormalsAreSharedWithinHalfADegree) {
  const std::string normals =
      "*NORMAL\n1, 2, -.1, 0., 1.\n2, 2, -.1, 0., 1.01\n1, 3, -.1, 0., 1.\n2, 3, .1, 0., 1.\n";
  const Input input = read(squares(0, normals + kSection));
  ASSERT_EQ(input.knots.size(), 1u) << "at node 3 alone";
  EXPECT_EQ(input.knots[0].reference, place(input, 3));
  const Vector3 up = node(input, 0, 5) - node(input, 0, 1);
  EXPECT_TRUE(test::close(up.normalized(), Vector3(-0.1, 0, 1).normalized(), 1e-12));
}

TEST_F(Shells, AreTiedToTheirNodesByWhatActs) {
  const Input none = read(eight(shell_step("")));
  EXPECT_TRUE(none.equations.empty()) << "nothing acts on nodes";
  const Input held = read(eight("*BOUNDARY\n1, 3, 3\n5, 3, 3\n" + shell_step("")));
  EXPECT_EQ(tie(held, 1, 3), (std::vector<double>{1, 1, -2})) << "u_1 + u_3 = 2 u";
  EXPECT_EQ(tie(held, 5, 3), (std::vector<double>{1, 1, -2}));
  EXPECT_EQ(held.equations.size(), 7u) << "and u_2 = u at the corner 1 along z";
  const Input loaded = read(eight(shell_step("*CLOAD\n1, 3, 1.\n5, 3, 1.\n")));
  EXPECT_EQ(tie(loaded, 1, 3), (std::vector<double>{-1, 4, -1, -2})) << "-u_1 + 4 u_2 - u_3 = 2 u";
  EXPECT_EQ(tie(loaded, 5, 3), (std::vector<double>{1, 1, -2}));
}

TEST_F(Shells, RotationsAreMeanRotationsInTheirPlane) {
  const Input input = read(eight("*BOUNDARY\n1, 4, 6\n" + shell_step("*CLOAD\n3, 5, 2.\n3, 6, 1.\n")));
  ASSERT_EQ(input.mean_rotations.size(), 3u) << "x and y at node 1, y at node 3";
  EXPECT_EQ(input.mean_rotations[0].axis, Vector3(1, 0, 0));
  EXPECT_EQ(input.mean_rotations[1].axis, Vector3(0, 1, 0));
  EXPECT_EQ(input.mean_rotations[0].nodes.size(), 2u);
  ASSERT_EQ(input.steps[0].forces.size(), 1u);
  EXPECT_EQ(input.steps[0].forces[0].nodes[0], input.mean_rotations[2].rotation);
  EXPECT_THAT(input.notes,
              ::testing::Contains(HasSubstr("moments about the normals of shells have no effect (node 3)")));
}

// A plane at 45 degrees to x: half of the rotation about x lies along the normal.
TEST_F(Shells, SupportsOfRotationsAreProjectedOnThePlane) {
  const Input input = read(
      "*NODE\n1, 0, 0, 0\n2, 0, 1, 0\n3, -1, 1, 1\n4, -1, 0, 1\n*ELEMENT, TYPE=S4, ELSET=SHELLS\n"
      "1, 1, 2, 3, 4\n" +
      kShellSteel + kSection + "*BOUNDARY\n1, 4, 4, .2\n" + shell_step(""));
  ASSERT_EQ(input.mean_rotations.size(), 1u);
  const double s = std::sqrt(0.5);
  EXPECT_TRUE(test::close(input.mean_rotations[0].axis, Vector3(s, 0, -s), 1e-12));
  EXPECT_NEAR(input.boundaries.back().value, 0.2 * s, 1e-14);
}

TEST_F(Shells, MembranesAreHingedAtTheirNodes) {
  const Input input =
      read(squares(0, "*MEMBRANE SECTION, ELSET=SHELLS, MATERIAL=M\n.5\n", shell_step(""), "M3D4"));
  EXPECT_NE(input.elements[0].nodes[1], input.elements[1].nodes[0]) << "they share no nodes";
  EXPECT_TRUE(input.knots.empty());
  EXPECT_EQ(input.equations.size(), 3u * 8) << "u_1 + u_3 = 2 u at four nodes of each";
  const Input second = read(eight("", "M3D8", "*MEMBRANE SECTION, ELSET=SHELLS, MATERIAL=M\n.5\n"));
  EXPECT_EQ(second.equations.size(), 3u * 8 + 3 * 4) << "and u_2 = u at the corners";
}

TEST_F(Shells, LoadsOnThemAreThoseOfTheSolids) {
  const Input input = read(squares(0,
                                   "*SHELL SECTION, ELSET=LEFT, MATERIAL=M\n.5\n*SHELL SECTION, ELSET=RIGHT, "
                                   "MATERIAL=M\n.4\n",
                                   shell_step("*DLOAD\nSHELLS, P, 3.\nSHELLS, EDNOR1, 2.\n")));
  const auto& loads = input.steps[0].distributed;
  ASSERT_EQ(loads.size(), 3u);
  EXPECT_EQ(loads[0].label, "P1");
  EXPECT_EQ(loads[1].label, "P3");
  EXPECT_EQ(loads[1].values[0], 2 / 0.4) << "over the thickness";
  EXPECT_EQ(loads[2].values[0], 2 / 0.5);
  EXPECT_EQ(input.element_sets.at(loads[2].name), (std::vector<int>{0}));
}

TEST_F(Shells, SidesAreThoseOfTheSolids) {
  const Input input =
      read(squares(0, kSection, "*SURFACE, NAME=UP\nLEFT, SPOS\n*SURFACE, NAME=RIM\nLEFT, S6\n"));
  EXPECT_EQ(input.surfaces.at("UP").faces[0].face, 2);
  EXPECT_EQ(input.surfaces.at("RIM").faces[0].face, 6);
}

TEST_F(Shells, TemperaturesHaveGradientsAlongTheNormal) {
  const Input input = read(squares(0, kSection, shell_step("*TEMPERATURE\n1, 20., 8.\n")));
  double below = 0, above = 0;
  for (const NodeLoad& load : input.steps[0].temperatures) {
    if (load.nodes == std::vector<int>{input.elements[0].nodes[0]}) below = load.value;
    if (load.nodes == std::vector<int>{input.elements[0].nodes[4]}) above = load.value;
  }
  EXPECT_EQ(below, 18);
  EXPECT_EQ(above, 22);
}

TEST_F(Shells, RigidBodiesOnALineHoldRotations) {
  const std::string body = "*NODE\n9, 3, 1, 1\n*NSET, NSET=EDGE\n2, 3\n*RIGID BODY, NSET=EDGE, REF NODE=9\n";
  const Input input =
      read(squares(0, "*SHELL SECTION, ELSET=SHELLS, MATERIAL=M\n.5\n", body + shell_step("")));
  EXPECT_EQ(input.couplings[0].nodes.size(), 4u);
  EXPECT_THAT(input.notes,
              ::testing::Contains(HasSubstr("the nodes lie on a line, so that *RIGID BODY holds")));
}

TEST_F(Shells, WhatIsNotSupportedIsRefusedWithItsLine) {
  const auto section = [](const std::string& more) {
    return "*SHELL SECTION, ELSET=SHELLS, MATERIAL=M" + more;
  };
  EXPECT_THAT(
      error(squares(0, section("\n0.\n"))),
      AllOf(HasSubstr("a.inp:18"), HasSubstr("*SHELL SECTION: the thickness 0 must be greater than zero")));
  EXPECT_THAT(error(squares(0, section("\n"))), HasSubstr("*SHELL SECTION: the thickness is missing"));
  EXPECT_THAT(error(squares(0, section(", NODAL THICKNESS\n"))),
              HasSubstr("*SHELL SECTION: node 1 of element 1 has no *NODAL THICKNESS"));
  EXPECT_THAT(error(squares(0, "*SHELL SECTION, ELSET=LEFT, MATERIAL=M\n.5\n")),
              HasSubstr("element 2 of type S4 belongs to no *SHELL SECTION"));
  EXPECT_THAT(error(squares(0, "*SHELL SECTION, ELSET=LEFT, MATERIAL=M\n.5\n", "", "M3D4")),
              HasSubstr("element 2 of type M3D4 belongs to no *MEMBRANE SECTION"));
  EXPECT_THAT(error(squares(0, kSection, "", "CPS4")),
              HasSubstr("*SHELL SECTION: element 1 of type CPS4 is no shell"));
  EXPECT_THAT(error(squares(0, kSection, shell_step("*DLOAD\nSHELLS, P2, 1.\n"))),
              HasSubstr("the load P2 is not supported on shells; P, EDNOR1 to EDNOR4, GRAV and CENTRIF are"));
  EXPECT_THAT(error(squares(0, kSection, shell_step("*DLOAD\nSHELLS, EDNOR5, 1.\n"))),
              HasSubstr("element 1 of type S4 has no edge for the load EDNOR5"));
  EXPECT_THAT(error(squares(0, "*MEMBRANE SECTION, ELSET=SHELLS, MATERIAL=M\n.5\n",
                            shell_step("*CLOAD\n1, 4, 1.\n"), "M3D4")),
              HasSubstr("node 1 belongs to membranes, which have no rotations: no moment acts on it"));
  EXPECT_THAT(error(squares(0, kSection, "*NORMAL\n1, 1, 0., 0., 0.\n")),
              HasSubstr("*NORMAL: a direction of three components is expected"));
  EXPECT_THAT(error("*NODE\n1, 0\n2, 1\n3, 2\n*ELEMENT, TYPE=S3, ELSET=SHELLS\n1, 1, 2, 3\n" + kShellSteel +
                    kSection),
              HasSubstr("shell element 1 has no normal at node 1: its edges lie on a line"));
  EXPECT_THAT(
      error(squares(0, kSection, "*EQUATION\n2\n1, 6, 1., 4, 6, -1.\n" + shell_step(""))),
      HasSubstr("degree of freedom 6 of node 1 in an equation: shells have no rotation about their normal"));
}

}  // namespace
}  // namespace jounce::keyword
