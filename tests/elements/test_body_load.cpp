#include "elements/body_load.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "../support/scene.h"
#include "../support/specimens.h"
#include "../support/three_bars.h"
#include "la/sink.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

/// Three bars along x, from x = 1 to x = 4, rho A = 6 per length, in the plane.
std::string bars(const std::string& load) { return test::three_bars({1, 0}, {4, 0}, "l") + load; }

Vector3 total(const Model& model, double t) {
  State state = model.system.initial_state();
  state.t = t;
  Vector f = Vector::Zero(model.system.nv());
  model.find_block("l")->add_force(state, f);
  return {f.dot(model.system.dofs().uniform_translation(0)),
          f.dot(model.system.dofs().uniform_translation(1)), 0};
}

TEST(BodyLoad, AccelerationTimesMass) {
  const auto model = test::build(bars(R"(
type = "acceleration"
elements = ["b"]
acceleration = ["2*t", -10]
)"));
  EXPECT_LT((total(*model, 0.5) - Vector3(18, -180, 0)).norm(), 1e-12);  // mass 18
  Powers powers;
  State state = model->system.initial_state();
  state.t = 0.5;
  state.v = model->system.dofs().uniform_translation(1);
  model->find_block("l")->add_powers(state, powers);
  EXPECT_NEAR(powers.applied, -180, 1e-12);
}

// omega^2 times the integral of rho A x dx from 1 to 4 = 6 * 7.5
TEST(BodyLoad, CentrifugalForceIsConsistent) {
  const auto model = test::build(bars(R"(
type = "centrifugal"
elements = ["b"]
omega_squared = 4
)"));
  EXPECT_LT((total(*model, 0) - Vector3(180, 0, 0)).norm(), 1e-12);
  const auto about_end = test::build(bars(R"(
type = "centrifugal"
elements = ["b"]
omega_squared = 4
at = [4, 0]
)"));
  EXPECT_LT((total(*about_end, 0) - Vector3(-4 * 6 * 4.5, 0, 0)).norm(), 1e-12);
  const auto about_x = test::build(bars(R"(
type = "centrifugal"
elements = ["b"]
omega_squared = 4
axis = [1, 0, 0]
)"));
  EXPECT_LT(total(*about_x, 0).norm(), 1e-12);
}

// A block of mass 2 about z: displaced along x by d the force grows by omega^2 m d, along z not at all, and
// the stiffness says so. With small strain the place is the undeformed one.
TEST(BodyLoad, CentrifugalForceFollowsFiniteStrain) {
  for (const char* strain : {"green-lagrange", "small"}) {
    const auto model = test::build(fmt::format(R"(
[[material]]
name = "m"
E = 100
nu = 0.3
rho = 2
[[mesh]]
name = "b"
type = "block"
from = [1, 0, 0]
to = [2, 1, 1]
counts = [2, 1, 1]
[[element]]
name = "e"
type = "solid"
mesh = "b"
material = "m"
strain = "{}"
[[load]]
name = "l"
type = "centrifugal"
elements = ["e"]
omega_squared = 4
)",
                                               strain),
                                   3);
    const bool follows = std::string(strain) != "small";
    const System& system = model->system;
    const double size = follows ? 4 * 2 * .25 : 0;
    for (const int axis : {0, 1, 2}) {
      State state = system.initial_state();
      const Vector along = system.dofs().uniform_translation(axis);
      state.q += .25 * along;
      Vector f = Vector::Zero(system.nv());
      model->find_block("l")->add_force(state, f);
      const double before = axis == 0 ? 4 * 2 * 1.5 : axis == 1 ? 4 * 2 * .5 : 0;
      EXPECT_NEAR(f.dot(along), before + (axis == 2 ? 0 : size), 1e-12) << strain << axis;
      DenseMatrix K = DenseMatrix::Zero(system.nv(), system.nv());
      DenseSink sink(K);
      model->find_block("l")->add_tangent(state, 0, 1, sink);
      EXPECT_NEAR(along.dot(K * along), axis == 2 ? 0 : -4 * size, 1e-12) << strain << axis;
    }
    EXPECT_EQ(model->find_block("l")->is_linear(), !follows);
  }
}

TEST(BodyLoad, DecksSayWhatIsWrong) {
  const auto error = [](const std::string& load) {
    return io::test::message_of<params::InputError>([&] { test::build(bars(load)); });
  };
  EXPECT_THAT(error(R"(
type = "centrifugal"
elements = ["c"]
omega_squared = 4
)"),
              HasSubstr("'c'"));
  EXPECT_THAT(error(R"(
type = "centrifugal"
elements = ["b"]
omega_squared = 4
axis = [0, 0, 0]
)"),
              HasSubstr("the axis must not be zero"));
}

}  // namespace
}  // namespace jounce
