#include <gtest/gtest.h>

#include "../support/deck_run.h"

// The Newton loop in process and PETSc's SNES solve the same equations; kept factorisations change round-off
// only.

namespace jounce::test {
namespace {

struct LoopCase {
  std::string name, deck;
  std::vector<std::string> set;
  int steps;
  double tolerance;  ///< relative, of q, v and reactions

  friend void PrintTo(const LoopCase& c, std::ostream* out) { *out << c.name; }
};

std::vector<LoopCase> loop_cases() {
  const std::vector<std::string> monolithic = {"integrator.solver=monolithic"};
  return {{"bar_in_contact",
           "elastic_bar",
           {"integrator.solver=monolithic", "parameters.elements=30", "parameters.gap=0.205"},
           300,
           1e-10},
          {"bar_moreau_jean",
           "elastic_bar",
           {"integrator.type=moreau-jean", "parameters.elements=30", "parameters.gap=0.205"},
           300,
           1e-10},
          {"pendulum_at_a_wall", "pendulum", monolithic, 1500, 1e-9},
          {"pendulum_moreau_jean", "pendulum", {"integrator.type=moreau-jean"}, 1500, 1e-9},
          {"pendulum_mixed", "pendulum", {"integrator.type=mixed-generalized-alpha"}, 1500, 1e-9},
          {"bar_mixed",
           "elastic_bar",
           {"integrator.type=mixed-generalized-alpha", "parameters.elements=30", "parameters.gap=0.205"},
           300,
           1e-10},
          {"pendulum_ed_alpha", "pendulum", {"integrator.type=mixed-ed-alpha"}, 1500, 1e-9},
          {"pendulum_bathe", "pendulum", {"integrator.type=mixed-bathe"}, 1500, 1e-9},
          {"pendulum_half_explicit", "pendulum", {"integrator.type=half-explicit"}, 1500, 1e-9},
          {"rocking_block", "rocking_block", {"integrator.step=5e-3"}, 400, 1e-8},
          {"heavy_top", "heavy_top", {}, 500, 1e-10},
          {"spatial_pendulum", "spatial_pendulum", {}, 1000, 1e-10},
          {"spatial_pendulum_ggl", "spatial_pendulum", {"integrator.type=nsga-ggl"}, 1000, 1e-10}};
}

class NewtonLoops : public testing::TestWithParam<LoopCase> {};

TEST_P(NewtonLoops, Agree) {
  const LoopCase& c = GetParam();
  const auto with = [&](const char* loop) {
    std::vector<std::string> set = c.set;
    set.push_back(std::string("integrator.newton=") + loop);
    return set;
  };
  DeckRun direct = input(c.deck, with("direct")), snes = input(c.deck, with("snes")),
          full = input(c.deck, with("full"));
  double q_scale = 0, v_scale = 0, reaction_scale = 0;
  for (int i = 0; i < c.steps; ++i) {
    ASSERT_TRUE(direct.step()) << i << ": " << direct.result.failure_cause;
    ASSERT_TRUE(snes.step()) << i << ": " << snes.result.failure_cause;
    ASSERT_TRUE(full.step()) << i << ": " << full.result.failure_cause;
    q_scale = std::max(q_scale, snes.state.q.lpNorm<Eigen::Infinity>());
    v_scale = std::max(v_scale, snes.state.v.lpNorm<Eigen::Infinity>());
    ASSERT_LT((direct.state.q - snes.state.q).lpNorm<Eigen::Infinity>(), c.tolerance * q_scale) << i;
    ASSERT_LT((direct.state.v - snes.state.v).lpNorm<Eigen::Infinity>(), 10 * c.tolerance * v_scale) << i;
    ASSERT_LT((full.state.q - snes.state.q).lpNorm<Eigen::Infinity>(), c.tolerance * q_scale) << i;
    ASSERT_LT((full.state.v - snes.state.v).lpNorm<Eigen::Infinity>(), 10 * c.tolerance * v_scale) << i;
    if (snes.result.reaction.size() == 0) continue;
    reaction_scale = std::max(reaction_scale, snes.result.reaction.lpNorm<Eigen::Infinity>());
    ASSERT_LT((direct.result.reaction - snes.result.reaction).lpNorm<Eigen::Infinity>(),
              1e4 * c.tolerance * reaction_scale)  // of index 3: round-off over h^2
        << i;
  }
  EXPECT_LE(direct.violation().first, 2 * snes.violation().first + 1e-14 * q_scale);
}

INSTANTIATE_TEST_SUITE_P(Models, NewtonLoops, testing::ValuesIn(loop_cases()),
                         [](const auto& test) { return test.param.name; });

/// Kept factorisations are dropped by `refresh`: a new integrator with the same memory goes on bit by bit.
TEST(NewtonLoops, RefreshMakesTheRestartExact) {
  for (const char* const type : {"generalized-alpha", "nsga-ggl", "moreau-jean", "mixed-generalized-alpha",
                                 "mixed-bathe", "mixed-ed-alpha", "half-explicit"}) {
    const std::vector<std::string> set = {std::string("integrator.type=") + type};
    DeckRun run = input("spatial_pendulum", set), restarted = input("spatial_pendulum", set);
    for (int i = 0; i < 107; ++i) ASSERT_TRUE(run.step());
    const long before = run.integrator->factorisations();
    EXPECT_LT(before, 107) << type << ": factorisations serve several steps";
    run.integrator->refresh();
    restarted.state = run.state;
    restarted.steps = run.steps;
    for (std::size_t i = 0; i < run.integrator->memory().size(); ++i)
      *restarted.integrator->memory()[i].second = *run.integrator->memory()[i].second;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(run.step());
      ASSERT_TRUE(restarted.step());
      ASSERT_EQ(run.state.q, restarted.state.q) << type << " " << i;
      ASSERT_EQ(run.state.v, restarted.state.v) << type << " " << i;
    }
  }
}

/// Without contact rows the velocity projection is left out: W = 0 because v~ obeys G v~ + g_t = 0 already.
TEST(NewtonLoops, VelocityConstraintsHoldWithoutTheirProjection) {
  for (const char* const solver : {"monolithic", "sequential"}) {
    DeckRun run =
        input("spatial_pendulum", {"integrator.type=nsga-ggl", std::string("integrator.solver=") + solver});
    for (int i = 0; i < 500; ++i) {
      ASSERT_TRUE(run.step());
      const auto [position, velocity] = run.violation();
      ASSERT_LT(position, 1e-14) << solver;
      ASSERT_LT(velocity, 1e-13) << solver;
    }
  }
}

}  // namespace
}  // namespace jounce::test
