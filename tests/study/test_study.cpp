#include <gmock/gmock.h>

#include "../run/program.h"
#include "verify/csv_table.h"

// `jounce study`, run as a user does.

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using verify::CsvTable;

class Study : public testing::Test {
 protected:
  Outcome study(const std::string& deck, const Arguments& arguments) {
    return jounce(folder_.path(), Arguments{"study", deck, "-o", "s"} + arguments);
  }
  CsvTable table() const { return CsvTable(folder_ / "s/study.csv"); }
  void expect_refused(const Arguments& arguments, const std::string& message) {
    const Outcome outcome = study(kInputs + "elastic_bar.toml", arguments);
    EXPECT_EQ(outcome.status, 2) << message;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "s")) << message;
  }
  TemporaryFolder folder_;
};

// J. Chung, G. M. Hulbert (1993): generalized-alpha is of second order.
TEST_F(Study, GeneralizedAlphaHasOrderTwoOnASmoothPendulum) {
  const Outcome outcome =
      study(kInputs + "double_pendulum.toml",
            Arguments{"--vary", "integrator.step=5e-4,4e-3,1e-3,2e-3"} +
                set({"integrator.type=generalized-alpha", "output.frames=0", "integrator.end=2"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const CsvTable csv = table();
  ASSERT_EQ(csv.rows(), 4u);
  EXPECT_EQ(csv.text(0, "integrator.step"), "5e-4");
  EXPECT_EQ(csv.text(0, "theta_1_error_max"), "");  // the finest
  EXPECT_EQ(csv.text(1, "theta_1_order_max"), "");  // the coarsest
  for (const char* const column : {"theta_1_order_max", "theta_1_order_l2", "theta_2_order_max"}) {
    EXPECT_NEAR(csv.number(3, column), 2, 0.02) << column;
    EXPECT_NEAR(csv.number(2, column), 2, 0.01) << column;
  }
  EXPECT_EQ(csv.number(1, "steps"), 500);
  EXPECT_THAT(outcome.out, HasSubstr("error of theta_1 [rad] against the finest run"));
  for (const char* const file : {"theta_1.png", "error_theta_1.png"})
    EXPECT_EQ(read(folder_ / "s" / file).substr(1, 3), "PNG") << file;
}

// The exact motion of a damped oscillator (any book of mechanics): m = 1, k = 100, c = 1.6, x_0 = 0.1.
TEST_F(Study, OrdersAgainstAnExactSolution) {
  const std::string exact =
      "mass_x=0.1*exp(-0.8*t)*(cos(sqrt(99.36)*t) + 0.8/sqrt(99.36)*sin(sqrt(99.36)*t))";
  const Outcome outcome =
      study(kInputs + "oscillators.toml",
            Arguments{"--vary", "integrator.type=generalized-alpha,moreau-jean", "--vary",
                      "integrator.step=4e-3,2e-3,1e-3", "--quantity", "mass_x", "--reference", exact} +
                set({"output.frames=0", "integrator.end=2"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const CsvTable csv = table();
  ASSERT_EQ(csv.rows(), 6u);
  EXPECT_NEAR(csv.number(1, "mass_x_order_max"), 2, 0.03);
  EXPECT_NEAR(csv.number(2, "mass_x_order_max"), 2, 0.02);
  EXPECT_NEAR(csv.number(5, "mass_x_order_max"), 1, 0.1);
  EXPECT_LT(csv.number(2, "mass_x_error_max"), 1e-3 * 0.1);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "s/error_mass_x.png"));
}

TEST_F(Study, OrdersAgainstAFile) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(jounce(folder_.path(), Arguments{"run", "deck.toml", "-q", "-o", "fine"} +
                                       set({"integrator.step=1e-4", "integrator.type=generalized-alpha"}))
                .status,
            0);
  const Outcome outcome = study(
      "deck.toml", Arguments{"--vary", "integrator.step=0.02,0.01,0.005", "--reference", "fine/history.csv"} +
                       set({"integrator.type=generalized-alpha"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const std::size_t k : {1u, 2u}) EXPECT_NEAR(table().number(k, "x_order_l2"), 2, 0.05);
  EXPECT_THAT(outcome.out, HasSubstr("error of x [m] against fine/history.csv"));
}

TEST_F(Study, AVariantThatFailsDoesNotStopTheOthers) {
  write(folder_ / "deck.toml", kPendulum);
  const Outcome outcome = study("deck.toml", {"--vary", "integrator.max_iterations=1,30", "--vary",
                                              "integrator.max_cuts=0,1", "--jobs", "3"});
  EXPECT_EQ(outcome.status, 1);
  const CsvTable csv = table();
  ASSERT_EQ(csv.rows(), 4u);
  for (const std::size_t k : {0u, 1u}) {
    EXPECT_EQ(csv.text(k, "status"), "failed");
    EXPECT_EQ(csv.number(k, "exit_status"), 1);
    EXPECT_THAT(csv.text(k, "message"), HasSubstr("Newton did not converge"));
  }
  for (const std::size_t k : {2u, 3u}) {
    EXPECT_EQ(csv.text(k, "status"), "complete");
    EXPECT_EQ(csv.number(k, "steps"), 20);
    EXPECT_GT(csv.number(k, "iterations"), 20);
    EXPECT_LT(csv.number(k, "x_min"), csv.number(k, "x_max"));
  }
  EXPECT_EQ(csv.text(2, "x_last"), csv.text(3, "x_last"));
  EXPECT_THAT(outcome.out, HasSubstr("max_iterations=1,max_cuts=0 failed: the step from t = 0 s failed"));
  EXPECT_THAT(read(folder_ / "s/max_iterations=1,max_cuts=0/run.toml"), HasSubstr(R"(status = "failed")"));
}

// Values that only a build of the model refuses, after a study that had left results in the same folder.
TEST_F(Study, ResultsOfAnEarlierStudyAreNotTaken) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(study("deck.toml", {"--vary", "history.x.of=bob,ground", "-q"}).status, 0);
  std::string deck = kPendulum;
  deck.replace(deck.find("end = 2"), 7, "end = -1");
  write(folder_ / "deck.toml", deck);
  const Outcome outcome = study("deck.toml", {"--vary", "history.x.of=bob,ground"});
  EXPECT_EQ(outcome.status, 1);
  const CsvTable csv = table();
  EXPECT_EQ(csv.text(0, "status"), "failed");
  EXPECT_EQ(csv.number(0, "exit_status"), 2);
  EXPECT_EQ(csv.text(0, "x_last"), "");
  EXPECT_THAT(read(folder_ / "s/study.csv"), HasSubstr("the end must not lie before the start"));
}

TEST_F(Study, RunsAreThoseOfJounceRun) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(study("deck.toml", {"--vary", "body.bob.mass=2,3", "--jobs", "1", "-q"}).status, 0);
  ASSERT_EQ(jounce(folder_.path(), {"run", "deck.toml", "--set", "body.bob.mass=3", "-q", "-o", "r"}).status,
            0);
  EXPECT_EQ(read(folder_ / "s/mass=3/history.csv"), read(folder_ / "r/history.csv"));
  EXPECT_NE(read(folder_ / "s/mass=2/resolved.toml"), read(folder_ / "r/resolved.toml"));
}

TEST_F(Study, NumbersOfElementsAreRefinedByTheirInverse) {
  const Outcome outcome =
      study(kInputs + "elastic_bar.toml", Arguments{"--vary", "parameters.elements=10,20,40", "--quantity",
                                                    "gap", "--refine", "1/parameters.elements"} +
                                              set({"output.frames=0"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const CsvTable csv = table();
  EXPECT_GT(csv.number(0, "gap_error_max"), csv.number(1, "gap_error_max"));
  EXPECT_EQ(csv.text(2, "gap_error_max"), "");
  EXPECT_THAT(outcome.out, HasSubstr("1/parameters.elements"));
}

TEST_F(Study, StepsWithoutCommonTimesHaveNoErrors) {
  write(folder_ / "deck.toml", kPendulum);
  const Outcome outcome = study("deck.toml", {"--vary", "integrator.step=0.1,0.0817"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("have 2 times in common; use steps that are multiples of each other"));
  EXPECT_THAT(read(folder_ / "s/study.csv"), Not(HasSubstr("order")));
}

TEST_F(Study, WrongArgumentsAreRefusedBeforeTheFirstRun) {
  expect_refused(
      {"--vary", "integrator.stp=1e-3,2e-3"},
      "--vary integrator.stp: unknown key 'stp' in [integrator] (did you mean 'integrator.step'?)");
  expect_refused({"--vary", "integrator.step=1e-3,-2"}, "greater than 0, not -2");
  expect_refused({"--vary", "integrator.step=1e-3,,2"}, "value 2 of 3 is empty");
  expect_refused({"--vary", "integrator.step="}, "there is no value");
  expect_refused({"--vary", "integrator.step=1e-3,2e-3", "--quantity", "gapp"},
                 "the history has no column 'gapp' (did you mean 'gap'?)");
  expect_refused({"--vary", "integrator.step=1e-3,2e-3", "--refine", "integrator.stp"},
                 "there is no varied key 'integrator.stp' (did you mean 'integrator.step'?)");
  expect_refused({"--vary", "integrator.type=nsga-ggl,moreau-jean", "--refine", "integrator.type"},
                 "must be two or more positive numbers");
  expect_refused({"--vary", "integrator.step=1e-3,2e-3", "--reference", "finst"}, "did you mean 'finest'?");
  expect_refused({"--vary", "integrator.step=1e-3,2e-3", "--reference", "gp=t"},
                 "the study has no quantity 'gp' (did you mean 'gap'?)");
  expect_refused({"--vary", "integrator.step=1e-3,2e-3", "--reference", "gap=5-x"}, "'x' is not known");
  expect_refused({"--vary", "parameters.L=9,10", "--reference", "gap=5"}, "needs a step that is refined");
  expect_refused({"--quantity", "gap"}, "--vary");
  expect_refused({"--vary", "integrator.step=1e-3,2e-3", "--jobs", "0"}, "--jobs");
}

TEST_F(Study, WithoutGnuplotThereAreTablesOnly) {
  write(folder_ / "deck.toml", kPendulum);
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  const Outcome outcome = study("deck.toml", {"--vary", "body.bob.mass=2,3"});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("note: no picture of x: "));
  EXPECT_THAT(outcome.out, HasSubstr("gnuplot-nox"));
  EXPECT_EQ(table().rows(), 2u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "s/x.png"));
}

TEST_F(Study, OfAnInputFile) {
  write(folder_ / "bar.inp",
        "*NODE, NSET=N\n1,0,0,0\n2,1,0,0\n*ELEMENT, TYPE=T3D2, ELSET=E\n1,1,2\n*MATERIAL, NAME=M\n*ELASTIC\n"
        "1000,0\n*SOLID SECTION, ELSET=E, MATERIAL=M\n1.\n*BOUNDARY\n1,1,3\n2,2,3\n*STEP\n*STATIC\n*CLOAD\n"
        "2,1,5.\n*END STEP\n");
  const Outcome outcome = study("bar.inp", {"--vary", "material.M.E=1000,2000"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  // Half the compliance, half the energy: 5^2 / (2 * 1000).
  EXPECT_NEAR(table().number(0, "energy_total_last"), 0.0125, 1e-9);
  EXPECT_NEAR(table().number(1, "energy_total_last"), 0.00625, 1e-9);
}

TEST_F(Study, RefusesSeveralRanks) {
  write(folder_ / "deck.toml", kPendulum);
  const Outcome outcome =
      jounce(folder_.path(), {"study", "deck.toml", "--vary", "body.bob.mass=2,3", "-o", "s"}, 0, 2);
  EXPECT_NE(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("call it without mpiexec"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "s"));
}

TEST_F(Study, OutputIsAFile) {
  write(folder_ / "s", "precious");
  const Outcome outcome = study(kInputs + "elastic_bar.toml", {"--vary", "integrator.step=1e-3,2e-3"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(read(folder_ / "s"), "precious");
}

TEST_F(Study, TellsHowItWasMade) {
  const Outcome outcome =
      study(kInputs + "bouncing_ball.toml", Arguments{"--vary", "integrator.step=2e-3,1e-3"} +
                                                set({"output.frames=0", "integrator.end=0.1"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string record = read(folder_ / "s/study.toml");
  EXPECT_THAT(record, HasSubstr("--vary integrator.step=2e-3,1e-3"));
  EXPECT_THAT(record, HasSubstr("--set integrator.end=0.1"));
  EXPECT_THAT(record, HasSubstr(R"(program = "jounce )"));
  EXPECT_THAT(record, HasSubstr("PETSc"));
}

TEST_F(Study, OffersColumnsThatTheDeckHas) {
  const Outcome outcome = study(kInputs + "elastic_bar.toml",
                                {"--vary", "integrator.step=1e-3,2e-3", "--quantity", "energy_carried"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the history has no column 'energy_carried'"));
  EXPECT_THAT(outcome.err, Not(HasSubstr(", energy_carried")));
}

}  // namespace
}  // namespace jounce::test
