#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "collision/collide.h"
#include "collision/polyhedron.h"

namespace jounce::collision {

/// Random numbers, rotations and poses.
class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator_); }
  Vector3 vector(double size) { return {in(-size, size), in(-size, size), in(-size, size)}; }
  Matrix3 rotation() {
    std::normal_distribution<double> normal;
    Eigen::Quaterniond q(normal(generator_), normal(generator_), normal(generator_), normal(generator_));
    return q.normalized().toRotationMatrix();
  }
  Pose pose(double size) { return {vector(size), rotation()}; }
  Vector3 direction() { return rotation().col(0); }
  std::vector<Vector3> points(int count, double size) {
    std::vector<Vector3> result;
    for (int i = 0; i < count; ++i) result.push_back(vector(size));
    return result;
  }

 private:
  std::mt19937 generator_;
};

/// The pose at (x, y, z), turned about the third axis.
inline Pose at(double x, double y, double z, double angle = 0) {
  return {{x, y, z}, Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix()};
}

inline Vector3 placed(const Pose& pose, const Vector3& s) { return pose.x + pose.R * s; }
inline Pose moved(const Pose& by, const Pose& pose) { return {by.x + by.R * pose.x, by.R * pose.R}; }

/// Distance of the origin from the triangle (a, b, c): the least of its projections on the plane, the edges
/// and the corners that lie in the triangle.
inline double origin_to_triangle(const Vector3& a, const Vector3& b, const Vector3& c) {
  double least = std::min({a.norm(), b.norm(), c.norm()});
  const Vector3 corners[3] = {a, b, c};
  for (int k = 0; k < 3; ++k) {
    const Vector3 &p = corners[k], d = corners[(k + 1) % 3] - p;
    const double s = -p.dot(d) / d.squaredNorm();
    if (s > 0 && s < 1) least = std::min(least, (p + s * d).norm());
  }
  Eigen::Matrix<double, 3, 2> D;
  D << b - a, c - a;
  const Eigen::Matrix2d gram = D.transpose() * D;
  if (gram.determinant() > 1e-20 * gram.trace() * gram.trace()) {
    const Eigen::Vector2d w = gram.inverse() * (D.transpose() * -a);
    if (w[0] >= 0 && w[1] >= 0 && w.sum() <= 1) least = std::min(least, (a + D * w).norm());
  }
  return least;
}

/// Corners of a shape without its radius, in fixed axes.
inline std::vector<Vector3> core(const Shape& shape, const Pose& pose) {
  std::vector<Vector3> result;
  if (shape.polyhedron)
    for (const Vector3& vertex : shape.polyhedron->vertices) result.push_back(placed(pose, vertex));
  else if (shape.kind == Shape::Kind::capsule)
    result = {placed(pose, -shape.half), placed(pose, shape.half)};
  else
    result = {pose.x};
  return result;
}

/// Signed distance of two convex hulls by brute force, from their Minkowski difference: outside, the least
/// distance of the origin from its triangles; inside, the least depth below its faces. When the difference is
/// flat: the least distance from the triangles of all its corners.
inline double signed_distance(const std::vector<Vector3>& A, const std::vector<Vector3>& B) {
  std::vector<Vector3> difference;
  for (const Vector3& a : A)
    for (const Vector3& b : B) difference.push_back(b - a);
  double least = std::numeric_limits<double>::infinity();
  if (difference.size() <= 4) {
    if (difference.size() == 1) return difference[0].norm();
    for (std::size_t i = 0; i < difference.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        for (std::size_t k = 0; k <= j; ++k)
          least = std::min(least, origin_to_triangle(difference[i], difference[j], difference[k]));
    return least;
  }
  const Polyhedron hull = convex_hull(difference);
  double deepest = -least;
  for (const double offset : hull.offsets) deepest = std::max(deepest, -offset);
  if (deepest <= 0) return deepest;
  for (int f = 0; f < hull.faces(); ++f) {
    const auto face = hull.face(f);
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      least = std::min(least, origin_to_triangle(hull.vertices[face[0]], hull.vertices[face[k]],
                                                 hull.vertices[face[k + 1]]));
  }
  return least;
}
inline double signed_distance(const Shape& A, const Pose& pose_a, const Shape& B, const Pose& pose_b) {
  const double radii = (A.polyhedron ? 0 : A.radius) + (B.polyhedron ? 0 : B.radius);
  return signed_distance(core(A, pose_a), core(B, pose_b)) - radii;
}

inline std::vector<ContactPoint> contacts(const Shape& A, const Pose& pose_a, const Shape& B,
                                          const Pose& pose_b, double envelope) {
  std::vector<ContactPoint> points;
  collide(A, pose_a, B, pose_b, envelope, points);
  return points;
}
inline double least_gap(const std::vector<ContactPoint>& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& point : points) least = std::min(least, point.gap());
  return least;
}

}  // namespace jounce::collision
