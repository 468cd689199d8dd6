#include "contact/face.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

#include "math/axes.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

constexpr int kIterations = 30;
constexpr double kConverged = 1e-14;  ///< change of xi that ends an iteration
constexpr double kQuadratic = 1e-8;   ///< the same in Newton's method
constexpr double kFarthest = 8;       ///< |xi| beyond which a face is not continued

bool is_flat(CellShape shape) { return shape == CellShape::line2 || shape == CellShape::triangle3; }

/// Iterates xi by `change(p, is_newton)` until it stands; flat faces need one change. Where the last change
/// was a step of Newton's method the error that is left is of the order of its square.
template <class Change>
bool iterate(CellShape shape, const FaceNodes& nodes, FacePoint& p, const Change& change) {
  p.move(shape, nodes, p.xi);
  for (int i = 0; i < kIterations; ++i) {
    bool is_newton = true;
    Vector3 step = change(p, is_newton);
    if (!step.allFinite()) return false;
    const double length = step.norm();
    if (length > 1 && !is_flat(shape)) step /= length;
    p.move(shape, nodes, p.xi + step);
    if (p.xi.norm() > kFarthest && !is_flat(shape)) return false;
    const bool stands = is_flat(shape) || length < (is_newton ? kQuadratic : kConverged);
    if (stands || (i > 8 && length < 1e-12)) {
      p.find_normal();
      return true;
    }
  }
  return false;
}

/// Solution of A x = r for one parameter or two.
Vector3 solve(int parameters, const Eigen::Matrix2d& A, const Eigen::Vector2d& r) {
  if (parameters == 1) return {r[0] / A(0, 0), 0, 0};
  const Eigen::Vector2d x = A.inverse() * r;
  return {x[0], x[1], 0};
}

}  // namespace

void FacePoint::evaluate(CellShape shape, const FaceNodes& nodes, const Vector3& at) {
  move(shape, nodes, at);
  find_normal();
}

void FacePoint::move(CellShape shape, const FaceNodes& nodes, const Vector3& at) {
  xi = at;
  N.resize(nodes.cols());
  dN.resize(nodes.cols(), 2);
  evaluate_shape(shape, xi, N.data(), dN.data());
  x.noalias() = nodes * N;
  a[0].noalias() = nodes * dN.col(0);
  if (topology(shape).dimension == 1) {
    dN.col(1).setZero();
    a[1] = Vector3::UnitZ();
  } else {
    a[1].noalias() = nodes * dN.col(1);
  }
}

void FacePoint::find_normal() {
  n = a[0].cross(a[1]);
  area = n.norm();
  n /= area;
}

FaceCurvatures face_curvatures(CellShape shape, const Vector3& xi) {
  const int nodes = topology(shape).nodes, parameters = topology(shape).dimension;
  FaceCurvatures result = FaceCurvatures::Zero(nodes, 3);
  if (is_flat(shape)) return result;
  if (shape == CellShape::quadrilateral4) {
    result.col(2) << 0.25, -0.25, 0.25, -0.25;
    return result;
  }
  // Gradients are polynomials of second degree at most, of which a central difference is exact.
  FaceValues N(nodes);
  FaceGradients ahead = FaceGradients::Zero(nodes, 2), behind = ahead;
  for (int k = 0; k < parameters; ++k) {
    evaluate_shape(shape, xi + 0.5 * Vector3::Unit(k), N.data(), ahead.data());
    evaluate_shape(shape, xi - 0.5 * Vector3::Unit(k), N.data(), behind.data());
    result.col(k) = ahead.col(k) - behind.col(k);
    if (k == 0 && parameters == 2) result.col(2) = ahead.col(1) - behind.col(1);
  }
  return result;
}

bool project_on_face(CellShape shape, const FaceNodes& nodes, const Vector3& place, FacePoint& p) {
  const int parameters = topology(shape).dimension;
  return iterate(shape, nodes, p, [&](const FacePoint& at, bool& is_newton) -> Vector3 {
    const Vector3 d = place - at.x;
    Eigen::Vector2d r(d.dot(at.a[0]), d.dot(at.a[1]));
    Eigen::Matrix2d metric;
    metric << at.a[0].dot(at.a[0]), at.a[0].dot(at.a[1]), at.a[1].dot(at.a[0]), at.a[1].dot(at.a[1]);
    if (is_flat(shape)) return solve(parameters, metric, r);
    const Eigen::Matrix<double, 3, 3> second = nodes * face_curvatures(shape, at.xi);
    Eigen::Matrix2d A = metric;
    A(0, 0) -= d.dot(second.col(0));
    A(1, 1) -= d.dot(second.col(1));
    A(0, 1) -= d.dot(second.col(2));
    A(1, 0) = A(0, 1);
    const bool convex = A(0, 0) > 0 && (parameters == 1 || A.determinant() > 0.01 * metric.determinant());
    is_newton = convex;
    return solve(parameters, convex ? A : metric, r);
  });
}

bool intersect_face(CellShape shape, const FaceNodes& nodes, const Vector3& place, const Vector3& direction,
                    FacePoint& p) {
  const int parameters = topology(shape).dimension;
  const auto across = directions_across(direction, parameters + 1);
  return iterate(shape, nodes, p, [&](const FacePoint& at, bool&) -> Vector3 {
    const Vector3 d = place - at.x;
    Eigen::Matrix2d A;
    A << across[0].dot(at.a[0]), across[0].dot(at.a[1]), across[1].dot(at.a[0]), across[1].dot(at.a[1]);
    return solve(parameters, A, {across[0].dot(d), across[1].dot(d)});
  });
}

bool is_on_face(CellShape shape, const Vector3& xi, double beyond) {
  if (topology(shape).dimension == 1) return std::abs(xi.x()) <= 1 + beyond;
  if (topology(shape).corners == 3)
    return xi.x() >= -beyond && xi.y() >= -beyond && xi.x() + xi.y() <= 1 + beyond;
  return std::abs(xi.x()) <= 1 + beyond && std::abs(xi.y()) <= 1 + beyond;
}

}  // namespace jounce
