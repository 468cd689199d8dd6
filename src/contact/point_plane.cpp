#include "contact/point_plane.h"

#include <array>

#include "model/constraint.h"

namespace jounce {
namespace {

/// Right-handed frame whose first column is `normal`; in the plane the second column turns the normal by 90
/// degrees.
Matrix3 contact_frame(const Vector3& normal) {
  const Vector3 n = normal.normalized();
  Vector3 t = Vector3(-n.y(), n.x(), 0);
  if (t.norm() < 1e-8) t = Vector3::UnitX();
  t.normalize();
  Matrix3 frame;
  frame << n, t, n.cross(t);
  return frame;
}

}  // namespace

PointPlanePair::PointPlanePair(std::string name, ContactLaw law, std::shared_ptr<const Marker> plane,
                               const Vector3& normal, std::vector<Point> points)
    : ContactPair(std::move(name), std::move(law)),
      plane_(std::move(plane)),
      frame_(contact_frame(normal)),
      points_(std::move(points)) {
  dofs_.reserve(points_.size());
  for (const Point& point : points_) dofs_.push_back(joined_dofs(*plane_, *point.marker));
}

std::string PointPlanePair::point_name(const ContactRow& row) const { return point(row).marker->name(); }

bool PointPlanePair::is_linear() const {
  if (plane_->has_rotation()) return false;
  for (const Point& point : points_)
    if (!point.marker->is_linear()) return false;
  return true;
}

void PointPlanePair::search(const State& state, const SearchRange& range, int pair_number,
                            std::vector<ContactRow>& rows) const {
  MarkerKinematics plane, point;
  plane_->evaluate(state, Derivatives::none, plane);
  const Vector3 n = plane.R * frame_.col(0);
  for (int i = 0; i < points(); ++i) {
    const Point& p = points_[i];
    p.marker->evaluate(state, Derivatives::none, point);
    if (n.dot(point.x - plane.x) - p.radius <= range.envelope) rows.push_back(row(i, pair_number));
  }
}

void PointPlanePair::append_touching_dofs(std::vector<Index>& dofs) const {
  for (const Point& point : points_)
    dofs.insert(dofs.end(), point.marker->dofs().begin(), point.marker->dofs().end());
}

void PointPlanePair::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  dofs.insert(dofs.end(), this->dofs(row).begin(), this->dofs(row).end());
}

MarkerRow PointPlanePair::marker_row(const Point& point, Direction direction) const {
  MarkerRow row;
  row.kind = MarkerRow::Kind::translation_local;
  row.a = frame_.col(static_cast<int>(direction));
  if (direction == Direction::normal)
    row.offset = point.radius;
  else
    row.arm = -point.radius * frame_.col(0);
  return row;
}

double PointPlanePair::gap(const State& state, const ContactRow& row) const {
  MarkerKinematics a, b;
  plane_->evaluate(state, Derivatives::none, a);
  point(row).marker->evaluate(state, Derivatives::none, b);
  return marker_row(point(row), Direction::normal).value(a, b);
}

void PointPlanePair::jacobian(const State& state, const ContactRow& row, Direction direction,
                              double* W) const {
  MarkerKinematics a, b;
  plane_->evaluate(state, Derivatives::first, a);
  point(row).marker->evaluate(state, Derivatives::first, b);
  marker_row(point(row), direction).jacobian(a, b, W);
}

void PointPlanePair::evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                              double* W_T) const {
  MarkerKinematics a, b;
  plane_->evaluate(state, Derivatives::first, a);
  point(row).marker->evaluate(state, Derivatives::first, b);
  const MarkerRow normal = marker_row(point(row), Direction::normal);
  gap = normal.value(a, b);
  normal.jacobian(a, b, W);
  for (int i = 0; i < law().tangents; ++i, W_T += dofs(row).size())
    marker_row(point(row), tangent(i)).jacobian(a, b, W_T);
}

void PointPlanePair::add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                           double lambda, double w, MatrixSink& sink) const {
  if (is_linear()) return;
  MarkerKinematics a, b;
  const Marker& marker = *point(row).marker;
  plane_->evaluate(state, Derivatives::first, a);
  marker.evaluate(state, Derivatives::first, b);
  const auto n = static_cast<Index>(dofs(row).size());
  gradient_.setZero(n, n);
  marker_row(point(row), direction).add_reaction_gradient(state, *plane_, marker, a, b, lambda, w, gradient_);
  sink.add(dofs(row), dofs(row), gradient_.data());
}

void PointPlanePair::add_velocity_gradient(const State& state, const ContactRow& row, Direction direction,
                                           double w, Index matrix_row, MatrixSink& sink) const {
  if (is_linear()) return;
  MarkerKinematics a, b;
  plane_->evaluate(state, Derivatives::second, a);
  point(row).marker->evaluate(state, Derivatives::second, b);
  velocity_row_.setZero(static_cast<Index>(dofs(row).size()));
  marker_row(point(row), direction).add_velocity_gradient(a, b, w, velocity_row_.data());
  const std::array<Index, 1> at = {matrix_row};
  sink.add(at, dofs(row), velocity_row_.data());
}

Vector3 PointPlanePair::axis(const State& state, const ContactRow&, Direction direction) const {
  MarkerKinematics a;
  plane_->evaluate(state, Derivatives::none, a);
  return a.R * frame_.col(static_cast<int>(direction));
}

Vector3 PointPlanePair::position(const State& state, const ContactRow& row) const {
  MarkerKinematics a, b;
  plane_->evaluate(state, Derivatives::none, a);
  const Point& p = point(row);
  p.marker->evaluate(state, Derivatives::none, b);
  return b.x - p.radius * (a.R * frame_.col(0));
}

}  // namespace jounce
