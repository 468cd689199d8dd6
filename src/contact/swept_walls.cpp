// The triangles of surfaces whose ways are looked at, and the walls behind them.

#include <algorithm>
#include <limits>
#include <map>

#include "contact/swept_surfaces.h"

namespace jounce {
namespace {

/// Way from a place along a direction to a triangle, in the plane to an edge, that it leaves a body by;
/// infinite where it does not meet it.
double way_to(const Vector3& x, const Vector3& direction, const std::array<Vector3, 3>& corner, int corners) {
  constexpr double kNone = std::numeric_limits<double>::infinity(), kBeside = 1e-6;
  const Vector3 first = corner[1] - corner[0];
  const Vector3 second = corners == 2 ? Vector3::UnitZ() : Vector3(corner[2] - corner[0]);
  const Vector3 n = first.cross(second);
  const double along = direction.dot(n);
  if (!(along > 0)) return kNone;
  const double way = (corner[0] - x).dot(n) / along;
  const Vector3 at = x + way * direction - corner[0];
  const double size = n.squaredNorm(), r = at.cross(second).dot(n) / size, s = first.cross(at).dot(n) / size;
  const bool is_on = r > -kBeside && (corners == 2 ? r < 1 + kBeside : s > -kBeside && r + s < 1 + kBeside);
  return is_on && way > kBeside * first.norm() ? way : kNone;
}

std::vector<Vector3> initial_places(const ContactSurface& surface) {
  std::vector<Vector3> places;
  for (int node = 0; node < surface.nodes(); ++node) places.push_back(surface.initial_place(node));
  return places;
}

}  // namespace

std::vector<SweptSurfaces::Triangle> SweptSurfaces::triangles_of(const ContactSurface& surface,
                                                                 const ActiveFaces& active) {
  std::vector<Triangle> triangles;
  for (int number = 0; number < static_cast<int>(surface.faces().size()); ++number) {
    if (!active.has_face(number)) continue;
    const ContactSurface::Face& face = surface.faces()[number];
    const int n = face.corners();
    if (n == 1)
      triangles.push_back({{face.nodes[0], face.nodes[0], face.nodes[0]}, number});
    else if (n == 2)
      triangles.push_back({{face.nodes[0], face.nodes[1], face.nodes[1]}, number});
    for (int k = 2; k < n; ++k)
      triangles.push_back({{face.nodes[0], face.nodes[k - 1], face.nodes[k]}, number});
  }
  return triangles;
}

void SweptSurfaces::build(Side& side) {
  side.triangles = triangles_of(*side.surface, side.active);
  std::vector<std::uint8_t> taken(static_cast<std::size_t>(side.surface->nodes()), 0);
  std::map<std::array<int, 2>, std::array<int, 2>> edges;  // ends: triangle and the place of the edge in it
  for (std::size_t i = 0; i < side.triangles.size(); ++i) {
    Triangle& triangle = side.triangles[i];
    for (int k = 0; k < corners(); ++k) {
      std::uint8_t& is_taken = taken[triangle.nodes[k]];
      triangle.has_node[k] = is_taken == 0 ? 1 : 0;
      is_taken = 1;
      if (dimension_ == 2 || side.surface->is_of_points()) continue;
      const int a = triangle.nodes[k], b = triangle.nodes[(k + 1) % 3];
      const auto [at, added] =
          edges.try_emplace({std::min(a, b), std::max(a, b)}, std::array{static_cast<int>(i), k});
      triangle.has_edge[k] = added ? 1 : 0;
      if (added) continue;
      triangle.neighbour[k] = at->second[0];
      side.triangles[at->second[0]].neighbour[at->second[1]] = static_cast<int>(i);
    }
  }
  find_walls(side);
}

void SweptSurfaces::find_normals(const std::vector<Triangle>& triangles, const std::vector<Vector3>& places,
                                 std::vector<Vector3>& normals) const {
  normals.assign(places.size(), Vector3::Zero());
  for (const Triangle& triangle : triangles) {
    const Vector3 first = places[triangle.nodes[1]] - places[triangle.nodes[0]];
    const Vector3 n = dimension_ == 2 ? first.cross(Vector3::UnitZ())
                                      : first.cross(places[triangle.nodes[2]] - places[triangle.nodes[0]]);
    for (int k = 0; k < corners(); ++k) normals[triangle.nodes[k]] += n;
  }
  for (Vector3& n : normals)
    if (const double size = n.norm(); size > 0) n /= size;
}

void SweptSurfaces::find_walls(Side& side) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  side.wall.assign(static_cast<std::size_t>(side.surface->nodes()), kNone);
  side.typical = kNone;
  if (side.surface->is_of_points()) return;
  const std::vector<Vector3> X = initial_places(*side.surface), X_rest = initial_places(*side.rest);
  std::vector<Vector3> n;
  find_normals(side.triangles, X, n);
  std::fill(side.wall.begin(), side.wall.end(), 0.0);
  for (const Triangle& triangle : side.triangles)
    for (int k = 0; k < corners(); ++k) {
      const int a = triangle.nodes[k], b = triangle.nodes[(k + 1) % corners()];
      for (const int node : {a, b})
        side.wall[node] = std::max(side.wall[node], kDepth * (X[a] - X[b]).norm());
    }
  // From every node inwards, to the other side of the body.
  std::vector<collision::Bounds> boxes;
  std::vector<int> groups;
  for (const Triangle& triangle : side.triangles) {
    collision::Bounds box = collision::Bounds::none();
    for (int k = 0; k < corners(); ++k) {
      const int node = triangle.nodes[k];
      widen(box, X[node]);
      widen(box, X[node] - side.wall[node] * n[node]);
    }
    boxes.push_back(box);
  }
  const auto asking = static_cast<int>(boxes.size());
  groups.assign(boxes.size(), 0);
  std::vector<std::array<Vector3, 3>> targets;
  const auto add_targets = [&](const std::vector<Triangle>& triangles, const std::vector<Vector3>& at) {
    for (const Triangle& triangle : triangles) {
      targets.push_back({at[triangle.nodes[0]], at[triangle.nodes[1]], at[triangle.nodes[2]]});
      collision::Bounds box = collision::Bounds::none();
      for (const Vector3& x : targets.back()) widen(box, x);
      boxes.push_back(box);
      groups.push_back(1);
    }
  };
  add_targets(side.triangles, X);
  add_targets(triangles_of(*side.rest, side.active_rest), X_rest);
  broad_phase_.find(boxes, groups, pairs_);
  for (const auto& [first, second] : pairs_) {
    const Triangle& triangle = side.triangles[first];
    for (int k = 0; k < corners(); ++k)
      if (const int node = triangle.nodes[k]; triangle.has_node[k] != 0)
        side.wall[node] =
            std::min(side.wall[node], way_to(X[node], -n[node], targets[second - asking], corners()));
  }
  std::vector<double> sorted = side.wall;
  std::erase_if(sorted, [](double wall) { return !(wall > 0); });
  if (sorted.empty()) return;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  side.typical = *middle;
}

}  // namespace jounce
