// Submodels of the results that a job of a global model leaves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../keyword/cube.h"
#include "input_files/keyword_run.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;

// The cube stretched by 1 and by 3 in two steps; a part of its inside follows in the same times.
TEST_F(KeywordRunTest, SubmodelsFollowTheStepsOfTheGlobalModel) {
  const auto pull = [](const std::string& value) {
    return "*STEP\n*STATIC\n*DLOAD\nALL, P2, " + value + "\n*NODE FILE\nU\n*END STEP\n";
  };
  io::test::write(folder_ / "global.inp", test::cube(pull("-1.") + pull("-3.")));
  ASSERT_EQ(run_job(folder_ / "global", [](const std::string&) {}, {}).exit_status, 0);
  const auto step = [](int number) {
    return "*STEP\n*STATIC\n.5, 1.\n*BOUNDARY, SUBMODEL, STEP=" + std::to_string(number) +
           "\nN, 1, 3\n*EL PRINT, ELSET=E\nS\n*END STEP\n";
  };
  const RunReport report =
      run("*NODE, NSET=N\n1, .2, .3, .1\n2, .7, .3, .2\n3, .8, .9, .1\n4, .3, .8, .1\n"
          "5, .3, .3, .6\n6, .7, .4, .7\n7, .8, .8, .8\n8, .2, .9, .5\n"
          "*ELEMENT, TYPE=C3D8, ELSET=E\n1, 1, 2, 3, 4, 5, 6, 7, 8\n"
          "*SUBMODEL, TYPE=NODE, INPUT=global.frd\nN\n"
          "*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*SOLID SECTION, ELSET=E, MATERIAL=M\n" +
          step(1) + step(2));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto stress = [&](int increment) { return line("stresses", "1", increment).at(3); };
  EXPECT_NEAR(stress(0), 0.5, 1e-4);
  EXPECT_NEAR(stress(1), 1, 1e-4);
  EXPECT_NEAR(stress(2), 2, 1e-4);
  EXPECT_NEAR(stress(3), 3, 1e-4);
}

}  // namespace
}  // namespace jounce
