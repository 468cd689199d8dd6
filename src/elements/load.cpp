#include "elements/load.h"

#include "math/rotation.h"

namespace jounce {

namespace {

/// Whether the marker turns about the point itself, as the centre of a body and a node with rotations do: a
/// force of fixed direction is then constant. Its rows of rotations stay empty, so that paths for models in
/// which only bodies and shells turn serve such loads.
bool turns_about_its_point(const Marker& marker, const MarkerKinematics& k) {
  return k.J.rightCols(marker.size() - marker.first_turning_dof()).isZero(0);
}

}  // namespace

PointLoad::PointLoad(std::string name, std::shared_ptr<const Marker> marker, Value force, Value moment,
                     bool follower)
    : ElementBlock(std::move(name)),
      marker_(std::move(marker)),
      force_(std::move(force)),
      moment_(std::move(moment)),
      follower_(follower && marker_->has_rotation()) {}

void PointLoad::evaluate(const State& state, MarkerKinematics& k, Vector3& force, Vector3& moment) const {
  marker_->evaluate(state, Derivatives::first, k);
  force = force_ ? force_(state.t) : Vector3::Zero();
  moment = moment_ ? moment_(state.t) : Vector3::Zero();
  if (!follower_) return;
  force = k.R * force;
  moment = k.R * moment;
}

void PointLoad::add_force(const State& state, Vector& f) const {
  MarkerKinematics k;
  Vector3 force, moment;
  evaluate(state, k, force, moment);
  for (int i = 0; i < marker_->size(); ++i)
    f[marker_->dofs()[i]] += k.J.col(i).dot(force) + k.J_r.col(i).dot(moment);
}

void PointLoad::add_tangent(const State& state, double, double w_k, MatrixSink& sink) const {
  if (w_k == 0 || is_linear()) return;
  MarkerKinematics k;
  Vector3 force, moment;
  evaluate(state, k, force, moment);
  if (!follower_ && !moment_ && turns_about_its_point(*marker_, k)) return;
  K_.setZero(marker_->size(), marker_->size());
  marker_->add_force_gradient(state, force, moment, -w_k, 0, K_);
  if (follower_) {  // delta F = theta x F
    K_.noalias() += w_k * (k.J.transpose() * skew(force) * k.J_r);
    K_.noalias() += w_k * (k.J_r.transpose() * skew(moment) * k.J_r);
  }
  sink.add(marker_->dofs(), marker_->dofs(), K_.data());
}

void PointLoad::add_powers(const State& state, Powers& powers) const {
  MarkerKinematics k;
  Vector3 force, moment;
  evaluate(state, k, force, moment);
  powers.applied += force.dot(k.velocity) + moment.dot(k.omega);
}

}  // namespace jounce
