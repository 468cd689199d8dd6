#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../support/deck_run.h"
#include "flexible_rods.h"

// Flexible bodies in floating frames under the schemes for very many bodies.

namespace jounce {
namespace {

using namespace flexible_rods;
using test::DeckRun;
using ::testing::HasSubstr;

Vector end_of_bar(const std::string& deck, const std::vector<std::string>& overrides, double h, double end) {
  DeckRun run(deck, overrides + std::vector<std::string>{fmt::format("integrator.step={}", h)});
  for (const long n = std::lround(end / h); run.steps < n;)
    if (!run.step()) return {};
  return run.state.q;
}

class HeldRods : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

/// Errors against a scheme of second order halve with the step.
TEST_P(HeldRods, HaveErrorsOfOrderOne) {
  const std::string deck = bar_pendulum(std::get<0>(GetParam()));
  std::string reference_deck = deck;
  reference_deck.erase(reference_deck.find("contact_tolerance"));
  const Vector exact = end_of_bar(reference_deck, {"integrator.type=mixed-bathe"}, 5e-4, 0.2);
  ASSERT_GT(exact.size(), 0);
  const std::vector<std::string> forces = {std::string("integrator.elastic_forces=") +
                                           std::get<1>(GetParam())};
  std::array<double, 2> error;
  for (std::size_t i = 0; i < 2; ++i) {
    const Vector q = end_of_bar(deck, forces, i == 0 ? 1e-3 : 5e-4, 0.2);
    ASSERT_GT(q.size(), 0);
    error[i] = (q - exact).norm();
  }
  EXPECT_GT(exact.tail(3).norm(), 1e-3);
  EXPECT_LT(error[1], 0.02);
  EXPECT_NEAR(error[0] / error[1], 2, 0.15) << error[0] << " " << error[1];
}

INSTANTIATE_TEST_SUITE_P(Rods, HeldRods,
                         ::testing::Combine(::testing::Values("", "0.05 * sin(12 * t)^2"),
                                            ::testing::Values("implicit", "explicit")));

class FlexibleImpulses : public ::testing::TestWithParam<FlexibleVariant> {};

/// Impulses keep the momentum of the bodies, in the configuration that the step takes them in.
TEST_P(FlexibleImpulses, ImpactKeepsMomentum) {
  DeckRun run(two_rods_and_a_ball(), GetParam().overrides + std::vector<std::string>{"integrator.step=1e-2"});
  const Momentum before = run.system().momentum(run.state);
  double impulse = 0;
  for (int i = 0; i < 8 && impulse == 0; ++i) {
    State start = run.state;
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    if (run.result.impulse.size() > 0) impulse = run.result.impulse.sum();
    start.v = run.state.v;
    const Momentum after = run.system().momentum(start);
    EXPECT_LT((after.linear - before.linear).norm(), 1e-12);
    if (impulse > 0) {
      EXPECT_LT((after.angular - before.angular).norm(), 1e-12);
    }
  }
  EXPECT_GT(impulse, 0.03);
}

/// What comes after is of first order: the drift of momentum halves with the step.
TEST(FlexibleImpulse, MomentumDriftsWithTheStep) {
  std::array<double, 2> drift = {};
  for (std::size_t i = 0; i < 2; ++i) {
    const double h = i == 0 ? 2e-3 : 1e-3;
    DeckRun run(two_rods_and_a_ball(), {fmt::format("integrator.step={}", h)});
    const Momentum before = run.system().momentum(run.state);
    for (const long n = std::lround(0.3 / h); run.steps < n;) ASSERT_TRUE(run.step());
    drift[i] = (run.system().momentum(run.state).linear - before.linear).norm();
  }
  EXPECT_LT(drift[1], 0.05);
  EXPECT_LT(drift[1], 0.7 * drift[0]);
}

/// With a stiffness that nothing bends the rod moves as a rigid body with its mass and inertia, mL^2/12 + rho
/// I L.
TEST_P(FlexibleImpulses, StiffRodMovesAsARigidBody) {
  const std::vector<std::string> loose =
      GetParam().overrides + std::vector<std::string>{"integrator.contact_tolerance=1e-6"};
  DeckRun stiff(falling_rod(kBar + bar("rod", std::string(kFalling) + R"([0.3]
coordinates = "modal"
modes = 4)",
                                       1e11, true)),
                loose);
  std::string turned = kFalling;
  turned.replace(turned.find("rotation = [0.4]"), 16, "angle = 0.4");
  DeckRun rigid(falling_rod(fmt::format(R"toml(
[[body]]
name = "rod"
type = "rigid"
mass = 1
inertia = {}
{}0.3
[[marker]]
name = "rod.start"
on = "rod"
at = [-0.5, 0]
[[marker]]
name = "rod.end"
on = "rod"
at = [0.5, 0]
)toml",
                                        1.0 / 12 + 0.01, turned)),
                loose);
  double impulse = 0;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(stiff.step()) << stiff.result.failure_cause;
    ASSERT_TRUE(rigid.step()) << rigid.result.failure_cause;
    if (rigid.result.impulse.size() > 0) impulse += rigid.result.impulse.sum();
  }
  EXPECT_GT(impulse, 0.5);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(stiff.state.q[i], rigid.state.q[i], 1e-5) << i;
}

TEST_P(FlexibleImpulses, LawsAndMethodsAgree) {
  const auto run_of = [](const FlexibleVariant& variant) {
    DeckRun run(rod_in_space(false), variant.overrides + std::vector<std::string>{"integrator.step=4e-3"});
    for (int i = 0; i < 25; ++i) EXPECT_TRUE(run.step()) << run.result.failure_cause;
    return run.state.q;
  };
  const auto first =
      std::find_if(flexible_variants().begin(), flexible_variants().end(),
                   [](const FlexibleVariant& variant) { return std::string(variant.law) == GetParam().law; });
  if (first->name == GetParam().name) return;
  const Vector q = run_of(*first), own = run_of(GetParam());
  EXPECT_LT((q - own).norm(), 1e-7);
}

TEST_P(FlexibleImpulses, StandsBesideGrains) {
  DeckRun run(rod_in_space(true),
              GetParam().overrides + std::vector<std::string>{"integrator.step=4e-3", "body.grains.spare=2"});
  double active = 0;
  for (int i = 0; i < 25; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    active += run.result.active_contacts;
    for (const ContactRow& row : run.result.rows)
      if (row.pair == 0) {
        EXPECT_GT(run.system().contacts().all()[0]->gap(run.state, row), -2e-3);
      }
  }
  EXPECT_GT(active, 50);
}

/// Contacts, friction and implicit elastic forces take energy; the inertia forces at the begin of the step
/// err by less than that here.
TEST_P(FlexibleImpulses, GainsNoEnergy) {
  DeckRun run(falling_rod(kBar + bar("rod", std::string(kFalling) + R"([0.3]
coordinates = "modal"
modes = 4)",
                                     3, true)),
              GetParam().overrides);
  double energy = run.energy();
  const double start = energy;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_LT(run.energy(), energy + 1e-5 * start);
    energy = run.energy();
  }
  EXPECT_LT(energy, 0.95 * start);
}

INSTANTIATE_TEST_SUITE_P(All, FlexibleImpulses, ::testing::ValuesIn(flexible_variants()),
                         [](const auto& variant) { return std::string(variant.param.name); });

/// Nodal coordinates with a mean axis contain rigid motions, which only the conditions take away: the rod
/// falls as one with its frame in the middle.
TEST(FlexibleImpulse, MeanAxesFallAsClampedOnes) {
  std::array<double, 2> height = {}, impulse = {};
  for (const std::size_t i : {0, 1}) {
    std::string deck = falling_rod(kBar + bar("rod", std::string(kFalling) + R"([0]
coordinates = "nodal")",
                                              3e4, true));
    if (i == 1) {
      const std::string supports = R"(supports = ["middle"])";
      deck.replace(deck.find(supports), supports.size(), R"(reference = "free-free")");
    }
    DeckRun run(deck, {"integrator.type=ccp-euler", "integrator.contact_tolerance=1e-8"});
    for (int step = 0; step < 100; ++step) {
      ASSERT_TRUE(run.step()) << run.result.failure_cause;
      if (run.result.impulse.size() > 0) impulse[i] += run.result.impulse.sum();
    }
    height[i] = run.state.q[1];
  }
  EXPECT_GT(impulse[0], 0.1);
  EXPECT_NEAR(impulse[0], impulse[1], 1e-3 * impulse[0]);
  EXPECT_NEAR(height[0], height[1], 1e-4);
}

std::string refused_rod(const std::string& deck, const std::vector<std::string>& overrides) {
  try {
    DeckRun run(deck, overrides);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was refused";
}

/// The highest frequency sets the greatest explicit step: just below it the motion stays bounded, above it
/// the deck is refused, and above it implicit forces run.
TEST(FlexibleImpulse, RefusesLongExplicitSteps) {
  const std::string deck = bar_pendulum("");
  const std::vector<std::string> forces = {"integrator.elastic_forces=explicit"};
  const std::string message = refused_rod(deck, forces + std::vector<std::string>{"integrator.step=1"});
  ASSERT_THAT(message, HasSubstr("explicit elastic forces allow steps of "));
  EXPECT_THAT(message, HasSubstr(R"(of body 'rod', and integrator.step is 1: use "implicit")"));
  const double most = std::stod(message.substr(message.find("steps of ") + 9));
  EXPECT_GT(most, 1e-3);
  const auto step = [](double h) { return std::vector<std::string>{fmt::format("integrator.step={}", h)}; };
  EXPECT_THAT(refused_rod(deck, forces + step(1.001 * most)), HasSubstr("allow steps of"));
  EXPECT_EQ(refused_rod(deck, step(1.001 * most)), "nothing was refused");
  DeckRun run(deck, forces + step(0.98 * most));
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(run.step());
  EXPECT_LT(run.state.q.lpNorm<Eigen::Infinity>(), 50);
}

/// The matrix of a body is dense: bodies of very many coordinates need modes.
TEST(FlexibleImpulse, RefusesVeryManyCoordinates) {
  std::string deck = bar_pendulum("");
  deck.replace(deck.find("elements = 4"), 12, "elements = 700");
  deck.replace(deck.find(R"("modal"
modes = 3
damping_ratio = 0.02)"),
               38, R"("nodal")");
  EXPECT_THAT(refused_rod(deck, {"integrator.elastic_forces=explicit"}),
              HasSubstr("'rod' has 2101 degrees of freedom; this integrator supports 2000 at most: use"));
}

/// Deformable meshes of their own, and their surfaces, remain with other schemes.
TEST(FlexibleImpulse, RefusesDeformableMeshes) {
  std::string deck = bar_pendulum("");
  const auto body = deck.find("[[body]]"), boundary = deck.find("[[boundary]]");
  deck.erase(body, boundary - body);
  deck.replace(deck.find(R"(on = "rod")"), 10, R"(on = "rod_line.start")");
  EXPECT_THAT(refused_rod(deck, {}), HasSubstr("not deformable meshes; use the mesh in a [[body]]"));
}

}  // namespace
}  // namespace jounce
