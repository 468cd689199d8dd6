#include "collision/candidates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace jounce::collision {
namespace {

Candidate candidate(const Vector3& point, double gap, int number) {
  return {point, gap, Candidate::Feature::incident_vertex, number, 0};
}

int count(const Candidates& candidates) { return static_cast<int>(candidates.end() - candidates.begin()); }

TEST(Candidates, IgnoreRepetitions) {
  Candidates candidates(1);
  candidates.add(candidate({0, 0, 0}, 0.1, 1));
  candidates.add(candidate({5e-7, 0, 0}, 0, 2));
  candidates.add(candidate({2e-6, 0, 0}, 0.2, 3));
  ASSERT_EQ(count(candidates), 2);
  EXPECT_EQ(candidates.begin()->incident, 1);
  EXPECT_EQ(candidates.least_gap(), 0.1);
}

TEST(Candidates, ReducedToEightKeepTheDeepestAndTheWidest) {
  Candidates candidates(1);
  for (int i = 0; i < 32; ++i) {
    const double angle = 2 * std::numbers::pi * i / 32;
    candidates.add(candidate({std::cos(angle), std::sin(angle), 0}, 0, i));
  }
  candidates.add(candidate({0.1, 0.1, 0}, -0.01, 100));
  candidates.add(candidate({2, 0, 0}, 0.099999, 101));  // far out, but hardly within the envelope
  candidates.reduce(Vector3::UnitZ(), 0.1);
  EXPECT_EQ(count(candidates), 8);
  double widest = 0;
  bool has_deepest = false, has_far = false;
  for (const Candidate& c : candidates) {
    has_deepest = has_deepest || c.incident == 100;
    has_far = has_far || c.incident == 101;
    double next = 10;  // angle to the next one
    for (const Candidate& other : candidates)
      if (c.incident < 32 && other.incident < 32 && other.incident != c.incident)
        next = std::min(next, static_cast<double>((other.incident - c.incident + 32) % 32));
    if (c.incident < 32) widest = std::max(widest, next);
  }
  EXPECT_TRUE(has_deepest);
  EXPECT_FALSE(has_far);
  EXPECT_LE(widest, 8);  // a quarter of the circle
}

TEST(Candidates, WithoutRoomKeepTheNearest) {
  Candidates candidates(1);
  for (int i = 0; i < 100; ++i) candidates.add(candidate({1.0 * i, 0, 0}, 1 - 0.001 * i, i));
  EXPECT_EQ(count(candidates), Candidates::kCapacity);
  EXPECT_NEAR(candidates.least_gap(), 1 - 0.099, 1e-15);
}

TEST(Candidates, FilterKeepsTheOrder) {
  Candidates candidates(1);
  for (int i = 0; i < 10; ++i) candidates.add(candidate({1.0 * i, 0, 0}, 0, i));
  candidates.filter([](const Candidate& c) { return c.incident % 3 == 0; });
  ASSERT_EQ(count(candidates), 4);
  EXPECT_EQ((candidates.begin() + 3)->incident, 9);
}

}  // namespace
}  // namespace jounce::collision
