#include "math/shape_functions.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "math/quadrature.h"

namespace jounce {
namespace {

std::vector<CellShape> all_shapes() {
  std::vector<CellShape> shapes;
  for (int i = 0; i < kCellShapes; ++i) shapes.push_back(static_cast<CellShape>(i));
  return shapes;
}

struct Shape {
  Vector N;
  DenseMatrix dN;
};

Shape evaluate(CellShape shape, const Vector3& xi) {
  Shape s{Vector(shape_nodes(shape)), DenseMatrix(shape_nodes(shape), shape_dimension(shape))};
  evaluate_shape(shape, xi, s.N.data(), s.dN.data());
  return s;
}

/// A few points inside the reference cell.
std::vector<Vector3> places(CellShape shape) {
  std::vector<Vector3> found;
  for (const QuadraturePoint& point : mass_rule(shape)) found.push_back(0.9 * point.xi);
  found.push_back(reference_centre(shape));
  return found;
}

TEST(ShapeFunctions, NumbersAgreeWithTheTopology) {
  for (const CellShape shape : all_shapes()) {
    EXPECT_EQ(shape_nodes(shape), topology(shape).nodes);
    EXPECT_EQ(shape_dimension(shape), topology(shape).dimension);
    EXPECT_EQ(shape_nodes(linear_shape(shape)), topology(shape).corners);
    EXPECT_EQ(is_quadratic(shape), topology(shape).nodes > topology(shape).corners);
  }
}

TEST(ShapeFunctions, AreOneAtTheirNodeAndZeroAtTheOthers) {
  for (const CellShape shape : all_shapes()) {
    SCOPED_TRACE(topology(shape).name);
    const auto nodes = reference_nodes(shape);
    for (Index a = 0; a < shape_nodes(shape); ++a)
      EXPECT_LT((evaluate(shape, nodes[a]).N - Vector::Unit(shape_nodes(shape), a)).cwiseAbs().maxCoeff(),
                1e-15);
  }
}

TEST(ShapeFunctions, ReproduceLinearFieldsAndTheirGradients) {
  for (const CellShape shape : all_shapes()) {
    SCOPED_TRACE(topology(shape).name);
    const auto nodes = reference_nodes(shape);
    for (const Vector3& xi : places(shape)) {
      const Shape s = evaluate(shape, xi);
      EXPECT_NEAR(s.N.sum(), 1, 1e-14);
      Vector3 x = Vector3::Zero();
      DenseMatrix J = DenseMatrix::Zero(3, shape_dimension(shape));
      for (Index a = 0; a < s.N.size(); ++a) {
        x += s.N[a] * nodes[a];
        J += nodes[a] * s.dN.row(a);
      }
      EXPECT_LT((x - xi).norm(), 1e-14);
      EXPECT_LT((J - DenseMatrix::Identity(3, shape_dimension(shape))).norm(), 1e-14);
    }
  }
}

/// Quadratic shapes contain all polynomials of second degree.
TEST(ShapeFunctions, OfSecondOrderReproduceQuadraticFields) {
  test::Random random(3);
  const Vector entries = random.vector(9);
  const Matrix3 A = Eigen::Map<const Matrix3>(entries.data());
  for (const CellShape shape : all_shapes()) {
    if (!is_quadratic(shape)) continue;
    SCOPED_TRACE(topology(shape).name);
    const auto nodes = reference_nodes(shape);
    for (const Vector3& xi : places(shape)) {
      const Shape s = evaluate(shape, xi);
      double value = 0;
      for (Index a = 0; a < s.N.size(); ++a) {
        const Vector3& X = nodes[a];
        value += s.N[a] * X.dot(A * X);
      }
      EXPECT_NEAR(value, xi.dot(A * xi), 1e-14);
    }
  }
}

TEST(ShapeFunctions, GradientsAreDifferences) {
  constexpr double h = 1e-6;
  for (const CellShape shape : all_shapes())
    for (const Vector3& xi : places(shape))
      for (int k = 0; k < shape_dimension(shape); ++k) {
        const Vector difference =
            (evaluate(shape, xi + h * Vector3::Unit(k)).N - evaluate(shape, xi - h * Vector3::Unit(k)).N) /
            (2 * h);
        EXPECT_LT((difference - evaluate(shape, xi).dN.col(k)).cwiseAbs().maxCoeff(), 1e-9)
            << topology(shape).name;
      }
}

/// The nodes of a face lie on it, in the order of its own shape: the cell interpolates there as the face
/// does.
TEST(ShapeFunctions, OnAFaceAreThoseOfTheFace) {
  for (const CellShape shape : all_shapes())
    for (const CellFace& face : topology(shape).faces) {
      SCOPED_TRACE(topology(shape).name);
      const auto nodes = reference_nodes(shape);
      for (const Vector3& eta : places(face.shape)) {
        const Shape on_face = evaluate(face.shape, eta);
        Vector3 xi = Vector3::Zero();
        Vector expected = Vector::Zero(shape_nodes(shape));
        for (Index a = 0; a < on_face.N.size(); ++a) {
          const int node = face.nodes[a];
          xi += on_face.N[a] * nodes[node];
          expected[node] = on_face.N[a];
        }
        EXPECT_LT((evaluate(shape, xi).N - expected).cwiseAbs().maxCoeff(), 1e-14);
      }
    }
}

}  // namespace
}  // namespace jounce
