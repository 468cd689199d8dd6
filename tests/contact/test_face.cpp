#include "contact/face.h"

#include <gtest/gtest.h>

#include "../support/markers.h"
#include "contact/face_overlap.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

using test::Random;

constexpr CellShape kFaces[] = {CellShape::line2,     CellShape::line3,          CellShape::triangle3,
                                CellShape::triangle6, CellShape::quadrilateral4, CellShape::quadrilateral8};

/// Nodes of a slightly bent face.
FaceNodes bent(CellShape shape, Random& random, double size = 0.1) {
  const auto reference = reference_nodes(shape);
  FaceNodes nodes(3, static_cast<Index>(reference.size()));
  for (std::size_t i = 0; i < reference.size(); ++i) {
    Vector3 x = reference[i] + size * Vector3(random.vector(3));
    if (topology(shape).dimension == 1) x.z() = 0;
    nodes.col(static_cast<Index>(i)) = x;
  }
  return nodes;
}

TEST(Face, CurvaturesAreDerivativesOfGradients) {
  Random random(3);
  for (const CellShape shape : kFaces) {
    SCOPED_TRACE(topology(shape).name);
    const Vector3 xi(0.31, topology(shape).dimension == 1 ? 0 : 0.22, 0);
    const FaceCurvatures second = face_curvatures(shape, xi);
    const double h = 1e-5;
    FaceValues N(topology(shape).nodes);
    for (int k = 0; k < topology(shape).dimension; ++k) {
      FaceGradients ahead = FaceGradients::Zero(N.size(), 2), behind = ahead;
      evaluate_shape(shape, xi + h * Vector3::Unit(k), N.data(), ahead.data());
      evaluate_shape(shape, xi - h * Vector3::Unit(k), N.data(), behind.data());
      const FaceGradients slope = (ahead - behind) / (2 * h);
      EXPECT_LT((slope.col(k) - second.col(k)).norm(), 1e-8);
      if (topology(shape).dimension == 2) {
        EXPECT_LT((slope.col(1 - k) - second.col(2)).norm(), 1e-8);
      }
    }
  }
}

TEST(Face, ClosestPointSeesThePlaceAlongItsNormal) {
  Random random(5);
  for (const CellShape shape : kFaces)
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(topology(shape).name);
      const FaceNodes nodes = bent(shape, random);
      Vector3 place = reference_centre(shape) + 0.3 * Vector3(random.vector(3));
      if (topology(shape).dimension == 1) place.z() = 0;
      FacePoint p;
      p.xi = reference_centre(shape);
      ASSERT_TRUE(project_on_face(shape, nodes, place, p));
      EXPECT_NEAR((place - p.x).dot(p.a[0]), 0, 1e-13);
      EXPECT_NEAR((place - p.x).dot(p.a[1]), 0, 1e-13);
      EXPECT_LT((nodes * p.N - p.x).norm(), 1e-15);
      const Vector3 direction = (p.n + 0.2 * Vector3(0.3, -0.5, 0)).normalized();
      FacePoint on_line;
      on_line.xi = reference_centre(shape);
      ASSERT_TRUE(intersect_face(shape, nodes, place, direction, on_line));
      EXPECT_LT((place - on_line.x).cross(direction).norm(), 1e-13);
    }
}

/// The overlaps of a face with a finer, shifted pattern of faces cover it: areas and first moments add up.
TEST(FaceOverlap, PiecesAddUpToTheFace) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const auto& [shape, by_points] :
       {std::pair{CellShape::triangle3, false}, std::pair{CellShape::quadrilateral4, false},
        std::pair{CellShape::quadrilateral8, false}, std::pair{CellShape::triangle3, true},
        std::pair{CellShape::quadrilateral4, true}, std::pair{CellShape::quadrilateral8, true}}) {
    SCOPED_TRACE(fmt::format("{} {}", topology(shape).name, by_points));
    const auto reference = reference_nodes(shape);
    FaceNodes nodes(3, static_cast<Index>(reference.size()));
    for (std::size_t i = 0; i < reference.size(); ++i) nodes.col(static_cast<Index>(i)) = reference[i];
    ContactSurface::Face face, other;
    face.shape = shape;
    other.shape = CellShape::quadrilateral4;
    std::vector<OverlapPoint> points;
    const double size = 0.37;
    for (int i = -5; i < 5; ++i)
      for (int j = -5; j < 5; ++j) {
        FaceNodes opposite(3, 4);  // seen from below: clockwise from above
        const Vector3 corner(0.11 + i * size, -0.07 + j * size, 0.2);
        opposite.col(0) = corner;
        opposite.col(1) = corner + size * Vector3::UnitY();
        opposite.col(2) = corner + size * Vector3(1, 1, 0);
        opposite.col(3) = corner + size * Vector3::UnitX();
        append_overlap({face, other, nodes, nodes, opposite}, inf, by_points, points);
      }
    double area = 0;
    Vector3 moment = Vector3::Zero();
    FaceValues corners = FaceValues::Zero(face.corners());
    FacePoint p;
    for (const OverlapPoint& q : points) {
      p.evaluate(shape, nodes, q.xi);
      area += q.weight;
      moment += q.weight * p.x;
      corners += q.weight * corner_functions(face, q.xi);
    }
    const double exact = shape == CellShape::triangle3 ? 0.5 : 4;
    EXPECT_NEAR(area, exact, 1e-13);
    EXPECT_LT((moment / area - reference_centre(shape)).norm(), 1e-13);
    EXPECT_LT((corners - corner_areas(face, nodes)).norm(), 1e-13);
  }
}

/// Points at which laws of pressures act lie alike from all corners of a square.
TEST(FaceOverlap, PointsOfLawsLieAlikeFromAllSides) {
  FaceNodes nodes(3, 4), opposite(3, 4);
  nodes << -1, 1, 1, -1, -1, -1, 1, 1, 0, 0, 0, 0;
  opposite << -1, -1, 1, 1, -1, 1, 1, -1, 0.1, 0.1, 0.1, 0.1;
  ContactSurface::Face face;
  face.shape = CellShape::quadrilateral4;
  std::vector<OverlapPoint> points;
  append_overlap({face, face, nodes, nodes, opposite}, 1, true, points);
  EXPECT_EQ(points.size(), 28U);
  for (const OverlapPoint& q : points) {
    const Vector3 turned(-q.xi.y(), q.xi.x(), 0);
    EXPECT_TRUE(std::ranges::any_of(points, [&](const OverlapPoint& other) {
      return (other.xi - turned).norm() < 1e-12 && std::abs(other.weight - q.weight) < 1e-12;
    })) << q.xi.transpose();
  }
}

TEST(FaceOverlap, FacesThatLookTheSameWayAreLeftOut) {
  FaceNodes nodes(3, 2), opposite(3, 2);
  nodes << 0, 1, 0, 0, 0, 0;
  opposite << 0.2, 0.9, 0.1, 0.1, 0, 0;
  ContactSurface::Face face;
  std::vector<OverlapPoint> points;
  append_overlap({face, face, nodes, nodes, opposite}, 1, false, points);
  EXPECT_TRUE(points.empty());
  opposite << 0.9, 0.2, 0.1, 0.1, 0, 0;
  append_overlap({face, face, nodes, nodes, opposite}, 1, false, points);
  EXPECT_EQ(points.size(), 3U);
  points.clear();
  append_overlap({face, face, nodes, nodes, opposite}, 0.05, false, points);  // too far
  EXPECT_TRUE(points.empty());
}

}  // namespace
}  // namespace jounce
