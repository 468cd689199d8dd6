#include "contact/swept_surfaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/surface_edges.h"

namespace jounce {
namespace {

constexpr double kSameWay = HeldParts::kSameWay;

}  // namespace

SweptSurfaces::SweptSurfaces(const ContactSurface& surface, const ContactSurface& surface_rest,
                             const ContactSurface& opposite, const ContactSurface& opposite_rest,
                             bool is_self, HeldParts* held)
    : dimension_(surface.dimension()), held_(held) {
  sides_.emplace_back(surface, surface_rest);
  if (!is_self) sides_.emplace_back(opposite, opposite_rest);
  for (Side& side : sides_) build(side);
}

bool SweptSurfaces::is_joined(const Side& side, int node, std::span<const int> others) {
  const std::vector<int>& all = side.joined[node];
  return std::ranges::any_of(others, [&](int other) { return std::ranges::binary_search(all, other); });
}

bool SweptSurfaces::are_joined(std::span<const int> a, std::span<const int> b) const {
  return std::ranges::any_of(a, [&](int node) { return is_joined(sides_.front(), node, b); });
}

double SweptSurfaces::wall() const { return std::min(sides_.front().typical, sides_.back().typical); }

void SweptSurfaces::find_places(const Side& side, const State& state, std::vector<Vector3>& places) {
  places.resize(static_cast<std::size_t>(side.surface->nodes()));
  for (int node = 0; node < side.surface->nodes(); ++node) places[node] = side.surface->place(state.q, node);
}

double SweptSurfaces::motion(const State& begin, const State& end) const {
  Vector3 mean = Vector3::Zero();
  const auto each_way = [&](const auto& visit) {
    for (const Side& side : sides_)
      for (int node = 0; node < side.surface->nodes(); ++node)
        if (side.active.has_node(node))
          visit(side.surface->place(end.q, node) - side.surface->place(begin.q, node));
  };
  int nodes = 0;
  each_way([&](const Vector3& way) {
    mean += way;
    ++nodes;
  });
  mean /= std::max(nodes, 1);
  double farthest = 0;
  each_way([&](const Vector3& way) { farthest = std::max(farthest, (way - mean).squaredNorm()); });
  return std::sqrt(farthest);
}

void SweptSurfaces::shrink(Side& side, double share, double other_wall) const {
  if (side.surface->is_of_points()) return;
  for (std::size_t node = 0; node < side.wall_now.size(); ++node) {
    side.wall_now[node] = std::min(side.wall_now[node], other_wall);
    for (const std::size_t when : {0U, 1U})
      side.places[when][node] -= 0.5 * share * side.wall_now[node] * side.normals[when][node];
  }
}

collision::Path SweptSurfaces::path_of(const Side& side, int node, bool is_held) const {
  collision::Path path = side.path(node);
  if (!is_held) return path;
  const auto place = static_cast<std::size_t>(node);
  const double deeper = (kShort - kLong) * side.wall_now[place];
  path.begin -= deeper * side.normals[0][place];
  path.end -= deeper * side.normals[1][place];
  return path;
}

Vector3 SweptSurfaces::normal(const Side& side, const Triangle& triangle, double time) const {
  const Vector3 first = side.path(triangle.nodes[0]).at(time);
  const Vector3 along = side.path(triangle.nodes[1]).at(time) - first;
  if (dimension_ == 2) return along.cross(Vector3::UnitZ()).normalized();
  return along.cross(side.path(triangle.nodes[2]).at(time) - first).normalized();
}

void SweptSurfaces::add_boxes(const Side& side) {
  const int number = static_cast<int>(&side - sides_.data());
  for (std::size_t i = 0; i < side.triangles.size(); ++i) {
    const Triangle& triangle = side.triangles[i];
    collision::Bounds box = collision::Bounds::none();
    for (int k = 0; k < side.surface->faces()[triangle.face].corners() && k < corners(); ++k) {
      const int node = triangle.nodes[k];
      for (const bool is_held : {false, held_ != nullptr}) {
        const collision::Path path = path_of(side, node, is_held);
        widen(box, path.begin);
        widen(box, path.end);
      }
    }
    boxes_.push_back(box);
    groups_.push_back(sides_.size() > 1 ? number : static_cast<int>(i));
    of_box_.push_back({number, static_cast<int>(i)});
  }
}

std::optional<Crossing> SweptSurfaces::find(const State& begin, const State& end) {
  for (Side& side : sides_) {
    const bool own = side.active.update(begin), of_rest = side.active_rest.update(begin);
    if (own || of_rest) build(side);
  }
  const double thinner = wall();
  if (!std::isfinite(thinner)) return {};
  // Times of steps are rounded to those of the schedule after they are accepted.
  constexpr double kSameTime = 1e-6;  // of a step
  if (std::abs(begin.t - pending_.time) <= kSameTime * std::abs(end.t - begin.t)) moved_ = pending_.moved;
  const double way = motion(begin, end);
  for (Side& side : sides_)
    if (moved_ == 0) find_places(side, begin, side.last);
  const bool is_short = moved_ + way < kTogether * thinner;
  pending_ = {end.t, is_short ? moved_ + way : 0};
  if (is_short) return {};
  boxes_.clear();
  groups_.clear();
  of_box_.clear();
  for (Side& side : sides_) {
    side.places[0] = side.last;
    find_places(side, end, side.places[1]);
    for (const int when : {0, 1}) find_normals(side.triangles, side.places[when], side.normals[when]);
    follow_walls(side, begin, end);
    shrink(side, held_ != nullptr || way > kLong * thinner ? kLong : kShort, thinner);
    add_boxes(side);
  }
  broad_phase_.find(boxes_, groups_, pairs_);
  std::optional<Crossing> crossing;
  passing_.clear();
  for (const auto& [first, second] : pairs_) {
    const Side &a = sides_[of_box_[first][0]], &b = sides_[of_box_[second][0]];
    const Triangle &i = a.triangles[of_box_[first][1]], &j = b.triangles[of_box_[second][1]];
    meet_nodes(a, i, b, j, crossing);
    meet_nodes(b, j, a, i, crossing);
    if (dimension_ == 3) meet_edges(a, i, b, j, crossing);
  }
  for (const Passing& part : passing_)
    if (part.nodes[0] == part.nodes[1])
      held_->hold(part.side, part.nodes[0], part.n);
    else
      held_->hold(part.side, part.nodes);
  return crossing;
}

void SweptSurfaces::meet_nodes(const Side& a, const Triangle& i, const Side& b, const Triangle& j,
                               std::optional<Crossing>& first) {
  if (b.surface->is_of_points()) return;
  for (int k = 0; k < corners(); ++k) {
    const int node = i.nodes[k];
    if (i.has_node[k] == 0 || touches(a, node)) continue;
    if (&a == &b && is_joined(a, node, std::span(j.nodes).first(static_cast<std::size_t>(corners()))))
      continue;
    collision::Path x;
    std::optional<collision::Meeting> meeting;
    for (const bool is_deep : {false, true}) {
      if (meeting || (is_deep ? held_ == nullptr : holds(a, node))) continue;
      x = path_of(a, node, is_deep);
      meeting = dimension_ == 2
                    ? collision::meet({x, x}, {b.path(j.nodes[0]), b.path(j.nodes[1])}, kTolerance * wall())
                    : collision::meet(x, {b.path(j.nodes[0]), b.path(j.nodes[1]), b.path(j.nodes[2])},
                                      kTolerance * wall());
    }
    if (!meeting) continue;
    const Vector3 n = normal(b, j, meeting->time);
    Vector3 way = x.end - x.begin;
    std::array<double, 3> N = {1 - meeting->at[0] - meeting->at[1], meeting->at[0], meeting->at[1]};
    if (dimension_ == 2) N = {1 - meeting->at[1], meeting->at[1], 0};
    for (int c = 0; c < corners(); ++c) way -= N[c] * (b.places[1][j.nodes[c]] - b.places[0][j.nodes[c]]);
    if (!(way.dot(n) < 0) || a.normals[0][node].dot(n) > kSameWay) continue;
    if (held_ != nullptr) passing_.push_back({number_of(a), {node, node}, n});
    if (first && first->time <= meeting->time) continue;
    first = Crossing{meeting->time, fmt::format("node {} passes through the face of nodes {} and {}",
                                                a.surface->node_name(node), b.surface->node_name(j.nodes[0]),
                                                b.surface->node_name(j.nodes[corners() - 1]))};
  }
}

void SweptSurfaces::meet_edges(const Side& a, const Triangle& i, const Side& b, const Triangle& j,
                               std::optional<Crossing>& first) {
  if (a.surface->is_of_points() || b.surface->is_of_points()) return;
  const auto is_sharp = [&](const Side& side, const Triangle& triangle, int k) {
    const int other = triangle.neighbour[k];
    if (other >= 0 && side.triangles[other].face == triangle.face) return false;  // the diagonal of a quad
    return triangle.has_edge[k] != 0 &&
           (other < 0 ||
            normal(side, triangle, 0).dot(normal(side, side.triangles[other], 0)) < SurfaceEdges::kFlat);
  };
  for (int k = 0; k < 3; ++k) {
    if (!is_sharp(a, i, k)) continue;
    const std::array<int, 2> e = {i.nodes[k], i.nodes[(k + 1) % 3]};
    for (int l = 0; l < 3; ++l) {
      const std::array<int, 2> f = {j.nodes[l], j.nodes[(l + 1) % 3]};
      if (&a == &b && are_joined(e, f)) continue;
      if (!is_sharp(b, j, l)) continue;
      if (touches(a, e) && touches(b, f)) continue;
      const bool is_held = holds(a, e) && holds(b, f);
      const std::array<collision::Path, 2> of_f = {b.path(f[0]), b.path(f[1])};
      std::array<collision::Path, 2> of_e;
      std::optional<collision::Meeting> meeting;
      for (const bool is_deep : {false, true}) {
        if (meeting || (is_deep ? held_ == nullptr : is_held)) continue;
        of_e = {path_of(a, e[0], is_deep), path_of(a, e[1], is_deep)};
        meeting = collision::meet(of_e, of_f, kTolerance * wall());
      }
      if (!meeting) continue;
      const double t = meeting->time, r = meeting->at[0], s = meeting->at[1];
      const Vector3 of_a = (a.normals[0][e[0]] + a.normals[0][e[1]]).normalized(),
                    of_b = (b.normals[0][f[0]] + b.normals[0][f[1]]).normalized();
      Vector3 n = (of_e[1].at(t) - of_e[0].at(t)).cross(of_f[1].at(t) - of_f[0].at(t)).normalized();
      if (n.dot(of_b - of_a) < 0) n = -n;  // out of b
      const auto way = [](const std::array<collision::Path, 2>& edge, double at) -> Vector3 {
        return (1 - at) * (edge[0].end - edge[0].begin) + at * (edge[1].end - edge[1].begin);
      };
      if (!((way(of_e, r) - way(of_f, s)).dot(n) < 0) || of_a.dot(of_b) > kSameWay) continue;
      if (held_ != nullptr) {
        passing_.push_back({number_of(a), e, n});
        passing_.push_back({number_of(b), f, n});
      }
      if (first && first->time <= t) continue;
      first = Crossing{t, fmt::format("the edge of nodes {} and {} passes through that of nodes {} and {}",
                                      a.surface->node_name(e[0]), a.surface->node_name(e[1]),
                                      b.surface->node_name(f[0]), b.surface->node_name(f[1]))};
    }
  }
}

}  // namespace jounce
