// Beams of input files as solids: places of the sections' nodes, knots, ties and what is refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/differences.h"
#include "input_file.h"

namespace jounce::keyword {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kSteel = "*MATERIAL, NAME=M\n*ELASTIC\n200., .3\n";
const std::string kPull = "*STEP\n*STATIC\n*CLOAD\n2, 1, 1.\n*END STEP\n";

/// Two beams along x from 1 over 2 to 3.
std::string beams(const std::string& type, const std::string& sections, const std::string& more = kPull) {
  const bool is_linear = type.starts_with("B31");
  return "*NODE, NSET=ALL\n1, 0, 0, 0\n2, 4, 0, 0\n3, 8, 0, 0\n12, 2, 0, 0\n23, 6, 0, 0\n*ELEMENT, TYPE=" +
         type + ", ELSET=LEFT\n" + (is_linear ? "1, 1, 2\n" : "1, 1, 12, 2\n") + "*ELEMENT, TYPE=" + type +
         ", ELSET=RIGHT\n" + (is_linear ? "2, 2, 3\n" : "2, 2, 23, 3\n") +
         "*ELSET, ELSET=BEAMS\nLEFT, RIGHT\n" + kSteel + sections + more;
}
std::string section(const std::string& data, const std::string& more = "", const std::string& set = "BEAMS") {
  return "*BEAM SECTION, ELSET=" + set + ", MATERIAL=M, SECTION=RECT" + more + "\n" + data;
}

class Beams : public InputFile {
 protected:
  static Vector3 node(const Input& input, std::size_t element, std::size_t k) {
    return input.nodes[input.elements[element].nodes[k]];
  }
};

// n1 = y of size 2, n2 = x cross y = z of size 1.
TEST_F(Beams, OfSecondOrderAreHexahedraOfSecondOrder) {
  const Input input = read(beams("B32", section("2., 1.\n0., 1., 0.\n")));
  ASSERT_EQ(input.elements.size(), 2u);
  EXPECT_EQ(input.elements[0].type->name, "C3D20");
  EXPECT_EQ(input.nodes.size(), 5u + 3 * 8 + 2 * 4) << "the beams share the section at node 2";
  EXPECT_EQ(node(input, 0, 0), Vector3(0, -1, 0.5));
  EXPECT_EQ(node(input, 0, 1), Vector3(4, -1, 0.5));
  EXPECT_EQ(node(input, 0, 2), Vector3(4, -1, -0.5));
  EXPECT_EQ(node(input, 0, 4), Vector3(0, 1, 0.5));
  EXPECT_EQ(node(input, 0, 8), Vector3(2, -1, 0.5));
  EXPECT_EQ(node(input, 0, 11), Vector3(0, -1, 0)) << "between the corners 4 and 1";
  EXPECT_EQ(node(input, 0, 17), Vector3(4, 0, 0.5)) << "between the corners 2 and 6";
  EXPECT_EQ(input.elements[0].nodes[1], input.elements[1].nodes[0]);
  EXPECT_TRUE(input.knots.empty());
  EXPECT_EQ(input.expanded_nodes.at(1).sections.size(), 8u);
  EXPECT_EQ(input.expanded_nodes.at(3).sections.size(), 4u) << "the middle of element 1";
}

TEST_F(Beams, TypesOfSolids) {
  for (const auto& [beam, solid] :
       {std::pair("B31", "C3D8I"), std::pair("B32", "C3D20"), std::pair("B32R", "C3D20R")})
    EXPECT_EQ(read(beams(beam, section("1.\n0., 1., 0.\n"))).elements[0].type->name, solid);
}

// The centre lies at X - o_1 d_1 n1 - o_2 d_2 n2; unless given n1 is -z, so that n2 = x cross -z = y.
TEST_F(Beams, OffsetsAndTheDirectionUnlessGiven) {
  const Input input = read(beams("B31", section("2., 1.\n", ", OFFSET1=.5, OFFSET2=-.25")));
  Vector3 centre = Vector3::Zero();
  for (std::size_t k : {0u, 3u, 4u, 7u}) centre += node(input, 0, k) / 4;
  EXPECT_TRUE(test::close(centre, Vector3(0, 0.25, 1), 1e-14));
}

// Corners of a circle of the diameter 2 at 45 degrees, middles of the sides on it.
TEST_F(Beams, RoundSections) {
  const Input input =
      read(beams("B32", "*BEAM SECTION, ELSET=BEAMS, MATERIAL=M, SECTION=CIRC\n2.\n0., 1., 0.\n"));
  for (const int n : input.expanded_nodes.at(0).sections) EXPECT_NEAR(input.nodes[n].norm(), 1, 1e-14);
  EXPECT_NEAR(node(input, 0, 0).y(), -std::sqrt(0.5), 1e-14);
}

TEST_F(Beams, ThatDifferMeetInKnots) {
  const std::string left = section("2., 1.\n0., 1., 0.\n", "", "LEFT");
  EXPECT_TRUE(read(beams("B31", left + section("2., 1.\n0., 1., .3\n", "", "RIGHT"))).knots.empty())
      << "directions 16.7 degrees apart";
  const Input turned = read(beams("B31", left + section("2., 1.\n0., 1., .4\n", "", "RIGHT")));
  ASSERT_EQ(turned.knots.size(), 1u) << "21.8 degrees apart";
  EXPECT_EQ(turned.knots[0].nodes.size(), 8u);
  EXPECT_EQ(turned.knots[0].directions.size(), 2u) << "all in one plane";
  const Input other = read(beams("B31", left + section("2.\n0., 1., 0.\n", "", "RIGHT")));
  EXPECT_EQ(other.knots.size(), 1u) << "other sizes";
}

TEST_F(Beams, AtAnAngleShareASectionUpToTwentyDegrees) {
  for (const double degrees : {19.0, 21.0}) {
    const double a = degrees * std::acos(-1.0) / 180;
    const Input input =
        read("*NODE\n1, -2, 0, 0\n2, 0, 0, 0\n3, " + std::to_string(2 * std::cos(a)) + ", " +
             std::to_string(2 * std::sin(a)) + ", 0\n*ELEMENT, TYPE=B31, ELSET=BEAMS\n1, 1, 2\n2, 2, 3\n" +
             kSteel + section("1., 1.\n0., 0., 1.\n") + kPull);
    EXPECT_EQ(input.knots.size(), degrees < 20 ? 0u : 1u);
    if (degrees < 20) {
      EXPECT_NEAR(std::atan2(node(input, 0, 1).x(), -node(input, 0, 1).y()), a / 2, 1e-6)
          << "the section lies across the mean of the tangents";
    } else {
      EXPECT_TRUE(input.knots[0].directions.empty()) << "the same stretch in all directions";
    }
  }
}

TEST_F(Beams, RotationsAreDisplacementsOfFurtherNodes) {
  const Input input = read(beams("B31", section("1.\n0., 1., 0.\n"),
                                 "*BOUNDARY\n1, 1, 6\n*STEP\n*STATIC\n*CLOAD\n3, 5, 2.\n*END STEP\n"));
  ASSERT_EQ(input.boundaries.size(), 2u);
  EXPECT_EQ(input.boundaries[1].nodes[0], input.expanded_nodes.at(0).rotation);
  EXPECT_EQ(input.boundaries[1].first_dof, 1);
  EXPECT_EQ(input.boundaries[1].last_dof, 3);
  ASSERT_EQ(input.steps[0].forces.size(), 1u);
  EXPECT_EQ(input.steps[0].forces[0].nodes[0], input.expanded_nodes.at(2).rotation);
  EXPECT_EQ(input.steps[0].forces[0].first_dof, 2);
  EXPECT_EQ(input.mean_rotations.size(), 6u) << "about three axes at two nodes";
  EXPECT_EQ(input.expanded_nodes.at(1).rotation, -1) << "nothing asks for it";
}

TEST_F(Beams, NotesSayWhatIsDoneAndWhatIsNot) {
  const std::string text =
      beams("B32", section("1.\n0., 1., 0.\n"), "*STEP\n*STATIC\n*EL FILE, SECTION FORCES\nS\n*END STEP\n");
  EXPECT_THAT(read(text).notes, ::testing::ElementsAre(HasSubstr("SECTION FORCES are not computed")));
  EXPECT_THAT(read("*PREPRINT\n" + text).notes,
              ::testing::Contains(HasSubstr("a.inp:17: beams are expanded into solids, as CalculiX does")));
}

TEST_F(Beams, WhatIsNotSupportedIsRefusedWithItsLine) {
  const std::string direction = "0., 1., 0.\n";
  const auto kind = [](const std::string& name) {
    return "*BEAM SECTION, ELSET=BEAMS, MATERIAL=M, SECTION=" + name + "\n1., .1\n0., 1., 0.\n";
  };
  EXPECT_THAT(
      error(beams("B32", kind("PIP"))),
      AllOf(HasSubstr("a.inp:16"),
            HasSubstr("SECTION=PIP is not supported; RECT, CIRC, PIPE and BOX are (did you mean 'PIPE'?)")));
  EXPECT_THAT(error(beams("B31", kind("PIPE"))),
              HasSubstr("of type B31 has no section PIPE or BOX; use B32R"));
  const auto hollow = [&](const std::string& profile, const std::string& sizes) {
    return beams("B32R", "*BEAM GENERAL SECTION, ELSET=BEAMS, MATERIAL=M, SECTION=" + profile + "\n" + sizes +
                             "\n" + direction);
  };
  EXPECT_THAT(error(hollow("PIPE", "1., 1.1")),
              AllOf(HasSubstr("a.inp:17"), HasSubstr("the wall 1.1 is thicker than the outer radius 1")));
  EXPECT_THAT(error(hollow("PIPE", "1., .1, .1")), HasSubstr("an outer radius and a thickness are expected"));
  EXPECT_THAT(error(hollow("BOX", "1., 1., .1, .6, .1, .6")), HasSubstr("the walls 2 and 4 overlap"));
  EXPECT_THAT(error(hollow("BOX", "1., 1., 0.")), HasSubstr("the size 0 must be greater than zero"));
  EXPECT_THAT(error(beams("B31R", section("1.\n" + direction))),
              HasSubstr("bends by its hourglass stiffness alone; use B31 or B32R"));
  EXPECT_THAT(error(beams("B31", kind("CIRC"))), HasSubstr("no round section; use B32 or B32R"));
  EXPECT_THAT(error(beams("B31", section("0., 1.\n" + direction))), HasSubstr("must be greater than zero"));
  EXPECT_THAT(error(beams("B31", section("1., 1., 1.\n" + direction))), HasSubstr("one or two sizes"));
  EXPECT_THAT(error(beams("B31", section(""))), HasSubstr("sizes along the local directions"));
  EXPECT_THAT(error(beams("B31", section("1.\n1., 0., 0.\n"))),
              AllOf(HasSubstr("goes along element 1"), Not(HasSubstr("nan"))));
  EXPECT_THAT(error(beams("B31", section("1.\n0., 1., 0.\n1.\n"))), HasSubstr("two lines are expected"));
  EXPECT_THAT(error(beams("B31", section("1.\n", ", NODALTHICKNESS"))),
              HasSubstr("with the parameter NODALTHICKNESS is not supported"));
  EXPECT_THAT(error(beams("B31", section("1.\n", "", "LEFT"))),
              HasSubstr("element 2 of type B31 belongs to no *BEAM SECTION"));
  EXPECT_THAT(error(beams("B31", "*SOLID SECTION, ELSET=BEAMS, MATERIAL=M\n")),
              HasSubstr("belongs to no *BEAM SECTION"));
  EXPECT_THAT(error("*NODE\n1, 0\n2, 1\n*ELEMENT, TYPE=T3D2, ELSET=BEAMS\n1, 1, 2\n" + kSteel +
                    section("1.\n") + kPull),
              HasSubstr("element 1 of type T3D2 is no beam"));
  EXPECT_THAT(error("*NODE\n1, 0\n2, 0\n*ELEMENT, TYPE=B31, ELSET=BEAMS\n1, 1, 2\n" + kSteel +
                    section("1.\n") + kPull),
              HasSubstr("beam element 1 has zero length"));
  EXPECT_THAT(
      error(beams("B32", section("1.\n" + direction), "*STEP\n*STATIC\n*DLOAD\nBEAMS, P1, 1.\n*END STEP\n")),
      HasSubstr("pressures on beams are not supported"));
  EXPECT_THAT(error(beams("B32", "*SURFACE, NAME=SIDE\nBEAMS, S1\n" + section("1.\n" + direction))),
              HasSubstr("surface 'SIDE': sides of beams are not supported"));
  EXPECT_THAT(error(beams("B32", "*NODE\n9, 1, 1, 1\n*RIGID BODY, ELSET=BEAMS, REF NODE=9\n" +
                                     section("1.\n" + direction))),
              HasSubstr("*RIGID BODY with beams is not supported"));
}

}  // namespace
}  // namespace jounce::keyword
