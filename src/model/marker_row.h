#pragma once

#include "model/marker.h"

namespace jounce {

/// One scalar kinematic relation c(q) between two markers A and B. Joints and contacts are lists of these;
/// they never differentiate bodies themselves. With d = x_B - x_A:
///
///   translation_global   c = a . d - offset               a fixed in space
///   translation_local    c = (R_A a) . d - offset         a fixed in A; with an arm s fixed in A the rate is
///   that of
///                        the point of B at x_B + R_A s:  (R_A a) . (x_B' + omega_B x R_A s - ...)
///   dot                  c = (R_A a) . (R_B b)            a fixed in A, b fixed in B
///   distance             c = |d| - offset
struct MarkerRow {
  enum class Kind { translation_global, translation_local, dot, distance };

  Kind kind = Kind::translation_global;
  Vector3 a = Vector3::Zero();
  Vector3 b = Vector3::Zero();
  double offset = 0;
  Vector3 arm = Vector3::Zero();

  /// True when c is affine in q for linear markers whose frame does not turn.
  bool is_linear() const { return kind == Kind::translation_global || kind == Kind::translation_local; }

  double value(const MarkerKinematics& A, const MarkerKinematics& B) const;

  /// c' = G v for the velocities that the kinematics hold; needs first derivatives.
  double rate(const MarkerKinematics& A, const MarkerKinematics& B) const;

  /// Force and moment on the two markers for a unit multiplier: G = f_A J_A + m_A J_r,A + f_B J_B + m_B
  /// J_r,B.
  struct Forces {
    Vector3 f_A = Vector3::Zero(), m_A = Vector3::Zero();
    Vector3 f_B = Vector3::Zero(), m_B = Vector3::Zero();
  };
  Forces unit_forces(const MarkerKinematics& A, const MarkerKinematics& B) const;

  /// dc/dq over the degrees of freedom of A, then of B (n_A + n_B entries); needs first derivatives.
  void jacobian(const MarkerKinematics& A, const MarkerKinematics& B, double* G) const;

  /// D += w d(G v)/dq at fixed v (n_A + n_B entries); needs second derivatives.
  void add_velocity_gradient(const MarkerKinematics& A, const MarkerKinematics& B, double w, double* D) const;

  /// K += w d(G^T lambda)/dq, (n_A + n_B) square; needs first derivatives.
  void add_reaction_gradient(const State& state, const Marker& marker_A, const Marker& marker_B,
                             const MarkerKinematics& A, const MarkerKinematics& B, double lambda, double w,
                             DenseMatrix& K) const;
};

}  // namespace jounce
