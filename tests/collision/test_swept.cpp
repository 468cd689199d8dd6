#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <random>

#include "collision/distances.h"
#include "collision/swept.h"

namespace jounce::collision {
namespace {

constexpr double kTolerance = 1e-9;
using Triangle = std::array<Path, 3>;
using Edge = std::array<Path, 2>;

Path rest(double x, double y, double z) { return {{x, y, z}, {x, y, z}}; }
const Triangle kUnit = {rest(0, 0, 0), rest(1, 0, 0), rest(0, 1, 0)};

TEST(Swept, PointThroughTriangle) {
  const auto met = meet({{0.2, 0.3, 1}, {0.2, 0.3, -3}}, kUnit, kTolerance);
  ASSERT_TRUE(met);
  EXPECT_NEAR(met->time, 0.25, 1e-9);
  EXPECT_LE(met->time, 0.25);
  EXPECT_NEAR(met->at[0], 0.2, 1e-8);
  EXPECT_NEAR(met->at[1], 0.3, 1e-8);
}

TEST(Swept, FiftyThicknessesAreNoDifference) {
  EXPECT_TRUE(meet({{0.2, 0.3, 0.01}, {0.2, 0.3, -50}}, kUnit, kTolerance));
  EXPECT_TRUE(meet({{0.2, 0.3, 1e3}, {0.2, 0.3, -1e6}}, kUnit, kTolerance));
}

TEST(Swept, PointBesideTriangle) {
  EXPECT_FALSE(meet({{0.6, 0.5, 1}, {0.6, 0.5, -1}}, kUnit, kTolerance));
  EXPECT_FALSE(meet({{0.2, 0.3, 2}, {0.2, 0.3, 1e-6}}, kUnit, kTolerance));
}

TEST(Swept, CornersAndSidesBelongToTheTriangle) {
  EXPECT_TRUE(meet({{0, 0, 1}, {0, 0, -1}}, kUnit, kTolerance));
  EXPECT_TRUE(meet({{0.5, 0.5, 1}, {0.5, 0.5, -1}}, kUnit, kTolerance));
  EXPECT_TRUE(meet({{0.4, 0, 1}, {0.4, 0, -1}}, kUnit, kTolerance));
}

TEST(Swept, BothMove) {
  Triangle rising = kUnit;
  for (Path& corner : rising) corner.end[2] += 2;
  const auto met = meet({{0.2, 0.2, 1}, {0.2, 0.2, -1}}, rising, kTolerance);
  ASSERT_TRUE(met);
  EXPECT_NEAR(met->time, 0.25, 1e-9);
  for (Path& corner : rising) corner.end[2] = -5;  // faster than the point
  EXPECT_FALSE(meet({{0.2, 0.2, 1}, {0.2, 0.2, -3}}, rising, kTolerance));
}

TEST(Swept, PointInThePlaneOfTheTriangle) {
  const auto met = meet({{-1, 0.25, 0}, {1, 0.25, 0}}, kUnit, kTolerance);
  ASSERT_TRUE(met);
  EXPECT_NEAR(met->time, 0.5, 1e-8);
  EXPECT_FALSE(meet({{-1, 0.25, 0}, {-0.1, 0.25, 0}}, kUnit, kTolerance));
  EXPECT_EQ(meet({{0.2, 0.2, 0}, {0.2, 0.2, 0}}, kUnit, kTolerance)->time, 0);
}

TEST(Swept, TriangleThatTurnsOverMeetsTwice) {
  const Triangle turning = {Path{{-1, -1, -1}, {-1, -1, 1}}, Path{{3, -1, -1}, {3, -1, 1}},
                            Path{{-1, 3, 3}, {-1, 3, -3}}};
  const Path x = rest(-0.5, 0.25, 0);
  const auto met = meet(x, turning, kTolerance);
  ASSERT_TRUE(met);
  const auto again = meet(x, turning, kTolerance, met->time + 1e-3);
  EXPECT_FALSE(again);
}

TEST(Swept, LaterMeeting) {
  // On a triangle that bends, the point comes back: z of the place is (1 - 2 t)^2 up to a shift.
  const Triangle sliding = {Path{{0, 0, 0}, {-2, 0, -2}}, Path{{1, 0, 1}, {-1, 0, -1}},
                            Path{{0, 1, 0}, {-2, 1, -2}}};
  const auto met = meet({{0.5, 0.2, 0.5}, {0.5, 0.2, 0.5}}, sliding, kTolerance);
  ASSERT_TRUE(met);
  EXPECT_LE(met->time, 1e-8);
  EXPECT_FALSE(meet({{0.5, 0.2, 0.5}, {0.5, 0.2, 0.5}}, sliding, kTolerance, 0.5));
}

TEST(Swept, CrossedEdges) {
  const Edge still = {rest(-1, 0, 0), rest(1, 0, 0)};
  const Edge falling = {Path{{0, -1, 1}, {0, -1, -1}}, Path{{0, 1, 1}, {0, 1, -1}}};
  const auto met = meet(falling, still, kTolerance);
  ASSERT_TRUE(met);
  EXPECT_NEAR(met->time, 0.5, 1e-9);
  EXPECT_NEAR(met->at[0], 0.5, 1e-8);
  EXPECT_NEAR(met->at[1], 0.5, 1e-8);
  const Edge beside = {Path{{2, -1, 1}, {2, -1, -1}}, Path{{2, 1, 1}, {2, 1, -1}}};
  EXPECT_FALSE(meet(beside, still, kTolerance));
}

TEST(Swept, ParallelAndPointEdges) {
  const Edge still = {rest(-1, 0, 0), rest(1, 0, 0)};
  const Edge falling = {Path{{-0.5, 0, 1}, {-0.5, 0, -1}}, Path{{2, 0, 1}, {2, 0, -1}}};
  EXPECT_NEAR(meet(falling, still, kTolerance)->time, 0.5, 1e-8);
  const Path x{{0.3, 1, 0}, {0.3, -3, 0}};  // in the plane: a point and an edge
  EXPECT_NEAR(meet(Edge{x, x}, still, kTolerance)->time, 0.25, 1e-8);
  const Path y{{1.3, 1, 0}, {1.3, -3, 0}};
  EXPECT_FALSE(meet(Edge{y, y}, still, kTolerance));
}

TEST(Swept, EdgeThatTurnsHalfRoundPasses) {
  // Ends move along chords: the edge shrinks to nothing in the middle and passes the post there.
  const Edge bar = {Path{{-1, 0, 0}, {1, 0, 0}}, Path{{1, 0.1, 0}, {-1, 0.1, 0}}};
  EXPECT_TRUE(meet(bar, {rest(0, 0.05, -1), rest(0, 0.05, 1)}, kTolerance));
}

/// Smallest distance over many times, as a bound from above.
template <class Distance>
double sampled(const Distance& distance) {
  double least = 1e300;
  for (int i = 0; i <= 4000; ++i) least = std::min(least, distance(i / 4000.0));
  return least;
}

double to_triangle(const Vector3& x, const Vector3& a, const Vector3& b, const Vector3& c) {
  const Vector3 n = (b - a).cross(c - a);
  if (n.dot((b - a).cross(x - a)) >= 0 && n.dot((c - b).cross(x - b)) >= 0 &&
      n.dot((a - c).cross(x - c)) >= 0)
    return std::abs(n.dot(x - a)) / n.norm();
  const auto side = [&](const Vector3& p, const Vector3& q) {
    return (x - p - nearest_on_segment(p, q - p, x) * (q - p)).norm();
  };
  return std::min({side(a, b), side(b, c), side(c, a)});
}

TEST(Swept, RandomMotionsAgreeWithSamples) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto path = [&] {
    return Path{{unit(random), unit(random), unit(random)}, {unit(random), unit(random), unit(random)}};
  };
  int met_faces = 0, met_edges = 0;
  for (int i = 0; i < 2000; ++i) {
    const Path x = path();
    const Triangle triangle = {path(), path(), path()};
    const auto face = [&](double t) {
      return to_triangle(x.at(t), triangle[0].at(t), triangle[1].at(t), triangle[2].at(t));
    };
    const auto met = meet(x, triangle, kTolerance);
    if (met) {
      ++met_faces;
      EXPECT_LT(face(met->time), 10 * kTolerance);
      for (int k = 0; k < 50; ++k) EXPECT_GT(face(k / 50.0 * met->time), 0);
    } else {
      EXPECT_GT(sampled(face), 1e-9);
    }
    const Edge a = {path(), path()}, b = {path(), path()};
    const auto edge = [&](double t) {
      const Vector3 p = a[0].at(t), d = a[1].at(t) - p, q = b[0].at(t), e = b[1].at(t) - q;
      const auto [s, r] = nearest_of_segments(p, d, q, e);
      return (p + s * d - q - r * e).norm();
    };
    const auto crossed = meet(a, b, kTolerance);
    if (crossed) {
      ++met_edges;
      EXPECT_LT(edge(crossed->time), 10 * kTolerance);
    } else {
      EXPECT_GT(sampled(edge), 1e-9);
    }
  }
  EXPECT_GT(met_faces, 100);
  EXPECT_GT(met_edges, 200);
}

/// Meetings that are made: none may be overlooked, and the time must not be later than that made.
TEST(Swept, MadeMeetingsAreFound) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-1, 1), share(0, 1);
  const auto vector = [&] { return Vector3(unit(random), unit(random), unit(random)); };
  for (int i = 0; i < 5000; ++i) {
    const double t = share(random), scale = std::pow(10, 3 * unit(random));
    const auto through = [&](const Vector3& at, const Vector3& v) {
      return Path{at - t * v, at + (1 - t) * v};
    };
    const Vector3 a = vector(), b = vector(), c = vector();
    double u = share(random), w = share(random);
    if (u + w > 1) u = 1 - u, w = 1 - w;
    if (i % 7 == 0) w = 0;  // on a side
    const Triangle triangle = {through(a, vector()), through(b, vector()), through(c, vector())};
    const Path x = through((1 - u - w) * a + u * b + w * c, scale * vector());
    const auto met = meet(x, triangle, kTolerance);
    ASSERT_TRUE(met) << i;
    EXPECT_LE(met->time, t + 1e-12);
    const Vector3 d = vector();
    const Edge edge = {through(a, scale * vector()), through(b, vector())};
    const Vector3 place = (1 - u) * a + u * b;
    const Edge other = {through(place - w * d, vector()), through(place + (1 - w) * d, vector())};
    const auto crossed = meet(edge, other, kTolerance);
    ASSERT_TRUE(crossed) << i;
    EXPECT_LE(crossed->time, t + 1e-12);
  }
}

}  // namespace
}  // namespace jounce::collision
