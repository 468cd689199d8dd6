// Beams of input files against formulas of beam theory, and against values that CalculiX 2.20 computed.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;

constexpr double kE = 200e3, kNu = 0.3;

/// A cantilever along x: `count` elements of second order over the length `L`, nodes 1, 2, ..., the last one
/// 2 count + 1.
std::string cantilever(const std::string& type, int count, double L, const std::string& section,
                       const std::string& steps) {
  std::string text = "*NODE, NSET=ALL\n", elements = "*ELEMENT, TYPE=" + type + ", ELSET=BEAM\n";
  const bool is_linear = type == "B31";
  for (int i = 0; i <= 2 * count; ++i)
    if (!is_linear || i % 2 == 0)
      text += std::to_string(i + 1) + ", " + std::to_string(i * L / (2 * count)) + ", 0, 0\n";
  for (int i = 0; i < count; ++i)
    elements += std::to_string(i + 1) + ", " + std::to_string(2 * i + 1) + ", " +
                (is_linear ? "" : std::to_string(2 * i + 2) + ", ") + std::to_string(2 * i + 3) + "\n";
  return text + elements + "*MATERIAL, NAME=M\n*ELASTIC\n200e3, .3\n*DENSITY\n7.8e-9\n" + section +
         "0., 1., 0.\n*BOUNDARY\n1, 1, 6\n" + steps;
}
const std::string kRectangle = "*BEAM SECTION, ELSET=BEAM, MATERIAL=M, SECTION=RECT\n20., 10.\n";
std::string load(const std::string& data) {
  return "*STEP\n*STATIC\n*CLOAD\n" + data + "*NODE PRINT, NSET=ALL\nU, RF\n*END STEP\n";
}

// P L^3/(3 E I), with 1.2 P L/(G A) of shear.
TEST_F(KeywordRunTest, ACantileverBendsAsBeamTheorySays) {
  const double L = 400, P = 10, G = kE / 2 / (1 + kNu), A = 200;
  for (const std::string type : {"B31", "B32", "B32R"}) {
    SCOPED_TRACE(type);
    const int count = 20;
    const std::string tip = std::to_string(2 * count + 1);
    ASSERT_EQ(run(cantilever(type, count, L, kRectangle, load(tip + ", 2, 10.\n" + tip + ", 3, 10.\n")))
                  .exit_status,
              0);
    const auto u = line("displacements", tip), r = line("forces (fx", "1");
    const double about_z = 10 * std::pow(20., 3) / 12, about_y = 20 * std::pow(10., 3) / 12;
    const double shear = 1.2 * P * L / (G * A);
    EXPECT_NEAR(u.at(1), P * L * L * L / (3 * kE * about_z) + shear, 0.01 * u[1]);
    EXPECT_NEAR(u.at(2), P * L * L * L / (3 * kE * about_y) + shear, 0.01 * u[2]);
    EXPECT_NEAR(r.at(1), -P, 1e-5) << "the support bears the load";
    EXPECT_NEAR(line("forces (fx", tip).at(2), P, 1e-5);
    EXPECT_NEAR(line("forces (fx", "11").at(2), 0, 1e-5);
  }
}

/// The elastica: P L^2/(E I) = 24/7 bends the tip of a cantilever to x/L = 0.711417, y/L = 0.635606 (EI phi''
/// = -P cos phi, integrated by shooting).
TEST_F(KeywordRunTest, BeamsOfFirstOrderBendFar) {
  const double L = 100, P = 24. / 7 * kE * 10. / 12 / (L * L);
  const std::string text =
      cantilever("B31", 40, L, "*BEAM SECTION, ELSET=BEAM, MATERIAL=M, SECTION=RECT\n10., 1.\n",
                 "*STEP, NLGEOM\n*STATIC\n.1, 1.\n*CLOAD\n81, 3, " + std::to_string(P) +
                     "\n*NODE PRINT, NSET=ALL, FREQUENCY=100\nU\n*END STEP\n");
  ASSERT_EQ(run(text).exit_status, 0);
  const auto u = line("displacements", "81");
  EXPECT_NEAR(u.at(0), -(1 - 0.711417) * L, 0.1);
  EXPECT_NEAR(u.at(2), 0.635606 * L, 0.1);
}

/// A root that yields through its height: the force at the tip that CalculiX 2.20 computes.
TEST_F(KeywordRunTest, APlasticHingeOfABeamOfFirstOrder) {
  std::string text =
      cantilever("B31", 40, 100, "*BEAM SECTION, ELSET=BEAM, MATERIAL=M, SECTION=RECT\n10., 1.\n",
                 "*STEP\n*STATIC\n.05, 1.\n*BOUNDARY\n81, 3, 3, 20.\n"
                 "*NODE PRINT, NSET=ALL, FREQUENCY=100\nRF\n*END STEP\n");
  text.replace(text.find("*DENSITY"), 0, "*PLASTIC\n100., 0.\n120., .1\n");
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("forces (fx", "81").at(2), 3.195661, 0.001);
}

TEST_F(KeywordRunTest, ABeamUnderTensionGetsLonger) {
  ASSERT_EQ(run(cantilever("B31", 2, 400, kRectangle, load("5, 1, 1000.\n"))).exit_status, 0);
  EXPECT_NEAR(line("displacements", "5").at(0), 1000 * 400 / (kE * 200), 1e-9);
}

// T L/(G J), shown by an arm across the tip, which nothing bends. J is the polar moment of what parabolas
// through the corners and the middles of the sides enclose, 0.97662 pi d^4/32.
TEST_F(KeywordRunTest, ARoundShaftTwists) {
  const std::string arm =
      "*NODE\n101, 400., 50., 0.\n102, 400., 100., 0.\n*ELEMENT, TYPE=B32, ELSET=ARM\n101, 41, 101, 102\n"
      "*NSET, NSET=ALL\n102\n*BEAM SECTION, ELSET=ARM, MATERIAL=M, SECTION=RECT\n10., 10.\n1., 0., 0.\n";
  const std::string round = "*BEAM SECTION, ELSET=BEAM, MATERIAL=M, SECTION=CIRC\n20.\n";
  ASSERT_EQ(run(cantilever("B32", 20, 400, round, arm + load("41, 4, 1000.\n"))).exit_status, 0);
  const double J = 0.97662 * std::numbers::pi * std::pow(20., 4) / 32, G = kE / 2 / (1 + kNu);
  const double angle = 1000 * 400 / (G * J);
  EXPECT_NEAR(line("displacements", "102").at(2), 100 * angle, 0.005 * 100 * angle);
}

// f = (1.8751^2/2 pi) sqrt(E I/(rho A L^4)) of the first bending mode about either axis.
TEST_F(KeywordRunTest, ACantileverVibratesAsBeamTheorySays) {
  const RunReport report = run(cantilever("B32R", 20, 400, kRectangle, "*STEP\n*FREQUENCY\n2\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto frequency = [](double height) {
    const double radius_of_gyration = height / std::sqrt(12.);
    return 1.8751041 * 1.8751041 / (2 * std::numbers::pi) * std::sqrt(kE / 7.8e-9) * radius_of_gyration /
           (400. * 400.);
  };
  EXPECT_NEAR(line("E I G E N V A L U E", "1").at(2), frequency(10), 0.01 * frequency(10));
  EXPECT_NEAR(line("E I G E N V A L U E", "2").at(2), frequency(20), 0.01 * frequency(20));
}

// A moment M at the tip bends a beam to an arc of the angle M L/(E I): 1.2 rad.
TEST_F(KeywordRunTest, AMomentBendsABeamToAnArc) {
  const double angle = 1.2, L = 400, I = 20 * std::pow(10., 3) / 12;
  const std::string moment = std::to_string(-angle * kE * I / L);
  std::string step = load("41, 5, " + moment + "\n");
  step.replace(0, 14, "*STEP, NLGEOM\n*STATIC\n.25, 1.\n");
  const RunReport report = run(cantilever("B32", 20, L, kRectangle, step));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = line("time  0.1000000E+01", "41");
  EXPECT_NEAR(u.at(0), L * (std::sin(angle) / angle - 1), 0.005 * L);
  EXPECT_NEAR(u.at(2), L * (1 - std::cos(angle)) / angle, 0.005 * L);
}

// Sections that differ, an offset, two knots in space and a moment: what CalculiX 2.20 printed for this file.
TEST_F(KeywordRunTest, AFrameOfLinearBeamsIsThatOfCalculix) {
  const RunReport report =
      run("*NODE, NSET=ALL\n1, 0, 0, 0\n2, 10, 0, 0\n3, 20, 0, 0\n4, 20, 6, 0\n5, 20, 12, 4\n"
          "*ELEMENT, TYPE=B31, ELSET=E1\n1, 1, 2\n2, 2, 3\n*ELEMENT, TYPE=B31, ELSET=E2\n3, 3, 4\n4, 4, 5\n"
          "*MATERIAL, NAME=M\n*ELASTIC\n1000., .3\n"
          "*BEAM SECTION, ELSET=E1, MATERIAL=M, SECTION=RECT\n2, 1\n0, 1, 0\n"
          "*BEAM SECTION, ELSET=E2, MATERIAL=M, SECTION=RECT, OFFSET1=.25\n1, .5\n1, 0, 0\n"
          "*BOUNDARY\n1, 1, 6\n*STEP\n*STATIC\n*CLOAD\n5, 3, -.01\n5, 1, .02\n3, 5, .1\n"
          "*NODE PRINT, NSET=ALL\nU\n*EL PRINT, ELSET=E2\nS\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto near = [&](const char* node, std::array<double, 3> expected) {
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(line("displacements", node).at(k), expected[k], 2e-7) << node;
  };
  near("3", {2.003489e-4, -7.074896e-2, -3.548882e-1});
  near("4", {1.141129e-1, -6.986138e-2, -5.582610e-1});
  near("5", {5.692336e-1, 2.023950e-1, -9.667871e-1});
  const auto s = line("stresses", "3");  // element 3, point 1
  EXPECT_NEAR(s.at(1), -3.767779e-1, 1e-6);
  EXPECT_NEAR(s.at(4), -1.817025e-1, 1e-6);
  EXPECT_NEAR(s.at(6), 4.234050e-1, 1e-6);
}

// Two B32R over three supports: CalculiX 2.20 printed these displacements. Its eight points are the same,
// what keeps its single row of elements from moving without strain differs.
TEST_F(KeywordRunTest, ReducedBeamsAreThoseOfCalculix) {
  const RunReport report =
      run("*NODE, NSET=ALL\n1, 0, 0, 0\n2, 5, 0, 0\n3, 10, 0, 0\n4, 15, 0, 0\n5, 20, 0, 0\n"
          "*ELEMENT, TYPE=B32R, ELSET=E\n1, 1, 2, 3\n2, 3, 4, 5\n*MATERIAL, NAME=M\n*ELASTIC\n1000., .3\n"
          "*BEAM SECTION, ELSET=E, MATERIAL=M, SECTION=RECT\n2, 1\n0, 1, 0\n"
          "*BOUNDARY\n1, 1, 6\n2, 2, 2\n3, 3, 3\n*STEP\n*STATIC\n*CLOAD\n5, 3, 1.\n4, 2, 1.\n"
          "*NODE PRINT, NSET=ALL\nU\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "2").at(2), -0.1868334, 5e-4 * 3.468);
  EXPECT_NEAR(line("displacements", "4").at(1), 0.5970354, 5e-4 * 3.468);
  EXPECT_NEAR(line("displacements", "5").at(2), 3.468305, 5e-4 * 3.468);
}

// A column under gravity: the whole weight at the foot, and w L^2/(2 E A) at the tip.
TEST_F(KeywordRunTest, ABeamHangsUnderItsWeight) {
  ASSERT_EQ(run(cantilever("B32", 4, 400, kRectangle,
                           "*STEP\n*STATIC\n*DLOAD\nBEAM, GRAV, 9810., 1., 0., 0.\n*NODE PRINT, "
                           "NSET=ALL\nU, RF\n*END STEP\n"))
                .exit_status,
            0);
  const double per_length = 7.8e-9 * 9810 * 200;
  EXPECT_NEAR(line("displacements", "9").at(0), per_length * 400 * 400 / (2 * kE * 200),
              0.01 * per_length * 400 * 400 / (2 * kE * 200));
}

std::string hollow_cantilever(const std::string& section) {
  return "*NODE, NSET=ALL\n1, 0, 0, 0\n2, 5, 0, 0\n3, 10, 0, 0\n4, 15, 0, 0\n5, 20, 0, 0\n"
         "*ELEMENT, TYPE=B32R, ELSET=E\n1, 1, 2, 3\n2, 3, 4, 5\n*MATERIAL, NAME=M\n*ELASTIC\n1000., "
         ".3\n*DENSITY\n1e-3\n*BEAM GENERAL SECTION, ELSET=E, MATERIAL=M, SECTION=" +
         section +
         "\n0, 1, 0\n*BOUNDARY\n1, 1, 6\n*STEP\n*STATIC\n*CLOAD\n5, 2, .01\n5, 3, .02\n5, 4, .005\n"
         "*NODE PRINT, NSET=ALL\nU\n*EL PRINT, ELSET=E\nS, EVOL\n*END STEP\n*STEP\n*FREQUENCY\n3\n*END "
         "STEP\n";
}

// Walls of four thicknesses: what CalculiX 2.20 printed.
TEST_F(KeywordRunTest, ABoxIsThatOfCalculix) {
  const RunReport report = run(hollow_cantilever("BOX\n2., 1.5, .2, .1, .15, .3"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto tip = line("displacements", "5");
  EXPECT_NEAR(tip.at(0), -1.626839e-3, 1e-5 * 0.15);
  EXPECT_NEAR(tip.at(1), 4.121062e-2, 1e-5 * 0.15);
  EXPECT_NEAR(tip.at(2), 1.527489e-1, 1e-5 * 0.15);
  EXPECT_NEAR(line("stresses", "1").at(1), 2.548597e-1, 1e-5);
  EXPECT_NEAR(line("E I G E N V A L U E   O", "1").at(2), 0.7633831, 1e-5);
  EXPECT_NEAR(line("E I G E N V A L U E   O", "3").at(2), 4.845974, 1e-4);
}

TEST_F(KeywordRunTest, APipeIsThatOfCalculix) {
  const RunReport report = run(hollow_cantilever("PIPE\n1., .2"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto tip = line("displacements", "5");
  EXPECT_NEAR(tip.at(1), 5.470215e-2, 1e-6);
  EXPECT_NEAR(tip.at(2), 1.094043e-1, 1e-6);
  EXPECT_NEAR(line("stresses", "1").at(1), 6.981e-1, 1e-5);
  EXPECT_NEAR(line("E I G E N V A L U E   O", "1").at(2), 0.9255771, 1e-5);
  const double area = std::numbers::pi * (1 - 0.64);
  EXPECT_NEAR(line("volume (element, volume)", "1").at(0), 10 * area, 1e-5);
}

TEST_F(KeywordRunTest, APipeOfElementsB32IsIntegratedAsThatOfB32R) {
  std::string full = hollow_cantilever("PIPE\n1., .2");
  full.replace(full.find("B32R"), 4, "B32");
  const RunReport report = run(full);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "5").at(2), 1.094043e-1, 1e-6);
}

}  // namespace
}  // namespace jounce
