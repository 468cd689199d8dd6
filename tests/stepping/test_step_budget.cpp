#include <gmock/gmock.h>

#include <algorithm>

#include "../support/deck_run.h"
#include "stepping/step_budget.h"

// Whatever a scheme tries when a step does not converge, it ends: solutions, restarts and fallbacks share one
// budget of iterations.

namespace jounce::test {
namespace {

/// Iterations of one solution that a kept matrix may add; see DirectNewton.
int most_of_one(int max_iterations) { return 4 * max_iterations + 8; }

struct BudgetWay {
  std::string type, solver, newton;
  int solutions = StepBudget::kSolutions;
  std::string name() const { return type + " " + solver + " " + newton; }
};

std::vector<BudgetWay> budget_ways() {
  std::vector<BudgetWay> list;
  for (const char* const newton : {"direct", "full", "snes"}) {
    for (const char* const solver : {"auto", "monolithic", "condensed"})
      list.push_back({"nsga-ggl", solver, newton});
    list.push_back({"nsga-ggl", "sequential", newton, StepBudget::kSweeps + 1});
    for (const char* const type :
         {"nsga-modified-lcp", "moreau-jean", "generalized-alpha", "mixed-generalized-alpha", "mixed-bathe",
          "mixed-ed-alpha", "half-explicit"})
      list.push_back({type, "", newton});
  }
  return list;
}

/// Iterations of one attempt at a step, and whether it failed.
struct BudgetAttempt {
  int iterations = 0;
  bool failed = false;
  bool fell_back = false;  ///< more than one way was tried
};

BudgetAttempt budget_attempt(const std::string& deck, const BudgetWay& way, int max_iterations, double h) {
  std::vector<std::string> set = scheme_values(way.type);
  set.push_back("integrator.newton=" + way.newton);
  set.push_back("integrator.max_iterations=" + std::to_string(max_iterations));
  if (!way.solver.empty()) set.push_back("integrator.solver=" + way.solver);
  if (deck != "pendulum")
    set.erase(std::remove(set.begin(), set.end(), "parameters.restitution=0"), set.end());
  DeckRun run = input(deck, set);
  ConvergenceLog log(false);
  run.integrator->log_to(&log);
  BudgetAttempt result;
  log.begin_step();
  result.failed = !run.integrator->step(run.state, h, run.result);
  int starts = 0;
  for (const ConvergenceLog::Row& row : log.rows()) {
    if (row.iteration == 0)
      ++starts;
    else
      ++result.iterations;
  }
  result.fell_back = starts > 1;
  return result;
}

TEST(StepBudget, BoundsEverySchemeWithEveryFallback) {
  int failures = 0, fallbacks = 0;
  for (const BudgetWay& way : budget_ways())
    for (const char* const deck : {"pendulum", "rough_incline", "slider_crank_guided", "dry_pendulum"}) {
      const bool knows_friction = way.type != "generalized-alpha" && way.type != "nsga-modified-lcp";
      if (!knows_friction && std::string(deck) != "pendulum") continue;
      for (const int max_iterations : {1, 2, 7, 30})
        for (const double h : {0.01, 1.0, 1e3, 1e7}) {
          BudgetAttempt found;
          try {
            found = budget_attempt(deck, way, max_iterations, h);
          } catch (const std::runtime_error&) {  // half-explicit, of steps beyond its limit
            continue;
          }
          EXPECT_LE(found.iterations, way.solutions * max_iterations + most_of_one(max_iterations))
              << way.name() << " " << deck << " " << max_iterations << " " << h;
          failures += found.failed;
          fallbacks += found.fell_back;
        }
    }
  EXPECT_GT(failures, 50);
  EXPECT_GT(fallbacks, 50);
}

TEST(StepBudget, IsSharedByWhatTakesFromIt) {
  StepBudget budget(10);
  for (int i = 0; i < StepBudget::kSolutions - 1; ++i) {
    EXPECT_EQ(budget.next(), 10);
    budget.take(10);
  }
  budget.take(7);
  EXPECT_EQ(budget.next(), 3);
  EXPECT_FALSE(budget.is_spent());
  budget.take(5);  // a solution may go beyond by what does not count in it
  EXPECT_EQ(budget.next(), 0);
  EXPECT_TRUE(budget.is_spent());
}

}  // namespace
}  // namespace jounce::test
