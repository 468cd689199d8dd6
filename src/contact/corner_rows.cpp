#include "contact/corner_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "math/axes.h"
#include "math/shape_functions.h"

namespace jounce {

CornerRows::CornerRows(const TwoSides& sides, std::int64_t first_point)
    : sides_(sides), first_point_(first_point) {
  for (const SurfaceEdges& edges : sides.edges) corners_.emplace_back(edges);
  faces_ =
      static_cast<std::int64_t>(std::max(sides.surface(0).faces().size(), sides.surface(1).faces().size()));
}

std::int64_t CornerRows::point_of(const Pair& pair) const {
  const std::int64_t first_node = pair.side == 0 ? 0 : sides_.surface(0).nodes();
  return first_point_ - ((first_node + pair.node) * faces_ + pair.face);
}

CornerRows::Pair CornerRows::pair_of(const ContactRow& row) const {
  const std::int64_t number = first_point_ - row.point;
  const int node = static_cast<int>(number / faces_), face = static_cast<int>(number % faces_);
  const int first_nodes = sides_.surface(0).nodes();
  if (node < first_nodes) return {0, node, face};
  return {1, node - first_nodes, face};
}

std::string CornerRows::name_of(const ContactRow& row) const {
  const Pair pair = pair_of(row);
  const ContactSurface& other = other_of(pair);
  const ContactSurface::Face& face = other.faces()[pair.face];
  return fmt::format("{} on the face of {} and {}", surface_of(pair).node_name(pair.node),
                     other.node_name(face.nodes[0]),
                     other.node_name(face.nodes[static_cast<std::size_t>(face.corners() - 1)]));
}

void CornerRows::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  const Pair pair = pair_of(row);
  const Index* of = surface_of(pair).dofs(pair.node);
  dofs.insert(dofs.end(), of, of + 3);
  const ContactSurface& other = other_of(pair);
  const ContactSurface::Face& face = other.faces()[pair.face];
  for (int k = 0; k < face.size(); ++k) {
    of = other.dofs(face.nodes[static_cast<std::size_t>(k)]);
    dofs.insert(dofs.end(), of, of + 3);
  }
}

Facing CornerRows::facing(const Vector& q, const Pair& pair, ContactSurface::Face& point) const {
  static const FaceValues kOne = FaceValues::Ones(1);
  point.is_point = true;
  point.nodes[0] = pair.node;
  Facing facing;
  facing.face = &point;
  facing.opposite = &other_of(pair).faces()[pair.face];
  facing.N = &kOne;
  facing.find(q, surface_of(pair), other_of(pair), reference_centre(facing.opposite->shape));
  return facing;
}

Facing CornerRows::facing(const State& state, const ContactRow& row, ContactSurface::Face& point) const {
  Facing found = facing(state.q, pair_of(row), point);
  if (!std::isnan(found.gap)) found.find_tangents(Vector3::Unit(static_cast<Index>(row.place)));
  return found;
}

double CornerRows::gap(const State& state, const ContactRow& row) const {
  ContactSurface::Face point;
  return facing(state.q, pair_of(row), point).gap;
}

Vector3 CornerRows::position(const State& state, const ContactRow& row) const {
  const Pair pair = pair_of(row);
  return surface_of(pair).place(state.q, pair.node);
}

Vector3 CornerRows::axis(const State& state, const ContactRow& row, Direction direction) const {
  ContactSurface::Face point;
  return facing(state, row, point).direction(direction);
}

namespace {

void write_row(const Facing& facing, Direction direction, double* W) {
  const Vector3 along = facing.direction(direction);
  for (int i = 0; i < facing.nodes(); ++i) Eigen::Map<Vector3>(W + 3 * i) = facing.share(i) * along;
}

}  // namespace

void CornerRows::jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const {
  ContactSurface::Face point;
  write_row(facing(state, row, point), direction, W);
}

void CornerRows::evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                          double* W_T) const {
  ContactSurface::Face point;
  const Facing found = facing(state, row, point);
  gap = found.gap;
  write_row(found, Direction::normal, W);
  for (int d = 0; d < row.law->tangents && W_T != nullptr; ++d)
    write_row(found, tangent(d), W_T + 3 * d * found.nodes());
}

Facing::Matrix CornerRows::gradient(const State& state, const ContactRow& row, Direction direction) const {
  ContactSurface::Face point;
  const Facing found = facing(state, row, point);
  Facing::Matrix K = Facing::Matrix::Zero(3 * found.nodes(), 3 * found.nodes());
  found.add_second_derivatives(direction, 1, K);
  return K;
}

void CornerRows::find_candidates(const State& state, const Ridges& ridges, double reach) {
  candidates_.clear();
  for (std::size_t side = 0; side < corners_.size(); ++side) {
    std::vector<int> nodes;
    for (const Ridge& ridge : ridges[side])
      if (ridge.frame.is_ridge(kSharp))
        for (const int node : sides_.of(side).all()[ridge.edge].nodes) nodes.push_back(node);
    for (int node = 0; node < sides_.surface(side).nodes(); ++node)
      if (sides_.holds(side, node)) nodes.push_back(node);
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    add_candidates(state, side, nodes, reach);
    release(side, nodes);
  }
  // Rows are in ascending order.
  std::ranges::sort(candidates_, [&](const Pair& a, const Pair& b) { return point_of(a) < point_of(b); });
}

/// Lets nodes go that have come away from all faces.
void CornerRows::release(std::size_t side, const std::vector<int>& nodes) {
  for (const int node : nodes)
    if (sides_.holds(side, node) && std::ranges::none_of(candidates_, [&](const Pair& pair) {
          return pair.side == side && pair.node == node;
        }))
      sides_.held->release(side, node);
}

void CornerRows::add_candidates(const State& state, std::size_t side, const std::vector<int>& nodes,
                                double reach) {
  const ContactSurface &surface = sides_.surface(side), &other = sides_.surface(1 - side);
  const Vector3 margin = Vector3::Constant(0.5 * reach);
  boxes_.clear();
  faces_of_boxes_.clear();
  for (const int node : nodes) {
    const Vector3 x = surface.place(state.q, node);
    const Vector3 around = margin + Vector3::Constant(deep(side, node) * corners_[side].shortest_edge(node));
    boxes_.push_back({x - around, x + around});
  }
  groups_.assign(boxes_.size(), 0);
  FaceNodes x;
  for (int number = 0; number < static_cast<int>(other.faces().size()); ++number) {
    if (!sides_.of(1 - side).has_face(false, number)) continue;
    other.gather(other.faces()[number], state.q, x);
    boxes_.push_back({x.rowwise().minCoeff() - margin, x.rowwise().maxCoeff() + margin});
    groups_.push_back(1);
    faces_of_boxes_.push_back(number);
  }
  broad_phase_.find(boxes_, groups_, pairs_);
  for (const auto& [first, second] : pairs_) {
    const Pair pair = {side, nodes[first], faces_of_boxes_[static_cast<std::size_t>(second) - nodes.size()]};
    const ContactSurface::Face& face = other.faces()[pair.face];
    if (sides_.is_self() &&
        sides_.are_joined(corners_[0].corners(pair.node),
                          std::span(face.nodes).first(static_cast<std::size_t>(face.corners()))))
      continue;
    candidates_.push_back(pair);
  }
}

void CornerRows::append(const State& state, double envelope, const ContactRow& of_pair,
                        std::vector<ContactRow>& rows) {
  const std::size_t first_row = rows.size();
  for (std::size_t next = 0; next < candidates_.size();) {
    next = find_feet(state, envelope, next);
    for (std::size_t foot = 0; foot < feet_.size(); ++foot) {
      if (!is_taken(state, envelope, foot)) continue;
      take_held(feet_[foot]);
      ContactRow& row = rows.emplace_back(of_pair);
      row.point = point_of(feet_[foot].pair);
      row.place = static_cast<std::size_t>(axis_across(feet_[foot].n));
    }
  }
  std::sort(rows.begin() + static_cast<std::ptrdiff_t>(first_row), rows.end(),
            [](const ContactRow& a, const ContactRow& b) { return a.point < b.point; });
}

void CornerRows::take_held(const Foot& foot) {
  const Pair& pair = foot.pair;
  if (!sides_.holds(pair.side, pair.node)) return;
  sides_.held->touch(pair.side, pair.node);
  if (foot.gap < 0 && sides_.held->normal(pair.side, pair.node).dot(foot.n) > kTurned)
    sides_.held->turn(pair.side, pair.node, foot.n);
}

double CornerRows::deepest(const Pair& pair) const {
  double thickness =
      std::min(corners_[pair.side].shortest_edge(pair.node), sides_.wall(pair.side, pair.node));
  const ContactSurface::Face& face = other_of(pair).faces()[pair.face];
  for (int k = 0; k < face.corners(); ++k)
    thickness = std::min(thickness, sides_.wall(1 - pair.side, face.nodes[static_cast<std::size_t>(k)]));
  return deep(pair.side, pair.node) * thickness;
}

bool CornerRows::is_near(const State& state, const Pair& pair, double envelope) const {
  constexpr double kCurved = 1.1;  // of the radius around the nodes of a face
  const ContactSurface& other = other_of(pair);
  const ContactSurface::Face& face = other.faces()[pair.face];
  FaceNodes nodes;
  other.gather(face, state.q, nodes);
  const int corners = face.corners();
  const Vector3 centre = nodes.leftCols(corners).rowwise().mean();
  const Vector3 n = polygon_normal(nodes, corners).normalized();
  nodes.colwise() -= centre;
  const double radius = kCurved * nodes.colwise().norm().maxCoeff();
  const double bulge = 2 * (n.transpose() * nodes).cwiseAbs().maxCoeff();
  const Vector3 x = surface_of(pair).place(state.q, pair.node) - centre;
  const double height = n.dot(x),
               depth = deep(pair.side, pair.node) * corners_[pair.side].shortest_edge(pair.node);
  return height <= envelope + bulge && height >= -depth - bulge &&
         x.norm() <= radius + bulge + std::abs(height);
}

std::size_t CornerRows::find_feet(const State& state, double envelope, std::size_t candidate) {
  feet_.clear();
  const Pair first = candidates_[candidate];
  const bool is_held = sides_.holds(first.side, first.node);
  ContactSurface::Face point;
  for (; candidate < candidates_.size() && candidates_[candidate].has_same_node(first); ++candidate) {
    const Pair& pair = candidates_[candidate];
    // What a held node is in front of tells which faces are behind that.
    const double range = is_held ? std::max(envelope, deepest(pair)) : envelope;
    if (!is_near(state, pair, range)) continue;
    const Facing found = facing(state.q, pair, point);
    if (!(found.gap <= range) || !is_on_face(found.opposite->shape, found.y.xi) || found.gap < -deepest(pair))
      continue;
    feet_.push_back({pair, found.gap, found.y.x, found.y.n});
  }
  // Over an edge between faces their numbers decide, not round-off.
  const double same = kNoThickness * corners_[first.side].shortest_edge(first.node);
  std::ranges::sort(feet_, {}, [&](const Foot& foot) {
    return std::pair(std::round(std::abs(foot.gap) / same), foot.pair.face);
  });
  return candidate;
}

bool CornerRows::counts(const Foot& foot) const {
  if (!(foot.gap < 0) || !sides_.holds(foot.pair.side, foot.pair.node)) return true;
  return sides_.held->normal(foot.pair.side, foot.pair.node).dot(foot.n) > kTurned ||
         foot.gap > -kShallow * deepest(foot.pair);
}

bool CornerRows::is_taken(const State& state, double envelope, std::size_t foot) const {
  const Foot& own = feet_[foot];
  if (!(own.gap <= envelope) || !counts(own)) return false;
  const bool is_held = sides_.holds(own.pair.side, own.pair.node);
  const double none = kNoThickness * corners_[own.pair.side].shortest_edge(own.pair.node);
  const ContactSurface& other = other_of(own.pair);
  FaceNodes x;
  other.gather(other.faces()[own.pair.face], state.q, x);
  for (std::size_t k = 0; k < foot; ++k) {
    const Foot& nearer = feet_[k];
    if (!counts(nearer)) continue;
    if (nearer.n.dot(own.n) > kSameWay) return false;
    // Inside a convex corner the way out is the shorter one; in front of a wall there is none through the
    // wall.
    if (own.gap < 0 && (is_held || nearer.gap < none) && nearer.n.dot(x.rowwise().mean() - nearer.y) < 0)
      return false;
  }
  return is_held || corners_[own.pair.side].stands_on(state.q, own.pair.node, own.n);
}

}  // namespace jounce
