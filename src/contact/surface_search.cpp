#include "contact/surface_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "math/axes.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

/// Share of a node's area, or of that of the faces it overlaps where they are smaller, that has to face the
/// other side for a row: what is less would repeat its neighbours' rows.
constexpr double kLeastShare = 1e-3;

/// Tangents lie across the normals of the other side, from which that of the row may be far, as where the
/// side of a tilted body faces a floor: an axis is no good beyond this component of one of them.
constexpr double kAlong = 0.9;

/// Of the largest face of the other side: the depth of points that are in contact, whatever is around them.
constexpr double kShallow = 0.05;

/// Of a wall: what is deeper would have crossed (SweptSurfaces).
constexpr double kBeyondWalls = 0.9;

/// Unit normal at a corner of a face of first order.
Vector3 corner_normal(const FaceNodes& nodes, int corners, int i) {
  if (corners == 2) return (nodes.col(1) - nodes.col(0)).cross(Vector3::UnitZ()).normalized();
  const Vector3 ahead = nodes.col((i + 1) % corners) - nodes.col(i);
  const Vector3 back = nodes.col((i + corners - 1) % corners) - nodes.col(i);
  return ahead.cross(back).normalized();
}

/// Speed of the fastest node.
double fastest(const ContactSurface& surface, const ActiveFaces& active, const Vector& v,
               const Vector3& mean) {
  double speed = 0;
  for (int node = 0; node < surface.nodes(); ++node)
    if (active.has_node(node)) speed = std::max(speed, (surface.place(v, node) - mean).norm());
  return speed;
}

Vector3 mean(const ContactSurface& surface, const ActiveFaces& active, const Vector& v) {
  Vector3 sum = Vector3::Zero();
  int count = 0;
  for (int node = 0; node < surface.nodes(); ++node) {
    if (!active.has_node(node)) continue;
    sum += surface.place(v, node);
    ++count;
  }
  return sum / std::max(count, 1);
}

/// Gives the share of the other corners to those that are kept.
void give_away(const std::array<bool, kMaxFaceNodes>& keeps, int corners, FaceValues& phi) {
  double given = 0;
  int keepers = 0;
  for (int k = 0; k < corners; ++k) {
    keepers += keeps[k] ? 1 : 0;
    if (!keeps[k]) given += phi[k];
  }
  for (int k = 0; k < corners; ++k) phi[k] = keeps[k] ? phi[k] + given / keepers : 0;
}

}  // namespace

SurfaceSearch::SurfaceSearch(const ContactSurface& surface, const ContactSurface& opposite,
                             const ContactSurface& rest, double reach, bool by_points, bool is_self)
    : surface_(surface),
      opposite_(opposite),
      rest_(rest),
      active_(surface),
      active_opposite_(opposite),
      shift_(surface.largest_shift() + opposite.largest_shift()),
      reach_(reach + shift_),
      by_points_(by_points),
      way_out_(rest, kShallow * opposite.largest_face()),
      found_(static_cast<std::size_t>(surface.nodes())) {
  measure();
  FaceNodes X;
  for (const ContactSurface::Face& face : opposite_.faces()) {
    opposite_.gather_initial(face, X);
    opposite_areas_.push_back(corner_areas(face, X).sum());
  }
  if (is_self) self_.emplace(surface_);
}

std::shared_ptr<const FacingPoints> SurfaceSearch::find(const State& state, double horizon, double range) {
  const bool first = active_.update(state), second = active_opposite_.update(state);
  if (way_out_.begin(state) || first || second) measure();
  double moves = 0;
  if (horizon > 0) {
    const Vector3 mean_velocity = mean(opposite_, active_opposite_, state.v);
    moves = horizon * (fastest(surface_, active_, state.v, mean_velocity) +
                       fastest(opposite_, active_opposite_, state.v, mean_velocity));
  }
  const double reach = reach_ + moves;
  // A row that is within reach takes in what faces the other side farther away, lest its mean gap jumps when
  // a point passes the reach.
  const double far = surface_.is_of_points()
                         ? reach
                         : reach + 2 * std::max(surface_.largest_face(), opposite_.largest_face());
  find_pairs(state, std::min(reach_, range + shift_) + moves, far);
  auto found = std::make_shared<FacingPoints>();
  for (FoundNode& node : found_) {
    node.points.clear();
    node.normal.setZero();
    node.opposite.setZero();
    node.nearest = std::numeric_limits<double>::infinity();
  }
  if (surface_.is_of_points())
    find_feet(state, reach, *found);
  else
    find_overlaps(state, reach, far, *found);
  return found;
}

void SurfaceSearch::find_overlaps(const State& state, double reach, double far, FacingPoints& found) {
  const int first_opposite = self_ ? 0 : static_cast<int>(surface_.faces().size());
  FaceNodes X, x;
  for (std::size_t i = 0; i < pairs_.size();) {  // sorted by the first number
    const int face_number = pairs_[i][0];
    const ContactSurface::Face& face = surface_.faces()[face_number];
    surface_.gather_initial(face, X);
    surface_.gather(face, state.q, x);
    candidates_.clear();
    for (; i < pairs_.size() && pairs_[i][0] == face_number; ++i) {
      Candidate& candidate = candidates_.emplace_back();
      candidate.number = pairs_[i][1] - first_opposite;
      const ContactSurface::Face& other = opposite_.faces()[candidate.number];
      opposite_.gather(other, state.q, candidate.nodes);
      if (!self_ || self_->is_carrier(i))
        append_overlap({face, other, X, x, candidate.nodes}, far, by_points_, candidate.points);
    }
    take_overlaps(face_number, state.q, x, reach, found);
  }
  if (by_points_) return;
  for (int node = 0; node < surface_.nodes(); ++node) {
    const FoundNode& here = found_[node];
    if (!(here.nearest <= reach)) continue;
    double area = 0, faced = 0;
    int last = -1;
    for (const Found& point : here.points) {
      area += point.weight;
      const int number = found.points[point.point].opposite;
      if (number != last) faced += opposite_areas_[number];
      last = number;
    }
    if (area > kLeastShare * std::min(areas_[node], faced))
      add_row(node, here.points, here.normal, here.opposite, area, found);
  }
}

bool SurfaceSearch::is_in_front(const ContactSurface::Face& face, const ContactSurface::Face& opposite,
                                double distance) {
  if (!face.is_shell && !opposite.is_shell) return true;
  return distance > (face.is_shell && opposite.is_shell ? 0.0 : -face.shift - opposite.shift);
}

void SurfaceSearch::compare_candidates(const Matrix3& frame) {
  for (Candidate& candidate : candidates_) {
    const ContactSurface::Face& face = opposite_.faces()[candidate.number];
    const Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, kMaxFaceNodes> at =
        frame.transpose() * candidate.nodes;
    candidate.low = at.rowwise().minCoeff();
    candidate.high = at.rowwise().maxCoeff();
    // Faces of second order reach beyond the bounds of their nodes; of the others, a_1 x a_2 is a mean of its
    // values at the corners.
    const double beyond =
        (is_quadratic(face.shape) ? 0.5 : 1e-6) * (candidate.high - candidate.low).maxCoeff();
    candidate.low.tail<2>().array() -= beyond;
    candidate.high.tail<2>().array() += beyond;
    candidate.looks_at_face = !is_quadratic(face.shape);
    for (int i = 0; i < face.corners() && candidate.looks_at_face; ++i)
      candidate.looks_at_face =
          look_at_each_other(frame.col(0), corner_normal(candidate.nodes, face.corners(), i));
  }
}

/// True when the way from a point along the normal to its face meets another face before (one in front of it,
/// or the near side of the body whose far side it is), or when another face that looks at the point is
/// nearer.
bool SurfaceSearch::is_hidden(const ContactSurface::Face& face, const OverlapPoint& point,
                              const Candidate& behind, const Matrix3& frame) const {
  const double sign = point.distance < 0 ? -1 : 1, way = std::abs(point.distance) * (1 - 1e-6);
  const Vector3 normal = frame.col(0), at = frame.transpose() * point.place;
  FacePoint p;
  for (const Candidate& other : candidates_) {
    if (&other == &behind || at[0] + way <= other.low[0] || at[0] - way >= other.high[0] ||
        (other.low - at).tail<2>().maxCoeff() > 0 || (at - other.high).tail<2>().maxCoeff() > 0)
      continue;
    const ContactSurface::Face& obstacle = opposite_.faces()[other.number];
    const CellShape shape = obstacle.shape;
    if (self_ && face.is_shell && surface_.share_nodes(face, obstacle)) continue;
    p.xi = reference_centre(shape);
    if (!intersect_face(shape, other.nodes, point.place, normal, p) || !is_on_face(shape, p.xi)) continue;
    const double along = sign * normal.dot(p.x - point.place);
    if (along < 0 && face.is_shell) continue;  // it is in front of the other side
    if (!(std::abs(along) < way && (along >= 0 || p.n.dot(normal) < 0))) continue;
    // What is in front of a wall is not hidden by the wall's own other side.
    if (self_ && along < 0 && self_->is_own_back(face, point.xi, obstacle, p.xi, sign * along)) continue;
    return true;
  }
  return false;
}

bool SurfaceSearch::is_beyond_walls(const ContactSurface::Face& face, const ContactSurface::Face& behind,
                                    double depth) const {
  if (!wall_) return false;
  const auto is_thin = [&](bool first, const ContactSurface::Face& of) {
    return std::any_of(of.nodes.begin(), of.nodes.begin() + of.corners(),
                       [&](int node) { return depth > kBeyondWalls * wall_(first, node); });
  };
  return is_thin(true, face) || is_thin(self_.has_value(), behind);
}

/// Corners that carry no multipliers give their share to the others of the face (C. Bernardi, Y. Maday, A. T.
/// Patera, Nonlinear Partial Differential Equations and Their Applications, College de France Seminar XI
/// (1994) 13): those that belong to both sides, and those that supports hold along the normal, whose rows
/// would repeat those of their neighbours. A face that is held as a whole keeps its rows. False where no
/// corner is left.
bool SurfaceSearch::choose_keepers(const ContactSurface::Face& face, const Vector3& normal,
                                   Keepers& keeps) const {
  bool is_all_held = true;
  for (int k = 0; k < face.corners(); ++k) {
    keeps[k] = !self_ || !self_->is_tip(face.nodes[k]);
    is_all_held = is_all_held && (!keeps[k] || surface_.is_held(face.nodes[k], normal));
  }
  int kept = 0;
  for (int k = 0; k < face.corners(); ++k) {
    keeps[k] = keeps[k] && (is_all_held || !surface_.is_held(face.nodes[k], normal));
    kept += keeps[k] ? 1 : 0;
  }
  return kept > 0;
}

void SurfaceSearch::take_overlaps(int face_number, const Vector& q_now, const FaceNodes& x, double reach,
                                  FacingPoints& found) {
  const ContactSurface::Face& face = surface_.faces()[face_number];
  FacePoint p;
  p.evaluate(face.shape, x, reference_centre(face.shape));
  const Vector3 normal = p.n;
  const Matrix3 frame = frame_of(normal);
  compare_candidates(frame);
  std::int64_t number = face_number * kMostPointsOfFace;
  Keepers keeps;
  if (!choose_keepers(face, normal, keeps) && !by_points_) return;
  for (const Candidate& candidate : candidates_) {
    const ContactSurface::Face& other_face = opposite_.faces()[candidate.number];
    if (candidate.points.empty()) continue;
    p.evaluate(other_face.shape, candidate.nodes, reference_centre(other_face.shape));
    const Vector3 opposite = p.n.cwiseAbs();
    for (const OverlapPoint& q : candidate.points) {
      if (!is_in_front(face, other_face, q.distance)) continue;
      if (self_ && self_->is_own_back(face, q.xi, other_face, q.xi_opposite, q.distance)) continue;
      if (q.distance < 0 && is_beyond_walls(face, other_face, -q.distance)) continue;
      if (is_hidden(face, q, candidate, frame)) continue;
      if (q.distance < 0 && (way_out_.is_met(q_now, q.place, q.place + q.distance * normal) ||
                             leaves_beside(q, candidate, frame)))
        continue;
      p.evaluate(face.shape, x, q.xi);
      const int point = static_cast<int>(found.points.size());
      found.points.push_back({face_number, candidate.number, q.xi_opposite, p.N});
      if (by_points_) {
        if (std::abs(q.distance) <= reach)
          add_row(number++, {{point, q.weight}}, p.n, opposite, q.weight, found);
        continue;
      }
      FaceValues phi = corner_functions(face, q.xi);
      give_away(keeps, face.corners(), phi);
      for (int i = 0; i < face.corners(); ++i) {
        if (!keeps[i]) continue;
        FoundNode& node = found_[face.nodes[i]];
        node.points.push_back({point, q.weight * phi[i]});
        node.nearest = std::min(node.nearest, std::abs(q.distance));
        node.normal += q.weight * phi[i] * p.n;
        node.opposite = node.opposite.cwiseMax(opposite);
      }
    }
  }
}

void SurfaceSearch::add_row(std::int64_t number, const std::vector<Found>& points, const Vector3& normal,
                            const Vector3& opposite, double area, FacingPoints& found) const {
  FacingPoints::Row row;
  row.point = number;
  row.area = area;
  double total = 0;
  for (const Found& point : points) total += point.weight;
  row.first_share = found.shares.size();
  row.first_node = found.nodes.size();
  const int first_opposite = self_ ? 0 : surface_.nodes();
  const auto each_node = [&](const Found& point, const auto& visit) {
    const FacingPoints::Point& at = found.points[point.point];
    const ContactSurface::Face& face = surface_.faces()[at.face];
    const ContactSurface::Face& other = opposite_.faces()[at.opposite];
    std::size_t place = 0;
    for (int i = 0; i < face.size(); ++i) visit(place++, face.nodes[i]);
    for (int i = 0; i < other.size(); ++i) visit(place++, first_opposite + other.nodes[i]);
  };
  for (const Found& point : points)
    each_node(point, [&](std::size_t, int node) { found.nodes.push_back(node); });
  const auto first = found.nodes.begin() + static_cast<std::ptrdiff_t>(row.first_node);
  std::sort(first, found.nodes.end());
  found.nodes.erase(std::unique(first, found.nodes.end()), found.nodes.end());
  row.end_node = found.nodes.size();
  if (row.end_node - row.first_node > std::numeric_limits<std::uint16_t>::max())
    throw std::runtime_error(
        "a face of a contact between surfaces lies opposite more than 65,535 nodes; exchange "
        "the two surfaces, or refine the first one");
  for (const Found& point : points) {
    FacingPoints::Share share;
    share.point = point.point;
    share.weight = point.weight / total;
    each_node(point, [&](std::size_t place, int node) {
      share.places[place] =
          static_cast<std::uint16_t>(std::lower_bound(first, found.nodes.end(), node) - first);
    });
    found.shares.push_back(share);
  }
  row.end_share = found.shares.size();
  Index axis = axis_across(normal.normalized());
  if (opposite[axis] > kAlong) opposite.minCoeff(&axis);
  row.axis = Vector3::Unit(axis);
  found.rows.push_back(row);
}

}  // namespace jounce
