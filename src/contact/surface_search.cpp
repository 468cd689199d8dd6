#include "contact/surface_search.h"

#include <algorithm>

#include "math/shape_functions.h"

namespace jounce {
namespace {

/// Share of a node's area that has to face the other side for a row: what is less would repeat its
/// neighbours' rows.
constexpr double kLeastShare = 1e-3;

/// Speed of the fastest node.
double fastest(const ContactSurface& surface, const Vector& v, const Vector3& mean) {
  double speed = 0;
  for (int node = 0; node < surface.nodes(); ++node)
    speed = std::max(speed, (surface.place(v, node) - mean).norm());
  return speed;
}

Vector3 mean(const ContactSurface& surface, const Vector& v) {
  Vector3 sum = Vector3::Zero();
  for (int node = 0; node < surface.nodes(); ++node) sum += surface.place(v, node);
  return sum / surface.nodes();
}

}  // namespace

SurfaceSearch::SurfaceSearch(const ContactSurface& surface, const ContactSurface& opposite, double reach)
    : surface_(surface),
      opposite_(opposite),
      reach_(reach),
      areas_(static_cast<std::size_t>(surface.nodes()), 0.0),
      found_(static_cast<std::size_t>(surface.nodes())) {
  FaceNodes X;
  for (const ContactSurface::Face& face : surface_.faces()) {
    if (face.is_point) continue;
    surface_.gather_initial(face, X);
    const FaceValues areas = corner_areas(face, X);
    for (int i = 0; i < face.corners(); ++i)
      areas_[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(i)])] += areas[i];
  }
}

void SurfaceSearch::find_pairs(const State& state, double reach) {
  std::vector<collision::Bounds> boxes;
  std::vector<int> groups;
  FaceNodes x;
  const auto add = [&](const ContactSurface& surface, int group, double margin) {
    for (const ContactSurface::Face& face : surface.faces()) {
      surface.gather(face, state.q, x);
      boxes.push_back({(x.rowwise().minCoeff().array() - margin).matrix(),
                       (x.rowwise().maxCoeff().array() + margin).matrix()});
      groups.push_back(group);
    }
  };
  add(surface_, 0, reach);
  add(opposite_, 1, 0);
  broad_phase_.find(boxes, groups, pairs_);
}

std::shared_ptr<const FacingPoints> SurfaceSearch::find(const State& state, double horizon) {
  double reach = reach_;
  if (horizon > 0) {
    const Vector3 mean_velocity = mean(opposite_, state.v);
    reach +=
        horizon * (fastest(surface_, state.v, mean_velocity) + fastest(opposite_, state.v, mean_velocity));
  }
  find_pairs(state, reach);
  auto found = std::make_shared<FacingPoints>();
  for (FoundNode& node : found_) {
    node.points.clear();
    node.normal.setZero();
  }
  if (surface_.is_of_points())
    find_feet(state, reach, *found);
  else
    find_overlaps(state, reach, *found);
  for (int node = 0; node < surface_.nodes(); ++node) add_row(node, *found);
  return found;
}

/// Every node has the nearest of the faces that have it above (or below) them.
void SurfaceSearch::find_feet(const State& state, double reach, FacingPoints& found) {
  const int first_opposite = static_cast<int>(surface_.faces().size());
  std::vector<double> nearest(static_cast<std::size_t>(surface_.nodes()), reach);
  FaceNodes y;
  FacePoint p;
  for (const auto& [face_number, other_number] : pairs_) {
    const int node = surface_.faces()[static_cast<std::size_t>(face_number)].nodes[0];
    const int number = other_number - first_opposite;
    const ContactSurface::Face& other = opposite_.faces()[static_cast<std::size_t>(number)];
    opposite_.gather(other, state.q, y);
    const Vector3 x = surface_.place(state.q, node);
    p.xi = reference_centre(other.shape);
    if (!project_on_face(other.shape, y, x, p) || !is_on_face(other.shape, p.xi)) continue;
    const double distance = (x - p.x).norm();
    if (distance > nearest[static_cast<std::size_t>(node)]) continue;
    nearest[static_cast<std::size_t>(node)] = distance;
    FoundNode& here = found_[static_cast<std::size_t>(node)];
    here.points = {{static_cast<int>(found.points.size()), 1.0}};
    here.normal = -p.n;
    found.points.push_back({face_number, number, p.xi, FaceValues::Ones(1)});
  }
}

void SurfaceSearch::find_overlaps(const State& state, double reach, FacingPoints& found) {
  const int first_opposite = static_cast<int>(surface_.faces().size());
  std::vector<OverlapPoint> overlap;
  FaceNodes X, x, y;
  FacePoint p;
  int gathered = -1;
  for (const auto& [face_number, other_number] : pairs_) {  // sorted by the first number
    const ContactSurface::Face& face = surface_.faces()[static_cast<std::size_t>(face_number)];
    const int number = other_number - first_opposite;
    const ContactSurface::Face& other = opposite_.faces()[static_cast<std::size_t>(number)];
    if (face_number != gathered) {
      surface_.gather_initial(face, X);
      surface_.gather(face, state.q, x);
      gathered = face_number;
    }
    opposite_.gather(other, state.q, y);
    overlap.clear();
    append_overlap({face, other, X, x, y}, reach, overlap);
    for (const OverlapPoint& q : overlap) {
      p.evaluate(face.shape, x, q.xi);
      const int point = static_cast<int>(found.points.size());
      found.points.push_back({face_number, number, q.xi_opposite, p.N});
      const FaceValues phi = corner_functions(face, q.xi);
      for (int i = 0; i < face.corners(); ++i) {
        FoundNode& node = found_[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(i)])];
        node.points.push_back({point, q.weight * phi[i]});
        node.normal += q.weight * phi[i] * p.n;
      }
    }
  }
}

void SurfaceSearch::add_row(int node, FacingPoints& found) const {
  const auto& [points, normal] = found_[static_cast<std::size_t>(node)];
  FacingPoints::Row row;
  row.node = node;
  for (const Found& point : points) row.area += point.weight;
  if (points.empty() || row.area <= kLeastShare * areas_[static_cast<std::size_t>(node)]) return;

  const double total = row.area;
  if (surface_.is_of_points()) row.area = 0;
  row.first_share = found.shares.size();
  row.first_node = found.nodes.size();
  const auto each_node = [&](const Found& point, const auto& visit) {
    const FacingPoints::Point& at = found.points[static_cast<std::size_t>(point.point)];
    const ContactSurface::Face& face = surface_.faces()[static_cast<std::size_t>(at.face)];
    const ContactSurface::Face& other = opposite_.faces()[static_cast<std::size_t>(at.opposite)];
    std::size_t place = 0;
    for (int i = 0; i < face.size(); ++i) visit(place++, face.nodes[static_cast<std::size_t>(i)]);
    for (int i = 0; i < other.size(); ++i)
      visit(place++, surface_.nodes() + other.nodes[static_cast<std::size_t>(i)]);
  };
  for (const Found& point : points)
    each_node(point, [&](std::size_t, int number) { found.nodes.push_back(number); });
  const auto first = found.nodes.begin() + static_cast<std::ptrdiff_t>(row.first_node);
  std::sort(first, found.nodes.end());
  found.nodes.erase(std::unique(first, found.nodes.end()), found.nodes.end());
  row.end_node = found.nodes.size();
  for (const Found& point : points) {
    FacingPoints::Share share;
    share.point = point.point;
    share.weight = point.weight / total;
    each_node(point, [&](std::size_t place, int number) {
      share.places[place] =
          static_cast<std::uint16_t>(std::lower_bound(first, found.nodes.end(), number) - first);
    });
    found.shares.push_back(share);
  }
  row.end_share = found.shares.size();
  Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  row.axis = Vector3::Unit(least);
  found.rows.push_back(row);
}

}  // namespace jounce
