// Small elements that take substeps: momenta, energy, order, and which elements do.

#include "integrators/mixed/subcycling.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "integrators/mixed/lumped_stage.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

TEST(LocalSteps, AreTheLeapfrogSchemeWithoutStabilisation) {
  for (const int p : {2, 3, 5, 12}) {
    const LocalSteps steps(p, 0);
    EXPECT_NEAR(steps.reach, p, 1e-12 * p);
    for (const double a : {0.3, 1.9, 2.5}) {  // h sqrt(A)
      double before = 1, z = 1 - 0.5 * a * a / (p * p);
      double local_before = 1, local = 1 - steps.first * a * a;
      for (std::size_t m = 1; m < static_cast<std::size_t>(p); ++m) {
        const double next = 2 * z - before - a * a / (p * p) * z;
        before = z;
        z = next;
        const double local_next =
            local + steps.momentum[m] * (local - local_before) - steps.kick[m] * a * a * local;
        local_before = local;
        local = local_next;
      }
      EXPECT_NEAR(local, z, 1e-13) << p << ' ' << a;
    }
  }
}

TEST(LocalSteps, KeepADistanceFromTheirBounds) {
  for (const int p : {2, 3, 5, 12, 40}) {
    const LocalSteps steps(p);
    EXPECT_NEAR(std::accumulate(steps.weight.begin(), steps.weight.end(), 0.0), 1, 1e-13);
    EXPECT_GT(steps.reach, 0.93 * p);
    for (int i = 1; i <= 400; ++i) {
      const double a = 2 * steps.reach * i / 400;  // h sqrt(A)
      double before = 1, z = 1 - steps.first * a * a;
      for (std::size_t m = 1; m < static_cast<std::size_t>(p); ++m) {
        const double next = z + steps.momentum[m] * (z - before) - steps.kick[m] * a * a * z;
        before = z;
        z = next;
      }
      EXPECT_LE(z, 1 - 1e-3 * std::min(1.0, a * a)) << p << ' ' << a;
      EXPECT_GE(z, -1) << p << ' ' << a;
      if (a < 0.2) {
        EXPECT_NEAR(z, std::cos(a), 0.02 * a * a) << p << ' ' << a;
      }
    }
  }
}

/// A bar of 130 hexahedra, 40 of which are a quarter as long as the others.
std::string layered(const std::string& strain, const std::string& more = "",
                    const std::string& mass = "lumped", const std::string& material = "neo-hookean") {
  return scene::gravity({0, 0, 0}) + scene::material({.type = material, .E = 2e11, .nu = 0.3, .rho = 8000}) +
         fmt::format("[[mesh]]\nname = \"bar\"\ntype = \"gmsh\"\nfile = \"{}/meshes/rod_with_layers.geo\"\n",
                     JOUNCE_SOURCE_DIR) +
         scene::element({.name = "bar", .mesh = "bar.all"}) +
         fmt::format("strain = \"{}\"\nmass = \"{}\"\n", strain, mass) + more +
         "[integrator]\ntype = \"half-explicit\"\nend = 1\n";
}

std::string note_of(DeckRun& run) {
  return dynamic_cast<Integrator&>(*run.integrator).longest_step(run.state).note;
}

/// Velocities that turn the bar about an axis through its middle, with a wave along it, or at random.
void spin(DeckRun& run, double speed) {
  const Vector3 middle(0.1, 5e-3, 5e-3), omega = speed * Vector3(30, -800, 1000);
  for (Index i = 0; i < run.state.v.size(); i += 3) {
    const Vector3 r = Vector3(run.state.q.segment<3>(i)) - middle;
    run.state.v.segment<3>(i) = omega.cross(r) + Vector3(20 * std::sin(std::numbers::pi * r.x() / 0.2), 0, 3);
  }
  run.integrator->initialise(run.state, run.h);
}

TEST(Subcycling, OfABarThatSpinsKeepsMomentaAndEnergy) {
  DeckRun run(layered("green-lagrange") + "subcycling = 16\n");
  EXPECT_THAT(note_of(run), HasSubstr("40 of 130 elements take 4 substeps in a step (42 with those at"));
  DeckRun whole(layered("green-lagrange"));
  EXPECT_GT(run.h, 3.6 * whole.h);
  spin(run, 1);
  const Momentum before = run.system().momentum(run.state);
  const double energy = run.energy();
  double largest = 0;
  for (int i = 0; i < 4000; ++i) {  // a fifth of a turn
    ASSERT_TRUE(run.step());
    largest = std::max(largest, std::abs(run.energy() - energy));
  }
  const Momentum after = run.system().momentum(run.state);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-11 * before.linear.norm());
  EXPECT_LT((after.angular - before.angular).norm(), 1e-11 * before.angular.norm());
  EXPECT_LT(largest, 2e-3 * energy);
}

/// No mode grows, at any share of the limit. (Of impulses, and without stabilisation, modes of many rods do:
/// benchmarks/subcycling_stability.py.)
TEST(Subcycling, HoldsTheEnergyOfRandomMotionsOfALinearBar) {
  for (const double share : {1.0, 0.95, 0.9, 0.85}) {
    DeckRun run(layered("small", "", "lumped", "linear-elastic") +
                fmt::format("subcycling = 16\nstep_factor = {}\n", share));
    EXPECT_THAT(note_of(run), HasSubstr("substeps in a step"));
    unsigned seed = 1;
    for (double& v : run.state.v) {
      seed = seed * 1664525 + 1013904223;
      v = 1e-3 * (seed / 4294967296.0 - 0.5);
    }
    run.integrator->initialise(run.state, run.h);
    const double energy = run.energy();
    for (int i = 0; i < 5000; ++i) {
      ASSERT_TRUE(run.step());
      // Velocities at the ends of steps see motions that these do not resolve too small or too large.
      ASSERT_LT(run.energy(), 10 * energy) << i;
    }
  }
}

/// Of any places: forces within elements, at the places of the substeps, have a moment about those of the
/// step.
TEST(Subcycling, ForcesHaveNoResultantAndNoMoment) {
  DeckRun run(layered("green-lagrange"));
  const System& system = run.system();
  SubcyclingChoice choice = choose_subcycling(system, run.state, 16);
  ASSERT_EQ(choice.substeps, 4);
  Subcycling subcycling(system, std::move(choice));
  unsigned seed = 1;
  for (double& q : run.state.q) {
    seed = seed * 1664525 + 1013904223;
    q += 1e-4 * (seed / 4294967296.0 - 0.5);
  }
  Vector f, f_eff;
  system.force(run.state, f);
  f_eff = f;
  const Vector inverse_mass = LumpedStage::inverse_mass(system, run.state);
  subcycling.add(run.state, run.h * 3, inverse_mass, f_eff);
  const Vector change = f_eff - f;
  EXPECT_GT(change.norm(), 0.1 * f.norm());
  Vector3 resultant = Vector3::Zero(), moment = Vector3::Zero();
  for (Index i = 0; i < change.size(); i += 3) {
    const Vector3 at = run.state.q.segment<3>(i), force = change.segment<3>(i);
    resultant += force;
    moment += at.cross(force);
  }
  EXPECT_LT(resultant.norm(), 1e-13 * change.lpNorm<1>());
  EXPECT_LT(moment.norm(), 1e-13 * change.lpNorm<1>() * 0.2);
}

/// @return places after `time`, in steps of `share` of the longest one
Vector end_of(DeckRun run, double time, double share) {
  const double steps = std::ceil(time / (share * run.h));
  run.h = time / steps;
  spin(run, 1);
  for (int i = 0; i < static_cast<int>(steps); ++i) EXPECT_TRUE(run.step());
  return run.state.q;
}

TEST(Subcycling, IsOfOrderTwo) {
  constexpr double kTime = 5e-5;
  const Vector exact = end_of(DeckRun(layered("green-lagrange")), kTime, 0.05);
  double last = 0;
  for (const double share : {0.8, 0.4, 0.2}) {
    const Vector q = end_of(DeckRun(layered("green-lagrange") + "subcycling = 16\n"), kTime, share);
    const double error = (q - exact).norm();
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.15) << share;
    }
    last = error;
  }
  EXPECT_LT(last, 2e-4 * (exact - DeckRun(layered("green-lagrange")).state.q).norm());
}

const char* const kWall =
    "[[contact]]\nname = \"wall\"\ntype = \"point-plane\"\nthrough = [-1, 0, 0]\nnormal = [1, 0, 0]\n";

TEST(Subcycling, LeavesOutElementsThatMayTouchOrHoldOthers) {
  DeckRun front(layered("green-lagrange", std::string(kWall) + "points = [\"bar.front\"]\n") +
                "subcycling = 16\n");
  EXPECT_THAT(note_of(front), HasSubstr("40 of 130 elements"));
  DeckRun all(layered("green-lagrange", std::string(kWall) + "points = [\"bar.all\"]\n") +
              "subcycling = 16\n");
  EXPECT_THAT(note_of(all), HasSubstr("no element takes substeps"));
  EXPECT_THAT(note_of(all), HasSubstr("nodes that contacts may touch"));
  DeckRun without(layered("green-lagrange"));
  EXPECT_EQ(all.h, without.h);
  EXPECT_EQ(note_of(without), "");
}

TEST(Subcycling, LeavesOutElementsInWhichVelocitiesJump) {
  const auto moved = [](double speed) {
    return fmt::format("[[initial]]\non = \"bar.middle\"\nvelocity = [{}, 0, 0]\n", speed);
  };
  DeckRun slow(layered("green-lagrange", moved(1)) + "subcycling = 16\n");
  EXPECT_THAT(note_of(slow), HasSubstr("40 of 130 elements"));
  DeckRun jumps(layered("green-lagrange", moved(100)) + "subcycling = 16\n");
  EXPECT_THAT(note_of(jumps), HasSubstr("where the velocities of the start jump"));
  EXPECT_THAT(note_of(jumps), HasSubstr("no element takes substeps"));
}

/// The block that has no small elements takes none, and says nothing of a gain.
TEST(Subcycling, OfEqualElementsIsNone) {
  const std::string block = scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .rho = 1000}) +
                            scene::block_mesh({.from = {0, 0, 0}, .to = {1, 1, 1}, .counts = {3, 3, 3}}) +
                            scene::element({.mesh = "b"}) + "mass = \"lumped\"\n" +
                            "[integrator]\ntype = \"half-explicit\"\nend = 1\nsubcycling = 8\n";
  DeckRun run(block);
  EXPECT_EQ(note_of(run), "subcycling: no element takes substeps, as none would save work");
}

}  // namespace
}  // namespace jounce::test
