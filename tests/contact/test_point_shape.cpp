#include "contact/point_shape.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../io/temporary_folder.h"
#include "../support/markers.h"
#include "../support/scene.h"
#include "../support/specimens.h"
#include "directions.h"

namespace jounce {
namespace {

using namespace test;
using ::testing::HasSubstr;

Vector row_of(const ContactPair& pair, const State& state, const ContactRow& row, Direction direction) {
  std::vector<Index> dofs;
  pair.append_dofs(row, dofs);
  Vector W(static_cast<Index>(dofs.size()));
  pair.jacobian(state, row, direction, W.data());
  return W;
}

BodyShape ball_on(std::shared_ptr<const Marker> body, double radius) {
  return {"ball", std::move(body),
          std::make_shared<const PlacedShape>(PlacedShape{collision::make_sphere(radius), {}}), -1};
}

std::vector<ContactRow> found(const ContactPair& pair, const State& state, const SearchRange& range) {
  std::vector<ContactRow> rows;
  pair.search(state, range, 3, rows);
  return rows;
}

/// Two nodes of the plane and a disc of radius 2 about (1, 0).
class NodesAndDisc : public ::testing::Test {
 protected:
  NodesAndDisc() { state_.q << 4, 4, 1, -2.5; }

  PointShapePair pair(const PointShapePair::Options& options) const {
    return {"c", 0.25, {ball_on(ground_, 2)}, {{p_, 0.5}, {r_, 0.25}}, options};
  }

  std::shared_ptr<GroundMarker> ground_ = std::make_shared<GroundMarker>("ground", Vector3(1, 0, 0));
  std::shared_ptr<PointMarker> p_ = std::make_shared<PointMarker>("p", std::vector<Index>{0, 1});
  std::shared_ptr<PointMarker> r_ = std::make_shared<PointMarker>("r", std::vector<Index>{2, 3});
  State state_{0, Vector(4), Vector::Zero(4), {}};
};

TEST_F(NodesAndDisc, GapsAndAxes) {
  const PointShapePair c = pair({.dimension = 2, .radius = 0.1});
  const auto rows = found(c, state_, 1e9);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_NEAR(c.gap(state_, rows[0]), 5 - 2 - 0.1, 1e-15);
  EXPECT_NEAR(c.gap(state_, rows[1]), 0.5 - 0.1, 1e-15);
  EXPECT_EQ(c.point_name(rows[1]), "r");
  EXPECT_EQ(c.place_of(rows[1]), 1);
  EXPECT_EQ(rows[1].pair, 3);
  EXPECT_EQ(rows[1].area, 0.25);
  EXPECT_EQ(rows[1].law->restitution, 0.25);
  EXPECT_TRUE(close(c.axis(state_, rows[0], Direction::normal), Vector3(0.6, 0.8, 0), 1e-15));
  EXPECT_TRUE(close(c.axis(state_, rows[0], Direction::tangent_1), Vector3(-0.8, 0.6, 0), 1e-15));
  EXPECT_TRUE(close(c.position(state_, rows[1]), Vector3(1, -2.4, 0), 1e-15));
  EXPECT_TRUE(close(row_of(c, state_, rows[0], Direction::normal), Eigen::Vector2d(0.6, 0.8), 1e-15));
  EXPECT_TRUE(close(row_of(c, state_, rows[0], Direction::tangent_1), Eigen::Vector2d(-0.8, 0.6), 1e-15));
  EXPECT_FALSE(c.is_linear());
}

TEST_F(NodesAndDisc, HollowShapesHoldPointsInside) {
  const PointShapePair c = pair({.dimension = 2, .radius = 0.1, .inside = true});
  state_.q << 2, 0, 1, -1.95;
  const auto rows = found(c, state_, 1e9);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_NEAR(c.gap(state_, rows[0]), 2 - 1 - 0.1, 1e-15);
  EXPECT_NEAR(c.gap(state_, rows[1]), 0.05 - 0.1, 1e-15);
  EXPECT_TRUE(close(c.axis(state_, rows[0], Direction::normal), Vector3(-1, 0, 0), 1e-15));
}

TEST_F(NodesAndDisc, SearchFindsWhatIsNearOrComesNear) {
  const PointShapePair all = pair({.dimension = 2}), near = pair({.dimension = 2, .reach = 0.6});
  EXPECT_EQ(found(all, state_, 0.6).size(), 1u) << "the envelope of the integrator";
  auto rows = found(near, state_, 1e9);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].point, 1);
  state_.v << -3, -4, 0, 0;  // p comes closer at 5
  EXPECT_EQ(found(near, state_, {1e9, 0.4}).size(), 1u);
  EXPECT_EQ(found(near, state_, {1e9, 0.5}).size(), 2u);
  state_.q << 1.5, 0, 1, -0.5;  // both deep inside
  EXPECT_EQ(found(near, state_, 1e9).size(), 2u);
}

TEST_F(NodesAndDisc, EveryShapeHasARow) {
  const auto other = std::make_shared<GroundMarker>("ground", Vector3(1, -4, 0));
  const PointShapePair c("c", 0, {ball_on(ground_, 2), ball_on(other, 1)}, {{p_, 0}, {r_, 0}},
                         {.dimension = 2});
  const auto rows = found(c, state_, 1e9);
  ASSERT_EQ(rows.size(), 4u);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].point, static_cast<std::int64_t>(i));
  EXPECT_EQ(c.point_name(rows[2]), "r|ball");
  EXPECT_EQ(c.place_of(rows[2]), 1);
  EXPECT_NEAR(c.gap(state_, rows[3]), 1.5 - 1, 1e-15);
}

/// A plane among shapes is what it is in PointPlanePair.
TEST(PointShape, PlanesOfTheGroundAreLinear) {
  const auto model = build(std::string(two_bodies) + R"(
[[shape]]
name = "floor"
type = "plane"
normal = [0, 2]
at = [3, 0.5]
[[contact]]
name = "c"
type = "point-shape"
shapes = ["floor"]
points = ["p"]
radius = 0.2
)");
  const ContactPair& pair = *model->system.contacts().all()[0];
  EXPECT_TRUE(pair.is_linear());
  const State state = model->system.initial_state();
  const auto rows = found(pair, state, 1e9);
  ASSERT_EQ(rows.size(), 1u);
  MarkerKinematics p;
  model->find_marker("p")->evaluate(state, Derivatives::none, p);
  EXPECT_NEAR(pair.gap(state, rows[0]), p.x.y() - 0.5 - 0.2, 1e-15);
}

/// Forces of all directions are in balance, and so are their moments about any point.
TEST(PointShape, ActionIsReaction) {
  Random random(5);
  for (const auto& body : all_markers(0))
    for (const auto& point : all_markers(6)) {
      if (body->size() != 6 || point->size() == 0 || point->size() == 2) continue;
      SCOPED_TRACE(point->name() + " on " + body->name());
      const auto form = std::make_shared<const PlacedShape>(
          PlacedShape{collision::make_capsule(0.3, 0.4), {{0.1, 0.2, -0.1}}});
      const PointShapePair pair("c", 0, {{"s", body, form, -1}}, {{point, 0}},
                                {.dimension = 3, .radius = 0.2});
      const State state{0.1, random.vector(12), random.vector(12), {}};
      const auto rows = found(pair, state, 1e9);
      ASSERT_EQ(rows.size(), 1u);
      MarkerKinematics A, B;
      body->evaluate(state, Derivatives::first, A);
      point->evaluate(state, Derivatives::first, B);
      const Vector3 c = pair.position(state, rows[0]);
      for (const Direction direction : kDirections) {
        const Vector3 d = pair.axis(state, rows[0], direction);
        Vector expected(A.J.cols() + B.J.cols());
        expected << A.J.transpose() * -d + A.J_r.transpose() * -(c - A.x).cross(d),
            B.J.transpose() * d + B.J_r.transpose() * (c - B.x).cross(d);
        EXPECT_TRUE(close(row_of(pair, state, rows[0], direction), expected, 1e-13));
      }
    }
}

const std::string kBlock =
    scene::material({.E = 2.5, .nu = 0.2, .rho = 0.4}) + scene::block_mesh({.name = "l"});
const char* const kSolid =
    R"(
[[element]]
name = "solid"
type = "solid"
mesh = "l"
material = "m"
)";

std::string block(int dimension, const std::string& solid = "") {
  return std::string(kBlock) +
         (dimension == 2 ? "from = [0, 1]\nto = [4, 2]\ncounts = [2, 1]\n"
                         : "from = [0, 0, 1]\nto = [4, 3, 2]\ncounts = [2, 1, 1]\n") +
         kSolid + solid;
}

std::string shape(const std::string& keys) {
  return R"(
[[shape]]
name = "punch"
at = [0, 0, 0]
)" + keys;
}

std::string contact(const std::string& keys) {
  return R"(
[[contact]]
name = "c"
type = "point-shape"
)" + keys;
}

const char* const kBall = R"(
type = "sphere"
radius = 0.5
)";

/// What every node stands for: with linear functions of a ring too.
TEST(PointShape, SurfacesHaveAreas) {
  const std::string keys = R"(shapes = ["punch"]
surface = )";
  const auto areas = [&](int dimension, const std::string& solid, const std::string& surface) {
    const auto model = build(block(dimension, solid) + shape(kBall) + contact(keys + surface), dimension);
    std::vector<double> list;
    for (const ContactRow& row :
         found(*model->system.contacts().all()[0], model->system.initial_state(), 1e9))
      list.push_back(row.area);
    std::sort(list.begin(), list.end());
    return list;
  };
  using ::testing::DoubleNear;
  using ::testing::ElementsAre;
  EXPECT_THAT(areas(2, R"(
plane = "stress"
thickness = 0.5
)",
                    R"("l.y_min"
)"),
              ElementsAre(DoubleNear(0.5, 1e-14), DoubleNear(0.5, 1e-14), DoubleNear(1, 1e-14)));
  // 2 pi int r N dr over [0, 2] and [2, 4]
  EXPECT_THAT(areas(2, R"(plane = "axisymmetric"
)",
                    R"("l.y_min"
)"),
              ElementsAre(DoubleNear(2 * M_PI * 2 / 3, 1e-12), DoubleNear(2 * M_PI * 10 / 3, 1e-12),
                          DoubleNear(2 * M_PI * 4, 1e-12)));
  EXPECT_THAT(areas(3, "", R"("l.z_min"
)"),
              ElementsAre(DoubleNear(1.5, 1e-13), DoubleNear(1.5, 1e-13), DoubleNear(1.5, 1e-13),
                          DoubleNear(1.5, 1e-13), DoubleNear(3, 1e-13), DoubleNear(3, 1e-13)));
}

std::string error(const std::string& deck, int dimension) {
  return io::test::message_of<params::InputError>([&] { build(deck, dimension); });
}

TEST(PointShape, RefusesWhatCannotTouch) {
  const std::string points = R"(
shapes = ["punch"]
points = ["l.y_min"]
)",
                    solid = block(3);
  EXPECT_NO_THROW(build(solid + shape(kBall) + contact(points), 3));
  EXPECT_THAT(error(solid + shape(kBall) + contact(R"(
shapes = ["pumch"]
points = ["l"]
)"),
                    3),
              HasSubstr("there is no shape named 'pumch' (did you mean 'punch'?)"));
  EXPECT_THAT(error(solid + shape(kBall) + contact(R"(
shapes = ["punch"]
points = ["l.y_mim"]
)"),
                    3),
              HasSubstr("did you mean 'l.y_min'?"));
  EXPECT_THAT(error(solid + shape(kBall) + contact(points + R"(surface = "l.y_min"
)"),
                    3),
              HasSubstr("either 'points' (nodes) or 'surface'"));
  EXPECT_THAT(error(solid + shape(kBall) + contact(R"(shapes = ["punch"]
)"),
                    3),
              HasSubstr("either 'points' (nodes) or 'surface'"));
  EXPECT_THAT(error(solid + shape(kBall) + contact(R"(
shapes = ["punch"]
points = ["ground"]
)"),
                    3),
              HasSubstr("the ground cannot be a contact point"));
  EXPECT_THAT(error(solid + shape(R"(
type = "hull"
points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
)") + contact(points),
                    3),
              HasSubstr("'punch' is a hull: points touch planes, spheres, capsules, boxes and cylinders"));
  EXPECT_THAT(error(solid + shape(R"(
type = "box"
size = [1, 1, 1]
)") + contact(points + "inside = true\n"),
                    3),
              HasSubstr("only spheres, capsules and cylinders may be hollow"));
  EXPECT_THAT(error(solid + shape(R"(
type = "box"
size = [1, 0.4, 1]
)") + contact(points + "rounding = 0.3\n"),
                    3),
              HasSubstr("at most 0.2 fits"));
  EXPECT_THAT(error(solid + shape(kBall) + contact(points + "rounding = 0.3\n"), 3),
              HasSubstr("only boxes and cylinders do"));
  EXPECT_THAT(error(solid + R"(
[[boundary]]
on = "l"
components = ["x", "y", "z"]
)" + shape(kBall) + contact(points),
                    3),
              HasSubstr("contact forces have no effect"));
  std::string quadratic = solid;
  quadratic.replace(quadratic.find("counts"), 6, "order = 2\ncounts");
  EXPECT_THAT(error(quadratic + shape(kBall) + contact(R"(
shapes = ["punch"]
surface = "l.y_min"
)"),
                    3),
              HasSubstr("corners of second-order faces have zero or negative areas"));
  EXPECT_NO_THROW(build(quadratic + shape(kBall) + contact(points), 3));
  EXPECT_THAT(error(std::string(two_spatial_bodies) + shape(kBall) + R"(on = ["a"]
)" + contact(R"(
shapes = ["punch"]
points = ["b1", "a1"]
)"),
                    3),
              HasSubstr("'a1' belongs to the body of the shape 'punch'"));
}

/// In the plane capsules lie along x, boxes are rectangles; both turn with their `rotation` and their body.
TEST(PointShape, ShapesOfPlaneModelsTurnAboutZ) {
  const auto gap = [](const std::string& keys, const std::string& at) {
    const auto model = build(fmt::format(R"(
[[body]]
name = "punch_body"
type = "rigid"
mass = 1
inertia = 1
position = [1, 2]
angle = 1.5707963267948966
[[body]]
name = "p"
type = "point-mass"
mass = 1
position = {}
{}{})",
                                         at, shape(keys + R"(on = ["punch_body"]
)"),
                                         contact(R"(
shapes = ["punch"]
points = ["p"]
)")));
    const ContactPair& pair = *model->system.contacts().all()[0];
    const State start = model->system.initial_state();
    return pair.gap(start, found(pair, start, 1e9).at(0));
  };
  const std::string capsule = R"(
type = "capsule"
radius = 0.5
length = 4
)",
                    box = R"(
type = "box"
size = [4, 1]
)";
  EXPECT_NEAR(gap(capsule, "[1, 5]"), 0.5, 1e-14) << "the body has turned the x axis upwards";
  EXPECT_NEAR(gap(capsule, "[4, 2]"), 2.5, 1e-14);
  EXPECT_NEAR(gap(box, "[1, 5]"), 1, 1e-14);
  EXPECT_NEAR(gap(box, "[4, 2]"), 2.5, 1e-14);
  EXPECT_NEAR(gap(box + "rotation = [0, 0, 1.5707963267948966]\n", "[4, 2]"), 1, 1e-14);
}

TEST(PointShape, ShapesOfPlaneModels) {
  const std::string points = contact(R"(
shapes = ["punch"]
points = ["l.y_min"]
)"),
                    solid = block(2);
  const auto refusal = [&](const std::string& keys) { return error(solid + keys + points, 2); };
  EXPECT_NO_THROW(build(solid + shape(R"(
type = "box"
size = [1, 1]
rotation = [0, 0, 1]
)") + points,
                        2));
  EXPECT_THAT(refusal(shape(R"(
type = "cylinder"
radius = 1
length = 1
)")),
              HasSubstr("a plane model supports the shapes sphere (a disc), capsule, box and plane"));
  EXPECT_THAT(refusal(shape(R"(type = "plane"
)")),
              HasSubstr("requires the normal, with two components"));
  EXPECT_THAT(refusal(shape(R"(
type = "sphere"
radius = 1
rotation = [0.1, 0, 0]
)")),
              HasSubstr("turn about z only"));
  EXPECT_THAT(refusal(R"(
[[shape]]
name = "punch"
at = [0, 0, 1]
type = "sphere"
radius = 1
)"),
              HasSubstr("the third coordinate must be 0"));
  EXPECT_THAT(refusal(shape(R"(
type = "box"
size = [1, 1, 1]
)")),
              HasSubstr("'size' must be a list of 2"));
}

}  // namespace
}  // namespace jounce
