#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "../support/deck_run.h"
#include "../support/skidding_block.h"

// nsga-ggl with contact conditions condensed to the multipliers and solved in every linear model.

namespace jounce::test {
namespace {

using testing::ElementsAre;

std::vector<std::string> stages(const ConvergenceLog& log) {
  std::vector<std::string> found;
  for (const ConvergenceLog::Row& row : log.rows())
    if (found.empty() || found.back() != row.stage) found.emplace_back(row.stage);
  return found;
}

/// Four contact points with friction between two boxes: 160 multipliers for 60 motions.
class StackWhoseMatrixIsSingular : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Solvers, StackWhoseMatrixIsSingular, testing::Values("auto", "condensed"));

TEST_P(StackWhoseMatrixIsSingular, IsCarried) {
  const std::string solver = GetParam();
  DeckRun run = input("box_stack", {"integrator.type=nsga-ggl", "integrator.solver=" + solver});
  ConvergenceLog log(false);
  run.integrator->log_to(&log);
  const double weight = 0.75 * 9.81;
  for (int i = 0; i < 6; ++i) {
    log.begin_step();
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    if (solver == "condensed") {
      EXPECT_THAT(stages(log), ElementsAre("condensed"));
    } else if (i == 0) {
      EXPECT_THAT(stages(log), ElementsAre("", "sticking"));
    } else {
      EXPECT_THAT(stages(log), ElementsAre("sticking")) << "what helped last comes first";
    }
    EXPECT_NEAR(run.result.impulse.sum(), 55 * weight * run.h, 1e-10 * weight * run.h);
    // Each is a difference of the impulses of the whole stack.
    EXPECT_GE(run.result.impulse.minCoeff(),
              -4 * std::numeric_limits<double>::epsilon() * run.result.impulse.sum());
  }
}

/// The matrix does not know which contacts are closed: a linear model is factorised once.
TEST(Condensed, KeepsItsFactorsWhenContactsChange) {
  for (const auto& [deck, end] : {std::pair{"bouncing_ball", 3.0}, std::pair{"elastic_bar", 1.5}}) {
    DeckRun condensed = input(deck, {"integrator.solver=condensed"});
    DeckRun monolithic = input(deck, {"integrator.solver=monolithic"});
    int impacts = 0;
    while (condensed.state.t < end) {
      ASSERT_TRUE(condensed.step() && monolithic.step());
      impacts += static_cast<int>(condensed.result.impacts.size());
      ASSERT_LT((condensed.state.q - monolithic.state.q).lpNorm<Eigen::Infinity>(), 1e-11);
    }
    EXPECT_GT(impacts, 0) << deck;
    EXPECT_EQ(condensed.integrator->factorisations(), 1) << deck;
    EXPECT_GT(monolithic.integrator->factorisations(), 1) << deck;
  }
}

const std::string kStiffBlock = skidding_block(4, R"(strain = "green-lagrange"
)");

/// Stick and slip of five nodes of a stiff body: the same motion, with fewer factorisations.
TEST(Condensed, AgreesOnAStiffBodyThatSkids) {
  DeckRun chosen(kStiffBlock), motion(kStiffBlock, {"integrator.solver=motion"}),
      condensed(kStiffBlock, {"integrator.solver=condensed"}),
      monolithic(kStiffBlock, {"integrator.solver=monolithic"});
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(chosen.step() && motion.step() && condensed.step() && monolithic.step());
    ASSERT_EQ(chosen.state.v, motion.state.v) << "solids are solved on their motion by themselves";
    ASSERT_LT((motion.state.v - monolithic.state.v).lpNorm<Eigen::Infinity>(), 1e-8) << i;
    ASSERT_LT((motion.state.q - monolithic.state.q).lpNorm<Eigen::Infinity>(), 1e-11) << i;
    ASSERT_EQ(motion.result.friction_state, monolithic.result.friction_state) << i;
    ASSERT_LT((condensed.state.v - monolithic.state.v).lpNorm<Eigen::Infinity>(), 1e-8) << i;
    ASSERT_LT((condensed.state.q - monolithic.state.q).lpNorm<Eigen::Infinity>(), 1e-11) << i;
    ASSERT_EQ(condensed.result.friction_state, monolithic.result.friction_state) << i;
  }
  EXPECT_LT(condensed.integrator->factorisations(), monolithic.integrator->factorisations());
}

TEST(Condensed, LeavesFrictionOfJointsToNewton) {
  DeckRun condensed = input("dry_pendulum", {"integrator.type=nsga-ggl", "integrator.solver=condensed"});
  DeckRun monolithic = input("dry_pendulum", {"integrator.type=nsga-ggl", "integrator.solver=monolithic"});
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(condensed.step() && monolithic.step());
    ASSERT_EQ(condensed.state.v, monolithic.state.v);
  }
}

}  // namespace
}  // namespace jounce::test
