#include "collision/signed_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "collision/polyhedron.h"

namespace jounce::collision {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();

Shape rectangle(double x, double y) {
  Shape shape;
  shape.kind = Shape::Kind::box;
  shape.half = Vector3(x, y, kNowhere);
  return shape;
}

TEST(SignedDistance, KnownValues) {
  const double r2 = std::sqrt(2.0);
  const struct {
    Shape shape;
    double rounding;
    Vector3 y;
    double value;
    Vector3 normal;
  } cases[] = {
      {make_plane(), 0, {3, 4, -0.5}, -0.5, {0, 0, 1}},
      {make_sphere(2), 0, {0, 3, 4}, 3, {0, 0.6, 0.8}},
      {make_sphere(2), 0, {0, 0, -0.5}, -1.5, {0, 0, -1}},
      {make_capsule(1, 2), 0, {0, -3, 1.5}, 2, {0, -1, 0}},
      {make_capsule(1, 2), 0, {3, 0, -6}, 4, {0.6, 0, -0.8}},
      {make_box({1, 2, 3}), 0, {0.2, 0.3, 3.5}, 0.5, {0, 0, 1}},
      {make_box({1, 2, 3}), 0, {-4, 6, 0}, 5, {-0.6, 0.8, 0}},
      {make_box({1, 2, 3}), 0, {0, -1.9, 0}, -0.1, {0, -1, 0}},
      {make_box({1, 2, 3}), 0.5, {-4.5, 5.5, 0}, r2 * 4 - 0.5, {-1 / r2, 1 / r2, 0}},
      {make_box({1, 2, 3}), 0.5, {0, 0, 3.25}, 0.25, {0, 0, 1}},
      {make_cylinder(1, 2), 0, {0, 5, -1}, 4, {0, 1, 0}},
      {make_cylinder(1, 2), 0, {0, 0.1, -1.8}, -0.2, {0, 0, -1}},
      {make_cylinder(1, 2), 0, {4, 0, 6}, 5, {0.6, 0, 0.8}},
      {make_cylinder(1, 2), 0.5, {3.5, 0, -5.5}, 4.5, {0.6, 0, -0.8}},
      {rectangle(1, 2), 0, {-4, 6, 0}, 5, {-0.6, 0.8, 0}},
      {rectangle(1, 2), 0.25, {0.9, 0, 0}, -0.1, {1, 0, 0}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(name(c.shape.kind)) + " " + std::to_string(c.value));
    const SignedDistance phi = signed_distance(c.shape, c.y, c.rounding);
    EXPECT_NEAR(phi.value, c.value, 1e-14);
    EXPECT_LT((phi.normal - c.normal).norm(), 1e-14);
  }
}

/// Gradient and curvature against central differences, outside and inside, off the places where phi has
/// kinks.
TEST(SignedDistance, DerivativesAgreeWithDifferences) {
  const struct {
    Shape shape;
    double rounding;
  } shapes[] = {{make_plane(), 0},
                {make_sphere(0.7), 0},
                {make_capsule(0.5, 0.8), 0},
                {make_box({1, 2, 3}), 0},
                {make_box({0.5, 1, 0.8}), 0.4},
                {make_cylinder(0.6, 0.9), 0},
                {make_cylinder(0.6, 0.9), 0.3}};
  const Vector3 places[] = {{0.31, -1.72, 0.55}, {-2.4, 2.9, 4.1},  {0.25, 0.13, -0.3},
                            {0.45, 0.93, -0.71}, {-0.5, 0.2, 0.84}, {1.4, 0.63, -1.9}};
  constexpr double h = 1e-5;
  for (const auto& [shape, rounding] : shapes)
    for (const Vector3& y : places) {
      SCOPED_TRACE(std::string(name(shape.kind)) + " at " + std::to_string(y.x()));
      const SignedDistance phi = signed_distance(shape, y, rounding);
      EXPECT_NEAR(phi.normal.norm(), 1, 1e-14);
      EXPECT_LT((phi.curvature * phi.normal).norm(), 1e-13);
      for (int i = 0; i < 3; ++i) {
        const SignedDistance plus = signed_distance(shape, y + h * Vector3::Unit(i), rounding);
        const SignedDistance minus = signed_distance(shape, y - h * Vector3::Unit(i), rounding);
        EXPECT_NEAR(phi.normal[i], (plus.value - minus.value) / (2 * h), 1e-9);
        EXPECT_LT((phi.curvature.col(i) - (plus.normal - minus.normal) / (2 * h)).norm(), 1e-8);
      }
    }
}

/// Where the closest point is not unique the answer is still finite.
TEST(SignedDistance, CentresHaveSomeNormal) {
  for (const Shape& shape : {make_sphere(1), make_capsule(1, 2), make_cylinder(1, 2), make_box({1, 1, 1})}) {
    const SignedDistance phi = signed_distance(shape, Vector3::Zero());
    EXPECT_NEAR(phi.value, -1, 1e-15);
    EXPECT_NEAR(phi.normal.norm(), 1, 1e-15);
    EXPECT_TRUE(phi.curvature.allFinite());
  }
}

TEST(SignedDistance, OfSomeKindsOnly) {
  EXPECT_TRUE(has_signed_distance(Shape::Kind::cylinder));
  EXPECT_FALSE(has_signed_distance(Shape::Kind::hull));
  EXPECT_FALSE(has_signed_distance(Shape::Kind::surface));
  Shape hull;
  hull.kind = Shape::Kind::hull;
  EXPECT_THROW(signed_distance(hull, Vector3::Zero()), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::collision
