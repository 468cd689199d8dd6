// Materials of input files: the stiffness at small strain of a cube, and what is refused.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

constexpr double kStress = 4e-6;

std::string stretched(const std::string& material) {
  return test::cube("*STEP, NLGEOM\n*STATIC\n*CLOAD\nTOP, 3, 1e-6\n*NODE PRINT, NSET=TOP\nU\n*END STEP\n",
                    material);
}

/// Young's modulus of shear modulus mu and bulk modulus 2/D1.
double youngs_modulus(double mu, double D1) {
  const double K = 2 / D1;
  return 9 * K * mu / (3 * K + mu);
}

/// W = C10 (I1 - 3) + C01 (I2 - 3) + ..., mu = 2 (C10 + C01); of Ogden's terms mu = sum of mu_i. D1 = 0
/// stands for nu = 0.475.
TEST_F(KeywordRunTest, RubberAtSmallStrain) {
  struct Case {
    const char* material;
    double E;
  };
  const std::vector<Case> cases = {
      {"*HYPERELASTIC, NEO HOOKE\n0.4, 0.5\n", youngs_modulus(0.8, 0.5)},
      {"*HYPERELASTIC, NEO HOOKE\n0.4, 0.\n", 2 * 0.8 * 1.475},
      {"*HYPERELASTIC, MOONEY-RIVLIN\n0.3, 0.1, 0.5\n", youngs_modulus(0.8, 0.5)},
      {"*HYPERELASTIC, YEOH\n0.4, 0.1, 0.02, 0.5, 0.4, 0.3\n", youngs_modulus(0.8, 0.5)},
      {"*HYPERELASTIC, OGDEN, N=2\n0.5, 1.3, 0.3, -2., 0.5, 0.4\n", youngs_modulus(0.8, 0.5)},
  };
  for (const Case& c : cases) {
    const RunReport report = run(stretched(c.material));
    ASSERT_EQ(report.exit_status, 0) << c.material << report.message;
    EXPECT_NEAR(line("displacements", "7").at(2), kStress / c.E, 3e-5 * kStress / c.E) << c.material;
  }
}

/// A cube stretched to a plastic strain of 0.008 and pressed back to 0.002: yield stress 1 and growth 50 of
/// the back stress; COMBINED with yield stresses 1 + 20 p, of all flow p = 0.014.
TEST_F(KeywordRunTest, HardeningThereAndBack) {
  const auto stresses = [&](const std::string& plastic, double top, double bottom) {
    const auto moved = [](double stress, double flow) {
      return fmt::format(
          "*STEP\n*STATIC\n*BOUNDARY\nTOP, 3, 3, {:.12g}\n*EL PRINT, ELSET=ALL\nS, PEEQ\n*END STEP\n",
          flow + stress / 200);
    };
    const RunReport report =
        run(test::cube(moved(top, 0.008) + moved(bottom, 0.002), "*ELASTIC\n200., .25\n" + plastic));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("stresses", "1").at(3), top, 1e-6) << plastic;
    EXPECT_NEAR(line("stresses", "1", 1).at(3), bottom, 1e-6) << plastic;
    // Equivalent plastic strain: of all flow, to and fro. CalculiX has no blank before "for".
    EXPECT_THAT(printed_,
                HasSubstr(" equivalent plastic strain (elem, integ.pnt.,pe)for set ALL and time  "));
    EXPECT_NEAR(line("equivalent plastic strain", "1").at(1), 0.008, 1e-7) << plastic;
    EXPECT_NEAR(line("equivalent plastic strain", "1", 1).at(1), 0.008 + 0.006, 1e-7) << plastic;
  };
  stresses("*PLASTIC, HARDENING=KINEMATIC\n1., 0.\n2., .02\n", 1.4, -0.9);
  stresses("*PLASTIC, HARDENING=COMBINED\n1., 0.\n2., .02\n*CYCLIC HARDENING\n1., 0.\n1.4, .02\n", 1.56,
           -1 - 0.28 + 0.4 - 0.3);
}

/// A cube that flows by 0.008 in a second, in one increment.
TEST_F(KeywordRunTest, YieldStressesOfRateAndTemperature) {
  const std::string elastic = "*ELASTIC\n200., .25\n*DENSITY\n1.\n";
  const auto expect = [&](const std::string& plastic, double stress, const std::string& parameter = "",
                          const std::string& conditions = "") {
    const RunReport report = run(test::cube(
        conditions + fmt::format("*STEP\n*STATIC{}\n1., 1.\n*BOUNDARY\nTOP, 3, 3, {:.12g}\n*EL PRINT, "
                                 "ELSET=ALL\nS, PEEQ\n*END STEP\n",
                                 parameter, 0.008 + stress / 200),
        elastic + plastic));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("stresses", "1").at(3), stress, 1e-6) << plastic;
    EXPECT_NEAR(line("equivalent plastic strain", "1").at(1), 0.008, 1e-7) << plastic;
  };
  const std::string cook = "*PLASTIC, HARDENING=JOHNSON COOK\n1., .5, .3, 1., 1000., 0.\n";
  const double hard = 1 + 0.5 * std::pow(0.008, 0.3);
  expect(cook, hard);
  expect(cook + "*RATE DEPENDENT, TYPE=JOHNSON COOK\n.02, 1e-3\n", hard * (1 + 0.02 * std::log(8.0)));
  expect("*PLASTIC\n1., 0.\n*RATE DEPENDENT\n.004, 5.\n", 1 + std::pow(2, 0.2));
  expect("*PLASTIC\n1., 0.\n*PLASTIC, RATE=.016\n1.5, 0.\n", 1.25);
  expect("*PLASTIC\n1., 0., 0.\n.5, 0., 100.\n", 0.75, "",
         "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 50.\n");
  expect(cook, hard * 0.7, "", "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 300.\n");
  // s = 1 - T / 1000, T = 500 0.008 (1 + s) / 2
  const std::string heated =
      "*PLASTIC, HARDENING=JOHNSON COOK\n1., 0., 1., 1., 1000., 0.\n*SPECIFIC "
      "HEAT\n.001\n*INELASTIC HEAT FRACTION\n.5\n";
  expect(heated, 0.998 / 1.002, ", ADIABATIC");
  expect(heated, 1);
}

/// A cube of side 1 pulled to a plastic strain of 0.008, half of which is after damage has begun.
TEST_F(KeywordRunTest, DamageOfMetals) {
  const auto expect = [&](const std::string& cards, double left,
                          const std::string& plastic = "*PLASTIC\n1., 0.\n") {
    const RunReport report = run(test::cube(
        "*STEP, INC=1000\n*STATIC, DIRECT\n.005, 1.\n*BOUNDARY\nTOP, 3, 3, .013\n*EL PRINT, ELSET=ALL, "
        "FREQUENCY=200\nS, PEEQ\n*END STEP\n",
        "*ELASTIC\n200., .25\n" + plastic + cards));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("equivalent plastic strain", "1").at(1), 0.008, 1e-6) << cards;
    EXPECT_NEAR(line("stresses", "1").at(3), left, 0.01) << cards;
  };
  const std::string ductile =
      "*DAMAGE INITIATION, CRITERION=DUCTILE\n.006, 0.\n.002, .6667\n";  // 0.004 at 1/3
  expect(ductile, 1);
  expect(ductile + "*DAMAGE EVOLUTION, TYPE=DISPLACEMENT\n.01\n", 0.6);
  expect(ductile + "*DAMAGE EVOLUTION, TYPE=DISPLACEMENT, SOFTENING=EXPONENTIAL\n.01, 2.\n",
         1 - (1 - std::exp(-0.8)) / (1 - std::exp(-2)));
  expect(ductile + "*DAMAGE EVOLUTION, TYPE=DISPLACEMENT, SOFTENING=TABULAR\n0., 0.\n.1, .002\n.7, .008\n",
         0.7);
  expect(ductile + "*DAMAGE EVOLUTION, TYPE=ENERGY\n.005\n", 0.6);
  expect(ductile + "*DAMAGE EVOLUTION, TYPE=ENERGY, SOFTENING=EXPONENTIAL\n.005\n", std::exp(-0.8));
  // d1 + d2 exp(-d3 eta), eta = 1/3
  expect("*DAMAGE INITIATION, CRITERION=JOHNSON COOK\n.001, .006, " +
             fmt::format("{:.12g}", 3 * std::log(2.0)) + "\n*DAMAGE EVOLUTION, TYPE=DISPLACEMENT\n.01\n",
         0.6, "*PLASTIC, HARDENING=JOHNSON COOK\n1., 0., 1.\n");
  // d1 (1 + d4 ln(rate / reference rate)), the plastic strain grows by 0.013 in a unit of time
  expect(fmt::format(
             "*DAMAGE INITIATION, CRITERION=JOHNSON COOK\n.002, 0., 0., {:.12g}, 0., 0., 0., .001\n*DAMAGE "
             "EVOLUTION, TYPE=DISPLACEMENT\n.01\n",
             1 / std::log(13.0)),
         0.6, "*PLASTIC, HARDENING=JOHNSON COOK\n1., 0., 1.\n");
}

TEST_F(KeywordRunTest, MaterialsThatCannotBeAreRefused) {
  const auto message = [&](const std::string& material) {
    const RunReport report = run(stretched(material));
    EXPECT_EQ(report.exit_status, 2) << material;
    return report.message;
  };
  EXPECT_THAT(message("*HYPERELASTIC, OGDEN, N=5\n1., 2., 1.\n"), HasSubstr("N is 1 to 4 with OGDEN"));
  EXPECT_THAT(message("*HYPERELASTIC, ARRUDA-BOYCE\n1., 2., 1.\n"),
              HasSubstr("*HYPERELASTIC with the parameter ARRUDA-BOYCE is not supported"));
  EXPECT_THAT(message("*HYPERELASTIC\n1., 2., 1.\n"),
              HasSubstr("supported with NEO HOOKE, MOONEY-RIVLIN, YEOH and OGDEN"));
  EXPECT_THAT(message("*HYPERELASTIC, MOONEY-RIVLIN\n1.\n"),
              HasSubstr("3 constants are expected; there are 1"));
  EXPECT_THAT(message("*ELASTIC, TYPE=TRACTION\n1., 2.\n"),
              HasSubstr("*ELASTIC of type TRACTION is not supported"));
  EXPECT_THAT(
      message("*ELASTIC\n200., .25\n*PLASTIC, HARDENING=USER\n1., 0.\n"),
      HasSubstr("USER hardening is not supported; ISOTROPIC, KINEMATIC, COMBINED and JOHNSON COOK are"));
  EXPECT_THAT(message("*ELASTIC\n200., .25\n*PLASTIC, HARDENING=COMBINED\n1., 0.\n"),
              HasSubstr("HARDENING=COMBINED and *CYCLIC HARDENING belong together"));
  EXPECT_THAT(message("*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n*CYCLIC HARDENING\n1., 0.\n"),
              HasSubstr("HARDENING=COMBINED and *CYCLIC HARDENING belong together"));
  EXPECT_THAT(message("*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n*PLASTIC\n1., 0.\n"),
              HasSubstr("the material has *PLASTIC twice"));
  EXPECT_THAT(message("*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n*RATE DEPENDENT, TYPE=YIELD RATIO\n1., 0.\n"),
              HasSubstr("*RATE DEPENDENT of type YIELD RATIO is not supported"));
  const std::string metal = "*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n",
                    begin = "*DAMAGE INITIATION, CRITERION=";
  EXPECT_THAT(message(metal + "*DAMAGE EVOLUTION, TYPE=ENERGY\n1.\n"),
              HasSubstr("*DAMAGE EVOLUTION needs *DAMAGE INITIATION"));
  EXPECT_THAT(message(metal + begin + "FLD\n1.\n"),
              HasSubstr("damage by the criterion FLD is not supported; DUCTILE and JOHNSON COOK are"));
  EXPECT_THAT(message("*ELASTIC\n200., .25\n" + begin + "DUCTILE\n1.\n"),
              HasSubstr("*DAMAGE INITIATION is supported with *PLASTIC"));
  EXPECT_THAT(message(metal + begin + "DUCTILE\n1., 0., 0.\n.5, 0., 1.\n"),
              HasSubstr("strains at failure that depend on rate or temperature are not supported"));
  const std::string cook =
      "*ELASTIC\n200., .25\n*PLASTIC, HARDENING=JOHNSON COOK\n1., 0., 1., 1., 1000., 0.\n";
  EXPECT_THAT(message(cook + "*RATE DEPENDENT, TYPE=JOHNSON COOK\n.02, 1.\n" + begin +
                      "JOHNSON COOK\n1., 0., 0., .1, 0., 1000., 0., 2.\n"),
              HasSubstr("the reference rate must be that of *RATE DEPENDENT"));
  EXPECT_THAT(message(cook + begin + "JOHNSON COOK\n1., 0., 0., 0., .1, 900., 0.\n"),
              HasSubstr("melting and transition temperature must be those of *PLASTIC"));
  EXPECT_THAT(message(metal + begin + "JOHNSON COOK\n1., 0., 0., 0., 0.\n"),
              HasSubstr("needs *PLASTIC, HARDENING=JOHNSON COOK"));
  EXPECT_THAT(message(metal + begin + "DUCTILE\n1.\n*DAMAGE EVOLUTION, TYPE=HYSTERESIS ENERGY\n1.\n"),
              HasSubstr("damage that evolves by HYSTERESIS ENERGY is not supported"));
  EXPECT_THAT(
      message(metal + begin + "DUCTILE\n1.\n*DAMAGE EVOLUTION, TYPE=ENERGY, SOFTENING=TABULAR\n0., 1.\n"),
      HasSubstr("TABULAR softening is by DISPLACEMENT"));
  EXPECT_THAT(message("*ELASTIC\n200., .25\n*PLASTIC, HARDENING=KINEMATIC\n"),
              HasSubstr("a yield stress is missing"));
  EXPECT_THAT(message("*ELASTIC, TYPE=ORTHO\n3., 1., 3., 1., 1., 3., 1., 1., 1.\n*PLASTIC, HARDENING="
                      "KINEMATIC\n1., 0.\n2., 1.\n"),
              HasSubstr("kinematic hardening requires isotropic elasticity"));
}

TEST_F(KeywordRunTest, SectionsThatCannotBeAreRefused) {
  const auto message = [&](const std::string& cards) {
    const RunReport report = run(test::cube(cards + "*STEP\n*STATIC\n*END STEP\n"));
    EXPECT_EQ(report.exit_status, 2) << cards;
    return report.message;
  };
  const std::string second = "*ELEMENT, TYPE=C3D8, ELSET=MORE\n2, 1, 2, 3, 4, 5, 6, 7, 8\n";
  EXPECT_THAT(message(second), HasSubstr("element 2 belongs to no *SOLID SECTION"));
  EXPECT_THAT(message(second + "*SOLID SECTION, ELSET=MORE, MATERIAL=LEAD\n"),
              HasSubstr("there is no material named 'LEAD'"));
  EXPECT_THAT(message(second + "*SOLID SECTION, ELSET=MORE, MATERIAL=STEEL, ORIENTATION=O\n"),
              HasSubstr("there is no orientation named 'O'"));
  EXPECT_THAT(
      message(second + "*SOLID SECTION, ELSET=MORE, MATERIAL=STEEL, ORIENTATION=O\n*ORIENTATION, NAME=O, "
                       "SYSTEM=CYLINDRICAL\n0., 0., 0., 0., 0., 1.\n"),
      HasSubstr("other than RECTANGULAR"));
  EXPECT_THAT(message("*EQUATION\n2\n6, 5, 1., 5, 3, -1.\n"),
              HasSubstr("degree of freedom 5 in an equation; displacements 1 to 3 are possible"));
}

std::string on_cube(const std::string& material, const std::string& step) {
  return test::cube(step, material);
}
constexpr const char* kPrintTop =
    "*NODE PRINT, NSET=TOP, FREQUENCY=100\nU, RF\n*EL PRINT, ELSET=ALL, "
    "FREQUENCY=100\nS\n*END STEP\n";

// What CalculiX 2.20 printed: a foam of two terms pressed by 30 %.
TEST_F(KeywordRunTest, FoamIsThatOfCalculix) {
  const std::string step =
      std::string("*STEP, NLGEOM\n*STATIC\n.1, 1.\n*BOUNDARY\nTOP, 3, 3, -.3\n") + kPrintTop;
  const RunReport report = run(on_cube("*HYPERFOAM, N=2\n0.4, 8., 0.1, -2., 0.1, 0.2\n", step));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("forces (fx,fy,fz) for set TOP and time  0.1000000E+01", "5").at(2), -8.796099e-2, 1e-7);
  EXPECT_NEAR(
      line("stresses (elem, integ.pnt.,sxx,syy,szz,sxy,sxz,syz) for set ALL and time  0.1000000E+01", "1")
          .at(3),
      -3.235047e-1, 1e-6);
}

// Ramberg and Osgood's law in one direction: e = s/E + a s/E (s/s_0)^(n - 1), across it -nu and -1/2 of the
// two.
TEST_F(KeywordRunTest, DeformationPlasticityInOneDirection) {
  const std::string step = std::string("*STEP\n*STATIC\n*CLOAD\nTOP, 3, .3\n") + kPrintTop;
  const RunReport report = run(on_cube("*DEFORMATION PLASTICITY\n200., .25, 1., 6., .5\n", step));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double elastic = 1.2 / 200, flow = 0.5 * elastic * std::pow(1.2, 5);
  EXPECT_NEAR(line("displacements", "7").at(2), elastic + flow, 1e-8);
  EXPECT_NEAR(line("displacements", "7").at(0), -0.25 * elastic - flow / 2, 1e-8);
  EXPECT_NEAR(line("stresses", "1").at(3), 1.2, 1e-6);
}

// And of orthotropic constants half way between two temperatures.
TEST_F(KeywordRunTest, OrthotropicConstantsOfSeveralTemperatures) {
  const std::string material =
      "*ELASTIC, TYPE=ORTHO\n10., 3., 20., 2., 4., 30., 5., 6.,\n7., 0.\n20., 6., 30., 4., 6., 40., 7., "
      "8.,\n9., "
      "100.\n";
  const std::string step =
      std::string(
          "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 50.\n*STEP\n*STATIC\n*CLOAD\nTOP, 3, "
          ".25\nTOP, 2, .1\n") +
      kPrintTop;
  const RunReport report = run(on_cube(material, step));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "6").at(1), 1.037964e-1, 1e-6);
  EXPECT_NEAR(line("displacements", "7").at(0), -3.813824e-2, 1e-6);
  EXPECT_NEAR(line("stresses", "1").at(3), 1.178498, 1e-5);
  EXPECT_EQ(run(on_cube("*ELASTIC, TYPE=ORTHO\n10., 3., 20., 2., 4., 30., 5., 6.,\n7., 0.\n20.\n", step))
                .exit_status,
            2);
}

/// A stress of 1 for 10 units of time with rate 1e-3 (s - yield)^3; without *VISCO nothing creeps.
TEST_F(KeywordRunTest, CreepUnderAConstantStress) {
  const auto creeps = [&](double yield, const char* procedure) {
    const std::string material =
        fmt::format("*ELASTIC\n200., .25\n*PLASTIC\n{}, 0.\n{}, 10.\n*CREEP\n1e-3, 3., 0.\n", yield, yield);
    const std::string step = fmt::format(
        "*AMPLITUDE, NAME=A\n0., 1., 10., 1.\n*STEP, INC=1000\n*{}\n.5, 10.\n*CLOAD, AMPLITUDE=A\nTOP, 3, "
        ".25\n{}",
        procedure, kPrintTop);
    const RunReport report = run(on_cube(material, step));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return line("displacements (vx,vy,vz) for set TOP and time  0.1000000E+02", "7").at(2);
  };
  EXPECT_NEAR(creeps(0, "VISCO, CETOL=1e-3"), 0.015, 1e-7);
  EXPECT_NEAR(creeps(0.5, "VISCO, CETOL=1e-3"), 0.00625, 1e-7);
  EXPECT_NEAR(creeps(1.5, "STATIC"), 0.005, 1e-7);
}

TEST_F(KeywordRunTest, MaterialCardsThatCannotBe) {
  const auto wrong = [&](const std::string& material) {
    io::test::write(folder_ / "a.inp", on_cube(material, std::string("*STEP\n*VISCO\n") + kPrintTop));
    return test::run_file(folder_ / "a.inp", folder_ / "out").message;
  };
  EXPECT_THAT(wrong("*HYPERFOAM, N=2\n.4, 8., .1\n"), HasSubstr("6 constants are expected"));
  EXPECT_THAT(wrong("*DEFORMATION PLASTICITY\n200., .3\n"),
              HasSubstr("exponent and yield offset are expected"));
  EXPECT_THAT(wrong("*ELASTIC\n200., .3\n*HYPERFOAM\n.4, 8., .1\n"),
              HasSubstr("has *ELASTIC and *HYPERFOAM"));
  EXPECT_THAT(wrong("*ELASTIC\n200., .3\n*CREEP, LAW=TIME\n1., 2.\n"),
              HasSubstr("LAW=TIME is not supported"));
  EXPECT_THAT(wrong("*ELASTIC\n200., .3\n*CREEP\n1., 2., -.5\n"), HasSubstr("depend on the time (m)"));
  EXPECT_THAT(wrong("*USER MATERIAL, CONSTANTS=2\n200., .3\n"), HasSubstr("LIN_ISO_EL"));
}

}  // namespace
}  // namespace jounce
