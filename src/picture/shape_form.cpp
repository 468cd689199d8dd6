#include "picture/shape_form.h"

#include <cmath>
#include <map>
#include <numbers>

namespace jounce::picture {
namespace {

using Point = ShapeForm::Point;
constexpr double kTurn = 2 * std::numbers::pi;

Vector3 on_circle(int i, int n) { return {std::cos(kTurn * i / n), std::sin(kTurn * i / n), 0}; }

struct Sphere {
  std::vector<Vector3> points;
  std::vector<std::array<int, 3>> faces;
};

Sphere icosahedron() {
  const double g = std::numbers::phi;
  Sphere sphere{{{-1, g, 0},
                 {1, g, 0},
                 {-1, -g, 0},
                 {1, -g, 0},
                 {0, -1, g},
                 {0, 1, g},
                 {0, -1, -g},
                 {0, 1, -g},
                 {g, 0, -1},
                 {g, 0, 1},
                 {-g, 0, -1},
                 {-g, 0, 1}},
                {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                 {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                 {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (Vector3& point : sphere.points) point.normalize();
  return sphere;
}

}  // namespace

void ShapeForm::face(const std::vector<Point>& corners, const std::vector<Vector3>& normals) {
  const auto normal = [&](std::size_t k) { return normals.size() == 1 ? normals[0] : normals[k]; };
  for (std::size_t k = 2; k < corners.size(); ++k)
    faces.push_back({{corners[0], corners[k - 1], corners[k]}, {normal(0), normal(k - 1), normal(k)}});
}

ShapeForm sphere_form(int level) {
  Sphere sphere = icosahedron();
  for (int i = 0; i < level; ++i) {
    std::map<std::array<int, 2>, int> known;
    const auto between = [&](int a, int b) {
      const auto [found, is_new] =
          known.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<int>(sphere.points.size()));
      if (is_new) sphere.points.push_back((sphere.points[a] + sphere.points[b]).normalized());
      return found->second;
    };
    std::vector<std::array<int, 3>> faces;
    for (const auto& [a, b, c] : sphere.faces) {
      const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
      faces.insert(faces.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    sphere.faces = std::move(faces);
  }
  ShapeForm form;
  for (const auto& face : sphere.faces) {
    std::vector<Point> corners;
    std::vector<Vector3> normals;
    for (const int k : face) {
      corners.push_back({Vector3::Zero(), sphere.points[k]});
      normals.push_back(sphere.points[k]);
    }
    form.face(corners, normals);
  }
  return form;
}

ShapeForm capsule_form() {
  ShapeForm form;
  constexpr int around = 32, up = 8;
  const auto at = [](int i, int j) {
    const double elevation = kTurn * (j - up) / (4 * up);
    return Vector3(std::cos(elevation) * on_circle(i, around) + std::sin(elevation) * Vector3::UnitZ());
  };
  // Rows from below to the lower rim, then from the upper rim up.
  std::vector<std::pair<int, double>> rows;
  for (int j = 0; j <= up; ++j) rows.emplace_back(j, -1);
  for (int j = up; j <= 2 * up; ++j) rows.emplace_back(j, 1);
  for (std::size_t r = 0; r + 1 < rows.size(); ++r)
    for (int i = 0; i < around; ++i) {
      std::vector<Point> corners;
      std::vector<Vector3> normals;
      for (const auto& [k, row] : {std::pair{i, r}, {i + 1, r}, {i + 1, r + 1}, {i, r + 1}}) {
        normals.push_back(at(k, rows[row].first));
        corners.push_back({rows[row].second * Vector3::UnitZ(), normals.back()});
      }
      form.face(corners, normals);
    }
  for (const double end : {-1.0, 1.0})
    for (int i = 0; i < around; ++i)
      form.edges.push_back(
          {Point{end * Vector3::UnitZ(), at(i, up)}, Point{end * Vector3::UnitZ(), at(i + 1, up)}});
  return form;
}

ShapeForm cylinder_form() {
  ShapeForm form;
  constexpr int n = 48;
  const Vector3 z = Vector3::UnitZ();
  for (int i = 0; i < n; ++i) {
    const Vector3 a = on_circle(i, n), b = on_circle(i + 1, n);
    form.face({{-z, a}, {-z, b}, {z, b}, {z, a}}, {a, b, b, a});
    for (const double end : {-1.0, 1.0}) {
      form.face({{end * z, Vector3::Zero()}, {end * z, a}, {end * z, b}}, {end * z});
      form.edges.push_back({Point{end * z, a}, Point{end * z, b}});
    }
    if (i % (n / 4) == 0) form.edges.push_back({Point{-z, a}, Point{z, a}});
  }
  return form;
}

ShapeForm box_form() {
  ShapeForm form;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      std::vector<Point> ring;
      for (const auto& [u, v] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
        Vector3 half;
        half[axis] = side, half[(axis + 1) % 3] = u, half[(axis + 2) % 3] = v;
        ring.push_back({half, Vector3::Zero()});
      }
      Vector3 normal = Vector3::Zero();
      normal[axis] = side;
      form.face(ring, {normal});
      for (std::size_t k = 0; k < 4; ++k) form.edges.push_back({ring[k], ring[(k + 1) % 4]});
    }
  return form;
}

ShapeForm triangle_form(const io::SceneGeometry& geometry) {
  ShapeForm form;
  struct Side {
    std::array<Point, 2> ends;
    std::vector<Vector3> normals;
  };
  std::map<std::array<int, 2>, Side> sides;
  const auto at = [&](int k) {
    return Vector3(Vector3::Map(&geometry.points[3 * static_cast<std::size_t>(k)]));
  };
  for (std::size_t i = 0; i + 2 < geometry.triangles.size(); i += 3) {
    const std::array<int, 3> t = {geometry.triangles[i], geometry.triangles[i + 1],
                                  geometry.triangles[i + 2]};
    const Vector3 normal = (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0])).normalized();
    form.face({{at(t[0]), Vector3::Zero()}, {at(t[1]), Vector3::Zero()}, {at(t[2]), Vector3::Zero()}},
              {normal});
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      Side& side = sides[{std::min(a, b), std::max(a, b)}];
      side.ends = {Point{at(a), Vector3::Zero()}, Point{at(b), Vector3::Zero()}};
      side.normals.push_back(normal);
    }
  }
  constexpr double kFlat = 0.9999;
  for (const auto& [key, side] : sides)
    if (side.normals.size() != 2 || std::abs(side.normals[0].dot(side.normals[1])) < kFlat)
      form.edges.push_back(side.ends);
  return form;
}

}  // namespace jounce::picture
