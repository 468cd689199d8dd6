#include "collision/signed_distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jounce::collision {
namespace {

double sign(double x) { return x < 0 ? -1.0 : 1.0; }

/// All places within `radius` of the segment from -half to half on the z axis; a ball for half = 0.
SignedDistance of_capsule(double radius, double half, const Vector3& y) {
  const double along = std::clamp(y.z(), -half, half);
  const Vector3 d(y.x(), y.y(), y.z() - along);
  const double length = d.norm();
  SignedDistance result;
  result.value = length - radius;
  result.normal = length > 0 ? Vector3(d / length) : Vector3(Vector3::UnitX());
  if (!(length > 0)) return result;
  result.curvature = Matrix3::Identity() - result.normal * result.normal.transpose();
  if (std::abs(y.z()) < half) result.curvature(2, 2) = 0;  // straight along the segment
  result.curvature /= length;
  return result;
}

/// Distance to the orthant q <= 0 (in N dimensions), which is that to a box for q = |y| - half.
template <int N>
struct Corner {
  using Point = Eigen::Matrix<double, N, 1>;
  double value;
  Point normal = Point::Zero();
  Eigen::Matrix<double, N, N> curvature = Eigen::Matrix<double, N, N>::Zero();

  explicit Corner(const Point& q) {
    const Point outside = q.cwiseMax(0.0);
    const double length = outside.norm();
    if (!(length > 0)) {
      Eigen::Index closest = 0;
      value = q.maxCoeff(&closest);
      normal[closest] = 1;
      return;
    }
    value = length;
    normal = outside / length;
    if ((outside.array() > 0).count() == 1) return;  // before a face, which is flat
    for (int i = 0; i < N; ++i) curvature(i, i) = outside[i] > 0 ? 1 : 0;
    curvature = ((curvature - normal * normal.transpose()) / length).eval();
  }
};

SignedDistance of_box(const Vector3& half, const Vector3& y, double rounding) {
  const Corner<3> corner(y.cwiseAbs() - half + Vector3::Constant(rounding));
  const Vector3 signs(sign(y.x()), sign(y.y()), sign(y.z()));
  return {corner.value - rounding, signs.cwiseProduct(corner.normal),
          signs.asDiagonal() * corner.curvature * signs.asDiagonal()};
}

/// A box in the half plane of the distance from the axis and |z|, turned around.
SignedDistance of_cylinder(double radius, double half, const Vector3& y, double rounding) {
  const double distance = std::hypot(y.x(), y.y());
  const Vector3 out = distance > 0 ? Vector3(y.x() / distance, y.y() / distance, 0) : Vector3::UnitX();
  const Corner<2> corner(Eigen::Vector2d(distance - radius + rounding, std::abs(y.z()) - half + rounding));
  Eigen::Matrix<double, 3, 2> axes;
  axes << out, sign(y.z()) * Vector3::UnitZ();
  SignedDistance result{corner.value - rounding, axes * corner.normal,
                        axes * corner.curvature * axes.transpose()};
  if (distance > 0) {
    const Vector3 around(-out.y(), out.x(), 0);
    result.curvature += corner.normal[0] / distance * around * around.transpose();
  }
  return result;
}

}  // namespace

bool has_signed_distance(Shape::Kind kind) {
  return kind != Shape::Kind::hull && kind != Shape::Kind::surface;
}

SignedDistance signed_distance(const Shape& shape, const Vector3& y, double rounding) {
  switch (shape.kind) {
    case Shape::Kind::plane:
      return {y.z(), Vector3::UnitZ(), Matrix3::Zero()};
    case Shape::Kind::sphere:
      return of_capsule(shape.radius, 0, y);
    case Shape::Kind::capsule:
      return of_capsule(shape.radius, shape.half.z(), y);
    case Shape::Kind::box:
      return of_box(shape.half, y, rounding);
    case Shape::Kind::cylinder:
      return of_cylinder(shape.radius, shape.half.z(), y, rounding);
    case Shape::Kind::hull:
    case Shape::Kind::surface:
      break;
  }
  throw std::invalid_argument(fmt::format("a {} has no signed distance", name(shape.kind)));
}

}  // namespace jounce::collision
