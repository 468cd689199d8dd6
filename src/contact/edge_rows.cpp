#include "contact/edge_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce {

std::int64_t EdgeRows::count() const {
  return static_cast<std::int64_t>(edges(0).all().size() * edges(1).all().size());
}

namespace {

std::int64_t number_of(std::size_t i, std::size_t j, std::size_t edges_of_second) {
  return -1 - static_cast<std::int64_t>(i * edges_of_second + j);
}

}  // namespace

std::array<std::size_t, 2> EdgeRows::edges_of(const ContactRow& row) const {
  const std::size_t size = edges(1).all().size();
  const auto number = static_cast<std::size_t>(-1 - row.point);
  return {number / size, number % size};
}

std::string EdgeRows::name_of(const ContactRow& row) const {
  std::array<std::string, 2> names;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& nodes = edges(side).all()[edges_of(row)[side]].nodes;
    const ContactSurface& surface = edges(side).surface();
    names[side] = fmt::format("{} and {}", surface.node_name(nodes[0]), surface.node_name(nodes[1]));
  }
  return fmt::format("edge of {} on that of {}", names[0], names[1]);
}

void EdgeRows::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  for (std::size_t side = 0; side < 2; ++side)
    for (const int node : edges(side).all()[edges_of(row)[side]].nodes) {
      const Index* of = edges(side).surface().dofs(node);
      dofs.insert(dofs.end(), of, of + 3);
    }
}

EdgePoint EdgeRows::point(const State& state, std::size_t i, std::size_t j, double sign) const {
  const auto &a = edges(0).all()[i].nodes, &b = edges(1).all()[j].nodes;
  const auto place = [&](std::size_t side, int node) { return edges(side).surface().place(state.q, node); };
  return {{place(0, a[0]), place(0, a[1]), place(1, b[0]), place(1, b[1])}, sign};
}

EdgePoint EdgeRows::point(const State& state, const ContactRow& row) const {
  const auto [i, j] = edges_of(row);
  return point(state, i, j, row.place == 0 ? 1.0 : -1.0);
}

void EdgeRows::evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                        double* W_T) const {
  const EdgePoint at = point(state, row);
  gap = at.gap;
  at.row(Direction::normal, W);
  for (int d = 0; d < row.law->tangents && W_T != nullptr; ++d)
    at.row(tangent(d), W_T + static_cast<std::size_t>(d) * EdgePoint::kDofs);
}

void EdgeRows::find_candidates(const Ridges& ridges, double reach) {
  boxes_.clear();
  groups_.clear();
  of_box_.clear();
  candidates_.clear();
  for (std::size_t side = 0; side < ridges.size(); ++side)
    for (const Ridge& ridge : ridges[side]) {
      const SurfaceEdges::Frame& frame = ridge.frame;
      const auto& nodes = edges(side).all()[ridge.edge].nodes;
      const double deep =
          sides_.holds(side, nodes)
              ? HeldParts::kDeepest * std::min(sides_.wall(side, nodes[0]), sides_.wall(side, nodes[1]))
              : 0;
      const Vector3 margin = Vector3::Constant(0.5 * reach + deep);
      boxes_.push_back({frame.x_0.cwiseMin(frame.x_1) - margin, frame.x_0.cwiseMax(frame.x_1) + margin});
      groups_.push_back(static_cast<int>(sides_.is_self() ? boxes_.size() : side));
      of_box_.push_back(ridge.edge);
    }
  broad_phase_.find(boxes_, groups_, pairs_);
  for (const auto& [first, second] : pairs_) {
    const std::array<std::size_t, 2> pair = {of_box_[first], of_box_[second]};
    if (sides_.is_self() && sides_.are_joined(edges(0).all()[pair[0]].nodes, edges(0).all()[pair[1]].nodes))
      continue;
    candidates_.push_back(pair);
  }
  // Rows are in ascending order: of falling numbers of edges.
  std::ranges::sort(candidates_, std::ranges::greater());
  if (sides_.held == nullptr) return;
  sides_.held->release_edges([&](std::size_t side, const HeldParts::Nodes& nodes) {
    return std::ranges::none_of(candidates_, [&](const std::array<std::size_t, 2>& pair) {
      for (std::size_t k = 0; k < 2; ++k) {
        const auto& edge = edges(k).all()[pair[k]].nodes;
        if ((sides_.is_self() || k == side) && std::min(edge[0], edge[1]) == nodes[0] &&
            std::max(edge[0], edge[1]) == nodes[1])
          return true;
      }
      return false;
    });
  });
}

void EdgeRows::append(const State& state, double envelope, const ContactRow& of_pair,
                      std::vector<ContactRow>& rows) const {
  for (const auto& [i, j] : candidates_) {
    double sign = 1;
    if (!touch(state, i, j, envelope, sign)) continue;
    if (sides_.held != nullptr) {
      sides_.held->touch(0, edges(0).all()[i].nodes);
      sides_.held->touch(sides_.is_self() ? 0 : 1, edges(1).all()[j].nodes);
    }
    ContactRow& row = rows.emplace_back(of_pair);
    row.point = number_of(i, j, edges(1).all().size());
    row.place = sign > 0 ? 0 : 1;
  }
}

bool EdgeRows::touch(const State& state, std::size_t i, std::size_t j, double envelope, double& sign) const {
  EdgePoint at = point(state, i, j, sign);
  const auto is_within = [](double parameter) { return parameter >= 0 && parameter <= 1; };
  if (!(std::abs(at.gap) <= std::max(envelope, kDeep * at.e.norm())) || !is_within(at.r) ||
      !is_within(at.s) || !(at.size > kParallel * at.e.norm() * at.f.norm()))
    return false;
  SurfaceEdges::Frame a, b;
  if (!edges(0).find_frame(state.q, edges(0).all()[i], a) ||
      !edges(1).find_frame(state.q, edges(1).all()[j], b))
    return false;
  const Vector3 out = is_held(i, j) ? Vector3(b.outwards() - a.outwards()) : b.outwards();
  if (at.n.dot(out) < 0) {
    sign = -1;
    at.n = -at.n;
    at.gap = -at.gap;
  }
  if (is_held(i, j))
    return at.gap <= envelope && -at.gap <= HeldParts::kDeepest * wall(i, j) &&
           a.outwards().normalized().dot(b.outwards().normalized()) < HeldParts::kSameWay;
  if (!(at.gap <= envelope) || !a.is_ridge(SurfaceEdges::kFlat) || !b.is_ridge(SurfaceEdges::kFlat))
    return false;
  const bool means_hold = -at.gap < kHeld * std::min(at.e.norm(), at.f.norm());
  const double between = means_hold ? kBetween : kBarelyBetween;
  for (std::size_t k = 0; k < 2; ++k)
    if (at.n.dot(b.u[k]) > -between || at.n.dot(a.u[k]) < between) return false;
  return at.gap >= 0 || overlap(a, b, at, i, j);
}

bool EdgeRows::is_held(std::size_t i, std::size_t j) const {
  return sides_.holds(0, edges(0).all()[i].nodes) || sides_.holds(1, edges(1).all()[j].nodes);
}

double EdgeRows::wall(std::size_t i, std::size_t j) const {
  const auto &a = edges(0).all()[i].nodes, &b = edges(1).all()[j].nodes;
  return std::min({sides_.wall(0, a[0]), sides_.wall(0, a[1]), sides_.wall(1, b[0]), sides_.wall(1, b[1])});
}

bool EdgeRows::overlap(const SurfaceEdges::Frame& a, const SurfaceEdges::Frame& b, const EdgePoint& at,
                       std::size_t i, std::size_t j) const {
  const double depth = -at.gap;
  const double thickness = std::min({at.e.norm(), at.f.norm(), wall(i, j)});
  for (std::size_t k = 0; k < 2; ++k) {
    // How deep an edge is behind a face of the other.
    const double of_a = std::max(b.n[k].dot(at.y - a.x_0), b.n[k].dot(at.y - a.x_1));
    const double of_b = std::max(a.n[k].dot(at.x - b.x_0), a.n[k].dot(at.x - b.x_1));
    if (of_a < depth || of_b < depth) return false;
  }
  return depth <= kDeep * thickness;
}

}  // namespace jounce
