// The triangles of surfaces whose ways are looked at, and the walls behind them.

#include <algorithm>
#include <limits>
#include <map>

#include "contact/swept_surfaces.h"

namespace jounce {
namespace {

/// Way from a place along a direction to a triangle, in the plane to an edge, that it leaves a body by, with
/// the weights of its corners there; infinite where it does not meet it.
struct WayThrough {
  double length = std::numeric_limits<double>::infinity();
  std::array<double, 3> N = {};
};

WayThrough way_to(const Vector3& x, const Vector3& direction, const std::array<Vector3, 3>& corner,
                  int corners) {
  constexpr double kBeside = 1e-6;
  const Vector3 first = corner[1] - corner[0];
  const Vector3 second = corners == 2 ? Vector3::UnitZ() : Vector3(corner[2] - corner[0]);
  const Vector3 n = first.cross(second);
  const double along = direction.dot(n);
  if (!(along > 0)) return {};
  const double way = (corner[0] - x).dot(n) / along;
  const Vector3 at = x + way * direction - corner[0];
  const double size = n.squaredNorm(), r = at.cross(second).dot(n) / size, s = first.cross(at).dot(n) / size;
  const bool is_on = r > -kBeside && (corners == 2 ? r < 1 + kBeside : s > -kBeside && r + s < 1 + kBeside);
  if (!is_on || !(way > kBeside * first.norm())) return {};
  return {way, {corners == 2 ? 1 - r : 1 - r - s, r, corners == 2 ? 0 : s}};
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
  if (sides_.size() == 1) join_nodes(side);
}

void SweptSurfaces::join_nodes(Side& side) {
  side.joined.assign(side.wall.size(), {});
  const auto join = [&](int node, const ContactSurface::Face& face) {
    for (int k = 0; k < face.corners(); ++k) {
      side.joined[node].push_back(face.nodes[k]);
      side.joined[face.nodes[k]].push_back(node);
    }
  };
  const auto face_of = [&](const Triangle& triangle) -> const ContactSurface::Face& {
    return side.surface->faces()[triangle.face];
  };
  for (const Triangle& triangle : side.triangles) {
    const ContactSurface::Face& face = face_of(triangle);
    for (int k = 0; k < face.corners(); ++k) join(face.nodes[k], face);
  }
  for (std::size_t node = 0; node < side.feet.size(); ++node)
    if (const int foot = side.feet[node].triangle;
        foot >= 0 && foot < static_cast<int>(side.triangles.size()))
      join(static_cast<int>(node), face_of(side.triangles[foot]));
  for (std::vector<int>& nodes : side.joined) {
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }
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
  side.feet.assign(side.wall.size(), {});
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
  side.rest_triangles = triangles_of(*side.rest, side.active_rest);
  add_targets(side.rest_triangles, X_rest);
  broad_phase_.find(boxes, groups, pairs_);
  for (const auto& [first, second] : pairs_) {
    const Triangle& triangle = side.triangles[first];
    for (int k = 0; k < corners(); ++k)
      if (const int node = triangle.nodes[k]; triangle.has_node[k] != 0) {
        const WayThrough way = way_to(X[node], -n[node], targets[second - asking], corners());
        if (!(way.length < side.wall[node])) continue;
        side.wall[node] = way.length;
        side.feet[node] = {second - asking, way.N};
      }
  }
  std::vector<double> sorted = side.wall;
  std::erase_if(sorted, [](double wall) { return !(wall > 0); });
  if (sorted.empty()) return;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  side.typical = *middle;
}

void SweptSurfaces::follow_walls(Side& side, const State& begin, const State& end) const {
  side.wall_now = side.wall;
  const auto own = static_cast<int>(side.triangles.size());
  for (std::size_t node = 0; node < side.feet.size(); ++node) {
    const Foot& foot = side.feet[node];
    if (foot.triangle < 0) continue;
    const bool is_own = foot.triangle < own;
    const ContactSurface& behind = is_own ? *side.surface : *side.rest;
    const Triangle& triangle =
        is_own ? side.triangles[foot.triangle] : side.rest_triangles[foot.triangle - own];
    for (const int when : {0, 1}) {
      const Vector& q = when == 0 ? begin.q : end.q;
      Vector3 way = -side.surface->place(q, static_cast<int>(node));
      for (int k = 0; k < corners(); ++k) way += foot.N[k] * behind.place(q, triangle.nodes[k]);
      const double inwards = std::max(0.0, -way.dot(side.normals[when][node]));
      side.wall_now[node] = std::min(side.wall_now[node], inwards);
    }
  }
}

}  // namespace jounce
