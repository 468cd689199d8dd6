#include "verify/verify.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "la/petsc.h"
#include "params/input_error.h"
#include "synthetic_run.h"

namespace jounce::verify {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string case_head = R"(title = "Ball"
[case]
group = "ggl"
claim = "it bounces"
[[run]]
name = "ggl"
deck = "inputs/ball.toml"
[[run]]
name = "again"
deck = "inputs/ball.toml"
[[run]]
name = "slow"
deck = "inputs/ball.toml"
set = ["integrator.step=1e-6"]
long = true
[[run]]
name = "steps"
deck = "inputs/ball.toml"
set = ["integrator.step={h}"]
sweep = [{variable = "h", values = [0.1, 0.01]}]
[[value]]
name = "start"
type = "first"
of = "energy_total"
[[value]]
name = "error"
type = "error"
of = "gap"
against = {function = 0}
[[table]]
name = "errors"
run = "steps"
value = "error"
)";

/// A check of the largest contact impulse (4 in the synthetic run) with the given reference and tolerance.
std::string check(const std::string& reference, const std::string& tolerance, const std::string& more = {}) {
  return fmt::format(R"(
[[check]]
quantity = "largest impulse"
type = "max"
of = "contact_impulse"
kind = "analytic"
source = "by hand"
why = "exact"
reference = {}
tolerance = {}{}{})",
                     reference, tolerance, '\n',
                     (more.empty() ? R"(run = "ggl"
)"
                                   : more));
}

class Verify : public ::testing::Test {
 protected:
  void write_case(const std::string& checks, const std::string& name = "ball") {
    write_file(data_.path() / "verification" / name / "case.toml", case_head + checks);
    options_.data = data_.path();
  }

  /// Runs the suite with an integrator that leaves the synthetic results and remembers what it was asked.
  int verified() {
    out_.str({});
    asked_.clear();
    return verify(options_, out_, [this](const RunOptions& run) {
      asked_.push_back(run);
      RunReport report;
      report.output = run.output;
      double h = 1;
      for (const auto& text : run.overrides) {
        if (text == "integrator.step=0.1") h = 0.1;
        if (text == "integrator.step=0.01") h = 0.01;
        if (text == "fail=1") return RunReport{1, "the step got too small", run.output};
      }
      write_synthetic_run(run.output);
      if (h < 1) write_file(run.output / "history.csv", "time,gap\n0,0\n1," + std::to_string(h * h) + "\n");
      return report;
    });
  }

  TemporaryFolder data_;
  VerifyOptions options_;
  std::ostringstream out_;
  std::vector<RunOptions> asked_;
};

TEST_F(Verify, PassesAndFailsAsTheNumbersSay) {
  write_case(check("4", "0"));
  EXPECT_EQ(verified(), 0);
  EXPECT_THAT(out_.str(), HasSubstr("1 pass, 0 FAIL"));
  write_case(check("4", "0") + check("4.1", "0.05"));
  EXPECT_EQ(verified(), 1);
  EXPECT_THAT(out_.str(), HasSubstr("1 pass, 1 FAIL"));
  write_case(check("4.1", "0.05", R"(
run = "ggl"
relative = true
)"));
  EXPECT_EQ(verified(), 0);
  write_case(check(R"("0/0 + 4")", "1"));
  EXPECT_THROW(verified(), params::InputError);
}

TEST_F(Verify, KnowsBounds) {
  write_case(check("5", "0", R"(
run = "ggl"
relation = "at most"
)"));
  EXPECT_EQ(verified(), 0);
  write_case(check("5", "0", R"(
run = "ggl"
relation = "at least"
)"));
  EXPECT_EQ(verified(), 1);
  write_case(check("3.9", "0", R"(
run = "ggl"
relation = "at most"
)"));
  EXPECT_EQ(verified(), 1);
  write_case(check("3", "0", R"(
run = "ggl"
relation = "at least"
)"));
  EXPECT_EQ(verified(), 0);
}

TEST_F(Verify, DividesByAnotherValue) {
  write_case(check("0.4", "1e-15", R"(
run = "ggl"
divide_by = "start"
)"));
  EXPECT_EQ(verified(), 0);
  write_case(check("-6", "1e-15", R"(
run = "ggl"
minus = "start"
)"));
  EXPECT_EQ(verified(), 0);
}

TEST_F(Verify, FailsAFigureWhoseRunOrColumnFails) {
  write_case(check("4", "0") + R"(
[[run]]
name = "bad"
deck = "inputs/ball.toml"
set = ["fail=1"]
)" + check("4", "0", R"(run = "bad"
)"));
  EXPECT_EQ(verified(), 1);
  EXPECT_THAT(out_.str(), HasSubstr("1 pass, 1 FAIL"));
  EXPECT_THAT(out_.str(), HasSubstr("the step got too small"));
  write_case(
      R"(
[[check]]
quantity = "q"
type = "max"
run = "ggl"
of = "no_such_column"
kind = "analytic"
source = "s"
why = "w"
reference = 0
tolerance = 1e9
)");
  EXPECT_EQ(verified(), 1);
  EXPECT_THAT(out_.str(), HasSubstr("no_such_column"));
}

TEST_F(Verify, MakesTheSameRunOnce) {
  write_case(check("4", "0") + check("4", "1") + check("4", "0", R"(run = "again"
)"));
  EXPECT_EQ(verified(), 0);
  ASSERT_EQ(asked_.size(), 1u);
  EXPECT_EQ(asked_[0].deck, data_.path() / "inputs/ball.toml");
  EXPECT_TRUE(asked_[0].quiet);
}

TEST_F(Verify, PrefersADeckBesideTheCase) {
  write_case(check("4", "0"));
  const fs::path deck = data_.path() / "verification/ball/inputs/ball.toml";
  write_file(deck, "");
  EXPECT_EQ(verified(), 0);
  EXPECT_EQ(asked_.at(0).deck, deck);
}

TEST_F(Verify, LeavesLongFiguresOutOfAShortRun) {
  write_case(check("4", "0") + check("4", "0", R"(run = "slow"
)") + check("4", "0", R"(
run = "ggl"
long = true
)"));
  EXPECT_EQ(verified(), 0);
  EXPECT_EQ(asked_.size(), 2u);
  options_.is_short = true;
  EXPECT_EQ(verified(), 0);
  EXPECT_EQ(asked_.size(), 1u);
  EXPECT_THAT(out_.str(), HasSubstr("1 pass, 0 FAIL, 2 long"));
}

TEST_F(Verify, FitsTheOrderOfASweep) {
  const std::string order =
      R"(
[[check]]
quantity = "order"
type = "error"
run = "steps"
of = "gap"
against = {function = 0}
reduce = "order"
kind = "analytic"
source = "s"
why = "w"
tolerance = 1e-9
reference = )";
  write_case(order + "2\n");
  EXPECT_EQ(verified(), 0) << out_.str();
  EXPECT_EQ(asked_.size(), 2u);
  write_case(order + "1\n");
  EXPECT_EQ(verified(), 1);
}

TEST_F(Verify, WritesOneJsonObjectAFigure) {
  write_case(check("4", "0") + check("5", "0.5", R"(
run = "ggl"
relation = "at least"
)"));
  options_.json = true;
  EXPECT_EQ(verified(), 1);
  EXPECT_EQ(
      out_.str(),
      R"({"case": "ball", "group": "ggl", "quantity": "largest impulse", "reference": 4, "kind": "analytic", )"
      R"("source": "by hand", "relation": "within", "computed": 4, "tolerance": 0, "pass": true})"
      "\n"
      R"({"case": "ball", "group": "ggl", "quantity": "largest impulse", "reference": 5, "kind": "analytic", )"
      R"("source": "by hand", "relation": "at least", "computed": 4, "tolerance": 0.5, "pass": false})"
      "\n");
}

TEST_F(Verify, ListsAndSelectsCases) {
  write_case(check("4", "0"));
  write_case(check("5", "0"), "other");
  options_.list = true;
  EXPECT_EQ(verified(), 0);
  EXPECT_THAT(out_.str(), HasSubstr("ball "));
  EXPECT_THAT(out_.str(), HasSubstr("other "));
  EXPECT_TRUE(asked_.empty());
  options_.list = false;
  options_.cases = {"ball"};
  EXPECT_EQ(verified(), 0);
  options_.cases = {"bal"};
  EXPECT_THROW(verified(), params::InputError);
  options_.cases = {};
  options_.group = "solids";
  EXPECT_EQ(verified(), 0);
  EXPECT_TRUE(asked_.empty());
  options_.group = "solid";
  EXPECT_THROW(verified(), params::InputError);
}

TEST_F(Verify, KeepsResultsAndTables) {
  write_case(check("4", "0"));
  verified();
  EXPECT_FALSE(fs::exists(asked_.at(0).output));
  options_.keep = data_.path() / "kept";
  EXPECT_EQ(verified(), 0);
  EXPECT_TRUE(fs::exists(data_.path() / "kept/ball/ggl/history.csv"));
  std::ifstream table(data_.path() / "kept/ball/errors.csv");
  std::stringstream text;
  text << table.rdbuf();
  EXPECT_THAT(text.str(), ::testing::StartsWith("h,error\n0.1,0.01"));
}

TEST_F(Verify, RefusesWrongCaseFilesBeforeAnyRun) {
  write_case(check("4", "0"));
  write_case("[[check]]\n", "broken");
  EXPECT_THROW(verified(), params::InputError);
  EXPECT_TRUE(asked_.empty());
}

TEST_F(Verify, ComputesModes) {
  const PetscSession session;
  write_file(data_.path() / "inputs/pair.toml", R"(title = "Two oscillators"
[model]
dimension = 1
[[body]]
name = "slow"
type = "point-mass"
mass = 2
position = [0]
[[body]]
name = "fast"
type = "point-mass"
mass = 2
position = [1]
[[element]]
name = "soft"
type = "spring"
between = ["ground", "slow"]
direction = [1]
stiffness = 8
[[element]]
name = "hard"
type = "spring"
between = ["ground", "fast"]
direction = [1]
stiffness = "k"
[parameters]
k = 1
[integrator]
step = 1
end = 1
)");
  write_case(R"([[run]]
name = "modes"
deck = "inputs/pair.toml"
modes = 2
set = ["parameters.k={k}"]
sweep = [{variable = "k", values = [18, 32]}]
[[check]]
quantity = "second frequency, rad/s"
type = "value_at"
run = "modes"
of = "2*pi*frequency"
at = 2
reduce = "max"
reference = 4
kind = "analytic"
source = "root of k / m"
tolerance = 1e-12
why = "round-off"
[[check]]
quantity = "mean of the second frequency, rad/s"
type = "value_at"
run = "modes"
of = "2*pi*frequency"
at = 2
reduce = "mean"
reference = 3.5
kind = "analytic"
source = "root of k / m is 3 and 4"
tolerance = 1e-12
why = "round-off"
)");
  EXPECT_EQ(verified(), 0) << out_.str();
  EXPECT_TRUE(asked_.empty()) << "nothing was run";
}

TEST(DataFolder, IsTheCurrentOneOrThatOfTheEnvironment) {
  TemporaryFolder here;
  TemporaryFolder there;
  const fs::path before = fs::current_path();
  fs::create_directory(there.path() / "verification");
  fs::current_path(here.path());
  setenv("JOUNCE_DATA", there.path().c_str(), 1);
  EXPECT_EQ(data_folder(), fs::canonical(there.path()));
  fs::create_directory(here.path() / "verification");
  EXPECT_EQ(data_folder(), fs::canonical(here.path()));
  unsetenv("JOUNCE_DATA");
  fs::current_path(before);
}

}  // namespace
}  // namespace jounce::verify
