#include "model/marker.h"

#include <cassert>
#include <cmath>

namespace jounce {
namespace {

void set_zero(MarkerMatrix& m, int columns) { m.setZero(3, columns); }

}  // namespace

void GroundMarker::evaluate(const State&, Derivatives derivatives, MarkerKinematics& k) const {
  k.x = x_;
  k.R = R_;
  if (derivatives == Derivatives::none) return;
  set_zero(k.J, 0);
  set_zero(k.J_r, 0);
  k.velocity.setZero();
  k.omega.setZero();
  set_zero(k.D, 0);
  set_zero(k.D_r, 0);
}

void PointMarker::evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const {
  const int n = size();
  k.x.setZero();
  for (int i = 0; i < n; ++i) k.x[i] = state.q[dofs()[i]];
  k.R.setIdentity();
  if (derivatives == Derivatives::none) return;
  set_zero(k.J, n);
  set_zero(k.J_r, n);
  k.velocity.setZero();
  k.omega.setZero();
  for (int i = 0; i < n; ++i) {
    k.J(i, i) = 1.0;
    k.velocity[i] = state.v[dofs()[i]];
  }
  if (derivatives == Derivatives::first) return;
  set_zero(k.D, n);
  set_zero(k.D_r, n);
}

PlanarBodyMarker::PlanarBodyMarker(std::string name, std::vector<Index> dofs, const Vector3& s, double angle)
    : Marker(std::move(name), std::move(dofs)), s_(s), angle_(angle) {
  assert(size() == 3 && s.z() == 0.0);
}

void PlanarBodyMarker::evaluate(const State& state, Derivatives derivatives, MarkerKinematics& k) const {
  const double theta = state.q[dofs()[2]];
  const double c = std::cos(theta);
  const double s = std::sin(theta);
  const Vector3 arm(c * s_.x() - s * s_.y(), s * s_.x() + c * s_.y(), 0);
  k.x = Vector3(state.q[dofs()[0]], state.q[dofs()[1]], 0) + arm;
  const double cf = angle_ == 0 ? c : std::cos(theta + angle_);
  const double sf = angle_ == 0 ? s : std::sin(theta + angle_);
  k.R << cf, -sf, 0, sf, cf, 0, 0, 0, 1;
  if (derivatives == Derivatives::none) return;
  set_zero(k.J, 3);
  k.J(0, 0) = 1;
  k.J(1, 1) = 1;
  k.J(0, 2) = -arm.y();
  k.J(1, 2) = arm.x();
  set_zero(k.J_r, 3);
  k.J_r(2, 2) = 1;
  const double omega = state.v[dofs()[2]];
  k.omega = Vector3(0, 0, omega);
  k.velocity = Vector3(state.v[dofs()[0]] - omega * arm.y(), state.v[dofs()[1]] + omega * arm.x(), 0);
  if (derivatives == Derivatives::first) return;
  set_zero(k.D, 3);
  k.D(0, 2) = -omega * arm.x();
  k.D(1, 2) = -omega * arm.y();
  set_zero(k.D_r, 3);
}

void PlanarBodyMarker::add_force_gradient(const State& state, const Vector3& f, const Vector3&, double w,
                                          int offset, DenseMatrix& K) const {
  // J^T f has the angular component arm x f; d(arm)/dtheta turns the arm by 90 degrees.
  const double theta = state.q[dofs()[2]];
  const double c = std::cos(theta);
  const double s = std::sin(theta);
  const double arm_x = c * s_.x() - s * s_.y();
  const double arm_y = s * s_.x() + c * s_.y();
  K(offset + 2, offset + 2) += w * (-arm_x * f.x() - arm_y * f.y());
}

}  // namespace jounce
