// Steps of models with a diagonal mass matrix and without joints.

#include <algorithm>
#include <cmath>

#include "integrators/mixed/half_explicit.h"

namespace jounce {
namespace {

/// All of a state but its motion.
void take_rest(const State& from, State& to) {
  to.history = from.history;
  to.angles = from.angles;
  to.dormant = from.dormant;
  to.passed = from.passed;
}

}  // namespace

void HalfExplicit::take_contacts(const LumpedStage& stage, Outcome& outcome) {
  outcome.contact_impulse = stage.contact_impulse();
  outcome.friction_impulse = stage.friction_impulse();
  outcome.contact_velocity = stage.contact_velocity();
  outcome.tangential_velocity = stage.tangential_velocity();
  outcome.sets = stage.sets();
  outcome.joint_impulse.setZero(0);
  outcome.joint_sum.setZero(0);
  outcome.joint_normal.setZero(0);
}

bool HalfExplicit::advance_lumped(const State& start, double h, Outcome& outcome,
                                  std::string& failure_cause) {
  const Index n = system_.n_free();
  find_force(start, h);
  take_rest(start, middle_);
  middle_.t = start.t + h;
  middle_.v = start.v;
  middle_.v.head(n) += h * inverse_mass_.cwiseProduct(force_.head(n));
  middle_velocity_ = h * start.v;
  system_.manifold().retract(start.q, middle_velocity_, middle_.q);
  system_.apply_prescribed(middle_);
  if (!lumped_predictor_.solve({.laws_at = &middle_, .forces_at_start = true}, contacts_, closed_, middle_.v))
    return false;

  middle_velocity_ = 0.5 * (start.v + middle_.v);
  form_.dq_0 = h * middle_velocity_;
  system_.manifold().retract(start.q, form_.dq_0, middle_.q);
  system_.apply_prescribed(middle_);
  find_final_force(h);
  if (!force_.allFinite()) {
    explain(start, h, &middle_, failure_cause);
    if (failure_cause.empty()) failure_cause = "forces are no longer finite numbers";
    return false;
  }
  Vector& v = outcome.next.v;
  v.resize(system_.nv());
  v.head(n) = middle_velocity_.head(n) + 0.5 * h * inverse_mass_.cwiseProduct(force_.head(n));
  v.tail(system_.nv() - n) = middle_.v.tail(system_.nv() - n);
  if (!lumped_.solve({.laws_at = &middle_, .warm = 0.5}, contacts_, closed_, v)) return false;

  take_contacts(lumped_, outcome);
  v.swap(middle_.v);
  std::swap(outcome.next, middle_);
  outcome.acceleration = 2 / h * (outcome.next.v - middle_velocity_);
  outcome.force_velocity = middle_velocity_;
  outcome.contact_impulse += 0.5 * lumped_predictor_.contact_impulse();
  outcome.friction_impulse += 0.5 * lumped_predictor_.friction_impulse();
  return true;
}

}  // namespace jounce
