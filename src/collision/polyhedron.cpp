#include "collision/polyhedron.h"

#include <Eigen/Geometry>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace jounce::collision {
namespace {

/// Area-weighted normal of a polygon (Newell).
Vector3 polygon_normal(const std::vector<Vector3>& vertices, const std::vector<int>& corners) {
  Vector3 normal = Vector3::Zero();
  const Vector3& origin = vertices[corners[0]];
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    normal += (vertices[corners[k]] - origin).cross(vertices[corners[k + 1]] - origin);
  return normal.normalized();
}

}  // namespace

Polyhedron polyhedron_of_faces(std::vector<Vector3> vertices, const std::vector<std::vector<int>>& faces) {
  Polyhedron result;
  result.vertices = std::move(vertices);
  result.face_starts.push_back(0);
  std::map<std::pair<int, int>, int> open;  // directed edges that wait for their second face
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const std::vector<int>& corners = faces[f];
    const Vector3 normal = polygon_normal(result.vertices, corners);
    double offset = 0;
    for (const int v : corners)
      offset += normal.dot(result.vertices[v]) / static_cast<double>(corners.size());
    result.normals.push_back(normal);
    result.offsets.push_back(offset);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const int from = corners[k], to = corners[(k + 1) % corners.size()];
      const Vector3 inward = normal.cross(result.vertices[to] - result.vertices[from]).normalized();
      result.face_vertices.push_back(from);
      if (const auto other = open.find({to, from}); other != open.end()) {
        Polyhedron::Edge& edge = result.edges[other->second];
        edge.faces[1] = static_cast<int>(f);
        edge.inward[1] = inward;
        result.face_edges.push_back(other->second);
        open.erase(other);
      } else {
        const int number = static_cast<int>(result.edges.size());
        if (!open.emplace(std::pair{from, to}, number).second)
          throw std::invalid_argument("two faces have an edge in the same direction");
        result.edges.push_back({{from, to}, {static_cast<int>(f), -1}, {inward, inward}});
        result.face_edges.push_back(number);
      }
    }
    result.face_starts.push_back(static_cast<int>(result.face_vertices.size()));
  }
  if (!open.empty()) throw std::invalid_argument("the faces do not close");
  Vector3 low = result.vertices.front(), high = low;
  for (const Vector3& vertex : result.vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  result.size = 0.5 * (high - low).norm();
  return result;
}

Polyhedron prism_polyhedron(double radius, double half_length) {
  constexpr int kSides = 32;
  std::vector<Vector3> vertices;
  std::vector<int> bottom, top;
  std::vector<std::vector<int>> faces;
  for (int i = 0; i < kSides; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSides;
    for (const double z : {-half_length, half_length})
      vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    const int next = (i + 1) % kSides;
    bottom.insert(bottom.begin(), 2 * i);
    top.push_back(2 * i + 1);
    faces.push_back({2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
  }
  faces.push_back(bottom);
  faces.push_back(top);
  return polyhedron_of_faces(std::move(vertices), faces);
}

Polyhedron box_polyhedron(const Vector3& half) {
  std::vector<Vector3> vertices;
  for (int i = 0; i < 8; ++i)
    vertices.push_back(half.cwiseProduct(Vector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return polyhedron_of_faces(
      std::move(vertices),
      {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

Solid solid(const Polyhedron& polyhedron) {
  Vector3 middle = Vector3::Zero();
  for (const Vector3& vertex : polyhedron.vertices) middle += vertex;
  middle /= static_cast<double>(polyhedron.vertices.size());

  double volume = 0;
  Vector3 first = Vector3::Zero();   // int x
  Matrix3 second = Matrix3::Zero();  // int x x^T, both about the middle
  for (int f = 0; f < polyhedron.faces(); ++f) {
    const auto corners = polyhedron.face(f);
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
      Matrix3 r;
      r.col(0) = polyhedron.vertices[corners[0]] - middle;
      r.col(1) = polyhedron.vertices[corners[k]] - middle;
      r.col(2) = polyhedron.vertices[corners[k + 1]] - middle;
      const double part = r.col(0).dot(r.col(1).cross(r.col(2))) / 6;
      const Vector3 sum = r.rowwise().sum();
      volume += part;
      first += part / 4 * sum;
      second += part / 20 * (r * r.transpose() + sum * sum.transpose());
    }
  }
  Solid result;
  result.volume = volume;
  const Vector3 centre = first / volume;
  result.centre = middle + centre;
  second -= volume * centre * centre.transpose();
  result.inertia = second.trace() * Matrix3::Identity() - second;
  return result;
}

Shape make_hull(const std::vector<Vector3>& points, const Vector3& origin) {
  std::vector<Vector3> moved = points;
  for (Vector3& point : moved) point -= origin;
  Shape shape;
  shape.kind = Shape::Kind::hull;
  shape.polyhedron = std::make_shared<const Polyhedron>(convex_hull(moved));
  return shape;
}

}  // namespace jounce::collision
