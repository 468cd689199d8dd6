#pragma once

#include "la/eigen_solver.h"

namespace jounce {

/// Motion in a basis of modes,
///
///   eta_k'' + (alpha + beta omega_k^2) eta_k' + omega_k^2 eta_k = phi_k^T f(t),
///
/// exact for forces that are linear in time over a step (R. W. Clough and J. Penzien, Dynamics of Structures,
/// 3rd ed. 2003, section 7-2, piecewise exact method). With dampers, whose modal matrix D couples the modes,
/// by the exponential of the matrix of the first-order system: exact, too.
class ModalDynamics {
 public:
  explicit ModalDynamics(EigenPairs pairs);

  void set_damping(double alpha, double beta);
  /// c of each mode in place of alpha + beta omega_k^2.
  void set_damping(const Vector& rates);
  /// D of dampers, added to alpha + beta omega_k^2.
  void set_dampers(const DenseMatrix& D) { dampers_ = D; }
  const EigenPairs& pairs() const { return pairs_; }
  /// Modal forces phi^T f of a force over the free degrees of freedom.
  Vector project(const Vector& f) const { return pairs_.vectors.transpose() * f; }
  /// A step of length h under modal forces that go from f_0 to f_1.
  void step(double h, const Vector& f_0, const Vector& f_1);

  Vector displacement() const { return pairs_.vectors * eta_; }
  Vector velocity() const { return pairs_.vectors * rate_; }

 private:
  void coupled_step(double h, const Vector& f_0, const Vector& f_1);

  EigenPairs pairs_;
  Vector damping_;       ///< alpha + beta omega^2
  DenseMatrix dampers_;  ///< empty: none
  Vector eta_, rate_;
  // of coupled steps of the length flow_step_
  double flow_step_ = 0, rate_scale_ = 1;
  DenseMatrix flow_;  ///< of (s eta, eta', f, change of f) over a step, with s the rate scale
};

}  // namespace jounce
