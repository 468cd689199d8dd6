#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/marker_row.h"

namespace jounce {

/// One scalar relative coordinate c(q) of two markers: a displacement or distance (a MarkerRow), or the angle
/// of B against A about an axis. Drivers, gears, limits, actuators and torsional springs are written on it.
///
/// The angle: with n, e_1 = b and e_2 = n x b, right-handed unit vectors fixed in A, and b, fixed in B, that
/// coincides with e_1 at angle 0,
///
///   theta = atan2(s, c),   s = (R_A e_2) . (R_B b),   c = (R_A e_1) . (R_B b)       (rad)
///
/// so that d theta = (c ds - s dc)/(s^2 + c^2) with s, c rows of kind `dot`. In the plane theta is the
/// difference of two angles and theta' = omega_B - omega_A has a constant Jacobian.
///
/// Turns are counted: an angle that a System follows is continued from its value at the last accepted step
/// (State::angles) to the nearest value of the present configuration. A step may turn it by less than pi.
class RelativeCoordinate {
 public:
  using MarkerPointer = std::shared_ptr<const Marker>;

  /// The value of a row (its offset included).
  RelativeCoordinate(MarkerPointer A, MarkerPointer B, const MarkerRow& row);
  /// The angle of B against A about `axis` (fixed in A), zero at the kinematics given, plus `initial`.
  /// `planar`: the model is planar and the axis is z.
  RelativeCoordinate(MarkerPointer A, MarkerPointer B, const MarkerKinematics& initial_A,
                     const MarkerKinematics& initial_B, const Vector3& axis, bool planar, double initial = 0);

  const Marker& A() const { return *A_; }
  const Marker& B() const { return *B_; }
  std::span<const Index> dofs() const { return dofs_; }  ///< of A, then of B
  int size() const { return static_cast<int>(dofs_.size()); }
  bool is_angle() const { return is_angle_; }
  /// True when c is affine in q.
  bool is_linear() const;

  double value(const State& state) const;
  /// dc/dq, size() entries.
  void jacobian(const State& state, double* G) const;
  /// D += w d(c')/dq at fixed v, size() entries.
  void add_velocity_gradient(const State& state, double w, double* D) const;
  /// K += w d(G^T lambda)/dq, size() square.
  void add_reaction_gradient(const State& state, double lambda, double w, DenseMatrix& K) const;
  /// dc/dt for the velocities of the state, from G: sum G_i v_i.
  double rate(const State& state) const;

  /// Place of the followed angle in State::angles; set by System::follow.
  void set_place(int place) { place_ = place; }

 private:
  struct Angle {
    double sine, cosine, norm2;
  };
  Angle angle(const MarkerKinematics& a, const MarkerKinematics& b) const;
  void evaluate(const State& state, Derivatives derivatives, MarkerKinematics& a, MarkerKinematics& b) const;

  MarkerPointer A_, B_;
  std::vector<Index> dofs_;
  bool is_angle_ = false;
  bool planar_ = false;
  MarkerRow row_;                                   ///< the coordinate itself, or the row of the sine
  MarkerRow cosine_;                                ///< of an angle
  double zero_ = 0;                                 ///< added to the angle
  int place_ = -1;                                  ///< in State::angles
  mutable Vector sine_gradient_, cosine_gradient_;  ///< workspaces, n
};

}  // namespace jounce
