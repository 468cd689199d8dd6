#pragma once

#include <array>

#include "integrators/event_driven/event_dynamics.h"

namespace jounce {

/// One step of smooth motion with a fixed set of closed contacts: the explicit Runge-Kutta pair 5(4) of
/// Dormand and Prince (J. Comp. Appl. Math. 6 (1980) 19-26) with its dense output of order 4 (Hairer,
/// Norsett, Wanner, Solving Ordinary Differential Equations I, II.6). In the coordinates Delta of the tangent
/// space at the start,
///   q = q_0 o exp(Delta),   Delta' = T(Delta)^-1 v,   v' = a(q, v, t)
/// (T = 1 but for spatial rotations), with a from the index-1 equations; the end of the step is projected
/// onto the constraints, positions first. Contact impulses are integrated with the same quadrature.
class DormandPrince {
 public:
  using Rows = EventDynamics::Rows;

  DormandPrince(const System& system, EventDynamics& dynamics) : system_(system), dynamics_(dynamics) {}

  /// Sets the start of the steps to come and evaluates the accelerations there.
  void begin(const State& start, const Rows& closed, const Vector& q_scale);
  const EventDynamics::Acceleration& start_acceleration() const { return first_; }
  const State& start() const { return start_; }
  /// Steps by s from the start; the result depends on nothing but the start and s. Returns false when it is
  /// not finite or cannot be projected.
  bool take(double s);

  const State& end() const { return end_; }  ///< of the last step taken
  double size() const { return s_; }
  const Vector& contact_impulse() const { return impulse_; }  ///< one per closed row
  /// Largest estimated error of the last step, relative to the scales of every coordinate and velocity.
  double error(const Vector& q_scale, const Vector& v_scale) const;
  /// State at the fraction theta of the last step, to order 4 and not projected.
  void interpolate(double theta, State& state) const;

 private:
  void rate(const State& state, const Vector& increment, Vector& increment_rate) const;
  void stage(const Vector& increment, const Vector& v, double t, State& state) const;

  const System& system_;
  EventDynamics& dynamics_;
  Rows closed_;
  Vector q_scale_;
  double s_ = 0;
  State start_, end_;
  EventDynamics::Acceleration first_, acceleration_;
  std::array<Vector, 7> k_q_, k_v_;  ///< rates of Delta and v at the stages
  Vector increment_, v_;             ///< end of the step before its projection
  Vector impulse_;
};

}  // namespace jounce
