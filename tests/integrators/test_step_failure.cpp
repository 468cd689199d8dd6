#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../support/deck_run.h"

// A step that fails leaves the state and the algorithmic memory as they were, and names something.

namespace jounce::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

void expect_clean_failure(DeckRun& run, double h, const std::string& label,
                          const std::vector<std::string>& names) {
  const State before = run.state;
  const std::vector<Vector> memory = memory_of(*run.integrator);
  ASSERT_FALSE(run.integrator->step(run.state, h, run.result)) << label;
  EXPECT_EQ(run.state.t, before.t) << label;
  EXPECT_EQ(run.state.q, before.q) << label;
  EXPECT_EQ(run.state.v, before.v) << label;
  const std::vector<Vector> after = memory_of(*run.integrator);
  for (std::size_t i = 0; i < memory.size(); ++i)
    EXPECT_EQ(memory[i], after[i]) << label << ", " << run.integrator->memory()[i].first;
  bool named = false;
  for (const std::string& name : names)
    named |= run.result.failure_cause.find("'" + name + "'") != std::string::npos;
  EXPECT_TRUE(named) << label << ": " << run.result.failure_cause;
}

TEST(StepFailure, NonlinearModelWithOneIteration) {
  for (const char* const type : {"nsga-ggl", "nsga-modified-lcp", "moreau-jean", "generalized-alpha",
                                 "mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha"}) {
    std::vector<std::string> set = scheme_values(type);
    DeckRun run = input("pendulum", set);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.step()) << type;
    set.emplace_back("integrator.max_iterations=1");
    DeckRun hurried = input("pendulum", set);
    hurried.state = run.state;
    for (std::size_t i = 0; i < run.integrator->memory().size(); ++i)
      *hurried.integrator->memory()[i].second = *run.integrator->memory()[i].second;
    expect_clean_failure(hurried, 0.3, type, {"bob", "pivot", "wall"});
  }
}

TEST(StepFailure, LeavesNoTraceInLaterSteps) {
  for (const char* const type : {"nsga-ggl", "nsga-modified-lcp", "moreau-jean", "generalized-alpha",
                                 "mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha"}) {
    std::vector<std::string> set = scheme_values(type);
    set.emplace_back("integrator.max_iterations=5");
    double h = 0.1;  // the first of a growing series that fails
    for (bool passes = true; passes && h < 1e6; h *= 3) {
      DeckRun probe = input("pendulum", set);
      passes = probe.integrator->step(probe.state, 3 * h, probe.result);
    }
    DeckRun plain = input("pendulum", set), tried = input("pendulum", set);
    ASSERT_FALSE(tried.integrator->step(tried.state, h, tried.result)) << type;
    for (int i = 0; i < 600; ++i) ASSERT_TRUE(plain.step() && tried.step()) << type;
    EXPECT_EQ(tried.state.q, plain.state.q) << type;
    EXPECT_EQ(tried.state.v, plain.state.v) << type;
  }
}

TEST(StepFailure, AbsurdStep) {
  for (const char* const solver : {"monolithic", "condensed", "sequential"}) {
    DeckRun run =
        input("pendulum", {std::string("integrator.solver=") + solver, "integrator.max_iterations=4"});
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.step());
    expect_clean_failure(run, 50, solver, {"bob", "pivot", "wall"});
  }
}

/// Where the sets may not be tried often enough, the contact problem of the step has the same solution.
TEST(StepFailure, SetsOfTheLinearPathThatDoNotSettle) {
  DeckRun once = input("elastic_bar", {"integrator.max_iterations=1", "parameters.gap=0.205"});
  DeckRun often = input("elastic_bar", {"parameters.gap=0.205"});
  int most = 0;
  for (int i = 0; i < 750; ++i) {
    ASSERT_TRUE(once.step()) << once.result.failure_cause;
    ASSERT_TRUE(often.step());
    most = std::max(most, often.result.iterations);
  }
  EXPECT_GT(most, 1);  // the release needs a second iteration
  EXPECT_LE((once.state.q - often.state.q).norm(), 1e-9 * often.state.q.norm());
  EXPECT_LE((once.state.v - often.state.v).norm(), 1e-9 * often.state.v.norm());
}

TEST(StepFailure, LoadThatIsNoNumber) {
  const std::string bar = R"toml(
[model]
dimension = 1
[[body]]
name = "block"
type = "point-mass"
mass = 1
position = [1]
[[load]]
name = "push"
type = "force"
on = "block"
force = ["1/(t - 0.01)"]
[integrator]
step = 1e-2
end = 1
)toml";
  for (const char* const type : {"nsga-ggl", "nsga-modified-lcp", "moreau-jean", "generalized-alpha",
                                 "mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha"}) {
    DeckRun run(bar + fmt::format(R"(type = "{}"
)",
                                  type));
    const State before = run.state;
    const std::vector<Vector> memory = memory_of(*run.integrator);
    std::string message;
    try {
      EXPECT_FALSE(run.step()) << type;
      message = run.result.failure_cause;
    } catch (const std::exception& error) {
      message = error.what();
    }
    EXPECT_THAT(message, AnyOf(HasSubstr("block"), HasSubstr("push"), HasSubstr("1/(t - 0.01)"))) << type;
    EXPECT_EQ(run.state.q, before.q) << type;
    EXPECT_EQ(memory, memory_of(*run.integrator)) << type;
  }
}

}  // namespace
}  // namespace jounce::test
