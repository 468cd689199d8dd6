#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "contact/body_contacts.h"
#include "integrators/initial_acceleration.h"
#include "params/input_error.h"
#include "stepping/failure_cause.h"

namespace jounce {
namespace {

using test::DeckRun;
using test::input;
using ::testing::HasSubstr;

/// Both schemes, and every law and method that they offer.
struct Variant {
  const char* name;
  std::vector<std::string> overrides;
};

std::ostream& operator<<(std::ostream& out, const Variant& variant) { return out << variant.name; }

class Impulse : public ::testing::TestWithParam<Variant> {
 public:
  std::vector<std::string> overrides(std::vector<std::string> more = {}) const {
    std::vector<std::string> all = GetParam().overrides;
    all.emplace_back("integrator.contact_tolerance=1e-12");
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
};

const std::string kTwoBalls =
    R"(
[model]
dimension = 3
)" + scene::rigid({.mass = 2, .inertia = {0.02, 0.02, 0.02}, .position = {0, 0, 0}}) +
    R"(
velocity = [3, 0.2, -0.1]
angular_velocity = [1, 4, -2]
)" +
    scene::rigid(
        {.name = "b", .mass = 0.5, .inertia = {0.002, 0.002, 0.002}, .position = {0.5, 0.08, 0.03}}) +
    R"(
[[shape]]
name = "a"
type = "sphere"
on = ["a"]
radius = 0.2
[[shape]]
name = "b"
type = "sphere"
on = ["b"]
radius = 0.1
[[contact]]
name = "hit"
type = "bodies"
shapes = ["a", "b"]
friction = 0.4
envelope = 0.01
[integrator]
type = "impulse-velocity"
step = 1e-2
end = 0.3
)";

TEST_P(Impulse, KeepsMomentumWhenBallsCollide) {
  DeckRun run(kTwoBalls, overrides());
  const Momentum before = run.system().momentum(run.state);
  double impulse = 0, energy = run.energy();
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(run.step());
    if (run.result.impulse.size() > 0) impulse += run.result.impulse[0];
    EXPECT_LT(run.energy(), energy + 1e-12);
    energy = run.energy();
  }
  EXPECT_GT(impulse, 0.1);
  const Momentum after = run.system().momentum(run.state);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-13);
  EXPECT_LT((after.angular - before.angular).norm(), 1e-13);
}

TEST_P(Impulse, BallsDoNotOverlap) {
  DeckRun run(kTwoBalls, overrides());
  const auto& pair = *run.system().contacts().all()[0];
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(run.step());
    for (const ContactRow& row : run.result.rows) EXPECT_GT(pair.gap(run.state, row), -1e-10);
  }
}

/// Gravity in steps of symplectic Euler: v_n = v_0 + n h g, x_n = x_0 + n h v_0 + n (n + 1)/2 h^2 g.
TEST_P(Impulse, FallsAsSymplecticEuler) {
  DeckRun run(scene::gravity({0, 0, -10}) +
                  scene::rigid({.mass = 2, .inertia = {0.02, 0.02, 0.02}, .position = {0, 0, 0}}) + R"(
velocity = [3, 0, 0]
[integrator]
type = "impulse-velocity"
step = 1e-2
end = 1
)",
              overrides());
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(run.step());
  EXPECT_NEAR(run.state.q[2], -10 * 28e-4, 1e-15);
  EXPECT_NEAR(run.state.v[2], -0.7, 1e-15);
  EXPECT_NEAR(run.state.q[0], 0.21, 1e-15);
}

/// A ball in one dimension of motion bounces with e at every impact, wherever the impact falls in a step.
TEST_P(Impulse, BouncesWithTheRestitutionOfTheContact) {
  DeckRun run = input("bouncing_ball", overrides());
  const double e = run.system().contacts().all()[0]->law().restitution;
  ASSERT_GT(e, 0.5);
  int impacts = 0;
  for (int i = 0; i < 1500; ++i) {
    ASSERT_TRUE(run.step());
    EXPECT_GT(run.gap(0), -1e-12);
    for (const Impact& impact : run.result.impacts) {
      if (impact.velocity_before > -0.5) continue;
      ++impacts;
      EXPECT_NEAR(impact.velocity_after, -e * impact.velocity_before, 1e-12);
    }
  }
  EXPECT_GE(impacts, 5);
}

/// Planar bodies have spare components in their blocks, which directions that do not exist act on.
TEST_P(Impulse, RocksABlockInThePlane) {
  DeckRun run = input("rocking_block", overrides());
  double energy = run.energy();
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(run.step());
    EXPECT_LT(run.energy(), energy + 0.02 * std::abs(energy));
    energy = run.energy();
    EXPECT_GT(std::min(run.gap(0), run.gap(1)), -5e-3);
  }
}

TEST_P(Impulse, HoldsJointsToSecondOrder) {
  double last = 0;
  for (const double h : {2e-3, 1e-3}) {
    DeckRun run = input("spatial_pendulum", overrides({"integrator.step=" + std::to_string(h)}));
    double worst = 0;
    while (run.state.t < 0.5) {
      ASSERT_TRUE(run.step());
      worst = std::max(worst, run.violation().first);
    }
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / worst), 2, 0.2);
    }
    last = worst;
  }
}

TEST_P(Impulse, ContinuesFromItsMemoryBitForBit) {
  DeckRun first = input("sphere_stack", overrides({"body.column.jitter=[0.004, 0.003, 0]"}));
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(first.step());
  DeckRun second = input("sphere_stack", overrides({"body.column.jitter=[0.004, 0.003, 0]"}));
  second.state = first.state;
  const std::vector<Vector> memory = test::memory_of(*first.integrator);
  const auto places = second.integrator->memory();
  for (std::size_t i = 0; i < places.size(); ++i) *places[i].second = memory[i];
  second.integrator->refresh();
  first.integrator->refresh();
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(first.integrator->step(first.state, first.h, first.result));
    ASSERT_TRUE(second.integrator->step(second.state, second.h, second.result));
    ASSERT_EQ(first.state.q, second.state.q);
    ASSERT_EQ(first.state.v, second.state.v);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Impulse,
    ::testing::Values(
        Variant{"velocity", {"integrator.type=impulse-velocity"}},
        Variant{"dissipation", {"integrator.type=impulse-velocity", "integrator.law=maximum-dissipation"}},
        Variant{"apgd", {"integrator.type=ccp-euler"}},
        Variant{"spectral", {"integrator.type=ccp-euler", "integrator.method=barzilai-borwein"}},
        Variant{"sweeps", {"integrator.type=ccp-euler", "integrator.method=gauss-seidel"}},
        Variant{"shifted", {"integrator.type=ccp-euler", "integrator.law=coulomb"}}),
    [](const auto& variant) { return std::string(variant.param.name); });

TEST(ImpulseTimestepping, RecoversFromAnOverlapWithTheSpeedAllowed) {
  DeckRun run(kTwoBalls,
              {"body.b.position=[0.25, 0, 0]", "body.a.velocity=[0, 0, 0]", "integrator.recovery_speed=0.3"});
  ASSERT_TRUE(run.step());
  EXPECT_NEAR(run.result.velocity_after[0], 0.3, 1e-9);
  DeckRun partly(kTwoBalls, {"body.b.position=[0.25, 0, 0]", "body.a.velocity=[0, 0, 0]",
                             "integrator.error_reduction=0.2"});
  ASSERT_TRUE(partly.step());
  EXPECT_NEAR(partly.result.velocity_after[0], 0.2 * 0.05 / 1e-2, 1e-9);
}

/// A wall that moves to the left with 0.5 m/s takes a ball that it meets along.
TEST(ImpulseTimestepping, PushesWithAMovingWall) {
  DeckRun run(R"(
[model]
dimension = 2
)" + scene::rigid({.name = "wall", .inertia = {1}, .position = {0.9, 0}}) +
              R"(
[[boundary]]
name = "drive"
on = "wall"
components = ["x"]
motion = "-0.5*t"
[[boundary]]
name = "hold"
on = "wall"
components = ["y", "angle"]
[[body]]
name = "ball"
type = "point-mass"
mass = 0.3
position = [0, 0.1]
velocity = [3, 0]
[[contact]]
name = "hit"
type = "point-plane"
points = ["ball"]
on = "wall"
through = [0.9, 0]
normal = [-1, 0]
radius = 0.2
[integrator]
type = "impulse-velocity"
step = 1e-2
end = 0.3
)");
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(run.step());
  const auto ball = run.model->find_marker("ball");
  MarkerKinematics k;
  ball->evaluate(run.state, Derivatives::first, k);
  EXPECT_NEAR(k.velocity.x(), -0.5, 1e-12);
  EXPECT_NEAR(k.x.x(), 0.9 - 0.5 * 0.3 - 0.2, 1e-12);
}

/// Without the matrix of the whole model; a piston that is driven pulls a ball along a spring.
TEST(ImpulseTimestepping, StartsWithTheAccelerationsThatTheWholeMatrixGives) {
  DeckRun run(R"(
[model]
dimension = 2
gravity = [0, -9.81]
)" + scene::rigid({.name = "piston", .inertia = {1}, .position = {0.9, 0}}) +
              R"(
[[boundary]]
name = "drive"
on = "piston"
components = ["x", "y"]
motion = "2*t*t"
[[body]]
name = "ball"
type = "point-mass"
mass = 0.3
position = [0, 0.1]
[[element]]
name = "rope"
type = "spring"
between = ["piston", "ball"]
stiffness = 7
rest_length = 0.2
[integrator]
type = "impulse-velocity"
step = 1e-2
end = 0.3
)");
  Vector own, whole, lambda;
  ASSERT_TRUE(dynamic_cast<Integrator&>(*run.integrator).start_acceleration(run.state, own));
  consistent_acceleration(run.system(), run.state, whole, lambda);
  EXPECT_GT(whole.norm(), 10);
  EXPECT_LT((own - whole).norm(), 1e-12 * whole.norm());
}

TEST(ImpulseTimestepping, NamesABodyOfAGroup) {
  const DeckRun run = input("sphere_pile", {"parameters.n=2"});
  EXPECT_THAT(describe_dof(run.system(), 6 * 3 + 1), HasSubstr("'spheres[3]'"));
}

/// The list of contacts goes to the result and comes back for the next step.
TEST(ImpulseTimestepping, LeavesNoContactsInTheResultOfAStepThatFails) {
  DeckRun run = input("box_stack", {"integrator.law=maximum-dissipation"});
  ASSERT_TRUE(run.step());
  ASSERT_FALSE(run.result.rows.empty());
  EXPECT_EQ(run.result.impulse.size(), static_cast<Index>(run.result.rows.size()));
  run.state.v[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_ANY_THROW(run.step());
  EXPECT_TRUE(run.result.rows.empty());
  EXPECT_EQ(run.result.impulse.size(), 0);
}

TEST(ImpulseTimestepping, StopsAtAnUnsolvedProblemAndLeavesTheState) {
  DeckRun run = input("box_stack", {"integrator.law=maximum-dissipation", "integrator.contact_iterations=2",
                                    "integrator.contact_tolerance=1e-12"});
  const State before = run.state;
  EXPECT_FALSE(run.step());
  EXPECT_EQ(run.state.q, before.q);
  EXPECT_EQ(run.state.t, before.t);
  EXPECT_THAT(run.result.advice, HasSubstr("contact_iterations"));
  DeckRun accepting = input("box_stack", {"integrator.contact_iterations=2", "integrator.unconverged=accept",
                                          "integrator.contact_tolerance=1e-12"});
  EXPECT_TRUE(accepting.step());
}

/// Coulomb's law: small problems go to the solvers with a Delassus matrix.
TEST(ImpulseTimestepping, SmallProblemsThatSweepsLeaveAreSolved) {
  DeckRun run = input("box_stack", {"integrator.contact_iterations=2", "integrator.contact_tolerance=1e-9"});
  ASSERT_TRUE(run.step()) << run.result.failure_cause;
  double force = 0;
  for (std::size_t i = 0; i < run.result.rows.size(); ++i)
    if (run.model->system.contacts().describe(run.result.rows[i]).find("floor") != std::string::npos)
      force += run.result.impulse[static_cast<Index>(i)] / run.h;
  EXPECT_NEAR(force, 10 * 0.75 * 9.81, 1e-6);
}

/// The other schemes take contact between bodies as well, with friction where they know it.
class OtherSchemes : public ::testing::TestWithParam<const char*> {};

TEST_P(OtherSchemes, LetBallsCollide) {
  const std::string scheme = GetParam();
  std::vector<std::string> overrides = {"integrator.type=" + scheme, "integrator.step=1e-3"};
  if (!find_integrator(scheme)->has_friction) overrides.emplace_back("contact.hit.friction=0");
  DeckRun run(kTwoBalls, overrides);
  const Momentum before = run.system().momentum(run.state);
  double deepest = 0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    for (const ContactRow& row : run.result.rows)
      deepest = std::max(deepest, -run.system().contacts().all()[0]->gap(run.state, row));
  }
  const Momentum after = run.system().momentum(run.state);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-10);
  EXPECT_GT((run.state.v.head(3) - run.system().initial_state().v.head(3)).norm(), 0.1);
  EXPECT_LT(deepest, 3.5e-3);  // what the balls come nearer in one step
}

INSTANTIATE_TEST_SUITE_P(All, OtherSchemes,
                         ::testing::Values("nsga-ggl", "nsga-modified-lcp", "moreau-jean",
                                           "generalized-alpha", "mixed-generalized-alpha", "mixed-bathe",
                                           "mixed-ed-alpha", "half-explicit", "event-driven"),
                         [](const auto& scheme) {
                           std::string name = scheme.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

std::string refusal(const std::string& deck, std::vector<std::string> overrides) {
  overrides.emplace_back("integrator.type=ccp-euler");
  try {
    DeckRun run = input(deck, overrides);
    run.step();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(ImpulseTimestepping, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(refusal("dry_flywheel", {}), HasSubstr("does not support friction in joints"));
  EXPECT_THAT(refusal("elastic_bar", {}), HasSubstr("not deformable meshes"));
  EXPECT_THAT(refusal("rolling_ball", {"integrator.relaxation=1.5"}), HasSubstr("relaxation"));
}

}  // namespace
}  // namespace jounce
