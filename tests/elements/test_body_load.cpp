#include "elements/body_load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

/// Three bars along x, from x = 1 to x = 4, rho A = 6 per length, in the plane.
std::string bars(const std::string& load) {
  return "[[mesh]]\nname = \"m\"\ntype = \"line\"\nfrom = [1, 0]\nto = [4, 0]\nelements = 3\n"
         "[[material]]\nname = \"s\"\ntype = \"linear-elastic\"\nE = 1e3\nrho = 3\n"
         "[[element]]\nname = \"b\"\ntype = \"bar\"\nmesh = \"m\"\nmaterial = \"s\"\narea = 2\n"
         "[[load]]\nname = \"l\"\n" +
         load;
}

Vector3 total(const Model& model, double t) {
  State state = model.system.initial_state();
  state.t = t;
  Vector f = Vector::Zero(model.system.nv());
  model.find_block("l")->add_force(state, f);
  return {f.dot(model.system.dofs().uniform_translation(0)),
          f.dot(model.system.dofs().uniform_translation(1)), 0};
}

TEST(BodyLoad, AccelerationTimesMass) {
  const auto model =
      test::build(bars("type = \"acceleration\"\nelements = [\"b\"]\nacceleration = [\"2*t\", -10]\n"));
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
  const auto model = test::build(bars("type = \"centrifugal\"\nelements = [\"b\"]\nomega_squared = 4\n"));
  EXPECT_LT((total(*model, 0) - Vector3(180, 0, 0)).norm(), 1e-12);
  const auto about_end =
      test::build(bars("type = \"centrifugal\"\nelements = [\"b\"]\nomega_squared = 4\nat = [4, 0]\n"));
  EXPECT_LT((total(*about_end, 0) - Vector3(-4 * 6 * 4.5, 0, 0)).norm(), 1e-12);
  const auto about_x =
      test::build(bars("type = \"centrifugal\"\nelements = [\"b\"]\nomega_squared = 4\naxis = [1, 0, 0]\n"));
  EXPECT_LT(total(*about_x, 0).norm(), 1e-12);
}

TEST(BodyLoad, DecksSayWhatIsWrong) {
  const auto error = [](const std::string& load) {
    return io::test::message_of<params::InputError>([&] { test::build(bars(load)); });
  };
  EXPECT_THAT(error("type = \"centrifugal\"\nelements = [\"c\"]\nomega_squared = 4\n"), HasSubstr("'c'"));
  EXPECT_THAT(error("type = \"centrifugal\"\nelements = [\"b\"]\nomega_squared = 4\naxis = [0, 0, 0]\n"),
              HasSubstr("the axis must not be zero"));
}

}  // namespace
}  // namespace jounce
