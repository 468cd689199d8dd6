#include "contact/point_plane.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>

#include "../support/markers.h"
#include "../support/specimens.h"
#include "derivatives.h"

namespace jounce {
namespace {

using namespace test;

/// Generic: every pair of every specimen.
TEST(ContactPairs, DerivativesAgreeWithDifferences) {
  int n = 0;
  for (const Specimen& specimen : specimens()) {
    if (specimen.kind != "contact" && specimen.kind != "joint") continue;  // joints have stops
    SCOPED_TRACE(specimen.label());
    const auto model = build(specimen);
    Random random(17);
    for (const auto& pair : model->system.contacts().all()) {
      const Move move = [&](const State& state, const Vector& d) { return moved(model->system, state, d); };
      const int states = model->system.nv() > 40 ? 1 : 3;
      for (int i = 0; i < states; ++i, ++n)
        expect_derivatives(*pair, random_state(model->system, random), move);
      if (specimen.type == "surfaces") {
        std::vector<ContactRow> rows;
        pair->search(model->system.initial_state(), std::numeric_limits<double>::infinity(), 0, rows);
        EXPECT_FALSE(rows.empty());
      }
      if (pair->points() == 0) continue;  // points come and go
      const State there = random_state(model->system, random);
      bool same = true;
      for (int point = 0; point < pair->points(); ++point)
        same = same &&
               close(direction_row(*pair, there, pair->row(point), Direction::normal),
                     direction_row(*pair, model->system.initial_state(), pair->row(point), Direction::normal),
                     1e-12);
      if (model->system.manifold().is_flat())
        EXPECT_EQ(pair->is_linear(), same);
      else
        EXPECT_TRUE(same || !pair->is_linear());
    }
  }
  EXPECT_GT(n, 0);
}

/// A plane and one ball between markers of all kinds.
TEST(PointPlane, DerivativesAgreeForAllMarkers) {
  Random random(19);
  for (const auto& plane : all_markers(0))
    for (const auto& point : all_markers(6)) {
      if (point->size() == 0) continue;
      SCOPED_TRACE(point->name() + " on " + plane->name());
      const PointPlanePair pair("c", 0.5, plane, random.vector(3), {{point, 0.4}});
      const State state{0.1, random.vector(12), random.vector(12), {}};
      expect_derivatives(pair, state);
      EXPECT_EQ(pair.is_linear(), !plane->has_rotation() && point->is_linear());
    }
}

TEST(PointPlane, DirectionsAreAnOrthonormalFrame) {
  const auto ground = std::make_shared<GroundMarker>("ground", Vector3::Zero());
  const auto point = std::make_shared<PointMarker>("p", std::vector<Index>{0, 1, 2});
  const State state{0, Vector::Zero(3), Vector::Zero(3), {}};
  for (const Vector3& normal : {Vector3(0, 2, 0), Vector3(1, -3, 0.4), Vector3(0, 0, -5), Vector3(0, 0, 1)}) {
    const PointPlanePair pair("c", 0, ground, normal, {{point, 0}});
    Matrix3 frame;
    for (int i = 0; i < 3; ++i) frame.col(i) = direction_row(pair, state, pair.row(0), kDirections[i]);
    EXPECT_TRUE(close(frame.transpose() * frame, Matrix3::Identity(), 1e-14));
    EXPECT_NEAR(frame.determinant(), 1, 1e-14);
    EXPECT_TRUE(close(frame.col(0), normal.normalized(), 1e-15));
  }
}

/// On a turning body the tangential velocity is that seen from the plane.
TEST(PointPlane, TangentialVelocityIsRelativeToThePlane) {
  const auto plane =
      std::make_shared<PlanarBodyMarker>("body", std::vector<Index>{0, 1, 2}, Vector3(0.3, -0.2, 0));
  const auto point = std::make_shared<PointMarker>("p", std::vector<Index>{3, 4});
  const Vector3 normal(0.6, 0.8, 0);
  const PointPlanePair pair("c", 0, plane, normal, {{point, 0}});
  Random random(23);
  const State state{0, random.vector(5), random.vector(5), {}};
  const auto along = [&](const Vector& s) {
    MarkerKinematics A, B;
    const State moved = with_q(state, state.q + s[0] * state.v);
    plane->evaluate(moved, Derivatives::none, A);
    point->evaluate(moved, Derivatives::none, B);
    return Vector(A.R.transpose() * (B.x - A.x));
  };
  const Vector seen = differences(along, Vector::Zero(1));
  EXPECT_NEAR(direction_row(pair, state, pair.row(0), Direction::normal).dot(state.v), normal.dot(seen),
              1e-10);
  EXPECT_NEAR(direction_row(pair, state, pair.row(0), Direction::tangent_1).dot(state.v),
              Vector3(-0.8, 0.6, 0).dot(seen), 1e-10);
}

/// A ball that turns: the tangential velocity is that of its surface at the contact point.
TEST(PointPlane, TangentialVelocityBelongsToTheContactPoint) {
  const auto ground = std::make_shared<GroundMarker>("ground", Vector3::Zero());
  const auto ball = std::make_shared<PlanarBodyMarker>("ball", std::vector<Index>{0, 1, 2}, Vector3::Zero());
  const PointPlanePair pair("c", 0, ground, Vector3::UnitY(), {{ball, 0.4}});
  State state{0, Vector::Zero(3), Vector::Zero(3), {}};
  state.q << 0.3, 0.4, 1.1;
  state.v << 2, 0, -5;  // rolls to the right: the contact point stands still
  EXPECT_NEAR(pair.gap(state, pair.row(0)), 0, 1e-15);
  EXPECT_NEAR(direction_row(pair, state, pair.row(0), Direction::tangent_1).dot(state.v), 0, 1e-15);
  state.v[2] = 0;
  EXPECT_NEAR(std::abs(direction_row(pair, state, pair.row(0), Direction::tangent_1).dot(state.v)), 2, 1e-15);
  EXPECT_TRUE(close(pair.axis(state, pair.row(0), Direction::tangent_1), Vector3(-1, 0, 0), 1e-15));
}

class BallOnPlane : public ::testing::Test {
 protected:
  BallOnPlane() { state_.q << 1, 0.5, 2, 0.2; }

  std::shared_ptr<GroundMarker> ground_ = std::make_shared<GroundMarker>("ground", Vector3(7, 0.1, 0));
  std::shared_ptr<PointMarker> p_ = std::make_shared<PointMarker>("p", std::vector<Index>{0, 1});
  std::shared_ptr<PointMarker> r_ = std::make_shared<PointMarker>("r", std::vector<Index>{2, 3});
  PointPlanePair pair_{"floor", 0.8, ground_, Vector3(0, 3, 0), {{p_, 0.3}, {r_, 0.0}}};
  State state_{0, Vector(4), Vector::Zero(4), {}};
};

TEST_F(BallOnPlane, GapCountsFromTheBallsSurface) {
  EXPECT_NEAR(pair_.gap(state_, pair_.row(0)), 0.5 - 0.1 - 0.3, 1e-15);
  EXPECT_NEAR(pair_.gap(state_, pair_.row(1)), 0.1, 1e-15);
  EXPECT_TRUE(close(pair_.position(state_, pair_.row(0)), Vector3(1, 0.2, 0), 1e-15));
  EXPECT_TRUE(close(pair_.position(state_, pair_.row(1)), Vector3(2, 0.2, 0), 1e-15));
  EXPECT_EQ(pair_.point_name(pair_.row(0)), "p");
  EXPECT_EQ(pair_.law().restitution, 0.8);
  EXPECT_TRUE(pair_.is_linear());
}

TEST_F(BallOnPlane, SearchFindsPointsWithinTheEnvelope) {
  std::vector<ContactRow> rows;
  pair_.search(state_, 0.05, 4, rows);
  EXPECT_TRUE(rows.empty());
  state_.q[1] = 0.2;  // the ball penetrates by 0.2
  pair_.search(state_, 0.05, 4, rows);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].pair, 4);
  EXPECT_EQ(rows[0].point, 0);
  EXPECT_EQ(rows[0].law->restitution, 0.8);
  pair_.search(state_, 0.2, 5, rows);
  ASSERT_EQ(rows.size(), 3u) << "rows are appended";
  EXPECT_NE(rows[0].identity(), rows[1].identity());
  EXPECT_NE(rows[1].identity(), rows[2].identity());
}

TEST_F(BallOnPlane, EnvelopeIncludesItsEnd) {
  std::vector<ContactRow> rows;
  state_.q[3] = 0.1;  // exactly touching
  pair_.search(state_, 0, 0, rows);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].point, 1);
}

TEST(PointPlane, RefusesWhatCannotTouch) {
  const auto pair = [](const std::string& points, const std::string& normal) {
    return std::string(two_bodies) + fmt::format(R"(
[[contact]]
name = "c"
type = "point-plane"
through = [0, 0]
points = [{}]
normal = {}
)",
                                                 points, normal);
  };
  EXPECT_NO_THROW(build(pair(R"("a")", "[0, 1]")));
  EXPECT_THROW(build(pair(R"("a")", "[0, 0]")), params::InputError);
  EXPECT_THROW(build(pair(R"("ground")", "[0, 1]")), params::InputError);
  EXPECT_THROW(build(pair(R"("c")", "[0, 1]")), params::InputError);
  EXPECT_THROW(build(pair(R"("a")", "[0, 1]") + R"(on = "p"
)"),
               params::InputError);
}

}  // namespace
}  // namespace jounce
