#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/scene.h"
#include "mixed_schemes.h"

// Mixed schemes on contacts whose rows depend on each other, and on simultaneous impacts of several corners:
// velocities are unique, forces are those of least norm.

namespace jounce::test {
namespace {

/// Relative difference of impulses from those of least norm: the share that the regularisation of singular
/// matrices leaves (1.9e-5 was found).
constexpr double kAlike = 2.5e-5;

class Dependent : public MixedScheme {};

INSTANTIATE_TEST_SUITE_P(Schemes, Dependent, kMixedSchemes, scheme_name);

/// A block of 4 m x 2 m and 3 kg, its centre at `height`, with points along its lower face at these x.
std::string block(double height, const std::vector<double>& points, const std::string& contact) {
  std::string deck = scene::gravity({0, -10}) +
                     scene::rigid({.name = "block", .mass = 3, .inertia = {5}, .position = {0, height}});
  std::string names;
  for (std::size_t i = 0; i < points.size(); ++i) {
    deck += fmt::format(R"(
[[marker]]
name = "p{}"
on = "block"
at = [{}, {}]
)",
                        i, points[i], -1.0);
    names += fmt::format(R"({}"p{}")", i == 0 ? "" : ", ", i);
  }
  return deck +
         fmt::format(R"(
[[contact]]
name = "floor"
type = "point-plane"
through = [0, 0]
normal = [0, 1]
points = [{}]
)",
                     names) +
         contact;
}

/// Drops a body until its first impacts, then on to rest.
void fall(DeckRun& body) {
  while (body.result.impacts.empty()) {
    ASSERT_TRUE(body.step()) << body.result.failure_cause;
    ASSERT_LT(body.state.t, 1);
  }
}

TEST_P(Dependent, FlatBlockOnFivePointsLandsAsOne) {
  for (const char* contact : {"restitution = 0.2\n", "restitution = 0.2\nfriction = 0.3\n"}) {
    DeckRun body = run(block(1.05, {-2, -1, 0, 1, 2}, contact));
    fall(body);
    ASSERT_EQ(body.result.impacts.size(), 5u);
    const double before = -10 * body.state.t;
    EXPECT_NEAR(body.state.v[1], -0.2 * before, 1e-13);
    EXPECT_NEAR(body.state.v[2], 0, 1e-13);
    EXPECT_NEAR(body.result.impulse.sum(), 3 * 1.2 * -before, 1e-12);
    for (const Impact& impact : body.result.impacts)
      EXPECT_NEAR(impact.impulse / (3 * 1.2 * -before / 5), 1, kAlike) << contact;
  }
}

/// At rest on three points, of which two carry the block already: the forces of least norm p_i = a + b x_i
/// with sum p_i = W and sum p_i x_i = W x_c.
TEST_P(Dependent, RestsOnThreePointsWithLeastNorm) {
  for (const char* contact : {"restitution = 0\n", "restitution = 0\nfriction = 0.3\n"}) {
    DeckRun body = run(block(1.05, {-2, 0.5, 2}, contact));
    fall(body);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(body.step()) << body.result.failure_cause;
    const double W = 30 * body.h, s1 = 0.5, s2 = 8.25, n = 3;
    const double b = -W * s1 / (n * s2 - s1 * s1), a = (W - b * s1) / n;
    const double x[] = {-2, 0.5, 2};
    // two stages at once are scaled otherwise: the middle point counts a quarter
    const bool weighted = std::string(GetParam()) == "mixed-ed-alpha";
    double moment = 0;
    for (int j = 0; j < 3; ++j) {
      moment += body.result.impulse[j] * x[j];
      if (!weighted) {
        EXPECT_NEAR(body.result.impulse[j] / (a + b * x[j]), 1, kAlike) << contact << j;
      }
      EXPECT_GT(body.result.impulse[j], 0.05 * W);
    }
    EXPECT_NEAR(moment, 0, 1e-12);
    EXPECT_NEAR(body.result.impulse.sum(), W, 1e-12);
    EXPECT_NEAR(body.state.v.norm(), 0, 1e-13);
  }
}

/// The same point twice.
TEST_P(Dependent, TwinPointsShare) {
  DeckRun body = run(block(1.05, {-2, -2, 2, 2}, "restitution = 0\nfriction = 0.3\n"));
  fall(body);
  ASSERT_EQ(body.result.impacts.size(), 4u);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(body.step()) << body.result.failure_cause;
  for (int j = 0; j < 4; ++j) EXPECT_NEAR(body.result.impulse[j] / (30 * body.h / 4), 1, kAlike);
}

/// Four corners in space: 12 rows on 6 degrees of freedom, in the impact and in rest and sliding after it.
TEST_P(Dependent, FourCornersInSpaceLandSlideAndRest) {
  std::string deck =
      scene::gravity({0, 0, -10}) +
      scene::rigid({.name = "block", .mass = 3, .inertia = {1, 2, 2.5}, .position = {0, 0, 1.05}}) + R"(
velocity = [2, 0, 0]
)";
  std::string names;
  int i = 0;
  for (const char* at : {"[-1, -0.5, -1]", "[1, -0.5, -1]", "[-1, 0.5, -1]", "[1, 0.5, -1]"}) {
    deck += fmt::format(R"(
[[marker]]
name = "p{}"
on = "block"
at = {}
)",
                        i, at);
    names += fmt::format(R"({}"p{}")", i == 0 ? "" : ", ", i);
    ++i;
  }
  DeckRun body = run(deck + fmt::format(R"(
[[contact]]
name = "floor"
type = "point-plane"
through = [0, 0, 0]
normal = [0, 0, 1]
restitution = 0
friction = 0.1
points = [{}]
)",
                                        names));
  fall(body);
  ASSERT_EQ(body.result.impacts.size(), 4u);
  const double drop = 10 * body.state.t;
  EXPECT_NEAR(body.result.impulse.sum(), 3 * drop, 1e-12);
  EXPECT_NEAR(body.state.v[0], 2 - 0.1 * drop, 1e-12);  // the corners slide through the impact
  EXPECT_NEAR(body.state.v.tail(5).norm(), 0, 1e-12);
  const double u = body.state.v[0];
  for (int k = 0; k < 20; ++k) {
    ASSERT_TRUE(body.step()) << body.result.failure_cause;
    EXPECT_NEAR(body.result.impulse.sum(), 30 * body.h, 1e-11);
    // friction turns the block about y: the front carries 0.1 * 1 * 30/2 N m more
    EXPECT_NEAR(body.result.impulse[1] + body.result.impulse[3], body.h * (15 + 0.1 * 30 * 1 / 2.0), 1e-10);
    EXPECT_NEAR(body.result.impulse[1] / body.result.impulse[3], 1, kAlike);
  }
  EXPECT_NEAR(body.state.v[0], u - 0.1 * 10 * 0.2, 1e-11);
  while (body.state.v[0] > 1e-9) {
    ASSERT_LT(body.state.t, 3);
    ASSERT_TRUE(body.step()) << body.result.failure_cause;
  }
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(body.step()) << body.result.failure_cause;
  EXPECT_NEAR(body.state.v.norm(), 0, 1e-11);
}

/// Floor and wall at once: two impacts with restitutions of their own, beside each other.
TEST_P(Dependent, FloorAndWallAtOnce) {
  DeckRun body =
      run(R"(
[[body]]
name = "ball"
type = "point-mass"
mass = 2
position = [0.105, 0.105]
velocity = [-1, -1]
)" + scene::point_plane({.points = "ball", .through = {0, 0}, .normal = {0, 1}, .restitution = 0.5}) +
          scene::point_plane(
              {.name = "wall", .points = "ball", .through = {0, 0}, .normal = {1, 0}, .restitution = 0.25}));
  fall(body);
  ASSERT_EQ(body.result.impacts.size(), 2u);
  EXPECT_NEAR(body.state.v[0], 0.25, 1e-14);
  EXPECT_NEAR(body.state.v[1], 0.5, 1e-14);
}

/// A corner that lands while the other one rests: both are in the problem, and the one at rest may lift off.
TEST_P(Dependent, RockingBlockLandsOnItsSecondCorner) {
  DeckRun body = run(block(1, {-2, 2}, "restitution = 0\nfriction = 10\n"),
                     {"body.block.angle=0.1", "body.block.position=[1.8902, 1.1947]"});
  // turned about its left corner, near the origin, by 0.1: the left corner touches
  int landed = 0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(body.step()) << body.result.failure_cause;
    for (const Impact& impact : body.result.impacts) landed += impact.row.point == 1;
  }
  EXPECT_GE(landed, 1);
  EXPECT_NEAR(body.state.v.norm(), 0, 1e-12);
  EXPECT_NEAR(body.result.impulse.sum(), 30 * body.h, 1e-11);
}

}  // namespace
}  // namespace jounce::test
