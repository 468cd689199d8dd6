#include "elements/spring.h"

#include <gtest/gtest.h>

#include "../support/differences.h"

namespace jounce {
namespace {

using namespace test;

/// Two planar bodies; the spring is between points off their centres.
struct MovedPair {
  std::shared_ptr<PlanarBodyMarker> A =
      std::make_shared<PlanarBodyMarker>("A", std::vector<Index>{0, 1, 2}, Vector3(0.3, -0.2, 0));
  std::shared_ptr<PlanarBodyMarker> B =
      std::make_shared<PlanarBodyMarker>("B", std::vector<Index>{3, 4, 5}, Vector3(-0.1, 0.4, 0));
};

MarkerRow distance_row(double rest) {
  MarkerRow row;
  row.kind = MarkerRow::Kind::distance;
  row.offset = rest;
  return row;
}

std::shared_ptr<RelativeCoordinate> along(std::shared_ptr<const Marker> A, std::shared_ptr<const Marker> B,
                                          const MarkerRow& row) {
  return std::make_shared<RelativeCoordinate>(std::move(A), std::move(B), row);
}

/// The state after both bodies were turned together about the origin and moved.
State moved(const State& state, double angle, const Eigen::Vector2d& shift) {
  State result = state;
  const Eigen::Rotation2Dd R(angle);
  for (const Index i : {0, 3}) {
    result.q.segment<2>(i) = R * state.q.segment<2>(i) + shift;
    result.v.segment<2>(i) = R * state.v.segment<2>(i);
    result.q[i + 2] += angle;
  }
  return result;
}

TEST(SpringDamper, DoesNotSeeRigidMotions) {
  const MovedPair pair;
  const SpringDamper spring("s", along(pair.A, pair.B, distance_row(0.8)), 2.0, 0.5);
  Random random;
  for (int i = 0; i < 10; ++i) {
    State state{0, random.vector(6), random.vector(6), {}};
    state.q[3] += 3;
    const State turned = moved(state, random.number(-3, 3), Eigen::Vector2d(random.vector(2)));
    Energies before, after;
    spring.add_energies(state, Vector3::Zero(), before);
    spring.add_energies(turned, Vector3::Zero(), after);
    EXPECT_NEAR(before.strain, after.strain, 1e-13);
    EXPECT_NEAR(spring.force(state), spring.force(turned), 1e-13);
    // A common rigid velocity adds no damping force.
    State carried = state;
    const double omega = 0.7;
    for (const Index k : {0, 3}) {
      carried.v[k] += -omega * state.q[k + 1] + 0.3;
      carried.v[k + 1] += omega * state.q[k] - 0.4;
      carried.v[k + 2] += omega;
    }
    EXPECT_NEAR(spring.force(state), spring.force(carried), 1e-13);
  }
}

TEST(SpringDamper, ForcesBalanceAndPointAlongTheSpring) {
  const auto A = std::make_shared<PointMarker>("A", std::vector<Index>{0, 1});
  const auto B = std::make_shared<PointMarker>("B", std::vector<Index>{2, 3});
  const SpringDamper spring("s", along(A, B, distance_row(4)), 2.0, 0.5);
  State state{0, Vector(4), Vector(4), {}};
  state.q << 1, 1, 4, 5;
  state.v << 0, 0, 0.3, 0.4;
  EXPECT_NEAR(spring.force(state), 2.0 * (5 - 4) + 0.5 * 0.5, 1e-14);
  Vector f = Vector::Zero(4), expected(4);
  spring.add_force(state, f);
  expected << 0.6, 0.8, -0.6, -0.8;
  EXPECT_TRUE(close(f, 2.25 * expected, 1e-14));
}

TEST(SpringDamper, IsLinearAlongAFixedDirectionBetweenPointsOnly) {
  const MovedPair pair;
  const auto point = std::make_shared<PointMarker>("P", std::vector<Index>{0, 1});
  const auto ground = std::make_shared<GroundMarker>("g", Vector3::Zero());
  const auto centre = std::make_shared<PlanarBodyMarker>("C", std::vector<Index>{3, 4, 5}, Vector3::Zero());
  MarkerRow fixed;
  fixed.a = Vector3::UnitX();
  EXPECT_TRUE(SpringDamper("s", along(ground, point, fixed), 1, 0).is_linear());
  EXPECT_TRUE(SpringDamper("s", along(point, centre, fixed), 1, 0).is_linear());
  EXPECT_FALSE(SpringDamper("s", along(ground, pair.A, fixed), 1, 0).is_linear());
  EXPECT_FALSE(SpringDamper("s", along(ground, point, distance_row(1)), 1, 0).is_linear());
}

TEST(TorsionSpring, ActsBetweenAnglesAndTheGround) {
  State state{0, Vector(2), Vector(2), {}};
  state.q << 0.2, 7.0;  // more than a turn: the angle counts in full
  state.v << 1, -2;
  const TorsionSpring both("t", 0, 1, 0.3, 2.0, 0.5), to_ground("t", -1, 1, 0, 2.0, 0),
      of_ground("t", 1, -1, 0, 2.0, 0);
  Vector f = Vector::Zero(2);
  both.add_force(state, f);
  EXPECT_NEAR(f[1], -(2.0 * (6.8 - 0.3) + 0.5 * -3), 1e-14);
  EXPECT_NEAR(f[0], -f[1], 1e-14);
  f.setZero();
  to_ground.add_force(state, f);
  EXPECT_TRUE(close(f, Eigen::Vector2d(0, -14), 1e-14));
  f.setZero();
  of_ground.add_force(state, f);
  EXPECT_TRUE(close(f, Eigen::Vector2d(0, -14), 1e-14));
}

}  // namespace
}  // namespace jounce
