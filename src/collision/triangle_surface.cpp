#include "collision/triangle_surface.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "collision/triangle_ring.h"

namespace jounce::collision {
namespace {

constexpr int kLeaf = 4;  ///< triangles of a leaf

void check_indices(const TriangleSurface& surface) {
  const int count = static_cast<int>(surface.vertices.size());
  if (surface.triangles.empty()) throw std::invalid_argument("a surface without triangles");
  for (const Vector3& vertex : surface.vertices)
    if (!vertex.allFinite()) throw std::invalid_argument("a vertex of a surface is not finite");
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    for (const int v : surface.triangles[t])
      if (v < 0 || v >= count)
        throw std::invalid_argument(fmt::format("triangle {} has vertex {}; there are {}", t, v, count));
}

/// Joins vertices at the same place, so that triangles that touch are neighbours.
void weld(TriangleSurface& surface) {
  std::map<std::array<double, 3>, int> numbers;
  std::vector<Vector3> kept;
  for (auto& corners : surface.triangles)
    for (int& v : corners) {
      const Vector3& x = surface.vertices[v];
      const auto [entry, is_new] =
          numbers.emplace(std::array{x[0], x[1], x[2]}, static_cast<int>(kept.size()));
      if (is_new) kept.push_back(x);
      v = entry->second;
    }
  surface.vertices = std::move(kept);
}

void measure(TriangleSurface& surface) {
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const auto& corners = surface.triangles[t];
    const Vector3 a = surface.vertices[corners[1]] - surface.vertices[corners[0]];
    const Vector3 b = surface.vertices[corners[2]] - surface.vertices[corners[0]];
    const Vector3 area = a.cross(b);
    const double longest = std::max({a.squaredNorm(), b.squaredNorm(), (b - a).squaredNorm()});
    if (!(area.norm() > 1e-12 * longest))
      throw std::invalid_argument(fmt::format("triangle {} has no area", t));
    const Vector3 normal = area.normalized();
    surface.normals.push_back(normal);
    surface.inward.push_back(
        {normal.cross(a).normalized(), normal.cross(b - a).normalized(), -normal.cross(b).normalized()});
  }
}

void join(TriangleSurface& surface) {
  std::map<std::pair<int, int>, int> numbers;
  std::vector<int> meeting;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    std::array<int, 3> of_triangle;
    for (int k = 0; k < 3; ++k) {
      const int from = surface.triangles[t][k], to = surface.triangles[t][(k + 1) % 3];
      const auto [entry, is_new] =
          numbers.emplace(std::minmax(from, to), static_cast<int>(surface.edges.size()));
      const int number = of_triangle[k] = entry->second;
      if (is_new) {
        surface.edges.push_back({{from, to}, {static_cast<int>(t), -1}});
        meeting.push_back(1);
      } else {
        surface.edges[number].triangles[1] = ++meeting[number] == 2 ? static_cast<int>(t) : -1;
      }
    }
    surface.triangle_edges.push_back(of_triangle);
  }
  std::vector<std::vector<int>> rings(surface.vertices.size());
  for (std::size_t e = 0; e < surface.edges.size(); ++e)
    for (const int v : surface.edges[e].vertices) rings[v].push_back(static_cast<int>(e));
  surface.ring_starts.push_back(0);
  for (const auto& ring : rings) {
    surface.ring.insert(surface.ring.end(), ring.begin(), ring.end());
    surface.ring_starts.push_back(static_cast<int>(surface.ring.size()));
  }
}

/// Splits the triangles at the median of their centres along the longest side, again and again.
void build_tree(TriangleSurface& surface) {
  const int count = static_cast<int>(surface.triangles.size());
  std::vector<Vector3> centres;
  for (int t = 0; t < count; ++t) {
    surface.order.push_back(t);
    Vector3 sum = Vector3::Zero();
    for (const int v : surface.triangles[t]) sum += surface.vertices[v];
    centres.push_back(sum / 3);
  }
  struct Range {
    int node, begin, end;
  };
  std::vector<Range> ranges{{0, 0, count}};
  surface.tree.emplace_back();
  while (!ranges.empty()) {
    const auto [number, begin, end] = ranges.back();
    ranges.pop_back();
    TriangleSurface::Node node;
    node.low = node.high = surface.vertices[surface.triangles[surface.order[begin]][0]];
    for (int i = begin; i < end; ++i)
      for (const int v : surface.triangles[surface.order[i]]) {
        node.low = node.low.cwiseMin(surface.vertices[v]);
        node.high = node.high.cwiseMax(surface.vertices[v]);
      }
    if (end - begin <= kLeaf) {
      node.first = begin;
      node.count = end - begin;
    } else {
      int axis = 0;
      (node.high - node.low).maxCoeff(&axis);
      const int middle = (begin + end) / 2;
      std::nth_element(
          surface.order.begin() + begin, surface.order.begin() + middle, surface.order.begin() + end,
          [&](int a, int b) { return std::pair(centres[a][axis], a) < std::pair(centres[b][axis], b); });
      node.first = static_cast<int>(surface.tree.size());
      surface.tree.resize(surface.tree.size() + 2);
      ranges.push_back({node.first, begin, middle});
      ranges.push_back({node.first + 1, middle, end});
    }
    surface.tree[number] = node;
  }
}

}  // namespace

bool TriangleSurface::box_meets(int triangle, const Vector3& low, const Vector3& high) const {
  const auto& corners = triangles[triangle];
  const Vector3 &a = vertices[corners[0]], &b = vertices[corners[1]], &c = vertices[corners[2]];
  return (a.cwiseMin(b).cwiseMin(c).array() <= high.array()).all() &&
         (a.cwiseMax(b).cwiseMax(c).array() >= low.array()).all();
}

Shape make_surface(std::vector<Vector3> vertices, std::vector<std::array<int, 3>> triangles) {
  auto surface = std::make_shared<TriangleSurface>();
  surface->vertices = std::move(vertices);
  surface->triangles = std::move(triangles);
  check_indices(*surface);
  weld(*surface);
  measure(*surface);
  join(*surface);
  for (std::size_t t = 0; t < surface->triangles.size(); ++t)
    surface->is_flat.push_back(TriangleRing(*surface, static_cast<int>(t)).is_flat_here() ? 1 : 0);
  build_tree(*surface);
  Shape shape;
  shape.kind = Shape::Kind::surface;
  shape.surface = std::move(surface);
  return shape;
}

}  // namespace jounce::collision
