#include "contact/point_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "collision/signed_distance.h"
#include "math/axes.h"
#include "math/rotation.h"

namespace jounce {

using collision::SignedDistance;

namespace {

/// Signed distance in axes of the shape, turned over for a hollow one.
SignedDistance distance_to(const collision::Shape& shape, const collision::Pose& pose, const Vector3& x,
                           const PointShapePair::Options& options) {
  SignedDistance phi = collision::signed_distance(shape, pose.R.transpose() * (x - pose.x), options.rounding);
  if (options.inside) {
    phi.value = -phi.value;
    phi.normal = -phi.normal;
    phi.curvature = -phi.curvature;
  }
  return phi;
}

}  // namespace

/// A row at any configuration: A carries the shape, B is the point.
class PointShapePair::Frame final : public TouchingFrame {
 public:
  Frame(const PointShapePair& pair, const ContactRow& row, const State& state, Derivatives derivatives)
      : TouchingFrame(*pair.shape(row).body, pair.point(row), state, derivatives) {
    const BodyShape& shape = pair.shape(row);
    const collision::Pose pose = composed(A_, shape.pose());
    const SignedDistance phi = distance_to(shape.shape(), pose, B_.x, pair.options_);
    const double radius = pair.options_.radius;
    const Vector3 n = pose.R * phi.normal;
    gap_ = phi.value - radius;
    c_ = B_.x - radius * n;
    if (pair.options_.dimension == 2) {
      reference_ = Vector3::UnitZ();
      axes_ << n, reference_.cross(n), reference_;
    } else {
      const Vector3& chosen = row.touching.normal;  // zero where no search has chosen it
      reference_ = pose.R * frame_of(chosen.isZero(0) ? phi.normal : chosen).col(1);
      const Vector3 t = (reference_ - n * n.dot(reference_)).normalized();
      axes_ << n, t, n.cross(t);
    }
    if (derivatives == Derivatives::second)
      differentiate(pose.R * phi.curvature * pose.R.transpose(), radius, pair.options_.dimension);
  }

 private:
  /// Axes turn with A, and by Q delta e as A sees them.
  void differentiate(const Matrix3& H, double radius, int dimension) {
    const Vector3 n = axes_.col(0), t = axes_.col(1);
    std::array<Matrix3, 3> Q;
    Q[0] = H;
    if (dimension == 2) {
      Q[1] = skew(reference_) * H;
      Q[2].setZero();
    } else {
      const Vector3 p = reference_ - n * n.dot(reference_);
      const Matrix3 p_e = -n.dot(reference_) * H - n * (reference_.transpose() * H);
      Q[1] = (Matrix3::Identity() - t * t.transpose()) * p_e / p.norm();
      Q[2] = skew(n) * Q[1] - skew(t) * H;
    }
    const Index size = size_a() + size_b();
    Columns e_q(3, size);
    e_q.leftCols(size_a()) = skew(Vector3(B_.x - A_.x)) * A_.J_r - A_.J;
    e_q.rightCols(size_b()) = B_.J;
    for (std::size_t k = 0; k < 3; ++k) {
      axes_q_[k].noalias() = Q[k].lazyProduct(e_q);
      axes_q_[k].leftCols(size_a()) -= skew(Vector3(axes_.col(static_cast<Index>(k)))) * A_.J_r;
    }
    c_q_ = -radius * axes_q_[0];
    c_q_.rightCols(size_b()) += B_.J;
  }

  Vector3 reference_;
};

PointShapePair::PointShapePair(std::string name, ContactLaw law, std::vector<BodyShape> shapes,
                               std::vector<Point> points, const Options& options)
    : ContactPair(std::move(name), std::move(law)),
      shapes_(std::move(shapes)),
      points_(std::move(points)),
      options_(options) {
  is_linear_ =
      std::all_of(shapes_.begin(), shapes_.end(),
                  [](const BodyShape& shape) {
                    return shape.shape().kind == collision::Shape::Kind::plane && !shape.body->has_rotation();
                  }) &&
      std::all_of(points_.begin(), points_.end(),
                  [](const Point& point) { return point.marker->is_linear(); });
}

std::string PointShapePair::point_name(const ContactRow& row) const {
  return shapes_.size() == 1 ? point(row).name() : fmt::format("{}|{}", point(row).name(), shape(row).name);
}

bool PointShapePair::is_linear() const { return is_linear_; }

/// True when the gap is within reach, or will be at the end of the horizon if both go on as they do.
bool PointShapePair::is_near(const Placed& placed, const MarkerKinematics& point, const Vector3& n,
                             double gap, const SearchRange& range) const {
  const double reach = std::min(range.envelope, options_.reach);
  if (gap <= reach) return true;
  if (!(range.horizon > 0)) return false;
  const Vector3 approach = point.velocity - placed.velocity - placed.omega.cross(point.x - placed.x);
  return gap + range.horizon * n.dot(approach) <= reach;
}

void PointShapePair::search(const State& state, const SearchRange& range, int pair_number,
                            std::vector<ContactRow>& rows) const {
  const Derivatives derivatives = range.horizon > 0 ? Derivatives::first : Derivatives::none;
  placed_.resize(shapes_.size());
  MarkerKinematics body, point;
  for (std::size_t s = 0; s < shapes_.size(); ++s) {
    shapes_[s].body->evaluate(state, derivatives, body);
    placed_[s] = {composed(body, shapes_[s].pose()), body.x, Vector3::Zero(), Vector3::Zero()};
    if (derivatives == Derivatives::none) continue;
    placed_[s].velocity = body.velocity;
    placed_[s].omega = body.omega;
  }
  for (std::size_t i = 0; i < points_.size(); ++i) {
    points_[i].marker->evaluate(state, derivatives, point);
    for (std::size_t s = 0; s < shapes_.size(); ++s) {
      const SignedDistance phi = distance_to(shapes_[s].shape(), placed_[s].pose, point.x, options_);
      const Vector3 n = placed_[s].pose.R * phi.normal;
      if (!is_near(placed_[s], point, n, phi.value - options_.radius, range)) continue;
      ContactRow& row = rows.emplace_back();
      row.pair = pair_number;
      row.point = static_cast<std::int64_t>(i * shapes_.size() + s);
      row.law = &law();
      row.touching.normal = phi.normal;
      row.area = points_[i].area;
    }
  }
}

double PointShapePair::stray(const State& begin, double h, const State& end) const {
  MarkerKinematics from, to;
  const auto way = [&](const Marker& marker, double arm) {
    if (marker.size() == 0) return 0.0;
    marker.evaluate(begin, Derivatives::first, from);
    marker.evaluate(end, Derivatives::none, to);
    const double shift = (to.x - from.x - h * from.velocity).norm();
    if (!(arm > 0) || !marker.has_rotation()) return shift;
    const double turn = (to.R - from.R - h * skew(from.omega) * from.R).norm();
    return turn > 0 ? shift + arm * turn : shift;
  };
  double of_points = 0, of_shapes = 0;
  for (const Point& point : points_) of_points = std::max(of_points, way(*point.marker, 0));
  for (const BodyShape& shape : shapes_) {
    const collision::Bounds box = collision::bounds(shape.shape(), shape.pose());
    const double arm = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).norm();
    of_shapes = std::max(of_shapes, way(*shape.body, arm));
  }
  return of_points + of_shapes;
}

double PointShapePair::part_size(const ContactRow& row) const {
  const collision::Bounds box = collision::bounds(shape(row).shape(), {});
  const double extent = (box.high - box.low).minCoeff();
  const double of_shape = extent > 0 && std::isfinite(extent) ? extent : 0;
  const double of_point = 2 * options_.radius;
  return of_shape > 0 && of_point > 0 ? std::min(of_shape, of_point) : std::max(of_shape, of_point);
}

void PointShapePair::append_touching_dofs(std::vector<Index>& dofs) const {
  for (const Point& point : points_)
    dofs.insert(dofs.end(), point.marker->dofs().begin(), point.marker->dofs().end());
}

void PointShapePair::append_dofs(const ContactRow& row, std::vector<Index>& dofs) const {
  const Marker &A = *shape(row).body, &B = point(row);
  dofs.insert(dofs.end(), A.dofs().begin(), A.dofs().end());
  dofs.insert(dofs.end(), B.dofs().begin(), B.dofs().end());
}

double PointShapePair::gap(const State& state, const ContactRow& row) const {
  return Frame(*this, row, state, Derivatives::none).gap();
}

void PointShapePair::jacobian(const State& state, const ContactRow& row, Direction direction,
                              double* W) const {
  Frame(*this, row, state, Derivatives::first).jacobian(direction, W);
}

void PointShapePair::evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                              double* W_T) const {
  const Frame frame(*this, row, state, Derivatives::first);
  const int size = shape(row).body->size() + point(row).size();
  gap = frame.gap();
  frame.jacobian(Direction::normal, W);
  for (int i = 0; i < law().tangents; ++i, W_T += size) frame.jacobian(tangent(i), W_T);
}

void PointShapePair::add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                           double lambda, double w, MatrixSink& sink) const {
  if (is_linear_) return;
  dofs_.clear();
  append_dofs(row, dofs_);
  const auto n = static_cast<Index>(dofs_.size());
  gradient_.setZero(n, n);
  Frame(*this, row, state, Derivatives::second).add_reaction_gradient(state, direction, lambda, w, gradient_);
  sink.add(dofs_, dofs_, gradient_.data());
}

void PointShapePair::add_velocity_gradient(const State& state, const ContactRow& row, Direction direction,
                                           double w, Index matrix_row, MatrixSink& sink) const {
  if (is_linear_) return;
  dofs_.clear();
  append_dofs(row, dofs_);
  row_.setZero(static_cast<Index>(dofs_.size()));
  Frame(*this, row, state, Derivatives::second).add_velocity_gradient(direction, w, row_.data());
  const std::array<Index, 1> at = {matrix_row};
  sink.add(at, dofs_, row_.data());
}

Vector3 PointShapePair::position(const State& state, const ContactRow& row) const {
  return Frame(*this, row, state, Derivatives::none).place();
}

Vector3 PointShapePair::axis(const State& state, const ContactRow& row, Direction direction) const {
  return Frame(*this, row, state, Derivatives::none).axis(direction);
}

void PointShapePair::append_searched_parts(std::vector<Index>& dofs) const {
  for (const Point& point : points_) dofs.push_back(point.marker->dofs()[0]);
  for (const BodyShape& shape : shapes_)
    if (!shape.body->dofs().empty()) dofs.push_back(shape.body->dofs()[0]);
}

}  // namespace jounce
