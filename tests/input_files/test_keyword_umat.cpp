// Laws of users by Abaqus' UMAT (tests/user/umat.c) in input files, against the laws that the program has,
// and closed solutions.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../keyword/cube.h"
#include "input_files/keyword_run.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

const std::string kPrints = "*NODE PRINT, NSET=NALL\nU, RF\n*EL PRINT, ELSET=ALL\nS\n*END STEP\n";

class UmatTest : public test::KeywordRunTest {
 protected:
  /// A run with the function `symbol` of the tests' library; what it printed.
  std::string printed_by(const std::string& text, const std::string& symbol = "umat_") {
    const RunReport report = run_with(text, JOUNCE_TEST_UMAT, symbol);
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return printed_;
  }
  RunReport run_with(const std::string& text, const std::string& library,
                     const std::string& symbol = "umat_") {
    RunOptions options;
    options.umat = library;
    if (symbol != "umat_") options.overrides = {"material.STEEL.symbol=" + symbol};
    return KeywordRunTest::run_with(text, options);
  }
  std::string printed_without(const std::string& text) {
    const RunReport report = run(text);
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return printed_;
  }
};

/// The largest difference of two prints over the largest number in them.
double difference(const std::string& a, const std::string& b) {
  std::istringstream left(a), right(b);
  double largest = 0, most = 0;
  for (std::string x, y; left >> x && right >> y;) {
    char* end = nullptr;
    const double p = std::strtod(x.c_str(), &end), q = std::strtod(y.c_str(), nullptr);
    if (*end != '\0' || x.find('E') == std::string::npos) continue;
    largest = std::max(largest, std::abs(p));
    most = std::max(most, std::abs(p - q));
  }
  EXPECT_GT(largest, 0);
  return most / largest;
}

std::string law(const std::string& constants, int count, int states = 0) {
  return fmt::format("*USER MATERIAL, CONSTANTS={}\n{}\n*DEPVAR\n{}\n*DENSITY\n2.\n", count, constants,
                     states);
}

/// A block of two cubes, sheared and pulled.
std::string loaded(const std::string& material, const std::string& procedure) {
  return test::cube("*STEP\n" + procedure + "*CLOAD\n7, 1, 2.\n6, 3, 3.\n" + kPrints, material);
}

TEST_F(UmatTest, LinearElasticityIsThatOfTheProgram) {
  for (const char* procedure : {"*STATIC\n.25, 1.\n", "*DYNAMIC, DIRECT\n.01, .05\n"}) {
    const std::string own = printed_without(loaded("*ELASTIC\n200., .25\n*DENSITY\n2.\n", procedure));
    EXPECT_LT(difference(own, printed_by(loaded(law("200., .25", 2), procedure))), 1e-6) << procedure;
  }
}

TEST_F(UmatTest, ConstantsMayFillSeveralLinesAndHaveAxes) {
  const std::string constants = "300., 60., 200., 50., 40., 150., 50., 60.,\n70.",
                    axes = "*ORIENTATION, NAME=A\n1., 1., 0., -1., 1., 1.\n", steps = "*STATIC\n";
  const auto turned = [&](std::string text) {
    const std::string section = "*SOLID SECTION, ELSET=ALL";
    return text.replace(text.find(section), section.size(), axes + section + ", ORIENTATION=A");
  };
  const std::string own = printed_without(turned(loaded(
      "*ELASTIC, TYPE=ORTHO\n300., 60., 200., 50., 40., 150., 50., 60.,\n70.\n*DENSITY\n2.\n", steps)));
  EXPECT_LT(difference(own, printed_by(turned(loaded(law(constants, 9), steps)), "ortho_")), 1e-6);
}

/// Flow there and back, and in a motion.
TEST_F(UmatTest, PlasticityIsThatOfTheProgram) {
  const std::string plastic = "*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n11., .5\n*DENSITY\n2.\n",
                    user = law("200., .25, 1., 20.", 4, 1);
  const auto there_and_back = [](const std::string& material) {
    return test::cube(
        "*STEP\n*STATIC\n.25, 1.\n*BOUNDARY\n5, 3, 3, .02\n6, 3, 3, .03\n7, 1, 1, .01\n" + kPrints +
            "*STEP\n*STATIC\n.25, 1.\n*BOUNDARY\n5, 3, 3, -.02\n6, 3, 3, 0.\n7, 1, 1, -.01\n" + kPrints,
        material);
  };
  const std::string statics = printed_without(there_and_back(plastic));
  EXPECT_LT(difference(statics, printed_by(there_and_back(user), "j2_")), 1e-6);
  const auto moved = [](const std::string& material) {
    return test::cube("*STEP\n*DYNAMIC, DIRECT\n.01, .1\n*CLOAD\n7, 1, 2.\n6, 3, 3.\n" + kPrints, material);
  };
  const std::string motion = printed_without(moved(plastic));
  EXPECT_LT(difference(motion, printed_by(moved(user), "j2_")), 1e-6);
}

/// Stretched to the logarithmic strain e = ln 1.2, E e_e = s, s = 1 + 20 e_p, e = e_e + e_p. The cube gets
/// narrower by -nu e_e - e_p / 2.
TEST_F(UmatTest, StressIsTrueOverLogarithmicStrain) {
  const double e = std::log(1.2), flow = (200 * e - 1) / 220, stress = 1 + 20 * flow;
  const double side = std::exp(-.25 * stress / 200 - flow / 2);
  printed_by(test::cube("*STEP, NLGEOM\n*STATIC\n.1, 1.\n*BOUNDARY\nTOP, 3, 3, .2\n" + kPrints,
                        law("200., .25, 1., 20.", 4, 1)),
             "j2_");
  EXPECT_NEAR(line("stresses", "1", 9).at(3), stress, 1e-6 * stress);
  EXPECT_NEAR(line("displacements", "7", 9).at(0), side - 1, 1e-7);
  EXPECT_NEAR(line("forces", "7", 9).at(2), stress * side * side / 4, 1e-6 * stress);
}

/// The library checks what it gets: 3 direct and 3 shear components, CMNAME, STATEV, the whole strain, the
/// time.
TEST_F(UmatTest, ArgumentsAreThoseThatAbaqusPasses) {
  const auto named = [](std::string text) {
    for (std::size_t at = 0; (at = text.find("STEEL", at)) != std::string::npos;) text.replace(at, 5, "ROCK");
    return text;
  };
  const std::string text = named(loaded(law("200., .25", 2, 3), "*STATIC\n.25, 1.\n"));
  io::test::write(folder_ / "a.inp", text);
  RunOptions options;
  options.deck = folder_ / "a.inp";
  options.output = folder_ / "out";
  options.umat = JOUNCE_TEST_UMAT;
  options.quiet = true;
  options.overrides = {"material.ROCK.symbol=strict_"};
  const RunReport report = run_deck(options);
  EXPECT_EQ(report.exit_status, 0) << report.message;
}

TEST_F(UmatTest, PlaneElementsHaveFourComponents) {
  const auto plane = [](const std::string& type, const std::string& material) {
    return "*NODE, NSET=NALL\n1, 1., 0.\n2, 2., 0.\n3, 2., 1.\n4, 1., 1.\n*ELEMENT, TYPE=" + type +
           ", ELSET=ALL\n1, 1, 2, 3, 4\n*MATERIAL, NAME=STEEL\n" + material +
           "*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n*BOUNDARY\n1, 1, 2\n2, 2\n*STEP\n*STATIC\n*CLOAD\n3, "
           "1, 2.\n" +
           kPrints;
  };
  for (const char* type : {"CPE4", "CAX4"}) {
    const std::string own = printed_without(plane(type, "*ELASTIC\n200., .25\n"));
    EXPECT_LT(difference(own, printed_by(plane(type, "*USER MATERIAL, CONSTANTS=2\n200., .25\n"))), 1e-6)
        << type;
  }
  const RunReport report =
      run_with(plane("CPS4", "*USER MATERIAL, CONSTANTS=2\n200., .25\n"), JOUNCE_TEST_UMAT);
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("not called for plane stress (NTENS = 3)"));
}

/// Increments above 0.3 are refused by the law: a step of 1 is cut twice, to 0.25.
TEST_F(UmatTest, StepsAreCutWhereTheLawAsksForIt) {
  const std::string own = printed_without(loaded("*ELASTIC\n200., .25\n*DENSITY\n2.\n", "*STATIC\n1., 1.\n"));
  io::test::write(folder_ / "a.inp", loaded(law("200., .25, .3", 3), "*STATIC\n1., 1.\n"));
  const RunReport report =
      run_with(loaded(law("200., .25, .3", 3), "*STATIC\n1., 1.\n"), JOUNCE_TEST_UMAT, "impatient_");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_GE(report.steps, 4);
  EXPECT_LT(difference(own, printed_), 1e-6);
  const RunReport never =
      run_with(loaded(law("200., .25, -1.", 3), "*STATIC\n1., 1.\n"), JOUNCE_TEST_UMAT, "impatient_");
  EXPECT_EQ(never.exit_status, 1);
  EXPECT_THAT(never.message,
              HasSubstr("the UMAT of material 'STEEL' asks for a shorter step (PNEWDT = 0.25)"));
}

TEST_F(UmatTest, WhatIsWrongIsSaid) {
  const std::string text = loaded(law("200., .25", 2), "*STATIC\n");
  const auto message = [&](const std::string& file, const std::string& library,
                           const std::string& symbol = "umat_") {
    const RunReport report = run_with(file, library, symbol);
    EXPECT_NE(report.exit_status, 0);
    return report.message;
  };
  EXPECT_THAT(message(text, ""),
              HasSubstr("a.inp:26: *USER MATERIAL of the material 'STEEL' calls a subroutine UMAT: name "
                        "its library by --umat FILE"));
  EXPECT_THAT(message(text, "/none/umat.so"), HasSubstr("there is no file '/none/umat.so'"));
  EXPECT_THAT(message(text, JOUNCE_TEST_NO_UMAT), HasSubstr("does not define 'umat_'"));
  EXPECT_THAT(message(text, (folder_ / "a.inp").string()), HasSubstr("cannot be loaded"));
  EXPECT_THAT(message(text, JOUNCE_TEST_UMAT, "broken_"),
              HasSubstr("the UMAT of material 'STEEL' gives a stress or tangent that is no number"));
  EXPECT_THAT(message(loaded(law("200., .25", 5), "*STATIC\n"), JOUNCE_TEST_UMAT),
              HasSubstr("*USER MATERIAL says CONSTANTS=5; there are 2 numbers"));
  EXPECT_THAT(message(loaded(law("200., .25", 2, -1), "*STATIC\n"), JOUNCE_TEST_UMAT),
              HasSubstr("*DEPVAR: -1 state variables"));
  io::test::write(folder_ / "d.toml", "[model]\ndimension = 1\n");
  RunOptions options;
  options.deck = folder_ / "d.toml";
  options.umat = JOUNCE_TEST_UMAT;
  EXPECT_THAT(run_deck(options).message, HasSubstr("--umat is for input files of Abaqus and CalculiX"));
}

}  // namespace
}  // namespace jounce
