#include "contact/touching.h"

#include "math/axes.h"
#include "math/rotation.h"

namespace jounce {

using Kind = TouchingPoints::Kind;

TouchingFrame::TouchingFrame(const Marker& A, const Marker& B, const State& state, Derivatives derivatives)
    : marker_A_(A), marker_B_(B) {
  A.evaluate(state, derivatives, A_);
  B.evaluate(state, derivatives, B_);
}

Touching::Touching(const TouchingPoints& at, const Marker& A, const Marker& B, const State& state,
                   Derivatives derivatives, const Rim* rim)
    : TouchingFrame(A, B, state, derivatives) {
  a_ = A_.x + A_.R * at.a;
  b_ = B_.x + B_.R * at.b;
  if (at.kind == Kind::points) {
    const Vector3 d = b_ - a_;
    const double length = d.norm();
    const Vector3 n = length > 0 ? Vector3(d / length) : Vector3(A_.R * at.normal);
    const Vector3 t_0 = A_.R * frame_of(at.normal).col(1);
    const Vector3 t = (t_0 - n * n.dot(t_0)).normalized();
    axes_ << n, t, n.cross(t);
  } else {
    axes_ = (at.kind == Kind::plane_a ? A_.R : B_.R) * frame_of(at.normal);
  }
  const Vector3 n = axes_.col(0);
  if (rim != nullptr) (rim->on_a ? a_ : b_) = nearest_of(*rim, n);
  gap_ = n.dot(b_ - a_) - at.radii[0] - at.radii[1];
  c_ = at.kind == Kind::plane_a ? Vector3(b_ - at.radii[1] * n) : Vector3(a_ + at.radii[0] * n);
  if (derivatives == Derivatives::second) differentiate(at, rim);
}

Vector3 Touching::nearest_of(const Rim& rim, const Vector3& n) const {
  const MarkerKinematics& body = rim.on_a ? A_ : B_;
  const Vector3 e = body.R * rim.axis, k = rim.on_a ? Vector3(-n) : n;
  return body.x + body.R * rim.centre - rim.radius * (k - e * e.dot(k)).normalized();
}

TouchingFrame::Columns Touching::nearest_of_q(const Rim& rim, const Columns& n_q) const {
  const MarkerKinematics& body = rim.on_a ? A_ : B_;
  const Index first = rim.on_a ? 0 : size_a(), size = body.J.cols();
  const Vector3 n = axes_.col(0), e = body.R * rim.axis, k = rim.on_a ? Vector3(-n) : n;
  const Vector3 s = k - e * e.dot(k), u = s.normalized(), arm = body.R * rim.centre;
  const Columns k_q = (rim.on_a ? -1.0 : 1.0) * n_q;
  Columns e_q = Columns::Zero(3, n_q.cols()), b_q = e_q;
  e_q.middleCols(first, size) = -skew(e) * body.J_r;
  b_q.middleCols(first, size) = body.J - skew(arm) * body.J_r;
  const Columns s_q = k_q - e * (e.transpose() * k_q + k.transpose() * e_q) - e.dot(k) * e_q;
  return b_q - (rim.radius / s.norm()) * ((Matrix3::Identity() - u * u.transpose()) * s_q);
}

void TouchingFrame::jacobian(Direction direction, double* W) const {
  const Vector3 d = axis(direction);
  const auto row = [&](const MarkerKinematics& body, double sign, double* out) {
    const Vector3 moment = sign * (c_ - body.x).cross(d), force = sign * d;
    for (Index i = 0; i < body.J.cols(); ++i) out[i] = body.J.col(i).dot(force) + body.J_r.col(i).dot(moment);
  };
  row(A_, -1, W);
  row(B_, 1, W + size_a());
}

Vector3 TouchingFrame::velocity() const {
  return B_.velocity + B_.omega.cross(c_ - B_.x) - A_.velocity - A_.omega.cross(c_ - A_.x);
}

void Touching::differentiate(const TouchingPoints& at, const Rim* rim) {
  const Index n = size_a() + size_b();
  Columns a_q = Columns::Zero(3, n), b_q = a_q;
  a_q.leftCols(size_a()) = A_.J - skew(a_ - A_.x) * A_.J_r;
  b_q.rightCols(size_b()) = B_.J - skew(b_ - B_.x) * B_.J_r;
  differentiate_axes(at, a_q, b_q);
  if (rim != nullptr) (rim->on_a ? a_q : b_q) = nearest_of_q(*rim, axes_q_[0]);
  if (at.kind == Kind::plane_a)
    c_q_ = b_q - at.radii[1] * axes_q_[0];
  else
    c_q_ = a_q + at.radii[0] * axes_q_[0];
}

void Touching::differentiate_axes(const TouchingPoints& at, const Columns& a_q, const Columns& b_q) {
  const Index n = a_q.cols();
  const Vector3 normal = axes_.col(0), t = axes_.col(1);
  if (at.kind == Kind::points) {
    const Vector3 d = b_ - a_;
    const double length = d.norm();
    const Matrix3 across = Matrix3::Identity() - normal * normal.transpose();
    if (length > 0)
      axes_q_[0] = across * (b_q - a_q) / length;
    else
      axes_q_[0] = Columns::Zero(3, n);
    const Vector3 t_0 = A_.R * frame_of(at.normal).col(1);
    Columns t_0_q = Columns::Zero(3, n);
    t_0_q.leftCols(size_a()) = -skew(t_0) * A_.J_r;
    const Vector3 p = t_0 - normal * normal.dot(t_0);
    const Columns p_q =
        across * t_0_q - normal.dot(t_0) * axes_q_[0] - normal * (t_0.transpose() * axes_q_[0]);
    axes_q_[1] = (Matrix3::Identity() - t * t.transpose()) * p_q / p.norm();
    axes_q_[2] = skew(normal) * axes_q_[1] - skew(t) * axes_q_[0];
  } else {
    const bool by_a = at.kind == Kind::plane_a;
    for (std::size_t k = 0; k < 3; ++k) {
      axes_q_[k] = Columns::Zero(3, n);
      const Matrix3 turn = -skew(Vector3(axes_.col(static_cast<Index>(k))));
      if (by_a)
        axes_q_[k].leftCols(size_a()) = turn * A_.J_r;
      else
        axes_q_[k].rightCols(size_b()) = turn * B_.J_r;
    }
  }
}

void TouchingFrame::add_reaction_gradient(const State& state, Direction direction, double lambda, double w,
                                          DenseMatrix& K) const {
  // Force f = sign lambda d at c on each body: d(J^T f + J_r^T ((c - x) x f)).
  const auto add = [&](const Marker& marker, const MarkerKinematics& body, double sign, Index first,
                       Index size) {
    if (size == 0) return;
    const Vector3 f = sign * lambda * axis(direction), arm = c_ - body.x;
    marker.add_force_gradient(state, f, arm.cross(f), w, static_cast<int>(first), K);
    const Columns f_q = sign * lambda * axes_q_[static_cast<std::size_t>(direction)];
    Columns arm_q = c_q_;
    arm_q.middleCols(first, size) -= body.J;
    const Columns m_q = skew(arm) * f_q - skew(f) * arm_q;
    K.middleRows(first, size).noalias() += (w * body.J).transpose().lazyProduct(f_q);
    K.middleRows(first, size).noalias() += (w * body.J_r).transpose().lazyProduct(m_q);
  };
  add(marker_A_, A_, -1, 0, size_a());
  add(marker_B_, B_, 1, size_a(), size_b());
}

void TouchingFrame::add_velocity_gradient(Direction direction, double w, double* D) const {
  const Vector3 d = axis(direction);
  Eigen::Map<Eigen::RowVectorXd> row(D, size_a() + size_b());
  row += w * velocity().transpose() * axes_q_[static_cast<std::size_t>(direction)];
  const auto add = [&](const MarkerKinematics& body, double sign, Index first, Index size) {
    const Vector3 moment = (c_ - body.x).cross(d);
    row += w * sign * d.cross(body.omega).transpose() * c_q_;
    if (size == 0) return;
    row.segment(first, size) +=
        w * sign *
        (d.transpose() * body.D + moment.transpose() * body.D_r - d.cross(body.omega).transpose() * body.J);
  };
  add(A_, -1, 0, size_a());
  add(B_, 1, size_a(), size_b());
}

}  // namespace jounce
