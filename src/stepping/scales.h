#pragma once

#include <initializer_list>

#include "model/system.h"

namespace jounce {

/// Characteristic sizes of the running model, by kind of degree of freedom. Tolerances are multiples of them
/// and of round-off, never absolute, so that a model in mm-t-s converges exactly as the same model in m-kg-s.
class Scales {
 public:
  /// Linear convergence leaves an error above the residual. Tolerances of momentum and of constraint rows
  /// times these give the digits of Newton's method.
  static constexpr double kStrictMomentum = 1e-2, kStrictRows = 0.125;

  /// Takes the diagonal of M at `state`; once for constant mass.
  void set_mass(const System& system, const State& state);
  /// Raises the velocity and coordinate scales to what `state` holds; `h` and the accelerations `a` cover
  /// starts from rest.
  void observe(const System& system, const State& state, const Vector& a, double h);

  /// Velocity scale of each kind including what the iterates of a step hold: an impact makes speeds that no
  /// past state had.
  Vector3 velocities(const System& system, std::initializer_list<const Vector*> iterates) const;

  /// Raises velocity scales to what single contact impulses would make, |w_i Lambda| / M_ii: forces that
  /// balance, as on a body at rest with several contacts, leave round-off of their own size in the momentum.
  /// Joints with friction need the same, since their forces decide: a wheel on a pin has no other velocity of
  /// translation.
  void raise(const System& system, const RowJacobian& W, const Vector& impulses, Vector3& velocities) const;

  double velocity(DofKind kind) const { return velocities()[static_cast<Index>(kind)]; }
  double coordinate(DofKind kind) const { return scale_[3 + static_cast<Index>(kind)]; }
  /// Diagonal mass of a degree of freedom; massless ones take the largest of their kind.
  double mass(Index dof) const { return mass_[dof]; }
  const Vector& mass_diagonal() const { return diagonal_; }

  /// Effective mass 1 / sum(w_i^2 / M_ii) seen by a row: r of (B 38) must not exceed it.
  double effective_mass(const RowJacobian& W, int row) const;
  /// sum |w_i| V_i and sum |w_i| X_i: scales of a row's rate and value.
  static double row_velocity(const System& system, const Vector3& velocities, const RowJacobian& W, int row);
  double row_velocity(const System& system, const RowJacobian& W, int row) const {
    return row_velocity(system, velocities(), W, row);
  }
  double row_coordinate(const System& system, const RowJacobian& W, int row) const;
  /// The same where a step h at these velocities goes further than anything has been: from rest at the
  /// origin.
  double row_coordinate(const System& system, const Vector3& velocities, double h, const RowJacobian& W,
                        int row) const;

  /// Velocity scales, then coordinate scales, for checkpoints.
  Vector& store() { return scale_; }

 private:
  /// Velocity scales of the kinds. The frame of a flexible body may stand still at a joint while its mass
  /// moves: the scale of a kind is at least what momentum of the other kinds amounts to.
  Vector3 velocities() const { return scale_.head<3>().cwiseMax(coupling_ * scale_.head<3>()); }

  Vector scale_ = Vector::Zero(6);
  Matrix3 coupling_ = Matrix3::Zero();  ///< velocity of one kind that momentum of another kind amounts to
  Vector diagonal_;
  Vector mass_;
};

/// Scales while a step is tried: what it raised is taken back unless the step is kept, also after an
/// exception.
class TrialScales {
 public:
  explicit TrialScales(Scales& scales) : scales_(scales), before_(scales.store()) {}
  ~TrialScales() {
    if (!is_kept_) scales_.store() = before_;
  }
  TrialScales(const TrialScales&) = delete;
  TrialScales& operator=(const TrialScales&) = delete;
  void keep() { is_kept_ = true; }

 private:
  Scales& scales_;
  Eigen::Matrix<double, 6, 1> before_;
  bool is_kept_ = false;
};

}  // namespace jounce
