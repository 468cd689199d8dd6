#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <stdexcept>

#include "collision/polyhedron.h"

namespace jounce::collision {
namespace {

constexpr double kTolerance = 1e-9;  ///< of the extent of the points

/// Gift wrapping. A supporting plane is turned about one of its edges until it meets the next points.
class Wrapping {
 public:
  Wrapping(std::vector<Vector3> points, double tolerance)
      : points_(std::move(points)), tolerance_(tolerance) {}

  /// Corners of all faces, as numbers of the points.
  std::vector<std::vector<int>> faces() {
    add_first_face();
    while (!open_.empty()) {
      const auto [from, to, normal] = open_.front();
      open_.pop_front();
      if (!done_.contains({to, from}))
        add_face(turned(points_[from], points_[to] - points_[from], normal), {to, from});
    }
    return std::move(faces_);
  }

 private:
  struct OpenEdge {
    int from, to;
    Vector3 normal;
  };

  /// Normal of the supporting plane next to the one of `normal`, which contains the line o + s d, on the far
  /// side of the line. With u the direction into the known plane, a point lies at the angle
  /// atan2(-(x.normal), x.u) in [0, pi] about the line; the largest one is taken, and of equal ones the point
  /// farthest from the line.
  Vector3 turned(const Vector3& o, const Vector3& d, const Vector3& normal) const {
    const Vector3 u = normal.cross(d).normalized();
    double best_x = 0, best_y = 0, best_radius = 0;
    for (const Vector3& point : points_) {
      const double x = (point - o).dot(u), y = std::max(0.0, -(point - o).dot(normal));
      const double radius = std::hypot(x, y);
      if (radius <= tolerance_) continue;
      const double ahead = best_x * y - best_y * x;  // > 0 when at a larger angle than the best
      const bool is_tied = std::abs(ahead) <= tolerance_ * std::max(radius, best_radius);
      const bool is_opposite = best_x * x + best_y * y < 0;
      const bool is_better = best_radius == 0 || (is_tied && !is_opposite ? radius > best_radius
                                                  : is_tied               ? x < best_x
                                                                          : ahead > 0);
      if (is_better) best_x = x, best_y = y, best_radius = radius;
    }
    if (best_radius == 0) throw std::invalid_argument("the points of a hull lie on a line");
    return -(best_y * u + best_x * normal) / best_radius;
  }

  /// Plane x = least x, turned about a line in it, then about the edge that was found.
  void add_first_face() {
    const auto least =
        std::min_element(points_.begin(), points_.end(), [](const Vector3& a, const Vector3& b) {
          return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
        });
    const Vector3 o = *least;
    const Vector3 normal = turned(o, Vector3::UnitY(), -Vector3::UnitX());
    // o is a corner of the outline of the points in this plane; the outermost one seen from o gives a line
    // with the others on one side.
    Vector3 direction = Vector3::Zero();
    for (const Vector3& point : points_) {
      const Vector3 r = point - o;
      if (std::abs(r.dot(normal)) > tolerance_ || r.norm() <= tolerance_) continue;
      const double ahead = direction.cross(r).dot(normal);
      if (direction.isZero() || ahead > tolerance_ * direction.norm() ||
          (std::abs(ahead) <= tolerance_ * direction.norm() && r.norm() > direction.norm()))
        direction = r;
    }
    add_face(turned(o, direction, normal), {-1, -1});
  }

  /// Face of all points in the supporting plane of `normal`.
  void add_face(Vector3 normal, std::pair<int, int> edge) {
    std::vector<int> corners = outline(normal, edge.first);
    if (corners.size() < 3) throw std::invalid_argument("the points of a hull lie in a plane or on a line");
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const int from = corners[k], to = corners[(k + 1) % corners.size()];
      if (!done_.insert({from, to}).second)
        throw std::invalid_argument("the hull of the points does not close");
      open_.push_back({from, to, normal});
    }
    faces_.push_back(std::move(corners));
    if (faces_.size() > 2 * points_.size())
      throw std::invalid_argument("the hull of the points does not close");
  }

  /// Convex outline of the points in the plane, anticlockwise; points on its sides are left out. The normal
  /// is made that of the outline.
  std::vector<int> outline(Vector3& normal, int start) const {
    double offset = -std::numeric_limits<double>::infinity();
    for (const Vector3& point : points_) offset = std::max(offset, normal.dot(point));
    if (start >= 0) offset = normal.dot(points_[start]);
    std::vector<int> members;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (std::abs(normal.dot(points_[i]) - offset) <= tolerance_) members.push_back(static_cast<int>(i));
    const Vector3 x = normal.unitOrthogonal(), y = normal.cross(x);
    std::sort(members.begin(), members.end(), [&](int a, int b) {
      const Vector3 d = points_[a] - points_[b];
      const double dx = d.dot(x);
      return dx != 0 ? dx < 0 : d.dot(y) < 0;
    });
    std::vector<int> corners;
    const auto add = [&](int i, std::size_t keep) {
      while (corners.size() >= keep + 2) {
        const Vector3 a = points_[corners.back()] - points_[corners[corners.size() - 2]];
        const Vector3 b = points_[i] - points_[corners[corners.size() - 2]];
        if (a.cross(b).dot(normal) > tolerance_ * b.norm()) break;
        corners.pop_back();
      }
      corners.push_back(i);
    };
    for (const int i : members) add(i, 0);
    const std::size_t lower = corners.size() - 1;
    for (auto i = members.rbegin() + 1; i < members.rend(); ++i) add(*i, lower);
    corners.pop_back();
    // The chains never drop their ends, which rounding may have chosen on a side.
    for (std::size_t k = 0; corners.size() >= 3 && k < corners.size();) {
      const Vector3& before = points_[corners[(k + corners.size() - 1) % corners.size()]];
      const Vector3 b = points_[corners[(k + 1) % corners.size()]] - before;
      if ((points_[corners[k]] - before).cross(b).dot(normal) > tolerance_ * b.norm())
        ++k;
      else
        corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(k));
    }
    if (corners.size() < 3) return corners;
    Vector3 sum = Vector3::Zero();
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
      sum += (points_[corners[k]] - points_[corners[0]]).cross(points_[corners[k + 1]] - points_[corners[0]]);
    normal = sum.normalized();
    return corners;
  }

  std::vector<Vector3> points_;
  double tolerance_;
  std::set<std::pair<int, int>> done_;
  std::deque<OpenEdge> open_;
  std::vector<std::vector<int>> faces_;
};

/// The points without those that repeat an earlier one.
std::vector<Vector3> distinct(const std::vector<Vector3>& points, double tolerance) {
  std::vector<Vector3> result;
  for (const Vector3& point : points) {
    const bool is_new = std::none_of(result.begin(), result.end(), [&](const Vector3& other) {
      return (other - point).norm() <= 2 * tolerance;
    });
    if (is_new) result.push_back(point);
  }
  return result;
}

}  // namespace

Polyhedron convex_hull(const std::vector<Vector3>& points) {
  if (points.size() < 4)
    throw std::invalid_argument(fmt::format("a hull of {} points; it needs four", points.size()));
  Vector3 low = points.front(), high = low;
  for (const Vector3& point : points) {
    if (!point.allFinite()) throw std::invalid_argument("a point of a hull is not finite");
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  const double tolerance = kTolerance * (high - low).norm();
  const std::vector<Vector3> all = distinct(points, tolerance);
  std::vector<std::vector<int>> faces = Wrapping(all, tolerance).faces();

  std::vector<int> number(all.size(), -1);
  std::vector<Vector3> vertices;
  for (std::vector<int>& corners : faces)
    for (int& corner : corners) {
      if (number[corner] < 0) {
        number[corner] = static_cast<int>(vertices.size());
        vertices.push_back(all[corner]);
      }
      corner = number[corner];
    }
  if (faces.size() < 4) throw std::invalid_argument("the points of a hull lie in a plane");
  if (vertices.size() > Polyhedron::kMaxVertices)
    throw std::invalid_argument(
        fmt::format("a hull of {} corners; at most {}", vertices.size(), Polyhedron::kMaxVertices));
  return polyhedron_of_faces(std::move(vertices), faces);
}

}  // namespace jounce::collision
