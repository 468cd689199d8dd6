#include "contact/body_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rotation.h"

namespace jounce {
namespace {

/// Bits of a point's number: two shapes and the parts of them that touch; 53 in all, so that a double holds
/// it.
constexpr int kShapeBits = 20, kFeatureBits = 13;

std::int64_t point_number(int i, int j, std::uint32_t feature) {
  constexpr std::uint32_t mask = (1U << kFeatureBits) - 1;
  const std::uint32_t folded = (feature ^ feature >> kFeatureBits ^ feature >> 2 * kFeatureBits) & mask;
  return (static_cast<std::int64_t>(i) << kShapeBits | j) << kFeatureBits | folded;
}

}  // namespace

BodyContacts::BodyContacts(std::string name, ContactLaw law, double envelope, std::vector<Piece> pieces,
                           std::vector<std::array<int, 2>> apart)
    : ContactPair(std::move(name), std::move(law)),
      pieces_(std::move(pieces)),
      apart_(std::move(apart)),
      rims_(pieces_),
      envelope_(envelope) {
  for (const Piece& piece : pieces_) {
    groups_.push_back(piece.group);
    const collision::Bounds box = collision::bounds(piece.shape(), piece.pose());
    radii_.push_back(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).norm());
  }
}

std::string BodyContacts::point_name(const ContactRow& row) const {
  return fmt::format("{}|{}", piece(row, 0).name, piece(row, 1).name);
}

bool BodyContacts::may_touch(std::size_t a, std::size_t b) const {
  if (pieces_[a].body->size() + pieces_[b].body->size() == 0 || groups_[a] == groups_[b]) return false;
  return !std::binary_search(apart_.begin(), apart_.end(),
                             std::array{std::min(groups_[a], groups_[b]), std::max(groups_[a], groups_[b])});
}

bool BodyContacts::can_touch() const {
  for (std::size_t a = 0; a < pieces_.size(); ++a)
    for (std::size_t b = a + 1; b < pieces_.size(); ++b)
      if (may_touch(a, b)) return true;
  return false;
}

void BodyContacts::place(const State& state, const SearchRange& range, double envelope) const {
  placed_.resize(pieces_.size());
  boxes_.resize(pieces_.size());
  MarkerKinematics body;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    Placed& placed = placed_[i];
    if (piece.body->size() > 0 && state.is_dormant(piece.body->dofs().front())) {
      boxes_[i] = collision::Bounds::none();
      continue;
    }
    piece.body->evaluate(state, range.horizon > 0 ? Derivatives::first : Derivatives::none, body);
    placed.pose = composed(body, piece.pose());
    collision::Bounds box = collision::bounds(piece.shape(), placed.pose);
    Vector3 low = Vector3::Constant(-0.5 * envelope), high = Vector3::Constant(0.5 * envelope);
    placed.reach = 0;
    if (range.horizon > 0 && piece.body->size() > 0) {
      const Vector3 path = range.horizon * body.velocity;
      const double spin = body.omega.norm();
      const double arm =
          piece.shape().kind == collision::Shape::Kind::sphere ? piece.pose().x.norm() : radii_[i];
      const double turn = spin > 0 ? spin * range.horizon * arm : 0.0;  // the arm of a plane is infinite
      placed.reach = path.norm() + turn;
      low += path.cwiseMin(0.0) - Vector3::Constant(turn);
      high += path.cwiseMax(0.0) + Vector3::Constant(turn);
    }
    box.low += low;
    box.high += high;
    boxes_[i] = box;
  }
}

TouchingPoints BodyContacts::in_body_axes(const collision::ContactPoint& point, int i, int j) const {
  using Kind = collision::ContactPoint::Kind;
  const auto to_body = [&](int shape, const Vector3& x) {
    const auto at = static_cast<std::size_t>(shape);
    return Vector3(pieces_[at].pose().x +
                   pieces_[at].pose().R * (placed_[at].pose.R.transpose() * (x - placed_[at].pose.x)));
  };
  const auto turned = [&](int shape, const Vector3& n) {
    const auto at = static_cast<std::size_t>(shape);
    return Vector3(pieces_[at].pose().R * (placed_[at].pose.R.transpose() * n));
  };
  TouchingPoints touching;
  touching.kind = point.kind == Kind::points    ? TouchingPoints::Kind::points
                  : point.kind == Kind::plane_a ? TouchingPoints::Kind::plane_a
                                                : TouchingPoints::Kind::plane_b;
  touching.shapes = {i, j};
  touching.a = to_body(i, point.a);
  touching.b = to_body(j, point.b);
  touching.normal = turned(point.kind == Kind::plane_b ? j : i, point.normal);
  touching.radii = {point.radius_a, point.radius_b};
  return touching;
}

Vector3 BodyContacts::relative_velocity(const State& state, std::size_t a, std::size_t b,
                                        const collision::ContactPoint& point) const {
  Vector3 velocity = Vector3::Zero();
  MarkerKinematics body;
  if (const Marker& B = *pieces_[b].body; B.size() > 0) {
    B.evaluate(state, Derivatives::first, body);
    velocity = body.velocity + body.omega.cross(point.b - body.x);
  }
  if (const Marker& A = *pieces_[a].body; A.size() > 0) {
    A.evaluate(state, Derivatives::first, body);
    velocity = velocity - body.velocity - body.omega.cross(point.a - body.x);
  }
  return velocity;
}

std::shared_ptr<const Rim> BodyContacts::rim_of(const State& state, const SearchRange& range,
                                                const collision::ContactPoint& point, int i, int j) const {
  const int number = rims_.with_rims(i, j);
  if (number < 0) return nullptr;
  const auto cylinder = static_cast<std::size_t>(number);
  const Vector3 axis = placed_[cylinder].pose.R.col(2);
  double turn = 0;
  if (range.horizon > 0 && std::isfinite(range.horizon)) {
    MarkerKinematics body;
    for (const int k : {i, j}) {
      const Marker& marker = *pieces_[k].body;
      if (marker.size() == 0) continue;
      marker.evaluate(state, Derivatives::first, body);
      turn += range.horizon * body.omega.cross(axis).norm();
    }
  }
  return rims_.of(point, i, j, turn, axis);
}

double BodyContacts::stray(const State& begin, double h, const State& end) const {
  double most = 0, second = 0;
  MarkerKinematics from, to;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Marker& marker = *pieces_[i].body;
    if (marker.size() == 0 || end.is_dormant(marker.dofs().front())) continue;
    marker.evaluate(begin, Derivatives::first, from);
    marker.evaluate(end, Derivatives::none, to);
    double way = (to.x - from.x - h * from.velocity).norm();
    const double arm =
        pieces_[i].shape().kind == collision::Shape::Kind::sphere ? pieces_[i].pose().x.norm() : radii_[i];
    if (arm > 0)
      if (const double turn = (to.R - from.R - h * skew(from.omega) * from.R).norm(); turn > 0)
        way += arm * turn;
    second = std::max(second, std::min(way, most));
    most = std::max(most, way);
  }
  return most + second;
}

double BodyContacts::part_size(const ContactRow& row) const {
  double size = std::numeric_limits<double>::infinity();
  for (const std::size_t side : {0U, 1U}) {
    const collision::Bounds box = collision::bounds(piece(row, side).shape(), {});
    const double extent = (box.high - box.low).minCoeff();
    if (extent > 0) size = std::min(size, extent);
  }
  return std::isfinite(size) ? size : 0;
}

/// Overlapping boxes; on one of several ranks those of its contacts, which are among the boxes of its own
/// bodies and those that reach into the box around these.
void BodyContacts::find_candidates(const SearchRange& range) const {
  if (range.share == nullptr) {
    broad_phase_.find(boxes_, groups_, candidates_);
    return;
  }
  const SearchShare& share = *range.share;
  owners_.resize(pieces_.size());
  collision::Bounds own = collision::Bounds::none();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    owners_[i] = share.of(pieces_[i].body->dofs());
    if (owners_[i] == share.rank) own = united(own, boxes_[i]);
  }
  near_.clear();
  near_boxes_.clear();
  near_groups_.clear();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (!overlap(boxes_[i], own)) continue;
    near_.push_back(static_cast<int>(i));
    near_boxes_.push_back(boxes_[i]);
    near_groups_.push_back(groups_[i]);
  }
  broad_phase_.find(near_boxes_, near_groups_, candidates_);
  const auto foreign = [&](std::array<int, 2>& pair) {
    for (int& i : pair) i = near_[i];
    const int first = owners_[pair[0]];
    return !share.has(first >= 0 ? first : owners_[pair[1]]);
  };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), foreign), candidates_.end());
}

void BodyContacts::search(const State& state, const SearchRange& range, int pair_number,
                          std::vector<ContactRow>& rows) const {
  const double envelope = std::min(range.envelope, envelope_);
  place(state, range, envelope);
  find_candidates(range);
  for (const auto& [i, j] : candidates_) {
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
    if (pieces_[a].body->size() + pieces_[b].body->size() == 0) continue;
    if (!apart_.empty() &&
        std::binary_search(apart_.begin(), apart_.end(),
                           std::array{std::min(groups_[a], groups_[b]), std::max(groups_[a], groups_[b])}))
      continue;
    const Placed &A = placed_[a], &B = placed_[b];
    found_.clear();
    collision::collide(pieces_[a].shape(), A.pose, pieces_[b].shape(), B.pose, envelope + A.reach + B.reach,
                       found_);
    const std::size_t first = rows.size();
    for (const collision::ContactPoint& point : found_) {
      const double gap = point.gap();
      if (gap > envelope) {
        const Vector3 approach = relative_velocity(state, a, b, point);
        if (gap + range.horizon * point.normal.dot(approach) > envelope) continue;
      }
      if (rows.size() == rows.capacity()) rows.reserve(rows.size() + rows.size() / 8 + 16);
      rows.push_back({.pair = pair_number,
                      .point = point_number(i, j, point.feature),
                      .law = &law(),
                      .touching = in_body_axes(point, i, j),
                      .found = rim_of(state, range, point, i, j)});
    }
    if (rows.size() - first > 1)
      std::sort(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                [](const ContactRow& p, const ContactRow& q) { return p.point < q.point; });
  }
}

void BodyContacts::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  for (std::size_t side = 0; side < 2; ++side) {
    const auto own = piece(row, side).body->dofs();
    dofs.insert(dofs.end(), own.begin(), own.end());
  }
}

double BodyContacts::gap(const State& state, const ContactRow& row) const {
  return touching(state, row, Derivatives::none).gap();
}

void BodyContacts::jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const {
  touching(state, row, Derivatives::first).jacobian(direction, W);
}

void BodyContacts::evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                            double* W_T) const {
  const Marker &A = *piece(row, 0).body, &B = *piece(row, 1).body;
  const Touching here = touching(state, row, Derivatives::first);
  gap = here.gap();
  here.jacobian(Direction::normal, W);
  for (int i = 0; i < law().tangents; ++i, W_T += A.size() + B.size()) here.jacobian(tangent(i), W_T);
}

void BodyContacts::add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                         double lambda, double w, MatrixSink& sink) const {
  const Marker &A = *piece(row, 0).body, &B = *piece(row, 1).body;
  gradient_.setZero(A.size() + B.size(), A.size() + B.size());
  touching(state, row, Derivatives::second).add_reaction_gradient(state, direction, lambda, w, gradient_);
  dofs_.clear();
  append_dofs(row, dofs_);
  sink.add(dofs_, dofs_, gradient_.data());
}

void BodyContacts::add_velocity_gradient(const State& state, const ContactRow& row, Direction direction,
                                         double w, Index matrix_row, MatrixSink& sink) const {
  const Marker &A = *piece(row, 0).body, &B = *piece(row, 1).body;
  row_.setZero(A.size() + B.size());
  touching(state, row, Derivatives::second).add_velocity_gradient(direction, w, row_.data());
  dofs_.clear();
  append_dofs(row, dofs_);
  const std::array<Index, 1> at = {matrix_row};
  sink.add(at, dofs_, row_.data());
}

Vector3 BodyContacts::position(const State& state, const ContactRow& row) const {
  return touching(state, row, Derivatives::none).place();
}

Vector3 BodyContacts::axis(const State& state, const ContactRow& row, Direction direction) const {
  return touching(state, row, Derivatives::none).axis(direction);
}

void BodyContacts::append_searched_parts(std::vector<Index>& dofs) const {
  for (const BodyShape& piece : pieces_)
    if (!piece.body->dofs().empty()) dofs.push_back(piece.body->dofs()[0]);
}

}  // namespace jounce
