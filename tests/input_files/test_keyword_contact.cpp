// Contact, ties and loads of input files, with closed solutions: a bar of one or two unit cubes, E = 200.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

/// A second cube on the first, its corners on theirs.
std::string two_cubes(const std::string& cards, const std::string& steps) {
  return test::cube(
      "*NODE\n11, 0., 0., 1.\n12, 1., 0., 1.\n13, 1., 1., 1.\n14, 0., 1., 1.\n"
      "15, 0., 0., 2.\n16, 1., 0., 2.\n17, 1., 1., 2.\n18, 0., 1., 2.\n"
      "*ELEMENT, TYPE=C3D8, ELSET=ALL\n2, 11, 12, 13, 14, 15, 16, 17, 18\n"
      "*NSET, NSET=MET\n11, 12, 13, 14\n*NSET, NSET=HIGH\n15, 16, 17, 18\n"
      "*BOUNDARY\n11, 1, 2\n14, 1\n15, 1, 2\n18, 1\n"
      "*SURFACE, NAME=LOWER\n2, S1\n*SURFACE, NAME=NODES, TYPE=NODE\nMET\n*SURFACE, NAME=TOPS, "
      "TYPE=NODE\nTOP\n"
      "*SURFACE, NAME=THREE, TYPE=NODE\n5, 6, 7\n" +
      cards + "*STEP\n*STATIC\n" + steps + "*NODE PRINT, NSET=HIGH\nU\n*END STEP\n");
}

const std::string kPressed = "*CLOAD\nHIGH, 3, -1.\n", kPulled = "*CLOAD\nHIGH, 3, 1.\n";

/// CalculiX's hard contact is a law of pressures with 50 E by length: sigma = 4 closes it by 4/(50 E). The
/// area of a node is its share of all outer faces around it: those of a cube's corner are three.
TEST_F(KeywordRunTest, NodesPressOnFaces) {
  const std::string interaction =
      "*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=HARD\n";
  for (const char* const pair : {"LOWER, UPPER", "NODES, UPPER", "LOWER, TOPS", "NODES, TOPS"}) {
    SCOPED_TRACE(pair);
    const double closed = 4 / (50 * 200.) / (std::string_view(pair).starts_with("NODES") ? 3 : 1);
    const RunReport report =
        run(two_cubes(std::string("*CONTACT PAIR, INTERACTION=I\n") + pair + "\n" + interaction, kPressed));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    for (const char* const node : {"15", "16", "17", "18"})
      EXPECT_NEAR(line("displacements", node).at(2), -2 * 4 / 200. - closed, 1e-8);
  }
}

/// Plane and axisymmetric elements: half of the free edges around a node, times the thickness or 2 pi r. A
/// stiff block of 0.5 by 0.3 presses with 1 on each of its two nodes below; the law is linear, 1e4 by area
/// and length.
TEST_F(KeywordRunTest, NodesOfPlaneElementsHaveAThickness) {
  const auto closed = [&](const std::string& type, const std::string& thickness, int node) {
    const std::string section = ", MATERIAL=M\n" + thickness;
    const RunReport report = run(
        "*NODE, NSET=ALL\n1, 9., 0.\n2, 12., 0.\n3, 12., 1.\n4, 9., 1.\n11, 10., 1.\n12, 10.5, 1.\n13, 10.5, "
        "1.3\n14, 10., 1.3\n*ELEMENT, TYPE=" +
        type +
        ", ELSET=E\n1, 1, 2, 3, 4\n2, 11, 12, 13, 14\n*MATERIAL, NAME=M\n*ELASTIC\n1e9, 0.\n*SOLID SECTION, "
        "ELSET=E" +
        section +
        "*SURFACE, NAME=A, TYPE=NODE\n11\n12\n*SURFACE, NAME=B\n1, S3\n*CONTACT PAIR, INTERACTION=I\nA, "
        "B\n*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, "
        "PRESSURE-OVERCLOSURE=LINEAR\n1e4\n*BOUNDARY\nALL, "
        "1\n1, 2\n2, 2\n3, 2\n4, 2\n*STEP\n*STATIC\n*CLOAD\n11, 2, -1.\n12, 2, -1.\n*NODE PRINT, "
        "NSET=ALL\nU\n*END "
        "STEP\n");
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return -line("displacements", std::to_string(node)).at(1);
  };
  const double edges = (0.5 + 0.3) / 2;
  EXPECT_NEAR(closed("CPS4", "2.\n", 11), 1 / (1e4 * edges * 2), 1e-7);
  EXPECT_NEAR(closed("CPE4", "", 12), 1 / (1e4 * edges), 1e-7);
  const double below = 2 * M_PI * 10.25 * 0.5, left = 2 * M_PI * 10 * 0.3, right = 2 * M_PI * 10.5 * 0.3;
  EXPECT_NEAR(closed("CAX4", "", 11), 2 / (1e4 * (below + left)), 1e-7);
  EXPECT_NEAR(closed("CAX4", "", 12), 2 / (1e4 * (below + right)), 1e-7);
}

/// CalculiX has surfaces of nodes and of sides of elements apart: one name may mean both.
TEST_F(KeywordRunTest, OneNameForNodesAndForSides) {
  const std::string twice = "*SURFACE, NAME=BOTH, TYPE=NODE\nMET\n*SURFACE, NAME=BOTH\n1, S2\n";
  const std::string interaction =
      "*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=HARD\n";
  const RunReport report =
      run(two_cubes(twice + "*CONTACT PAIR, INTERACTION=I\nBOTH, BOTH\n" + interaction, kPressed));
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("is in contact with itself"));
  const RunReport master =
      run(two_cubes(twice + "*CONTACT PAIR, INTERACTION=I\nLOWER, BOTH\n" + interaction, kPressed));
  ASSERT_EQ(master.exit_status, 0) << master.message;
  EXPECT_NEAR(line("displacements", "15").at(2), -2 * 4 / 200. - 4 / (50 * 200.), 1e-8);
  const RunReport slave =
      run(two_cubes(twice + "*CONTACT PAIR, INTERACTION=I\nBOTH, UPPER\n" + interaction, kPressed));
  ASSERT_EQ(slave.exit_status, 0) << slave.message;
  EXPECT_NEAR(line("displacements", "15").at(2), -2 * 4 / 200. - 4 / (50 * 200.) / 3, 1e-8);
}

/// p = c0 exp(g ln(100)/g0) with c0 = 4 at no gap: bodies under 4 just touch. A table, by its own slope.
TEST_F(KeywordRunTest, LawsOfPressures) {
  const auto pressed = [&](const std::string& behavior) {
    const RunReport report =
        run(two_cubes("*CONTACT PAIR, INTERACTION=I\nLOWER, UPPER\n*SURFACE INTERACTION, "
                      "NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=" +
                          behavior,
                      kPressed));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return line("displacements", "17").at(2) + 2 * 4 / 200.;
  };
  EXPECT_NEAR(pressed("EXPONENTIAL\n1e-3, 4.\n"), 0, 1e-8);
  EXPECT_NEAR(pressed("LINEAR\n1000.\n"), -4e-3, 1e-8);
  EXPECT_NEAR(pressed("TABULAR\n0., 0.\n2., 1e-3\n6., 2e-3\n"), -1.5e-3, 1e-8);
}

/// The lower side of the second cube lies 0.01 above the first, one corner of it 0.02; moved onto it they
/// touch and the second cube is higher there. Pressed by 1 at each corner the bodies give way as if they had
/// been so from the start.
const std::string kLinear = "*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n";

/// Four forces of 1 on a square of 1: a pressure of 4, an overlap of 4/1000, an energy of 4 0.004/2.
TEST_F(KeywordRunTest, ContactsArePrinted) {
  const RunReport report = run(
      two_cubes("*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\nLOWER, UPPER\n" + kLinear + "1000.\n",
                kPressed + "*CONTACT PRINT, TOTALS=YES\nCDISP, CSTRESS, CELS, CNUM\n"
                           "*CONTACT PRINT, SLAVE=LOWER, MASTER=UPPER\nCF, CFN, CFS\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto gap = line("relative contact displacement (slave element+face,normal,tang1,tang2)", "2");
  const auto stress = line("contact stress (slave element+face,press,tang1,tang2)", "2");
  ASSERT_EQ(gap.size(), 4U);
  EXPECT_EQ(gap[0], 1) << "the side";
  EXPECT_NEAR(gap[1], -0.004, 1e-9);
  EXPECT_NEAR(stress.at(1), 4, 1e-6);
  EXPECT_NE(printed_.find("total contact spring energy for time  0.1000000E+01\n\n        8.000000E-03"),
            std::string::npos)
      << printed_;
  EXPECT_NE(printed_.find("total number of contact elements for time  0.1000000E+01\n\n               28"),
            std::string::npos);
  EXPECT_NE(printed_.find(" statistics for slave set LOWER, master set UPPER and time  0.1000000E+01"),
            std::string::npos);
  const auto after = [&](const std::string& title, int skip) {
    std::size_t place = printed_.find(title);
    for (; skip > 0; --skip) place = printed_.find(title, place + 1);
    std::istringstream text(printed_.substr(printed_.find('\n', place)));
    std::vector<double> values;
    for (double value; text >> value;) values.push_back(value);
    return values;
  };
  const auto force = after("total surface force", 0), sizes = after("area,  normal force", 0);
  ASSERT_EQ(force.size(), 6U);
  EXPECT_NEAR(force[2], 4, 1e-6);
  EXPECT_NEAR(force[3], 2, 0.02) << "about the x axis, at y = 1/2";
  EXPECT_NEAR(sizes.at(0), 1, 1e-9);
  EXPECT_NEAR(sizes.at(1), -4, 1e-6);
  EXPECT_NEAR(after("total surface force", 1).at(2), 4, 1e-6) << "CFN";
  EXPECT_NEAR(after("total surface force", 2).at(2), 0, 1e-6) << "CFS";
}

/// The law of sticking ties shear to slip, up to the friction. Without TYPE nodes are printed, in CalculiX's
/// law p = k o (1/2 + atan(k o / (pi s)) / pi).
TEST_F(KeywordRunTest, ContactsOfNodesArePrinted) {
  for (const double friction : {0.5, 0.1}) {
    SCOPED_TRACE(friction);
    const RunReport report =
        run(two_cubes("*CONTACT PAIR, INTERACTION=I\nLOWER, UPPER\n" + kLinear + "1000., 1.\n*FRICTION\n" +
                          std::to_string(friction) + ", 100.\n",
                      kPressed + "*BOUNDARY\nMET, 1, 1, 0.01\nHIGH, 1, 1, 0.01\nMET, 2\nHIGH, 2\nTOP, 1, 2\n"
                                 "*CONTACT PRINT\nCDIS, CSTR\n"));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    for (const char* const node : {"11", "12", "13", "14"}) {
      const auto u = line("relative contact displacement (slave node,normal,tang1,tang2)", node);
      const auto stress = line("contact stress (slave node,press,tang1,tang2)", node);
      ASSERT_EQ(u.size(), 3U);
      ASSERT_EQ(stress.size(), 3U);
      const double o = -u[0], law = 1000 * o * (0.5 + std::atan(1000 * o / M_PI) / M_PI);
      EXPECT_NEAR(stress[0], law, 0.002 * law);
      EXPECT_NEAR(u[1], 0.01, 1e-4);
      EXPECT_NEAR(u[2], 0, 1e-4);
      EXPECT_NEAR(stress[1], std::min(100 * u[1], friction * stress[0]), 0.005 * stress[1]);
    }
  }
}

TEST_F(KeywordRunTest, ContactForcesNeedTheirSurfaces) {
  const std::string pair = "*CONTACT PAIR, INTERACTION=I\nLOWER, UPPER\n" + kLinear + "1000.\n";
  const auto message = [&](const std::string& card) {
    return run(two_cubes(pair, kPressed + card + "\nCF\n")).message;
  };
  EXPECT_THAT(message("*CONTACT PRINT"), HasSubstr("*CONTACT PRINT needs the parameter SLAVE"));
  EXPECT_THAT(message("*CONTACT PRINT, SLAVE=LOWER, MASTER=UPER"),
              HasSubstr("there is no *CONTACT PAIR of the surfaces 'LOWER' and 'UPER'"));
}

TEST_F(KeywordRunTest, AdjustMovesNodesOntoTheOtherSurface) {
  const auto pressed = [&](const std::string& adjust, double gap, double last) {
    std::string text = two_cubes("*CONTACT PAIR, INTERACTION=I" + adjust +
                                     "\nLOWER, UPPER\n*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, "
                                     "PRESSURE-OVERCLOSURE=LINEAR\n1000.\n*NSET, NSET=GAPS\n11, 12, 13, 14\n",
                                 "*BOUNDARY\nHIGH, 3, 3, -0.1\n*NODE PRINT, NSET=MET\nU\n");
    const double height = 1 + gap;
    for (const char* const place : {"11, 0., 0., ", "12, 1., 0., ", "13, 1., 1., ", "14, 0., 1., "}) {
      const std::string before = std::string(place) + "1.\n";
      const double z = place[1] == '4' ? 1 + last : height;
      text.replace(text.find(before), before.size(), place + fmt::format("{}\n", z));
    }
    const RunReport report = run(text);
    EXPECT_EQ(report.exit_status, 0) << report.message;
    std::vector<double> u;
    for (const char* const node : {"11", "12", "13", "14"}) u.push_back(line("displacements", node).at(2));
    return u;
  };
  const auto touching = pressed("", 0, 0);
  for (const char* const adjust : {", ADJUST=0.02", ", ADJUST=GAPS", ", ADJUST=0.03, SMALL SLIDING"}) {
    const auto moved = pressed(adjust, 0.01, 0.02);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(moved[i], touching[i], 1e-9) << adjust;
  }
  const auto sunk = pressed(", ADJUST=0.", -0.01, -0.02);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(sunk[i], touching[i], 1e-9) << "beneath the surface";
  const auto partly = pressed(", ADJUST=0.015", 0.01, 0.02), never = pressed(", ADJUST=0.005", 0.01, 0.02);
  EXPECT_GT(std::abs(partly[3] - touching[3]), 1e-4) << "one corner is too far away";
  EXPECT_GT(std::abs(never[0] - partly[0]), 1e-4);
}

TEST_F(KeywordRunTest, AdjustThatCannotBeIsRefused) {
  const auto message = [&](const std::string& adjust, const std::string& pair) {
    const RunReport report = run(two_cubes(
        "*CONTACT PAIR, INTERACTION=I, ADJUST=" + adjust + "\n" + pair + "\n*SURFACE INTERACTION, NAME=I\n",
        kPressed));
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  EXPECT_THAT(message("-1.", "LOWER, UPPER"),
              HasSubstr("a distance that is not negative, or a set of nodes"));
  EXPECT_THAT(message("NOSET", "LOWER, UPPER"), HasSubstr("'NOSET'; a number is expected"));
  EXPECT_THAT(message("1.", "LOWER, TOPS"), HasSubstr("a master surface of sides of elements"));
  EXPECT_THAT(message("1.", "LOWR, UPPER"), HasSubstr("there is no surface named 'LOWR'"));
}

TEST_F(KeywordRunTest, TiesHoldUnderTension) {
  for (const char* const pair : {"LOWER, UPPER", "NODES, UPPER", "NODES, TOPS"}) {
    SCOPED_TRACE(pair);
    const RunReport report = run(
        two_cubes(std::string("*TIE, NAME=T, POSITION TOLERANCE=0.01, ADJUST=NO\n") + pair + "\n", kPulled));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("displacements", "17").at(2), 2 * 4 / 200., 1e-8);
  }
  const RunReport tied = run(two_cubes(
      "*CONTACT PAIR, INTERACTION=I\nLOWER, UPPER\n*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, "
      "PRESSURE-OVERCLOSURE=TIED\n1e5\n",
      kPulled));
  ASSERT_EQ(tied.exit_status, 0) << tied.message;
  EXPECT_NEAR(line("displacements", "17").at(2), 2 * 4 / 200., 1e-8);
  EXPECT_THAT(io::test::read(folder_ / "out" / "run.toml"), HasSubstr("surfaces are tied as by *TIE"));
}

TEST_F(KeywordRunTest, ContactThatCannotBeIsRefused) {
  const auto message = [&](const std::string& pair, const std::string& behavior = "HARD\n") {
    const RunReport report =
        run(two_cubes("*CONTACT PAIR, INTERACTION=I\n" + pair + "\n*SURFACE INTERACTION, NAME=" +
                          "I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=" + behavior,
                      kPressed));
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  EXPECT_THAT(message("LOWR, UPPER"), HasSubstr("there is no surface named 'LOWR' (did you mean 'LOWER'?)"));
  EXPECT_THAT(message("LOWER, THREE"), HasSubstr("node 5 of surface 'THREE' belongs to no outer face"));
  EXPECT_THAT(message("TOPS, TOPS"),
              HasSubstr("surface 'TOPS' is in contact with itself: give sides of elements, not nodes"));
  EXPECT_THAT(message("LOWER, UPPER", "SPLINE\n"), HasSubstr("PRESSURE-OVERCLOSURE=SPLINE is not supported"));
  EXPECT_THAT(message("LOWER, UPPER", "EXPONENTIAL\n0., 4.\n"),
              HasSubstr("a clearance and a pressure, both positive"));
  EXPECT_THAT(message("LOWER, UPPER", "TABULAR\n1., 0.\n2., 1.\n"), HasSubstr("its first pressure is 0"));
  EXPECT_THAT(
      run(two_cubes("*CONTACT PAIR, INTERACTION=J\nLOWER, UPPER\n*SURFACE INTERACTION, NAME=I\n", kPressed))
          .message,
      HasSubstr("there is no *SURFACE INTERACTION named 'J'"));
}

TEST_F(KeywordRunTest, PressuresOnFaces) {
  for (const char* const load : {"*DLOAD\n1, P2, 4.\n", "*DSLOAD\nUPPER, P, 4.\n"}) {
    const RunReport report =
        run(test::cube(std::string("*STEP\n*STATIC\n") + load + "*NODE PRINT, NSET=TOP\nU\n*END STEP\n"));
    ASSERT_EQ(report.exit_status, 0) << load << report.message;
    EXPECT_NEAR(line("displacements", "7").at(2), -4 / 200., 1e-8) << load;
  }
}

/// A cube of mass 2 that turns about the z axis with omega^2 = 3 and hangs in a field of (0, 0, -5): a free
/// corner bears the consistent share, m omega^2 / 3 over the four nodes of a side, and an eighth of the
/// weight.
TEST_F(KeywordRunTest, ForcesOfVolumes) {
  const RunReport report =
      run(test::cube("*STEP\n*STATIC\n*DLOAD\nALL, CENTRIF, 3., 0., 0., 0., 0., 0., 1.\nALL, GRAV, 5., 0., "
                     "0., -2.\n*NODE PRINT, "
                     "NSET=NALL\nRF\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto force = line("forces (fx", "7");
  ASSERT_EQ(force.size(), 3u);
  EXPECT_NEAR(force[0], 2 * 3 / 3. / 4, 1e-6);
  EXPECT_NEAR(force[1], 2 * 3 / 3. / 4, 1e-6);
  EXPECT_NEAR(force[2], -2 * 5 / 8., 1e-6);
}

/// Free flight: all nodes go with the velocity they begin with.
TEST_F(KeywordRunTest, InitialVelocities) {
  const RunReport report = run(
      "*NODE, NSET=NALL\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 1., 1., 0.\n4, 0., 1., 0.\n5, 0., 0., 1.\n6, 1., "
      "0., 1.\n"
      "7, 1., 1., 1.\n8, 0., 1., 1.\n*ELEMENT, TYPE=C3D8, ELSET=ALL\n1, 1, 2, 3, 4, 5, 6, 7, 8\n*MATERIAL, "
      "NAME=M\n"
      "*ELASTIC\n200., .25\n*DENSITY\n2.\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n*INITIAL CONDITIONS, "
      "TYPE=VELOCITY\nNALL, 1, 0.3\nNALL, 3, -0.2\n*STEP\n*DYNAMIC, DIRECT\n.01, .1\n*NODE PRINT, NSET=NALL, "
      "FREQUENCY=10\nU\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = line("displacements", "7");
  ASSERT_EQ(u.size(), 3u);
  EXPECT_NEAR(u[0], 0.03, 1e-8);
  EXPECT_NEAR(u[1], 0, 1e-8);
  EXPECT_NEAR(u[2], -0.02, 1e-8);
}

TEST_F(KeywordRunTest, LoadsThatCannotBeAreRefused) {
  const auto message = [&](const std::string& lines) {
    const RunReport report = run(two_cubes("*AMPLITUDE, NAME=A\n0., 0., 1., 1.\n", lines));
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  EXPECT_THAT(message("*DLOAD\nALL, GRAV, 9.\n"), HasSubstr("GRAV needs a size and a direction"));
  EXPECT_THAT(message("*DLOAD\nALL, CENTRIF, 3., 0., 0.\n"),
              HasSubstr("CENTRIF needs omega^2, a point of the axis"));
  EXPECT_THAT(message("*DLOAD\nALL, P9, 3.\n"), HasSubstr("the load P9 is not supported"));
  EXPECT_THAT(message("*DSLOAD\nUPPER, TRVEC, 3.\n"), HasSubstr("the load TRVEC is not supported; P is"));
  EXPECT_THAT(message("*CLOAD\nTOP, 3, 1.\n*CLOAD, AMPLITUDE=A\nTOP, 3, 1.\n"),
              HasSubstr("different amplitudes"));
}

}  // namespace
}  // namespace jounce
