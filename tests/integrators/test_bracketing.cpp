#include "integrators/event_driven/bracketing.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

TEST(Bracketing, FindsRootsToRoundOffInFewEvaluations) {
  int evaluations = 0;
  const auto f = [&](double x) {
    ++evaluations;
    return std::cos(x) - x;
  };
  const SignChange change = narrow_sign_change(f, {0, 2}, f(0), f(2), 0);
  EXPECT_NEAR(change.positive, 0.7390851332151607, 1e-15);
  EXPECT_LE(std::abs(change.positive - change.negative), 1e-15);
  EXPECT_GE(std::cos(change.positive) - change.positive, 0);
  EXPECT_LT(std::cos(change.negative) - change.negative, 0);
  EXPECT_LT(evaluations, 20);
}

TEST(Bracketing, FindsJumpsAndMultipleRoots) {
  const auto jump = [](double x) { return x > 1.0 / 3 ? 1.0 : -1.0; };
  EXPECT_NEAR(narrow_sign_change(jump, {1, 0}, 1, -1, 0).positive, 1.0 / 3, 1e-15);
  const auto cubic = [](double x) { return std::pow(x - 0.25, 3); };
  EXPECT_NEAR(narrow_sign_change(cubic, {1, -1}, cubic(1), cubic(-1), 0).positive, 0.25, 1e-12);
}

TEST(Bracketing, KeepsTheBracketWhenTheFunctionFails) {
  const auto broken = [](double) { return NAN; };
  const SignChange change = narrow_sign_change(broken, {0, 1}, 1, -1, 0);
  EXPECT_EQ(change.positive, 0);
  EXPECT_EQ(change.negative, 1);
}

TEST(Bracketing, StopsAtTheResolution) {
  const auto f = [](double x) { return x - 0.3; };
  const SignChange change = narrow_sign_change(f, {1, 0}, 0.7, -0.3, 0.1);
  EXPECT_LE(std::abs(change.positive - change.negative), 0.1);
}

}  // namespace
}  // namespace jounce
