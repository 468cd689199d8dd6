#pragma once

#include <span>

#include "la/csr_matrix.h"
#include "stepping/contact_conditions.h"
#include "stepping/contact_set.h"
#include "stepping/scales.h"
#include "stepping/shared_rows.h"

namespace jounce {

/// Equilibrium equations of one load step, as a semi-smooth system in
///
///   x = [ Dq, lambda, p, tau ]   with q = q_n o exp(Dq)
///
///   r_q = -f(q, 0, t) + (1 - s) f_0 - G^T lambda - C^T p - D^T tau
///   r_g = g(q, t)
///   r_c = gap where p - k gap >= 0 (active), else p                 (0 <= gap perp p >= 0)
///         softened: p - A P(-gap) where the law P of pressures is closed, else p; A the area of the row
///   r_t = Coulomb's law (CoulombPoint) for the friction tau and the slip s = D Dq of the load step
///         with a stiffness k_t of sticking: tau - t where |t| <= mu p, else tau - mu p t / |t|, with the
///         trial t = tau_n - k_t A s and tau_n of the load step before
///
/// f_0 = f(q_0, 0, t_0) is what is out of balance at the start; s runs from 0 to 1 with the load parameter t,
/// so that dead loads and gravity come on in proportion (without ramp: s = 1). k is the stiffness that the
/// row sees. At a solution s = 1 gives equilibrium whatever path led there.
class StaticStep {
 public:
  explicit StaticStep(const System& system, bool friction) : system_(system), friction_(friction) {}

  /// Fixes the point the increments count from and the contact rows.
  /// @param friction_before  tau_n, for points that stick with a stiffness
  void begin(const State& start, const ContactSet& contacts, const Scales& scales, Vector friction_before);
  /// Out-of-balance force at the start of the analysis, over all degrees of freedom.
  void set_initial_force(Vector f_0) { f_0_ = std::move(f_0); }

  /// From now on each of these free degrees of freedom is held by a spring where the load step begins, as
  /// stiff as what is around it, which is to carry nothing: a support of motions that are free.
  void hold(const std::vector<Index>& dofs);
  double hold_force() const;  ///< of these springs: the largest; of a moment, at the length of the model
  double load(const Vector& r) const;  ///< sum of the forces out of balance in a residual, without moments

  /// Iterate x at load parameter t with the share s of the initial force removed.
  /// @param motion  share of the step's motion of the supports that has been made
  void set(const Vector& x, double t, double s, double motion = 1);
  /// True when given motions change between the start of the step and t.
  bool moves_supports(double t) const;
  void residual(Vector& r) const;
  const CsrMatrix& matrix();  ///< dr/dx; the same, unchanged object when nothing in it changed

  // The matrix in parts, for StaticCondensation
  bool has_constant_structure() const;                   ///< elements and joints are linear
  void add_structure(const AssemblySinks& sinks) const;  ///< of elements and joints, over Dq and lambda
  /// The rest of dr/dx. Without values also of contacts whose entries are zero at this iterate.
  void add_contacts(MatrixSink& sink) const;
  /// Takes the scales of the balance of forces from a matrix, whole or of the structure.
  void weigh(const CsrMatrix& matrix);
  bool has_scales() const { return !has_new_sums_ && row_sums_.size() == n_; }  ///< of this load step
  void weigh_rows();  ///< the stiffness that contacts see, after `weigh`
  /// Contacts at x - dx in the linear model of the iterate: gaps, slips and forces. Until the next `set`.
  void move_contacts(const Vector& dx);
  void contact_residual(Vector& r) const;  ///< r_c and r_t, in their places in r
  /// True where p and tau of a contact follow from its gap and slip, by at most `most` times the stiffness
  /// that it sees.
  bool has_force_by_law(int row, double most) const;
  bool has_force_by_law(const ContactSet::FrictionRows& at, double most) const;

  void wanted_sets(std::vector<std::uint8_t>& sets) const;
  void keep_ties(std::vector<std::uint8_t>& wanted) const;
  void use_sets(const std::vector<std::uint8_t>& sets) { sets_ = sets; }
  const std::vector<std::uint8_t>& sets() const { return sets_; }
  /// Those of friction alone, by the flags of ContactSet; empty without.
  std::span<const std::uint8_t> friction_sets() const {
    return has_friction() ? std::span<const std::uint8_t>(sets_) : std::span<const std::uint8_t>();
  }
  void clear_inactive();
  // As a ConditionSource, of gaps
  const ContactSet& contacts() const { return *contacts_; }
  std::size_t first_flag() const { return 0; }
  bool decides(const ContactSet::FrictionRows&) const { return has_friction(); }
  NormalCondition normal(int row) const;
  FrictionCondition friction(const ContactSet::FrictionRows& at) const;
  /// What the load step has moved every degree of freedom by, supports included.
  Vector increment() const;
  /// Slip of the load step along the tangential rows.
  const Vector& slip() const { return slip_; }
  double friction_work() const;  ///< of the load step, by the trapezoidal rule

  /// Largest ratio of a residual to what is allowed: `tolerance` times the largest force of the degree of
  /// freedom's kind, round-off of the stiffness, round-off of the coordinates for constraints.
  double merit(const Vector& r, double tolerance, Index* row) const;
  /// The same by field, of the last call of `merit`.
  const FieldResiduals& fields() const { return fields_; }
  /// What is allowed to be out of balance along a displacement, of the last residual.
  double allowed_imbalance(double tolerance) const { return tolerance * force_scale(); }
  std::string describe(Index row) const;

  Index size() const { return n_ + b_ + m_ + tangents_; }
  Index n_free() const { return n_; }
  Index first_contact() const { return n_ + b_; }  ///< unknown p of the first contact row
  const State& next() const { return next_; }
  const Vector& lambda() const { return lambda_; }
  const Vector& contact_force() const { return p_; }
  const Vector& friction_force() const { return tau_; }
  void forget() { laid_out_ = false; }

 private:
  void add_friction(MatrixSink& sink, MatrixSink& block_q) const;
  double stiffness_of(const RowJacobian& rows, int row) const;
  /// A kind without any force of its own is measured against the other one at the length of the model.
  double force_scale() const;
  double length_scale() const;
  bool has_friction() const { return tangents_ > 0; }
  const ContactRow& row(Index j) const { return contacts_->rows()[j]; }
  const PressureLaw* soft(Index j) const { return row(j).law->pressure.get(); }
  /// dr_c = C * this + dp (softened), or r_c itself.
  double normal_slope(Index j) const;
  bool sticks_softly(const ContactSet::FrictionRows& at) const {
    return row(at.row).law->stick_stiffness > 0;
  }
  /// Law of points that stick with a stiffness: the trial t stands in place of tau - r s.
  CoulombPoint trial(const ContactSet::FrictionRows& at) const;
  CoulombPoint::Tangential friction_residual(const ContactSet::FrictionRows& at) const;
  CoulombPoint::Derivatives friction_derivatives(const ContactSet::FrictionRows& at) const;
  CoulombPoint coulomb(const ContactSet::FrictionRows& at) const;
  std::uint8_t set_of(const ContactSet::FrictionRows& at) const { return sets_[at.flag]; }

  const System& system_;
  bool friction_;
  Index n_ = 0, b_ = 0, m_ = 0, tangents_ = 0;
  const ContactSet* contacts_ = nullptr;
  const Scales* scales_ = nullptr;
  State start_, next_;
  double s_ = 1;
  struct Hold {
    Index dof;
    double stiffness;
  };
  std::vector<Hold> holds_;
  Vector f_0_, increment_, lambda_, p_, tau_, slip_, tau_before_, held_q_;
  RowJacobian G_, C_, D_;
  Vector g_, gap_;
  std::vector<Matrix3> T_;
  std::vector<std::uint8_t> sets_;
  mutable Vector force_, work_;
  mutable FieldResiduals fields_;
  mutable Vector3 largest_force_ = Vector3::Zero();  ///< by kind of degree of freedom, of the iterate

  SharedRows shared_rows_;
  CsrMatrix matrix_;
  Vector diagonal_;                          ///< of the stiffness
  Vector row_sums_;                          ///< of the balance of forces, least of a load step
  bool has_new_sums_ = true;                 ///< those of the last load step still stand
  Vector stiffness_, tangential_stiffness_;  ///< that contact and tangential rows see
  bool laid_out_ = false;
  std::vector<ContactLayout> laid_out_rows_;
  std::vector<std::uint8_t> assembled_sets_;
  bool assembled_ = false;
};

}  // namespace jounce
