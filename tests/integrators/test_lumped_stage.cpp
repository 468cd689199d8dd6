// Steps of half-explicit without a matrix, against those of its general stages: a friction coefficient that
// is a function of the slip speed keeps a model on these.

#include "integrators/mixed/lumped_stage.h"

#include <gtest/gtest.h>

#include "../support/deck_run.h"
#include "model/lumped_mass.h"

namespace jounce::test {
namespace {

const char* const kLumpedBlock = R"(
[model]
dimension = 3
gravity = [0, 0, -9.81]
[[material]]
name = "m"
type = "plastic"
E = 1e6
nu = 0.3
rho = 1000
yield_stress = [2e4, 4e4]
plastic_strain = [0, 0.2]
[[mesh]]
name = "cube"
type = "block"
from = [0, 0, 0.001]
to = [0.3, 0.2, 0.201]
counts = [3, 2, 2]
rotate = [0.02, 0.01, 0]
[[mesh]]
name = "plate"
type = "block"
from = [-0.2, -0.2, -0.1]
to = [0.6, 0.5, 0]
counts = [3, 3, 1]
[[element]]
name = "cube"
type = "solid"
mesh = "cube"
material = "m"
strain = "logarithmic"
mass = "lumped"
[[element]]
name = "plate"
type = "solid"
mesh = "plate"
material = "m"
strain = "green-lagrange"
mass = "lumped"
[[boundary]]
on = "plate.z_min"
components = ["x", "y", "z"]
[[initial]]
on = "cube"
velocity = [0.6, 0.2, -2]
[[contact]]
name = "c"
type = "surfaces"
surface = "cube.z_min"
against = "plate.z_max"
friction = MU
restitution = 0.2
[integrator]
type = "half-explicit"
step = 2e-4
end = 1
)";

std::string with_friction(const std::string& mu) {
  std::string text = kLumpedBlock;
  text.replace(text.find("MU"), 2, mu);
  return text;
}

TEST(LumpedStage, IsTheGeneralStepWithoutItsMatrix) {
  DeckRun lumped(with_friction("0.3")), general(with_friction("\"0.3 + 0 * v\""));
  ASSERT_TRUE(lumped_mass(lumped.system(), lumped.state));
  int in_contact = 0, slipping = 0;
  for (int i = 0; i < 150; ++i) {
    ASSERT_TRUE(lumped.step()) << i << ' ' << lumped.result.failure_cause;
    ASSERT_TRUE(general.step()) << i << ' ' << general.result.failure_cause;
    EXPECT_LT((lumped.state.q - general.state.q).lpNorm<Eigen::Infinity>(), 1e-9) << i;
    ASSERT_LT((lumped.state.v - general.state.v).lpNorm<Eigen::Infinity>(), 1e-6) << i;
    in_contact += lumped.result.active_contacts > 0 ? 1 : 0;
    for (const FrictionState state : lumped.result.friction_state)
      slipping += state == FrictionState::slips ? 1 : 0;
    EXPECT_EQ(lumped.result.iterations, lumped.result.impacts.empty() ? 1 : lumped.result.iterations);
  }
  EXPECT_EQ(lumped.integrator->factorisations(), 0);
  EXPECT_GT(general.integrator->factorisations(), 0);
  EXPECT_GT(in_contact, 50);
  EXPECT_GT(slipping, 50);
  EXPECT_GT(lumped.system().energies(lumped.state).plastic, 0);
}

/// Contact, friction and impacts only take energy: of an elastic block on a rigid wall nothing else does.
TEST(LumpedStage, ContactsMakeNoEnergy) {
  std::string text = with_friction("0.5");
  for (const char* const yield : {"2e4", "4e4"}) text.replace(text.find(yield), 3, "1e9");
  DeckRun run(text);
  const double start = run.energy();
  double least = start;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(run.step());
    EXPECT_LT(run.energy(), least + 2e-3 * start) << i;  // the waves of the scheme itself
    least = std::min(least, run.energy());
  }
  EXPECT_LT(least, 0.99 * start);
}

TEST(LumpedStage, KnowsLumpedMassesFromOthers) {
  std::string text = with_friction("0");
  const DeckRun lumped(text);
  const Vector mass = *lumped_mass(lumped.system(), lumped.state);
  EXPECT_EQ(mass.size(), lumped.system().n_free());
  EXPECT_GT(mass.minCoeff(), 0);
  text.replace(text.rfind("\"lumped\""), 8, "\"consistent\"");
  const DeckRun other(text);
  EXPECT_FALSE(lumped_mass(other.system(), other.state));
}

}  // namespace
}  // namespace jounce::test
