// *EXPANSION, *INITIAL CONDITIONS, TYPE=TEMPERATURE and *TEMPERATURE of input files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

const std::string kElastic = "*ELASTIC\n200., .25\n";
const std::string kNodesAndElements = "*NODE PRINT, NSET=TOP\nU\n*EL PRINT, ELSET=ALL\nS\n*END STEP\n";

std::string heated(const std::string& material, const std::string& step,
                   const std::string& initial = "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 20.\n") {
  return test::cube(initial + "*STEP\n*STATIC\n" + step + kNodesAndElements, material);
}

/// alpha(T) (T - ZERO) - alpha(T0) (T0 - ZERO), with T0 = 20
TEST_F(KeywordRunTest, CubesGrowFreely) {
  struct Case {
    const char* expansion;
    double growth;  ///< at 70
  };
  const std::vector<Case> cases = {
      {"*EXPANSION\n1e-5\n", 50e-5},
      {"*EXPANSION, ZERO=300.\n1e-5, 0.\n", 50e-5},
      {"*EXPANSION, ZERO=-30.\n1e-5, 20.\n3e-5, 120.\n", 2e-5 * 100 - 1e-5 * 50},
      {"*EXPANSION, TYPE=ORTHO\n1e-5, 2e-5, 4e-5\n", 200e-5},
  };
  for (const Case& c : cases) {
    const RunReport report = run(heated(kElastic + c.expansion, "*TEMPERATURE\nNALL, 70.\n"));
    ASSERT_EQ(report.exit_status, 0) << c.expansion << report.message;
    EXPECT_NEAR(line("displacements", "7").at(2), c.growth, 1e-9) << c.expansion;
  }
}

TEST_F(KeywordRunTest, TemperaturesOfNodesArePrinted) {
  ASSERT_EQ(run(test::cube("*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 20.\n*STEP\n*STATIC\n.5, 1.\n"
                           "*TEMPERATURE\nNALL, 70.\n5, 90.\n*NODE PRINT, NSET=TOP\nNT\n*END STEP\n",
                           kElastic + "*EXPANSION\n1e-5\n"))
                .exit_status,
            0);
  EXPECT_NEAR(line(" temperatures for set TOP and time  0.5000000E+00", "6").at(0), 45, 1e-9);
  EXPECT_NEAR(line(" temperatures for set TOP and time  0.5000000E+00", "5").at(0), 55, 1e-9);
  EXPECT_NEAR(line(" temperatures for set TOP and time  0.1000000E+01", "6").at(0), 70, 1e-9);
}

/// In two steps the second without a new temperature; ramped from the initial one, or by an amplitude.
TEST_F(KeywordRunTest, HeldCubesArePressedInSteps) {
  const std::string held = "*BOUNDARY\nTOP, 3\n";
  const auto stress = [&](int skip) { return line("stresses", "1", skip).at(3); };
  ASSERT_EQ(run(test::cube("*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 20.\n*STEP\n*STATIC\n.5, 1.\n" +
                               held + "*TEMPERATURE\nNALL, 70.\n" + kNodesAndElements +
                               "*STEP\n*STATIC\n.5, 1.\n" + kNodesAndElements,
                           kElastic + "*EXPANSION\n1e-5\n"))
                .exit_status,
            0);
  EXPECT_NEAR(stress(0), -200 * 1e-5 * 25, 1e-9);
  EXPECT_NEAR(stress(1), -200 * 1e-5 * 50, 1e-9);
  EXPECT_NEAR(stress(3), -200 * 1e-5 * 50, 1e-9);
  ASSERT_EQ(
      run(heated(kElastic + "*EXPANSION\n1e-5\n", held + "*TEMPERATURE, AMPLITUDE=A\nNALL, 100.\n",
                 "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 20.\n*AMPLITUDE, NAME=A\n0., .2, 1., .9\n"))
          .exit_status,
      0);
  EXPECT_NEAR(stress(0), -200 * 1e-5 * 70, 1e-9);
}

/// Young's modulus 150 at 70, between 200 at 20 and 100 at 120.
TEST_F(KeywordRunTest, ElasticityChangesWithTemperature) {
  const RunReport report =
      run(heated("*ELASTIC\n200., .25, 20.\n100., .25, 120.\n*DENSITY\n2., 0.\n2., 100.\n",
                 "*TEMPERATURE\nNALL, 70.\n*CLOAD\nTOP, 3, .003\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "7").at(2), 0.012 / 150, 1e-9);
}

TEST_F(KeywordRunTest, TemperaturesThatCannotBeAreRefused) {
  const auto message = [&](const std::string& text) {
    const RunReport report = run(text);
    EXPECT_EQ(report.exit_status, 2) << text;
    return report.message;
  };
  const std::string grows = kElastic + "*EXPANSION\n1e-5\n", hot = "*TEMPERATURE\nNALL, 70.\n";
  EXPECT_THAT(message(heated(grows, hot, "")), HasSubstr("node 1 has no initial temperature"));
  EXPECT_THAT(message(heated(grows, "*TEMPERATURE\nNALL, 70., 2.\n")),
              HasSubstr("one temperature for each node is expected"));
  EXPECT_THAT(message(heated(grows, "*TEMPERATURE, AMPLITUDE=B\nNALL, 70.\n")),
              HasSubstr("there is no amplitude named 'B'"));
  EXPECT_THAT(message(heated(grows, "*TEMPERATURE\nNONE, 70.\n")), HasSubstr("'NONE'"));
  EXPECT_THAT(message(heated(kElastic + "*EXPANSION, TYPE=ANISO\n1., 1., 1., 0., 0., 0.\n", hot)),
              HasSubstr("*EXPANSION of type ANISO is not supported; ISO and ORTHO are"));
  EXPECT_THAT(message(heated(kElastic + "*EXPANSION\n1., 9.\n1., 3.\n", hot)),
              HasSubstr("the temperatures have to ascend"));
  EXPECT_THAT(message(heated("*ELASTIC\n2., .2, 9.\n1., .2, 3.\n", hot)),
              HasSubstr("the temperatures have to ascend"));
  EXPECT_THAT(message(heated("*ELASTIC\n2., .2, 0.\n1., .2, 3.\n*PLASTIC\n1., 0.\n", hot)),
              HasSubstr("plasticity of a material whose *ELASTIC changes with temperature"));
  EXPECT_THAT(message(heated(kElastic + "*DENSITY\n2., 0.\n3., 100.\n", hot)),
              HasSubstr("a temperature-dependent density is not supported"));
  const std::string bar =
      "*NODE\n101, 0., 0., 0.\n102, 1., 0., 0.\n*ELEMENT, TYPE=T3D2, ELSET=BAR\n2, 101, "
      "102\n*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL\n1.\n";
  EXPECT_THAT(message(heated(grows, hot, bar + "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nNALL, 20.\n")),
              HasSubstr("material 'STEEL' depends on temperature, which bars do not support"));
  EXPECT_THAT(
      message(heated(grows, hot, "*INITIAL CONDITIONS, TYPE=FIELD\nALL, 1.\n")),
      HasSubstr("of type FIELD are not supported; VELOCITY, TEMPERATURE, STRESS and PLASTIC STRAIN are"));
}

}  // namespace
}  // namespace jounce
