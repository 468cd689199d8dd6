#include "model/redundancy.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using test::build;

Redundancy of(const Model& model) { return {model.system, model.system.initial_state()}; }

std::string pin(const std::string& name, const std::string& A, const std::string& B, const std::string& at,
                const std::string& keys = {}) {
  return fmt::format(R"(
[[joint]]
name = "{}"
type = "revolute"
between = ["{}", "{}"]
at = {}
)",
                     name, A, B, at) +
         keys;
}

std::string planar_body(const std::string& name, const std::string& position) {
  return fmt::format(R"(
[[body]]
name = "{}"
type = "rigid"
mass = 2
inertia = 0.3
position = {}
)",
                     name, position);
}

std::string door(int hinges) {
  std::string deck =
      R"(
[[body]]
name = "door"
type = "rigid-3d"
mass = 2
inertia = [0.3, 0.2, 0.1]
position = [0.5, 0, 1]
)";
  for (int i = 0; i < hinges; ++i)
    deck += pin("hinge_" + std::to_string(i), "ground", "door", "[0, 0, " + std::to_string(2 * i) + "]",
                "axis = [0, 0, 1]\n");
  return deck;
}

TEST(Redundancy, OpenChainsAndClosedLoopsOfFullRankHaveNone) {
  EXPECT_FALSE(of(*build(test::two_bodies)).any());
  EXPECT_FALSE(of(*build(door(1), 3)).any());
  // A four-bar linkage: a loop, but 8 independent rows on 9 degrees of freedom.
  const std::string four_bar = planar_body("crank", "[0, 0.5]") + planar_body("rod", "[1.5, 1.5]") +
                               planar_body("rocker", "[3, 1]") + pin("o", "ground", "crank", "[0, 0]") +
                               pin("a", "crank", "rod", "[0, 1]") + pin("b", "rod", "rocker", "[3, 2]") +
                               pin("c", "rocker", "ground", "[3, 0]");
  EXPECT_FALSE(of(*build(four_bar)).any());
}

TEST(Redundancy, ABodyOnTwoPinsHasOne) {
  const auto model = build(planar_body("beam", "[1, 0]") + pin("left", "ground", "beam", "[0, 0]") +
                           pin("right", "ground", "beam", "[2, 0]") + planar_body("free", "[9, 9]") +
                           pin("other", "ground", "free", "[8, 8]"));
  const Redundancy redundancy = of(*model);
  ASSERT_EQ(redundancy.dependences().size(), 1u);
  // The two rows along the line of the pins say the same.
  const auto& dependence = redundancy.dependences()[0];
  ASSERT_EQ(dependence.from.size(), 1u);
  EXPECT_EQ(dependence.row + dependence.from[0], 0 + 2);
  EXPECT_THAT(redundancy.describe(model->system)[0],
              testing::AllOf(testing::HasSubstr("row x of joint"), testing::HasSubstr("'left'"),
                             testing::HasSubstr("'right'")));
}

TEST(Redundancy, ADoorOnTwoHingesHasFiveAndSharesItsWeight) {
  const auto model = build(door(2), 3, "[0, 0, -10]");
  const System& system = model->system;
  const Redundancy redundancy = of(*model);
  EXPECT_EQ(redundancy.dependences().size(), 5u);
  // Any forces that carry the door become those of least norm.
  RowJacobian G;
  system.joints().jacobian(system.initial_state(), G);
  Vector lambda = test::Random(3).vector(10), before = Vector::Zero(system.nv()), after = before;
  G.add_transpose(lambda, 1, before);
  const double norm = lambda.norm();
  redundancy.minimise(system, system.initial_state(), lambda);
  G.add_transpose(lambda, 1, after);
  EXPECT_TRUE(test::close(after, before, 1e-13));
  EXPECT_LT(lambda.norm(), norm);
  const Vector once = lambda;
  redundancy.minimise(system, system.initial_state(), lambda);
  EXPECT_TRUE(test::close(lambda, once, 1e-13));
  // Of a purely vertical load, each hinge takes half.
  lambda.setZero();
  lambda[2] = 20;
  redundancy.minimise(system, system.initial_state(), lambda);
  EXPECT_NEAR(lambda[2], 10, 1e-12);
  EXPECT_NEAR(lambda[7], 10, 1e-12);
}

/// Of a chain of 300 links only the joints that close a loop are looked at.
TEST(Redundancy, IsFoundInLongChains) {
  std::string deck;
  for (int i = 0; i < 300; ++i) {
    const std::string last = i == 0 ? "ground" : "link_" + std::to_string(i - 1);
    deck +=
        planar_body("link_" + std::to_string(i), "[" + std::to_string(i) + ".5, 0]") +
        pin("pin_" + std::to_string(i), last, "link_" + std::to_string(i), "[" + std::to_string(i) + ", 0]");
  }
  EXPECT_FALSE(of(*build(deck)).any());
  deck += pin("twice", "link_3", "link_4", "[4, 0]");
  const auto model = build(deck);
  const Redundancy redundancy = of(*model);
  ASSERT_EQ(redundancy.dependences().size(), 2u);
  for (const std::string& sentence : redundancy.describe(model->system))
    EXPECT_THAT(sentence, testing::AllOf(testing::HasSubstr("'twice'"), testing::HasSubstr("'pin_4'")));
}

}  // namespace
}  // namespace jounce
