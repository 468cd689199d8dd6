#include "contact/face_overlap.h"

#include <algorithm>
#include <cmath>

#include "math/axes.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

using Point2 = Eigen::Vector2d;
/// Corners of a convex polygon: two quadrilaterals cut each other in one with eight corners at most.
using Polygon = std::vector<Point2>;

constexpr double kOpposite = -0.1;      ///< n_1 . n_2 above which faces do not look at each other
constexpr double kBeyond = 0.5;         ///< of xi: corners cut straight, sides may be bent; see below
constexpr double kSmallOverlap = 1e-9;  ///< of the area of the face: cuts below are round-off

double cross(const Point2& a, const Point2& b) { return a.x() * b.y() - a.y() * b.x(); }

double area(const Polygon& polygon) {
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    sum += 0.5 * cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return sum;
}

/// The part of a polygon to the left of the line from a to b (I. E. Sutherland, G. W. Hodgman, Commun. ACM 17
/// (1974) 32).
Polygon cut(const Polygon& polygon, const Point2& a, const Point2& b) {
  Polygon result;
  const auto side = [&](const Point2& p) { return cross(b - a, p - a); };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double s_p = side(p), s_q = side(q);
    if (s_p >= 0) result.push_back(p);
    if ((s_p > 0 && s_q < 0) || (s_p < 0 && s_q > 0)) result.push_back(p + s_p / (s_p - s_q) * (q - p));
  }
  return result;
}

/// Points and areas (lengths) of the overlap in the plane (on the line) across the normal.
struct PlanePoint {
  Point2 place;
  double weight;
};

void overlap_of_edges(const Point2& from, const Point2& to, const Point2& other_from, const Point2& other_to,
                      std::vector<PlanePoint>& points) {
  static const Quadrature rule = gauss_rule(1, 3);
  const double low = std::max(from.x(), std::min(other_from.x(), other_to.x()));
  const double high = std::min(to.x(), std::max(other_from.x(), other_to.x()));
  if (!(high - low > kSmallOverlap * (to.x() - from.x()))) return;
  for (const QuadraturePoint& q : rule)
    points.push_back(
        {{0.5 * (low + high) + 0.5 * (high - low) * q.xi.x(), 0}, 0.5 * (high - low) * q.weight});
}

/// Triangles from a corner, or about the middle of the corners: alike from all sides.
std::vector<std::array<Point2, 3>> triangles_of(const Polygon& polygon, bool about_middle) {
  std::vector<std::array<Point2, 3>> triangles;
  if (!about_middle || polygon.size() == 3) {
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
      triangles.push_back({polygon[0], polygon[i], polygon[i + 1]});
    return triangles;
  }
  Point2 middle = Point2::Zero();
  for (const Point2& corner : polygon) middle += corner / static_cast<double>(polygon.size());
  for (std::size_t i = 0; i < polygon.size(); ++i)
    triangles.push_back({middle, polygon[i], polygon[(i + 1) % polygon.size()]});
  return triangles;
}

void overlap_of_polygons(const Polygon& face, Polygon other, bool is_linear, bool about_middle,
                         std::vector<PlanePoint>& points) {
  static const Quadrature three = triangle_rule(3), seven = triangle_rule(7);
  for (std::size_t i = 0; i < face.size() && other.size() > 2; ++i)
    other = cut(other, face[i], face[(i + 1) % face.size()]);
  if (other.size() < 3 || !(area(other) > kSmallOverlap * area(face))) return;
  for (const std::array<Point2, 3>& triangle : triangles_of(other, about_middle)) {
    const Point2 a = triangle[1] - triangle[0], b = triangle[2] - triangle[0];
    const double twice = cross(a, b);
    if (!(twice > 0)) continue;
    for (const QuadraturePoint& q : is_linear ? three : seven)
      points.push_back({triangle[0] + q.xi.x() * a + q.xi.y() * b, twice * q.weight});
  }
}

}  // namespace

bool look_at_each_other(const Vector3& n_1, const Vector3& n_2) { return n_1.dot(n_2) < kOpposite; }

void append_overlap(const FacingPair& pair, double reach, bool by_points, std::vector<OverlapPoint>& points) {
  const CellShape shape = pair.face.shape, other_shape = pair.opposite.shape;
  FacePoint middle, other;
  middle.evaluate(shape, pair.nodes, reference_centre(shape));
  other.evaluate(other_shape, pair.opposite_nodes, reference_centre(other_shape));
  if (!look_at_each_other(middle.n, other.n)) return;

  const int dimension = topology(shape).dimension + 1;
  const Vector3 origin = middle.x, normal = middle.n;
  const auto axes = directions_across(normal, dimension);
  const auto flat = [&](const Vector3& x) {
    return Point2(axes[0].dot(x - origin), axes[1].dot(x - origin));
  };
  std::vector<PlanePoint> plane;
  if (dimension == 2) {
    overlap_of_edges(flat(pair.nodes.col(0)), flat(pair.nodes.col(1)), flat(pair.opposite_nodes.col(0)),
                     flat(pair.opposite_nodes.col(1)), plane);
  } else {
    Polygon face, opposite;
    for (int i = 0; i < pair.face.corners(); ++i) face.push_back(flat(pair.nodes.col(i)));
    for (int i = pair.opposite.corners(); i-- > 0;) opposite.push_back(flat(pair.opposite_nodes.col(i)));
    overlap_of_polygons(face, std::move(opposite),
                        shape == CellShape::triangle3 && other_shape == CellShape::triangle3 && !by_points,
                        by_points, plane);
  }
  FacePoint initial;
  for (const PlanePoint& q : plane) {
    const Vector3 place = origin + q.place.x() * axes[0] + q.place.y() * axes[1];
    if (!intersect_face(shape, pair.nodes, place, normal, middle)) continue;
    if (!intersect_face(other_shape, pair.opposite_nodes, place, normal, other)) continue;
    // A bent face continued beyond its sides comes back: a line meets it once more there, far from the face.
    if (!is_on_face(other_shape, other.xi, kBeyond)) continue;
    const double distance = normal.dot(other.x - middle.x);
    if (!(std::abs(distance) <= reach)) continue;
    initial.evaluate(shape, pair.initial, middle.xi);
    const double stretched = std::abs(normal.dot(middle.a[0].cross(middle.a[1])));
    const double width = pair.face.is_ring ? 2 * M_PI * initial.x.x() : pair.face.thickness;
    if (!project_on_face(other_shape, pair.opposite_nodes, middle.x, other)) continue;
    if (!(middle.n.dot(other.n) < 0)) continue;
    points.push_back({middle.xi, other.xi, q.weight * width * initial.area / stretched, middle.x, distance});
  }
}

FaceValues corner_functions(const ContactSurface::Face& face, const Vector3& xi) {
  FaceValues phi(face.corners());
  FaceGradients gradients(face.corners(), 2);
  evaluate_shape(linear_shape(face.shape), xi, phi.data(), gradients.data());
  return phi;
}

FaceValues corner_areas(const ContactSurface::Face& face, const FaceNodes& initial) {
  FaceValues areas = FaceValues::Zero(face.corners());
  FacePoint p;
  for (const QuadraturePoint& q : face_rule(face.shape)) {
    p.evaluate(face.shape, initial, q.xi);
    areas += q.weight * p.area * (face.is_ring ? 2 * M_PI * p.x.x() : face.thickness) *
             corner_functions(face, q.xi);
  }
  return areas;
}

}  // namespace jounce
