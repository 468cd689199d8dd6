#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../support/deck_run.h"

// nsga-ggl whose linear systems are solved field by field, without factors.

namespace jounce::test {
namespace {

/// The last line of a run tells of iterations.
bool has_iterated(const Stepper& stepper) {
  const std::string text = stepper.traffic();
  return text.find("iterations of GMRES") != std::string::npos && text.find(", 0 iter") == std::string::npos;
}

/// A cube slides along a wall, or is of rubber and hits it with a step that a wave takes through five
/// elements.
TEST(SplitFields, GiveTheMotionOfFactors) {
  const std::vector<std::vector<std::string>> changes = {
      {"model.gravity=[2, 0, 0]", "contact.wall.friction=0.3", "integrator.step=2e-3"},
      {"element.body.strain=green-lagrange", "material.elastic.type=neo-hookean", "integrator.step=2e-2",
       "integrator.corrections=elastic"}};
  for (const std::vector<std::string>& change : changes) {
    std::vector<std::string> values = change;
    values.insert(values.end(), {"parameters.n=4", "integrator.solver=field-split"});
    DeckRun split = input("block_against_wall", values);
    values.back() = "integrator.solver=monolithic";
    DeckRun factored = input("block_against_wall", values);
    double impulse = 0;
    for (int i = 0; i < 6; ++i) {
      ASSERT_TRUE(split.step()) << split.result.failure_cause;
      ASSERT_TRUE(factored.step()) << factored.result.failure_cause;
      ASSERT_LT((split.state.q - factored.state.q).lpNorm<Eigen::Infinity>(), 1e-10) << change[0] << i;
      ASSERT_LT((split.state.v - factored.state.v).lpNorm<Eigen::Infinity>(), 1e-8) << change[0] << i;
      impulse += split.result.impulse.sum();
    }
    EXPECT_GT(impulse, 0) << change[0];
    EXPECT_TRUE(has_iterated(*split.integrator)) << split.integrator->traffic();
    EXPECT_LE(split.integrator->factorisations(), 3) << "set-ups: " << change[0];
    EXPECT_GT(factored.integrator->factorisations(), 3) << change[0];
  }
}

/// Nothing of a pendulum has displacements of its own: what is left of the fields is their Schur complement.
TEST(SplitFields, SolveModelsOfRigidBodiesToo) {
  DeckRun split = input("pendulum", {"integrator.solver=field-split"});
  DeckRun factored = input("pendulum", {"integrator.solver=monolithic"});
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(split.step() && factored.step());
    ASSERT_LT((split.state.q - factored.state.q).lpNorm<Eigen::Infinity>(), 1e-10);
  }
}

}  // namespace
}  // namespace jounce::test
