#include "model/relative_coordinate.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "model/constraint.h"

namespace jounce {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

}  // namespace

RelativeCoordinate::RelativeCoordinate(MarkerPointer A, MarkerPointer B, const MarkerRow& row)
    : A_(std::move(A)), B_(std::move(B)), dofs_(joined_dofs(*A_, *B_)), row_(row) {}

RelativeCoordinate::RelativeCoordinate(MarkerPointer A, MarkerPointer B, const MarkerKinematics& initial_A,
                                       const MarkerKinematics& initial_B, const Vector3& axis, bool planar,
                                       double initial)
    : A_(std::move(A)),
      B_(std::move(B)),
      dofs_(joined_dofs(*A_, *B_)),
      is_angle_(true),
      planar_(planar),
      zero_(initial),
      sine_gradient_(size()),
      cosine_gradient_(size()) {
  const Vector3 n = planar ? Vector3(Vector3::UnitZ()) : axis.normalized();
  const Vector3 first = n.unitOrthogonal();
  row_.kind = cosine_.kind = MarkerRow::Kind::dot;
  cosine_.a = first;
  row_.a = n.cross(first);
  cosine_.b = row_.b = initial_B.R.transpose() * (initial_A.R * first);
}

bool RelativeCoordinate::is_linear() const {
  if (is_angle_) return planar_ && A_->has_linear_rotation() && B_->has_linear_rotation();
  if (!A_->is_linear() || !B_->is_linear() || !row_.is_linear()) return false;
  return row_.kind != MarkerRow::Kind::translation_local || !A_->has_rotation();
}

void RelativeCoordinate::evaluate(const State& state, Derivatives derivatives, MarkerKinematics& a,
                                  MarkerKinematics& b) const {
  A_->evaluate(state, derivatives, a);
  B_->evaluate(state, derivatives, b);
}

RelativeCoordinate::Angle RelativeCoordinate::angle(const MarkerKinematics& a,
                                                    const MarkerKinematics& b) const {
  const double s = row_.value(a, b), c = cosine_.value(a, b);
  return {s, c, s * s + c * c};
}

double RelativeCoordinate::value(const State& state) const {
  MarkerKinematics a, b;
  evaluate(state, Derivatives::none, a, b);
  if (!is_angle_) return row_.value(a, b);
  const Angle t = angle(a, b);
  const double principal = zero_ + std::atan2(t.sine, t.cosine);
  if (place_ < 0 || static_cast<std::size_t>(place_) >= state.angles.size()) return principal;
  const double last = state.angles[place_];
  return principal + kTurn * std::round((last - principal) / kTurn);
}

void RelativeCoordinate::jacobian(const State& state, double* G) const {
  MarkerKinematics a, b;
  evaluate(state, Derivatives::first, a, b);
  if (!is_angle_) {
    row_.jacobian(a, b, G);
    return;
  }
  Eigen::Map<Vector> gradient(G, size());
  if (planar_) {
    gradient.head(A_->size()) = -a.J_r.row(2).transpose();
    gradient.tail(B_->size()) = b.J_r.row(2).transpose();
    return;
  }
  const Angle t = angle(a, b);
  row_.jacobian(a, b, sine_gradient_.data());
  cosine_.jacobian(a, b, cosine_gradient_.data());
  gradient = (t.cosine * sine_gradient_ - t.sine * cosine_gradient_) / t.norm2;
}

double RelativeCoordinate::rate(const State& state) const {
  MarkerKinematics a, b;
  evaluate(state, Derivatives::first, a, b);
  if (!is_angle_) return row_.rate(a, b);
  if (planar_) return b.omega.z() - a.omega.z();
  const Angle t = angle(a, b);
  return (t.cosine * row_.rate(a, b) - t.sine * cosine_.rate(a, b)) / t.norm2;
}

void RelativeCoordinate::add_velocity_gradient(const State& state, double w, double* D) const {
  MarkerKinematics a, b;
  evaluate(state, Derivatives::second, a, b);
  if (!is_angle_) {
    row_.add_velocity_gradient(a, b, w, D);
    return;
  }
  Eigen::Map<Vector> gradient(D, size());
  if (planar_) {
    gradient.head(A_->size()) -= w * a.D_r.row(2).transpose();
    gradient.tail(B_->size()) += w * b.D_r.row(2).transpose();
    return;
  }
  // theta' = (c s' - s c')/rho with rho = s^2 + c^2
  const Angle t = angle(a, b);
  const double rho = t.norm2;
  const double s_rate = row_.rate(a, b), c_rate = cosine_.rate(a, b);
  const double ss = -2 * t.sine * t.cosine / (rho * rho);
  const double sc = (t.sine * t.sine - t.cosine * t.cosine) / (rho * rho);
  row_.add_velocity_gradient(a, b, w * t.cosine / rho, D);
  cosine_.add_velocity_gradient(a, b, -w * t.sine / rho, D);
  row_.jacobian(a, b, sine_gradient_.data());
  cosine_.jacobian(a, b, cosine_gradient_.data());
  gradient += w * (ss * s_rate + sc * c_rate) * sine_gradient_;
  gradient += w * (sc * s_rate - ss * c_rate) * cosine_gradient_;
}

void RelativeCoordinate::add_reaction_gradient(const State& state, double lambda, double w,
                                               DenseMatrix& K) const {
  MarkerKinematics a, b;
  evaluate(state, Derivatives::first, a, b);
  if (!is_angle_) {
    row_.add_reaction_gradient(state, *A_, *B_, a, b, lambda, w, K);
    return;
  }
  if (planar_) {
    const Vector3 moment(0, 0, lambda);
    A_->add_force_gradient(state, Vector3::Zero(), -moment, w, 0, K);
    B_->add_force_gradient(state, Vector3::Zero(), moment, w, A_->size(), K);
    return;
  }
  const Angle t = angle(a, b);
  const double rho = t.norm2;
  const double ss = w * lambda * -2 * t.sine * t.cosine / (rho * rho);
  const double sc = w * lambda * (t.sine * t.sine - t.cosine * t.cosine) / (rho * rho);
  row_.add_reaction_gradient(state, *A_, *B_, a, b, lambda * t.cosine / rho, w, K);
  cosine_.add_reaction_gradient(state, *A_, *B_, a, b, -lambda * t.sine / rho, w, K);
  row_.jacobian(a, b, sine_gradient_.data());
  cosine_.jacobian(a, b, cosine_gradient_.data());
  K.noalias() += ss * (sine_gradient_ * sine_gradient_.transpose());
  K.noalias() -= ss * (cosine_gradient_ * cosine_gradient_.transpose());
  K.noalias() += sc * (sine_gradient_ * cosine_gradient_.transpose());
  K.noalias() += sc * (cosine_gradient_ * sine_gradient_.transpose());
}

}  // namespace jounce
