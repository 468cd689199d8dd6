// Springs and dashpots of input files, with closed solutions. The cube has E = 200 and the density 2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

/// Two nodes one above the other at a distance of 3, 4 across, the first held.
std::string two_nodes(const std::string& cards, const std::string& step, const std::string& nlgeom = "") {
  return "*NODE, NSET=ALL\n1, 0., 0., 0.\n2, 3., 4., 0.\n*BOUNDARY\n1, 1, 3\n2, 3\n" + cards + "*STEP" +
         nlgeom + "\n*STATIC\n" + step + "*NODE PRINT, NSET=ALL\nU, RF\n*END STEP\n";
}

const std::string kSprings =
    "*ELEMENT, TYPE=SPRINGA, ELSET=LINE\n1, 1, 2\n*SPRING, ELSET=LINE\n\n50.\n"
    "*ELEMENT, TYPE=SPRING1, ELSET=SIDE\n2, 2\n*SPRING, ELSET=SIDE\n2\n20.\n";

// Along (0.6, 0.8) with 50, and 20 to the ground along y: K = [18 24; 24 52], f = (0, 3).
TEST_F(KeywordRunTest, SpringsOfLinearStepsKeepTheirDirections) {
  const RunReport report = run(two_nodes(kSprings, "*CLOAD\n2, 2, 3.\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double determinant = 18 * 52. - 24 * 24.;
  const auto u = line("displacements", "2"), r = line("forces (fx", "1");
  EXPECT_NEAR(u.at(0), -24 * 3 / determinant, 1e-7);
  EXPECT_NEAR(u.at(1), 18 * 3 / determinant, 1e-7);
  const double tension = 50 * (0.6 * u[0] + 0.8 * u[1]);
  EXPECT_NEAR(r.at(0), -0.6 * tension, 1e-5) << "the ground bears what the spring gives";
  EXPECT_NEAR(r.at(1), -0.8 * tension, 1e-5);
}

// With NLGEOM the line turns: under no load but a displacement across, the spring keeps its length there.
TEST_F(KeywordRunTest, SpringsOfLargeDisplacementsTurnWithTheirNodes) {
  const RunReport report = run(two_nodes(
      "*ELEMENT, TYPE=SPRINGA, ELSET=LINE\n1, 1, 2\n*SPRING, ELSET=LINE\n\n50.\n*BOUNDARY\n2, 1, 1, 1.\n",
      "*CLOAD\n2, 2, 0.\n", ", NLGEOM"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "2").at(1), 3. - 4., 1e-7) << "at (4, 3), 5 away";
}

// F(e) through (0, 0), (2, 0.1), (3, 0.3), the force first; from the second node to the first u_1 - u_2
// counts.
TEST_F(KeywordRunTest, TablesOfSprings) {
  const auto elongation = [&](const std::string& connector, const std::string& load) {
    const RunReport report = run(
        two_nodes(connector + "0., 0.\n2., 0.1\n3., 0.3\n*BOUNDARY\n2, 1\n", "*CLOAD\n2, 2, " + load + "\n"));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return line("displacements", "2").at(1);
  };
  const std::string table = "*SPRING, ELSET=E, NONLINEAR\n";
  EXPECT_NEAR(elongation("*ELEMENT, TYPE=SPRING1, ELSET=E\n1, 2\n" + table + "2\n", "2.5"), 0.2, 1e-7);
  EXPECT_NEAR(elongation("*ELEMENT, TYPE=SPRING2, ELSET=E\n1, 2, 1\n" + table + "2, 2\n", "2.5"), 0.2, 1e-7);
  EXPECT_NEAR(elongation("*ELEMENT, TYPE=SPRING2, ELSET=E\n1, 1, 2\n" + table + "2, 2\n", "-1."), -0.05,
              1e-7);
}

// The first axis of the orientation is (0.6, 0.8): a spring along it at a node that moves along x only.
TEST_F(KeywordRunTest, SpringsAlongAxesOfAnOrientation) {
  const RunReport report =
      run(two_nodes("*ELEMENT, TYPE=SPRING1, ELSET=E\n1, 2\n*ORIENTATION, NAME=O\n3., 4., 0., 0., 1., 0.\n"
                    "*SPRING, ELSET=E, ORIENTATION=O\n1\n50.\n*BOUNDARY\n2, 2\n",
                    "*CLOAD\n2, 1, 9.\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "2").at(0), 9 / (50 * 0.36), 1e-7);
}

// The mean of the top under 4: sigma/E and what the spring from the reference node takes.
TEST_F(KeywordRunTest, SpringsHoldReferenceNodes) {
  const RunReport report = run(test::cube(
      "*NODE\n50, 0.5, 0.5, 1.5\n*COUPLING, REF NODE=50, SURFACE=UPPER, CONSTRAINT NAME=C\n*DISTRIBUTING\n1, "
      "3\n*ELEMENT, TYPE=SPRING1, ELSET=E\n2, 50\n*SPRING, ELSET=E\n3\n300.\n*NSET, NSET=REF\n50\n*STEP\n*"
      "STATIC\n*CLOAD\n50, 3, 4.\n*NODE PRINT, NSET=REF\nU\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "50").at(2), 4 / (200. + 300.), 1e-8);
}

// All nodes of a cube of mass 2 go together along x against k = 8 and c = 2: the motion of one mass under a
// step load.
const std::string kTied =
    "*BOUNDARY\nALL, 2, 3\n*EQUATION\n2\n3, 1, 1., 2, 1, -1.\n2\n6, 1, 1., 2, 1, -1.\n2\n7, 1, 1., 2, 1, "
    "-1.\n2\n1, 1, 1., 2, 1, -1.\n2\n4, 1, 1., 2, 1, -1.\n2\n5, 1, 1., 2, 1, -1.\n2\n8, 1, 1., 2, 1, -1.\n";
const std::string kMass =
    "*NODE, NSET=ALL\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 1., 1., 0.\n4, 0., 1., 0.\n5, 0., 0., 1.\n6, 1., 0., "
    "1.\n"
    "7, 1., 1., 1.\n8, 0., 1., 1.\n9, 5., 0., 0.\n*ELEMENT, TYPE=C3D8, ELSET=CUBE\n1, 1, 2, 3, 4, 5, 6, 7, "
    "8\n"
    "*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*DENSITY\n2.\n*SOLID SECTION, ELSET=CUBE, MATERIAL=M\n"
    "*BOUNDARY\n9, 1, 3\n*ELEMENT, TYPE=SPRINGA, ELSET=S\n2, 2, 9\n*SPRING, ELSET=S\n\n8.\n";

double of_one_mass(double t) {
  const double decay = 2 / (2 * 2.), w = std::sqrt(8 / 2. - decay * decay);
  return 1 - std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
}

TEST_F(KeywordRunTest, DashpotsDampMotionsStepByStepAndInModes) {
  for (const char* const dashpot :
       {"*ELEMENT, TYPE=DASHPOTA, ELSET=D\n3, 2, 9\n*DASHPOT, ELSET=D\n\n2.\n",
        "*ELEMENT, TYPE=DASHPOT1, ELSET=D\n3, 7\n*DASHPOT, ELSET=D\n1\n2.\n",
        "*ELEMENT, TYPE=DASHPOT2, ELSET=D\n3, 9, 4\n*DASHPOT, ELSET=D\n1, 1\n2.\n"}) {
    for (const char* const steps : {"*STEP\n*DYNAMIC, DIRECT, ALPHA=0.\n.01, 2.\n",
                                    "*STEP\n*FREQUENCY\n1\n*END STEP\n*STEP\n*MODAL DYNAMIC\n.01, 2.\n"}) {
      SCOPED_TRACE(std::string(dashpot) + steps);
      const RunReport report = run(kMass + dashpot + kTied + steps +
                                   "*CLOAD\n2, 1, 8.\n*NODE PRINT, NSET=ALL, FREQUENCY=100\nU\n*END STEP\n");
      ASSERT_EQ(report.exit_status, 0) << report.message;
      const double tolerance = std::string(steps).find("MODAL") != std::string::npos ? 1e-6 : 1e-4;
      EXPECT_NEAR(line("displacements", "7").at(0), of_one_mass(1), tolerance);
      EXPECT_NEAR(line("displacements", "7", 1).at(0), of_one_mass(2), tolerance);
    }
  }
}

const std::string kDashpot = "*ELEMENT, TYPE=DASHPOTA, ELSET=D\n3, 2, 9\n*DASHPOT, ELSET=D\n\n2.\n",
                  kMode = "*STEP\n*FREQUENCY\n1\n*END STEP\n",
                  kSweep = "*STEP\n*STEADY STATE DYNAMICS\n.2, .25, 2\n",
                  kPrints = "*NODE PRINT, NSET=ALL\nU, V, RF\n*END STEP\n";

// Real and imaginary parts, one after the other: (8 - 2 omega^2 + i omega (2 + 2 alpha)) u = 8, alpha = 0.5.
TEST_F(KeywordRunTest, HarmonicResponseToForces) {
  const RunReport report = run(kMass + kDashpot + kTied + kMode + kSweep +
                               "*MODAL DAMPING, RAYLEIGH\n, , .5, 0.\n*CLOAD\n2, 1, 8.\n" + kPrints);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const std::complex<double> i(0, 1);
  int place = 0;
  for (const double f : {.2, .25}) {
    const double w = 2 * std::numbers::pi * f;
    const std::complex<double> u = 8. / (8 - 2 * w * w + i * w * 3.), force = -(8. + 2. * i * w) * u;
    for (const bool is_real : {true, false}) {
      const auto part = [&](const std::complex<double>& z) { return is_real ? z.real() : z.imag(); };
      EXPECT_NEAR(line("displacements", "7", place).at(0), part(u), 1e-6);
      EXPECT_NEAR(line("velocities", "7", place).at(0), part(i * w * u), 1e-6);
      EXPECT_NEAR(line("forces (fx", "9", place++).at(0), part(force), 1e-5)
          << "what holds spring and dashpot";
    }
  }
  EXPECT_NEAR(line("F O R   F R E Q U E N C Y", "1").at(0), 2 / (2 * std::numbers::pi), 1e-6);
}

// Loads whose sum is 8 + 5 i.
TEST_F(KeywordRunTest, HarmonicLoadsHaveImaginaryParts) {
  const RunReport report =
      run(kMass + kDashpot + kTied + kMode + kSweep +
          "*CLOAD\n2, 1, 3.\n*CLOAD, LOAD CASE=2\n2, 1, 5.\n*CLOAD, LOAD CASE=1\n7, 1, 5.\n" + kPrints);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double w = 2 * std::numbers::pi * .2;
  const std::complex<double> i(0, 1), u = (8. + 5. * i) / (8 - 2 * w * w + i * w * 2.);
  EXPECT_NEAR(line("displacements", "7", 0).at(0), u.real(), 1e-6);
  EXPECT_NEAR(line("displacements", "7", 1).at(0), u.imag(), 1e-6);
}

// The far end of spring and dashpot moves by 3 at .2 and by 1 at .25: (8 - 2 omega^2 + 2 i omega) u = (8 + 2
// i omega) d.
TEST_F(KeywordRunTest, HarmonicResponseToMotionsOfSupports) {
  const RunReport report = run("*AMPLITUDE, NAME=A\n.2, 3., .25, 1.\n" + kMass + kDashpot + kTied + kMode +
                               kSweep + "*BOUNDARY, AMPLITUDE=A\n9, 1, 1, 1.\n*CLOAD\n7, 1, 4.\n" + kPrints);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const std::complex<double> i(0, 1);
  int place = 0;
  for (const auto& [f, d] : {std::pair(.2, 3.), std::pair(.25, 1.)}) {
    const double w = 2 * std::numbers::pi * f;
    const std::complex<double> link = 8. + 2. * i * w, u = (link * d + 4.) / (8 - 2 * w * w + 2. * i * w);
    for (const bool is_real : {true, false}) {
      const auto part = [&](const std::complex<double>& z) { return is_real ? z.real() : z.imag(); };
      EXPECT_NEAR(line("displacements", "7", place).at(0), part(u), 1e-5);
      EXPECT_NEAR(line("displacements", "9", place).at(0), is_real ? d : 0, 1e-6);
      EXPECT_NEAR(line("forces (fx", "9", place++).at(0), part(link * (d - u)), 1e-4);
    }
  }
}

TEST_F(KeywordRunTest, HarmonicStepsThatCannotBeAreRefused) {
  const auto message = [&](const std::string& step) {
    const RunReport report = run(kMass + kTied + step + "*END STEP\n");
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  const std::string sweep = kMode + "*STEP\n*STEADY STATE DYNAMICS";
  EXPECT_THAT(message("*STEP\n*STATIC\n*CLOAD, LOAD CASE=2\n2, 1, 5.\n"),
              HasSubstr("imaginary loads (LOAD CASE=2) are those of *STEADY STATE DYNAMICS"));
  EXPECT_THAT(message(sweep + "\n.2, .25, 2\n*CLOAD, LOAD CASE=3\n2, 1, 5.\n"),
              HasSubstr("LOAD CASE is 1 or 2, not 3"));
  EXPECT_THAT(message("*STEP\n*STEADY STATE DYNAMICS\n.2, .3\n"),
              HasSubstr("needs a step with *FREQUENCY before it"));
  EXPECT_THAT(message(sweep + "\n"), HasSubstr("the lower and the upper frequency are missing"));
  EXPECT_THAT(message(sweep + "\n.3, .2\n"), HasSubstr("the lower one first"));
  EXPECT_THAT(message(sweep + "\n.2, .3, 1\n"), HasSubstr("at least two frequencies"));
  EXPECT_THAT(message(sweep + "\n.2, .3, 2\n.4, .5, 2\n"), HasSubstr("one range of frequencies"));
  EXPECT_THAT(message(sweep + "\n.2, .3\n*MODAL DAMPING, STRUCTURAL\n1, 2, .1\n"),
              HasSubstr("*MODAL DAMPING with STRUCTURAL is not supported"));
}

// A spring of 50 against the ground and a gap of 0.3 beside it; beyond it the gap bears what is missing, with
// a stiffness in part.
TEST_F(KeywordRunTest, GapsCloseHardOrBySprings) {
  const auto moved = [&](const std::string& gap, const std::string& load) {
    const RunReport report =
        run(two_nodes("*ELEMENT, TYPE=SPRING1, ELSET=S\n1, 2\n*SPRING, ELSET=S\n2\n50.\n*ELEMENT, "
                      "TYPE=GAPUNI, ELSET=G\n2, 1, "
                      "2\n*GAP, ELSET=G\n" +
                          gap + "\n*BOUNDARY\n2, 1\n",
                      "*CLOAD\n2, 2, " + load + "\n", ", NLGEOM"));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return line("displacements", "2").at(1);
  };
  EXPECT_NEAR(moved("0.3, 0., 2., 0.", "-10."), -0.2, 1e-8);
  EXPECT_NEAR(moved("0.3, 0., 2., 0.", "10."), 0.2, 1e-8);
  EXPECT_NEAR(moved("0.3, 0., 2., 0.", "-40."), -0.3, 1e-8);
  EXPECT_NEAR(moved("0.3, 0., 2., 0., , 150.", "-10."), -0.2, 1e-8);
  EXPECT_NEAR(moved("0.3, 0., 2., 0., , 150.", "-35."), -0.4, 1e-7) << "50 * 0.4 + 150 * 0.1";
  // CalculiX's law with a tension of 5, which open gaps have, too
  for (const double u : {-0.2, -0.4, -0.9}) {
    const double o = -u - 0.3, force = 150 * o * (0.5 + std::atan(150 * o / (M_PI * 5)) / M_PI);
    EXPECT_NEAR(moved("0.3, 0., 2., 0., , 150., 5.", std::to_string(50 * u - force)), u, 1e-3 * std::abs(u));
  }
}

// The node of the coupling, defined after it, pulls at the four upper corners with 1, 1, 2 and 4 eighths of
// its force.
TEST_F(KeywordRunTest, DistributingCouplingsByElements) {
  const RunReport report = run(test::cube(
      "*ELEMENT, TYPE=DCOUP3D, ELSET=D\n7, 50\n*DISTRIBUTING COUPLING, ELSET=D\nPAIR, 1.\n7, 2.\n8, "
      "4.\n*NODE\n50, 9., "
      "9., 9.\n*NSET, NSET=PAIR\n5, 6\n*NSET, NSET=REF\n50\n*STEP\n*STATIC\n*CLOAD\n50, 3, 8.\n*NODE PRINT, "
      "NSET=TOP\nU, RF\n*NODE PRINT, NSET=REF\nU\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("forces (fx", "5").at(2), 1, 1e-5);
  EXPECT_NEAR(line("forces (fx", "6").at(2), 1, 1e-5);
  EXPECT_NEAR(line("forces (fx", "7").at(2), 2, 1e-5);
  EXPECT_NEAR(line("forces (fx", "8").at(2), 4, 1e-5);
  const auto u = [&](const char* node) { return line("displacements", node).at(2); };
  EXPECT_NEAR(line("displacements", "50", 1).at(2), (u("5") + u("6") + 2 * u("7") + 4 * u("8")) / 8, 1e-7);
}

TEST_F(KeywordRunTest, GapsAndCouplingsThatCannotBeAreRefused) {
  const auto message = [&](const std::string& cards) {
    const RunReport report = run(two_nodes(cards, ""));
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  const std::string gap = "*ELEMENT, TYPE=GAPUNI, ELSET=E\n1, 1, 2\n",
                    one = "*ELEMENT, TYPE=DCOUP3D, ELSET=E\n1, 1\n";
  EXPECT_THAT(message(gap), HasSubstr("element 1 belongs to no *GAP"));
  EXPECT_THAT(message(gap + "*GAP, ELSET=E\n"), HasSubstr("*GAP needs one line"));
  EXPECT_THAT(message(gap + "*GAP, ELSET=E\n0.1, 0., 0., 0.\n"), HasSubstr(":10: *GAP needs a direction"));
  EXPECT_THAT(message(gap + "*GAP, ELSET=E\n0.1, 0., 1., 0., , -1.\n"), HasSubstr("greater than 0"));
  EXPECT_THAT(message(gap + "*GAP, ELSET=E\n-0.1, 0., 1., 0.\n"), HasSubstr("a negative clearance"));
  EXPECT_THAT(message(gap + "*GAP, ELSET=E\n0.1, 0., 1., 0., , 1., -1.\n"), HasSubstr("a negative tension"));
  EXPECT_THAT(message(one), HasSubstr("element 1 belongs to no *DISTRIBUTING COUPLING"));
  EXPECT_THAT(message(gap + "*DISTRIBUTING COUPLING, ELSET=E\n2, 1.\n"),
              HasSubstr("one element of type DCOUP3D"));
  EXPECT_THAT(message(one + "*DISTRIBUTING COUPLING, ELSET=E\n"), HasSubstr("their weights are missing"));
  EXPECT_THAT(message(one + "*DISTRIBUTING COUPLING, ELSET=E\n2, 0.\n"),
              HasSubstr("weights are greater than 0"));
  EXPECT_THAT(message(one + "*DISTRIBUTING COUPLING, ELSET=E\n1, 1.\n"), HasSubstr("among its own nodes"));
}

TEST_F(KeywordRunTest, ConnectorsThatCannotBeAreRefused) {
  const auto message = [&](const std::string& cards, const std::string& nlgeom = "") {
    const RunReport report = run(two_nodes(cards, "", nlgeom));
    EXPECT_EQ(report.exit_status, 2);
    return report.message;
  };
  const std::string line = "*ELEMENT, TYPE=SPRINGA, ELSET=E\n1, 1, 2\n",
                    one = "*ELEMENT, TYPE=SPRING1, ELSET=E\n1, 2\n",
                    two = "*ELEMENT, TYPE=SPRING2, ELSET=E\n1, 1, 2\n";
  EXPECT_THAT(message(line), HasSubstr(":8: element 1 belongs to no *SPRING"));
  EXPECT_THAT(message(line + "*SPRING, ELSET=E\n\n"), HasSubstr("*SPRING: its constant is missing"));
  EXPECT_THAT(message(line + "*SPRING, ELSET=E\n\n-1.\n"), HasSubstr(":11: *SPRING: a negative constant"));
  EXPECT_THAT(message(line + "*SPRING, ELSET=E\n\n1., , 20.\n2., , 30.\n"),
              HasSubstr(":12: *SPRING: constants that depend on temperature or frequency"));
  EXPECT_THAT(message(line + "*DASHPOT, ELSET=E\n\n1.\n"),
              HasSubstr("element 1 is of type SPRINGA, not a DASHPOT"));
  EXPECT_THAT(message(line + "*SPRING, ELSET=E, NONLINEAR\n\n0., 0.\n"), HasSubstr("two lines or more"));
  EXPECT_THAT(message(line + "*SPRING, ELSET=E, NONLINEAR\n\n0., 0.\n1., 0.\n"),
              HasSubstr(":12: the elongations of a table must rise"));
  EXPECT_THAT(message(one + "*SPRING, ELSET=E\n"), HasSubstr("the degrees of freedom are missing"));
  EXPECT_THAT(message(one + "*SPRING, ELSET=E\n4\n1.\n"),
              HasSubstr(":10: a SPRING1 acts along the degrees of freedom 1 to 3"));
  EXPECT_THAT(message(two + "*SPRING, ELSET=E\n1, 2\n1.\n"),
              HasSubstr("between different degrees of freedom is not supported"));
  EXPECT_THAT(
      message(one + "*SPRING, ELSET=E, ORIENTATION=P\n1\n1.\n*ORIENTATION, NAME=O\n1., 0., 0., 0., 1., 0.\n"),
      HasSubstr("there is no orientation named 'P'"));
  EXPECT_THAT(
      message(one + "*SPRING, ELSET=E, ORIENTATION=O\n1\n1.\n*ORIENTATION, NAME=O\n1., 0., 0., 2., 0., 0.\n"),
      HasSubstr("lie on one line"));
  EXPECT_THAT(
      message("*NODE\n3, 3., 4., 0.\n*ELEMENT, TYPE=SPRINGA, ELSET=E\n1, 2, 3\n*SPRING, ELSET=E\n\n1.\n"),
      HasSubstr("the nodes of element 1 are at the same place"));
  EXPECT_THAT(message(line + "*SPRING, ELSET=E\n\n1.\n*SURFACE, NAME=S\nE, S1\n"), HasSubstr("has no sides"));
}

}  // namespace
}  // namespace jounce
