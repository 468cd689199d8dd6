#include "verify/case_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "params/input_error.h"
#include "synthetic_run.h"

namespace jounce::verify {
namespace {

const std::string head = R"(title = "Ball"
[case]
group = "ggl"
claim = "it bounces"
[parameters]
g = 10
[[run]]
name = "ggl"
deck = "inputs/ball.toml"
set = ["integrator.step=1e-3"]
[[run]]
name = "steps"
deck = "inputs/ball.toml"
set = ["integrator.step={h}"]
sweep = [{variable = "h", values = [1e-2, 1e-3]}]
long = true
)";

const std::string grounds = R"(
kind = "analytic"
source = "s"
tolerance = 1e-3
why = "w"
)";

std::vector<std::string> mistakes(const std::string& text) {
  std::vector<std::string> found;
  try {
    read_case_text(text, "verification/ball");
  } catch (const params::InputError& error) {
    for (const auto& diagnostic : error.diagnostics()) found.push_back(to_string(diagnostic));
  }
  return found;
}

const std::string good_checks = R"([[value]]
name = "start"
type = "first"
of = "energy_total"
[[check]]
quantity = "energy kept"
type = "last"
run = "ggl"
of = "energy_total"
to = 3
divide_by = "start"
reference = "10/g"
relation = "at least"
relative = true
)" + grounds + R"([[check]]
quantity = "order"
type = "error"
run = "steps"
of = "gap"
against = {function = "1 - g*t^2/2"}
norm = "l1"
reduce = "order"
reference = 2
)" + grounds;

TEST(CaseReader, ReadsACase) {
  const Case read = read_case_text(head + good_checks, "verification/ball");
  EXPECT_EQ(read.name, "ball");
  EXPECT_EQ(read.group, "ggl");
  EXPECT_EQ(read.title, "Ball");
  ASSERT_EQ(read.runs.size(), 2u);
  EXPECT_EQ(read.runs[0].set, std::vector<std::string>{"integrator.step=1e-3"});
  EXPECT_TRUE(read.runs[1].is_long);
  ASSERT_EQ(read.checks.size(), 2u);
  const Check& energy = read.checks[0];
  EXPECT_EQ(energy.value.measure, "last");
  EXPECT_EQ(energy.value.divide_by, "start");
  EXPECT_DOUBLE_EQ(energy.value.input.to, 3);
  EXPECT_DOUBLE_EQ(energy.reference.number, 1);
  EXPECT_EQ(energy.relation, Relation::at_least);
  EXPECT_TRUE(energy.is_relative);
  const Check& order = read.checks[1];
  EXPECT_EQ(order.value.over, "h");
  EXPECT_EQ(order.value.input.norm, "l1");
  EXPECT_NEAR((*order.value.input.against.function)(0.1), 0.95, 1e-12);
}

const std::string wrong_checks = R"([[check]]
quantity = "a"
type = "maximum"
run = "ggl"
of = "gap"
reference = 1
)" + grounds + R"([[check]]
quantity = "b"
type = "max"
run = "gll"
of = "gap"
refrence = 1
)" + grounds;

TEST(CaseReader, ReportsEveryMistakeWithItsLine) {
  using ::testing::AllOf;
  using ::testing::Contains;
  using ::testing::HasSubstr;
  const auto found = mistakes(head + wrong_checks);
  EXPECT_THAT(found, Contains(HasSubstr("case.toml:19:")));
  EXPECT_THAT(found, Contains(AllOf(HasSubstr("case.toml:31:"), HasSubstr("'ggl'"))));
  EXPECT_THAT(found, Contains(AllOf(HasSubstr("case.toml:33:"), HasSubstr("'reference'"))));
}

std::vector<std::string> mistakes_of_check(const std::string& lines) {
  return mistakes(head + R"(
[[check]]
quantity = "q"
)" + grounds + lines);
}

TEST(CaseReader, RefusesChecksThatCannotBeComputed) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  EXPECT_THAT(mistakes_of_check(R"(
type = "max"
run = "ggl"
of = "gap"
reference = 1
)"),
              ElementsAre());
  EXPECT_THAT(mistakes_of_check(R"(
type = "max"
run = "ggl"
reference = 1
)"),
              ElementsAre(HasSubstr("'of'")));
  EXPECT_THAT(mistakes_of_check(R"(
type = "max"
run = "ggl"
of = "gap"
)"),
              ElementsAre(HasSubstr("reference, reference_value, reference_file")));
  EXPECT_THAT(mistakes_of_check(R"(
type = "max"
run = "steps"
of = "gap"
reference = 1
)"),
              ElementsAre(HasSubstr("expected `reduce`")));
  EXPECT_THAT(mistakes_of_check(R"(
type = "max"
run = "ggl"
of = "gap"
reference = 1
reduce = "max"
)"),
              ElementsAre(HasSubstr("nothing to reduce")));
  EXPECT_THAT(mistakes_of_check(R"(
type = "max"
run = "steps"
of = "gap"
reference = 1
reduce = "order"
over = "hh"
)"),
              ElementsAre(HasSubstr("variable of the sweep")));
  EXPECT_THAT(mistakes_of_check(
                  R"(
type = "error"
run = "ggl"
of = "gap"
reference = 0
against = {of = "x"}
)"),
              ElementsAre(HasSubstr("function, file, run")));
  EXPECT_THAT(mistakes_of_check(R"(
type = "error"
run = "ggl"
of = "gap"
reference = 0
against = {file = "no.csv", of = "x"}
)"),
              ElementsAre(HasSubstr("no.csv")));
  EXPECT_THAT(mistakes_of_check(R"(
type = "max"
of = "gap"
reference = 1
)"),
              ElementsAre(HasSubstr("run of the check")));
}

}  // namespace
}  // namespace jounce::verify
