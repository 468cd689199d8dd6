#include "params/nearest.h"

#include <gtest/gtest.h>

namespace jounce::params {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndExchanges) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("step", "step"), 0);
  EXPECT_EQ(edit_distance("step", "steps"), 1);
  EXPECT_EQ(edit_distance("step", "stp"), 1);
  EXPECT_EQ(edit_distance("step", "stop"), 1);
  EXPECT_EQ(edit_distance("step", "setp"), 1);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("ca", "abc"), 3);  // optimal string alignment edits no part twice
}

TEST(EditDistance, IgnoresCase) { EXPECT_EQ(edit_distance("Rho_INF", "rho_inf"), 0); }

TEST(EditDistance, IsSymmetric) {
  const std::vector<std::string> words = {"restitution", "restitutoin", "rest", "", "friction"};
  for (const auto& a : words) {
    for (const auto& b : words) EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << " " << b;
  }
}

TEST(Nearest, FindsTheNearestName) {
  const std::vector<std::string> names = {"step", "end", "rho_inf", "restitution"};
  EXPECT_EQ(nearest("setp", names), "step");
  EXPECT_EQ(nearest("rho_infty", names), "rho_inf");
  EXPECT_EQ(nearest("restitutoin", names), "restitution");
  EXPECT_EQ(nearest("RHO_INF", names), "rho_inf");
}

TEST(Nearest, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest("colour", {"step", "end"}), "");
  EXPECT_EQ(nearest("x", {"y", "z"}), "");
  EXPECT_EQ(nearest("ab", {"cd"}), "");
  EXPECT_EQ(nearest("", {"a", "ab"}), "");
  EXPECT_EQ(nearest("step", {}), "");
  EXPECT_EQ(nearest(std::string(1000, 'a'), {std::string(999, 'a')}), "");
}

TEST(Nearest, FindsANameByItsBeginning) {
  EXPECT_EQ(nearest("youngs", {"density", "youngs_modulus"}), "youngs_modulus");
  EXPECT_EQ(nearest("restitution_coefficient", {"friction", "restitution"}), "restitution");
  EXPECT_EQ(nearest("yo", {"youngs_modulus"}), "");
}

TEST(Nearest, FindsTheGroupWithoutItsMesh) {
  EXPECT_EQ(nearest("x_min", {"block", "block.x_max", "block.x_min"}), "block.x_min");
  EXPECT_EQ(nearest("X_min", {"block.x_min", "other.x_min"}), "block.x_min");
  EXPECT_EQ(nearest("x_min", {"block_x_min"}), "");
}

TEST(Nearest, PrefersTheSmallerDistanceAndThenTheFirst) {
  EXPECT_EQ(nearest("wal", {"ball", "wall"}), "wall");
  EXPECT_EQ(nearest("walx", {"walk", "wall"}), "walk");
}

}  // namespace
}  // namespace jounce::params
