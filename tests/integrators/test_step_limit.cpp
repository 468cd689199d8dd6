// The longest stable step from the elements, against the matrix of a step and the frequencies of whole
// models.

#include "integrators/mixed/step_limit.h"

#include <gmock/gmock.h>

#include <Eigen/Eigenvalues>

#include "../support/deck_run.h"
#include "../support/scene.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// Spectral radius of a step of half-explicit for q'' + c q' + lambda q = 0.
double spectral_radius(double lambda, double c, double h) {
  Eigen::Matrix2d A;
  for (const int column : {0, 1}) {
    const double q = column == 0 ? 1 : 0, v = column == 0 ? 0 : 1;
    const double v_1 = v + h * (-lambda * q - c * v);
    const double q_2 = q + h / 2 * (v + v_1);
    A.col(column) << q_2, (v + v_1) / 2 + h / 2 * (-lambda * q_2 - c * v_1);
  }
  return A.eigenvalues().cwiseAbs().maxCoeff();
}

TEST(StepLimit, OfOneDampedMode) {
  for (const double lambda : {1.0, 400.0})
    for (const double xi : {0.0, 1e-3, 0.05, 0.3, 0.499, 0.5, 0.55, 0.6, 1.0, 3.0, 20.0}) {
      const double c = 2 * xi * std::sqrt(lambda), h = longest_stable_step(lambda, c);
      EXPECT_LT(spectral_radius(lambda, c, 0.9999 * h), 1 + 1e-12) << xi;
      EXPECT_GT(spectral_radius(lambda, c, 1.0001 * h), 1) << xi;
      for (const double softer : {0.01, 0.2, 0.7, 0.95})  // with damping in proportion to the stiffness
        EXPECT_LT(spectral_radius(softer * lambda, softer * c, 0.9999 * h), 1 + 1e-12) << xi << ' ' << softer;
    }
  EXPECT_EQ(longest_stable_step(0, 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(longest_stable_step(0, 4), 0.5);
}

/// Largest frequency of M^-1 K at the free degrees of freedom.
double true_limit(const System& system, const State& state) {
  DenseMatrix K = DenseMatrix::Zero(system.nv(), system.nv()), M = K;
  DenseSink k(K), m(M);
  system.add_tangent(state, Vector::Zero(system.nv()), {0, 0, 1}, k);
  system.add_mass(state, 1, m);
  const Index n = system.n_free();
  const DenseMatrix free_K = 0.5 * (K + K.transpose()).topLeftCorner(n, n), free_M = M.topLeftCorner(n, n);
  return 2 /
         std::sqrt(
             Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix>(free_K, free_M).eigenvalues().maxCoeff());
}

struct Limits {
  double found, exact;
  std::string place;
};

Limits limits_of(const std::string& text) {
  const deck::Deck deck = deck::read_deck_text(text, "test.toml", deck_schema());
  const auto model = deck::build_model(deck);
  const State& state = model->system.initial_state();
  const auto limit = StepLimit(model->system).find(state);
  EXPECT_TRUE(limit.is_of_elements);
  return {limit.step, true_limit(model->system, state), limit.place};
}

const std::string kEnd = R"(
[integrator]
type = "half-explicit"
end = 1
)";

/// Safe, and not below half of what the mesh takes.
TEST(StepLimit, OfMeshesOfLines) {
  for (const char* const mass : {"consistent", "lumped"})
    for (const char* const strain : {"small", "green-lagrange"}) {
      const Limits bar = limits_of(scene::gravity({0, 0}) + scene::material({.E = 100, .rho = 2}) +
                                   scene::line_mesh({.from = {0, 0}, .to = {3, 1}, .elements = 7}) +
                                   scene::element({.type = "bar"}) + "area = 1\n" +
                                   fmt::format("mass = \"{}\"\nstrain = \"{}\"\n", mass, strain) + kEnd);
      EXPECT_LE(bar.found, bar.exact * (1 + 1e-9));
      EXPECT_GT(bar.found, 0.9 * bar.exact);
      EXPECT_THAT(bar.place, HasSubstr("of 'e'"));
    }
  for (const char* const type : {"beam", "euler-bernoulli"})
    for (const int elements : {1, 8}) {
      const Limits beam =
          limits_of(scene::gravity({0, 0}) + scene::material({.E = 100, .nu = 0.2, .rho = 2}) +
                    scene::rectangle({.height = 0.1}) +
                    scene::line_mesh({.from = {0, 0}, .to = {3, 1}, .elements = elements}) +
                    scene::element({.type = type, .section = "s"}) + kEnd);
      EXPECT_LE(beam.found, beam.exact * (1 + 1e-9)) << type;
      EXPECT_GT(beam.found, 0.5 * beam.exact) << type;
    }
  const Limits space =
      limits_of(scene::gravity({0, 0, 0}) + scene::material({.E = 100, .nu = 0.2, .rho = 2}) +
                scene::rectangle({.height = 0.1, .width = 0.1}) +
                scene::line_mesh({.from = {0, 0, 0}, .to = {3, 1, 1}, .elements = 8}) +
                scene::element({.type = "beam", .section = "s"}) + kEnd);
  EXPECT_LE(space.found, space.exact * (1 + 1e-9));
  EXPECT_GT(space.found, 0.5 * space.exact);
}

std::string spring(const std::string& name, const std::string& between, double stiffness) {
  return fmt::format(R"(
[[element]]
name = "{}"
type = "spring"
between = [{}]
stiffness = {}
)",
                     name, between, stiffness);
}

/// A chain of point masses: sums of rows are exact but for the ends.
TEST(StepLimit, OfSpringsBetweenPointMasses) {
  std::string deck = scene::gravity({0, 0});
  for (int i = 0; i < 12; ++i)
    deck += scene::point_mass({.name = fmt::format("p{}", i), .mass = 0.3, .position = {1.0 * i, 0}});
  for (int i = 0; i < 11; ++i)
    deck += spring(fmt::format("s{}", i), fmt::format(R"("p{}", "p{}")", i, i + 1), 50);
  const Limits chain = limits_of(deck + kEnd);
  EXPECT_LE(chain.found, chain.exact * (1 + 1e-9));
  EXPECT_GT(chain.found, 0.95 * chain.exact);
  EXPECT_THAT(chain.place, HasSubstr("'s"));
}

/// A block of rubber that spins and breathes: momenta stay to round-off, and energy within what velocity
/// Verlet makes of it, over many turns at nine tenths of the limit.
TEST(StepLimit, ASpinningBlockKeepsMomentaAndEnergy) {
  for (const char* const mass : {"lumped", "consistent"}) {
    const std::string block =
        scene::gravity({0, 0, 0}) +
        scene::material({.type = "neo-hookean", .E = 1e6, .nu = 0.45, .rho = 1000}) +
        scene::block_mesh({.from = {-0.5, -0.5, -0.5}, .to = {0.5, 0.5, 0.5}, .counts = {2, 3, 2}}) +
        scene::element({.mesh = "b"}) + fmt::format("strain = \"green-lagrange\"\nmass = \"{}\"\n", mass);
    const Limits limits = limits_of(block + kEnd);
    EXPECT_LE(limits.found, limits.exact * (1 + 1e-9));
    EXPECT_GT(limits.found, 0.6 * limits.exact);
    DeckRun run(block + kEnd + fmt::format("step = {}\n", 0.9 * limits.found));
    const Vector3 omega(4, -6, 8);
    for (Index i = 0; i < run.state.v.size(); i += 3)
      run.state.v.segment<3>(i) = omega.cross(Vector3(run.state.q.segment<3>(i)));
    run.integrator->initialise(run.state, run.h);
    const Momentum before = run.system().momentum(run.state);
    const double energy = run.energy();
    double largest = 0;
    StepLimit limit(run.system());
    while (run.state.t < 2) {  // 3.4 turns
      ASSERT_TRUE(run.step());
      largest = std::max(largest, std::abs(run.energy() - energy));
      ASSERT_GT(limit.follow(run.state, false), run.h);
    }
    EXPECT_LT(largest, 5e-3 * energy);
    const Momentum after = run.system().momentum(run.state);
    EXPECT_LT((after.linear - before.linear).norm(), 1e-9 * before.angular.norm());
    EXPECT_LT((after.angular - before.angular).norm(), 1e-9 * before.angular.norm());
  }
}

/// A block that is squeezed, swings back and turns: what is followed stays close to what is found anew, above
/// it by no more than elements are stretched between two looks.
TEST(StepLimit, IsFollowedAsElementsAreStretched) {
  DeckRun run(scene::gravity({0, 0, 0}) +
              scene::material({.type = "neo-hookean", .E = 1e6, .nu = 0.3, .rho = 1000}) +
              scene::block_mesh({.from = {-0.5, -0.5, -0.5}, .to = {0.5, 0.5, 0.5}, .counts = {3, 3, 3}}) +
              scene::element({.mesh = "b"}) + "strain = \"green-lagrange\"\nmass = \"lumped\"\n" + kEnd +
              "step = 5e-4\n");
  for (Index i = 0; i < run.state.v.size(); i += 3) {
    const Vector3 x = run.state.q.segment<3>(i);
    run.state.v.segment<3>(i) = Vector3(-x.x() * 25, 0, 0) + Vector3(0, 0, 5).cross(x);
  }
  run.integrator->initialise(run.state, run.h);
  StepLimit closest(run.system()), enough(run.system());
  double least = 1, greatest = 0;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(run.step());
    const double found = StepLimit(run.system()).find(run.state).step;
    const double followed = closest.follow(run.state, false);
    EXPECT_LT(followed, 1.03 * found) << i;
    EXPECT_GT(followed, 0.9 * found) << i;
    const double at_least = enough.follow(run.state, false, 1.2 * run.h);
    EXPECT_LT(at_least, 1.03 * found) << i;
    if (found > 1.4 * run.h) {
      EXPECT_GE(at_least, 1.2 * run.h) << i;
    }
    least = std::min(least, found);
    greatest = std::max(greatest, found);
  }
  EXPECT_GT(greatest, 1.2 * least);
}

TEST(LookedShapes, KnowStretchesAndNotTurns) {
  const deck::Deck deck =
      deck::read_deck_text(scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .rho = 1000}) +
                               scene::block_mesh({.from = {1, 0, 0}, .to = {2, 1, 3}, .counts = {1, 1, 2}}) +
                               scene::element({.mesh = "b"}) + kEnd,
                           "test.toml", deck_schema());
  const auto model = deck::build_model(deck);
  State state = model->system.initial_state();
  const SolidElements& block = *solids_of(model->system.blocks()).front();
  LookedShapes shapes;
  shapes.keep_all(block, state);
  const Matrix3 turn = Eigen::AngleAxisd(1.3, Vector3(1, 2, -2) / 3.0).toRotationMatrix();
  const auto map = [&](const Matrix3& F) {
    for (Index i = 0; i < state.q.size(); i += 3) state.q.segment<3>(i) = F * Vector3(state.q.segment<3>(i));
  };
  map(turn);
  EXPECT_LT(shapes.stretch(block, 0, state), 1e-14);
  map(1.02 * Matrix3::Identity());
  EXPECT_NEAR(shapes.stretch(block, 1, state), std::sqrt(3.0) * 0.02, 1e-14);
  const int first[] = {0};
  shapes.keep(block, first, state);
  map(turn.transpose());
  EXPECT_LT(shapes.stretch(block, 0, state), 1e-14);
  EXPECT_NEAR(shapes.stretch(block, 1, state), std::sqrt(3.0) * 0.02, 1e-14);
}

}  // namespace
}  // namespace jounce::test
