#include "contact/edge_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce {

EdgeRows::EdgeRows(const ContactSurface& surface, const ContactSurface& rest, const ContactSurface& opposite,
                   const ContactSurface& opposite_rest, bool is_self, Wall wall, AreJoined are_joined)
    : wall_(std::move(wall)), are_joined_(std::move(are_joined)), nodes_(surface, opposite) {
  edges_.emplace_back(surface, rest);
  if (!is_self) edges_.emplace_back(opposite, opposite_rest);
}

namespace {

/// Rows of edges have numbers below zero, nodes those from zero on.
std::int64_t number_of(std::size_t i, std::size_t j, std::size_t edges_of_second) {
  return -1 - static_cast<std::int64_t>(i * edges_of_second + j);
}

}  // namespace

std::array<int, 4> EdgeRows::nodes_of(const ContactRow& row) const {
  const auto size = static_cast<std::int64_t>(opposite_edges().all().size());
  const std::int64_t number = -1 - row.point;
  const auto &a = edges_.front().all()[static_cast<std::size_t>(number / size)].nodes,
             &b = opposite_edges().all()[static_cast<std::size_t>(number % size)].nodes;
  return {a[0], a[1], b[0], b[1]};
}

std::string EdgeRows::name_of(const ContactRow& row) const {
  const std::array<int, 4> node = nodes_of(row);
  const ContactSurface &first = edges_.front().surface(), &second = opposite_edges().surface();
  return fmt::format("edge of {} and {} on that of {} and {}", first.node_name(node[0]),
                     first.node_name(node[1]), second.node_name(node[2]), second.node_name(node[3]));
}

void EdgeRows::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  const std::array<int, 4> node = nodes_of(row);
  for (std::size_t i = 0; i < 4; ++i) {
    const Index* of = (i < 2 ? edges_.front() : opposite_edges()).surface().dofs(node[i]);
    dofs.insert(dofs.end(), of, of + 3);
  }
}

EdgePoint EdgeRows::point(const State& state, const ContactRow& row) const {
  const std::array<int, 4> node = nodes_of(row);
  std::array<Vector3, 4> places;
  for (std::size_t i = 0; i < 4; ++i)
    places[i] = (i < 2 ? edges_.front() : opposite_edges()).surface().place(state.q, node[i]);
  return {places, row.place == 0 ? 1.0 : -1.0};
}

void EdgeRows::find_candidates(const State& state, double reach) {
  boxes_.clear();
  groups_.clear();
  of_box_.clear();
  candidates_.clear();
  SurfaceEdges::Frame frame;
  for (std::size_t side = 0; side < edges_.size(); ++side)
    for (std::size_t i = 0; i < edges_[side].all().size(); ++i) {
      if (!edges_[side].find_frame(state.q, edges_[side].all()[i], frame) || !frame.is_ridge(kNearlyFlat))
        continue;
      const Vector3 margin = Vector3::Constant(0.5 * reach);
      boxes_.push_back({frame.x_0.cwiseMin(frame.x_1) - margin, frame.x_0.cwiseMax(frame.x_1) + margin});
      groups_.push_back(static_cast<int>(edges_.size() > 1 ? side : boxes_.size()));
      of_box_.push_back(static_cast<int>(i));
    }
  broad_phase_.find(boxes_, groups_, pairs_);
  for (const auto& [first, second] : pairs_) {
    const std::array<int, 2> pair = {of_box_[first], of_box_[second]};
    const auto &a = edges_.front().all()[pair[0]].nodes, &b = opposite_edges().all()[pair[1]].nodes;
    if (edges_.size() == 1 && are_joined_(a, b)) continue;
    candidates_.push_back(pair);
  }
  // Rows are in ascending order: of falling numbers of edges.
  std::ranges::sort(candidates_, std::ranges::greater());
}

void EdgeRows::search(const State& state, double envelope, int pair_number, const ContactLaw& law,
                      std::vector<ContactRow>& rows) {
  bool has_changed = false;
  for (SurfaceEdges& edges : edges_) has_changed = edges.update(state) || has_changed;
  const double reach = envelope + kReach * nodes_.shortest_edge();
  if (has_changed || !(reach_ <= 2 * reach) || !(envelope + 2 * nodes_.farthest(state) <= reach_)) {
    reach_ = reach;
    find_candidates(state, reach_);
    nodes_.keep(state);
  }
  for (const auto& [i, j] : candidates_) {
    double sign = 1;
    if (!touch(state, i, j, envelope, sign)) continue;
    ContactRow row;
    row.pair = pair_number;
    row.point = number_of(i, j, opposite_edges().all().size());
    row.law = &law;
    row.place = sign > 0 ? 0 : 1;
    rows.push_back(row);
  }
}

bool EdgeRows::touch(const State& state, int i, int j, double envelope, double& sign) const {
  const SurfaceEdges &first = edges_.front(), &second = opposite_edges();
  const auto &edge = first.all()[i], &other = second.all()[j];
  const auto place = [&](const SurfaceEdges& of, int node) { return of.surface().place(state.q, node); };
  EdgePoint at({place(first, edge.nodes[0]), place(first, edge.nodes[1]), place(second, other.nodes[0]),
                place(second, other.nodes[1])},
               1);
  const auto is_within = [](double parameter) { return parameter >= 0 && parameter <= 1; };
  if (!(std::abs(at.gap) <= std::max(envelope, kDeep * at.e.norm())) || !is_within(at.r) ||
      !is_within(at.s) || !(at.size > kParallel * at.e.norm() * at.f.norm()))
    return false;
  SurfaceEdges::Frame a, b;
  if (!first.find_frame(state.q, edge, a) || !second.find_frame(state.q, other, b)) return false;
  if (at.n.dot(b.outwards()) < 0) {
    sign = -1;
    at.n = -at.n;
    at.gap = -at.gap;
  }
  if (!(at.gap <= envelope) || !a.is_ridge(kFlat) || !b.is_ridge(kFlat)) return false;
  const bool is_held = -at.gap < kHeld * std::min(at.e.norm(), at.f.norm());
  const double between = is_held ? kBetween : kBarelyBetween;
  for (std::size_t k = 0; k < 2; ++k)
    if (at.n.dot(b.u[k]) > -between || at.n.dot(a.u[k]) < between) return false;
  return at.gap >= 0 || overlap(a, b, at, i, j);
}

bool EdgeRows::overlap(const SurfaceEdges::Frame& a, const SurfaceEdges::Frame& b, const EdgePoint& at, int i,
                       int j) const {
  const double depth = -at.gap;
  double thickness = std::min(at.e.norm(), at.f.norm());
  for (std::size_t k = 0; k < 2; ++k) {
    thickness = std::min(thickness, wall_(true, edges_.front().all()[i].nodes[k]));
    thickness = std::min(thickness, wall_(edges_.size() == 1, opposite_edges().all()[j].nodes[k]));
    // How deep an edge is behind a face of the other.
    const double of_a = std::max(b.n[k].dot(at.y - a.x_0), b.n[k].dot(at.y - a.x_1));
    const double of_b = std::max(a.n[k].dot(at.x - b.x_0), a.n[k].dot(at.x - b.x_1));
    if (of_a < depth || of_b < depth) return false;
  }
  return depth <= kDeep * thickness;
}

}  // namespace jounce
