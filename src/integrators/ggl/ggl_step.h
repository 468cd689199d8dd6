#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "integrators/alpha_coefficients.h"
#include "integrators/ggl/ggl_conditions.h"
#include "integrators/integrator_options.h"
#include "stepping/contact_set.h"
#include "stepping/scales.h"
#include "stepping/shared_rows.h"

namespace jounce {

/// What answers to the position correction U and the velocity jump W within the step.
enum class Corrections {
  mass,     ///< M alone (B 29c, f); the forces of the smooth motion are those at (q, v)
  elastic,  ///< also h^2/2 Df and h Df with Df = f(q, v, t) - f(q~, v~, t); those of the smooth motion are
            ///< f(q~, v~, t)
};

/// Equations of one step of the nonsmooth generalized-alpha GGL scheme, (B 29-31), as a semi-smooth system in
/// the scaled increments of (B 42) from a predictor:
///
///   x = [ Dv~, -h Dlambda~, DU/h, -Dnu/h, DW, -DLambda ]
///
/// with n free degrees of freedom, b bilateral, c contact and s tangential rows: sizes n, b, n, b + c, n, b +
/// c + s; without contact rows the last two are left out. Residuals are those of (B 39), with third rows over
/// the *inactive* sets and identity blocks -I (see the errata in docs/theory).
///
/// Friction acts at velocity level: Lambda_T joins Lambda in (B 29f), with Coulomb's law (CoulombPoint) for
/// its rows. A friction impulse of constant force moves the body by h/2 M^-1 W_T Lambda_T within the step,
/// which (B 29c) receives, so that a sticking contact does not creep:
///
///   M U - g_q^T nu - h/2 W_T Lambda_T = 0
///
/// With Corrections::elastic the forces of a stiff body answer to contacts within the step: (A. Cosimo, F. J.
/// Cavalieri, J. Galvez, A. Cardona, O. Bruls, Multibody Syst. Dyn. 48 (2020) 127, there with the joints'
/// forces as well)
///
///   M v~' - f(q~, v~, t) - G^T lambda~ = 0,   Df = f(q, v, t) - f(q~, v~, t)
///   M U - h^2/2 Df - g_q^T nu - h/2 W_T Lambda_T = 0,   M W - h Df - g_q^T Lambda - W_T Lambda_T = 0
///
/// Friction in joints is the same with the law's normal impulse from the joint's own reaction, h lambda~ +
/// Lambda_B (JointFriction).
///
/// Both solvers (monolithic and sequential) work on this class; it holds the current iterate.
class GglStep {
 public:
  GglStep(const System& system, const AlphaCoefficients& coefficients, PositionLaw law)
      : system_(system), c_(coefficients), law_(law) {}

  /// Before the first step.
  void use_corrections(Corrections corrections) { is_elastic_ = corrections == Corrections::elastic; }
  bool is_elastic() const { return is_elastic_; }

  /// First guess of v~' and lambda~.
  struct Guess {
    const Vector& acceleration;
    const Vector& lambda;
  };
  /// Predictor (B 40) from a_n, v~'_n, the guess, and the contact multipliers of the last step.
  void begin(const State& start, const Vector& a, const Vector& acceleration, const Guess& guess, double h,
             const ContactSet& contacts, const Scales& scales);
  /// Iterate = predictor + x. Evaluates geometry at q_{n+1} and q~_{n+1}.
  void set_increment(const Vector& x);
  /// Active sets (B 38) at the current iterate, A then B, one flag per contact row; then the branch of every
  /// joint with friction.
  void wanted_sets(std::vector<std::uint8_t>& sets) const;
  /// Closes the contacts with friction that q~ penetrates or touches, and lets them stick. Where sliding jams
  /// (Painleve), an iteration that begins with slip finds no set.
  void stick_closed(std::vector<std::uint8_t>& sets) const;
  /// The function used from the next iterate on. Fischer-Burmeister's (see contact_functions.h), on Lambda /
  /// r and u + e u_n of every contact that q~ penetrates, serves the monolithic solver; the slope of a
  /// friction coefficient over the slip speed is left out of its derivative.
  void use_function(ContactFunction function) {
    function_ = function;
    knows_cones_ |= function == ContactFunction::fischer_burmeister;
  }
  /// Values and derivatives at a contact: normal direction first, then the tangential ones.
  struct ConeFunction {
    Vector3 F = Vector3::Zero();
    Matrix3 by_impulse = Matrix3::Zero(), by_velocity = Matrix3::Zero();
  };
  /// Keeps the flags in use where a condition of (B 38) is zero within round-off: either flag is right there.
  /// For redundant contacts in an exact tie, whose flags would flip with the last bit for ever.
  void keep_ties(std::vector<std::uint8_t>& wanted) const;
  void use_sets(const std::vector<std::uint8_t>& sets) { sets_ = sets; }
  const std::vector<std::uint8_t>& sets() const { return sets_; }
  /// Those at velocity level alone.
  std::span<const std::uint8_t> velocity_sets() const {
    return std::span(sets_).subspan(static_cast<std::size_t>(m_));
  }

  /// Multipliers of inactive contacts are zero but for round-off of the iteration; makes them exactly zero.
  void clear_inactive();

  /// r of (B 39) for the sets in use; all three parts, or one of them.
  void residual(Vector& r) const;
  // As a GglIterate
  const ContactSet& contacts() const { return *contacts_; }
  GglRow row(int row) const {
    const double nu = law_ == PositionLaw::ggl ? nu_[row] : nu_[row] - h_ * Lambda_[row];
    return {nu, gap_[row], smooth_gap(row), Lambda_[row], contact_velocity_[row] - contacts_->target(row)};
  }
  std::span<const std::uint8_t> in_use() const { return sets_; }
  bool has_cones() const { return function_ == ContactFunction::fischer_burmeister; }
  PositionLaw position_law() const { return law_; }
  bool decides(const ContactSet::FrictionRows&) const { return true; }
  /// Conditions of closed contacts, g/h, u + e u_n and s, and their multipliers nu/h, Lambda, Lambda_T;
  /// sized.
  void conditions(Vector& closed, Vector& multipliers) const;
  /// The law of a place with friction at the iterate.
  CoulombPoint coulomb(const ContactSet::FrictionRows& at) const;
  double gap(int row) const { return gap_[row]; }
  /// Gap at q~.
  double smooth_gap(int row) const { return smooth_gaps()[row]; }
  /// S_t of (B 44) for the sets in use.
  void assemble(const AssemblySinks& sinks) const;
  void assemble(MatrixSink& sink) const { assemble({sink, sink}); }
  /// Diagonal blocks (B 47-49) alone, for the sequential solver, from row and column `at`.
  void assemble_smooth(const AssemblySinks& sinks, Index at) const;
  void assemble_position(const AssemblySinks& sinks, Index at) const;
  void assemble_velocity(const AssemblySinks& sinks, Index at) const;

  /// Largest ratio of a residual to its tolerance; <= 1 means converged. `row` receives the worst entry.
  /// With `is_strict` the tolerances are the tighter ones for linear convergence.
  /// `row_sums` are the absolute row sums of S_t (empty before the first assembly): round-off level.
  double merit(const Vector& r, const Vector& row_sums, double tolerance, Index* row = nullptr,
               bool is_strict = false) const;
  /// The same by field, of the last call of `merit`.
  const FieldResiduals& fields() const { return fields_; }
  /// What a residual entry belongs to, for messages.
  std::string describe(Index entry) const;

  Index size() const { return smooth_size() + position_size() + velocity_size(); }
  Index motions() const { return n_; }  ///< unknowns of Dv~
  Index smooth_size() const { return n_ + b_; }
  Index position_size() const { return n_ + b_ + m_; }
  Index velocity_size() const { return has_velocity_projection() ? n_ + b_ + m_ + s_ : 0; }
  /// Without contact rows and friction W = 0 and Lambda = 0 solve (29f, g), because v~ obeys (29b): the third
  /// part is left out.
  bool has_velocity_projection() const { return m_ + s_ > 0; }
  double step_size() const { return h_; }
  /// True for linear systems, unless slip turns: S_t depends on the step size and the sets only.
  bool has_constant_matrix() const { return constant_ && function_ == ContactFunction::alart_curnier; }

  const State& next() const { return next_; }                   ///< q_{n+1}, v_{n+1}
  const State& smooth() const { return smooth_; }               ///< q~, v~, with elastic corrections
  const Vector& v_smooth() const { return v_smooth_; }          ///< v~_{n+1}
  const Vector& acceleration() const { return acceleration_; }  ///< v~'_{n+1}
  const Vector& lambda() const { return lambda_; }              ///< lambda~
  const Vector& nu() const { return nu_; }                      ///< contact rows
  const Vector& Lambda() const { return Lambda_; }              ///< contact rows
  const Vector& Lambda_T() const { return Lambda_T_; }          ///< tangential rows
  const Vector& Lambda_joint() const { return Lambda_b_; }
  const Vector& contact_velocity() const { return contact_velocity_; }
  const Vector& position_correction() const { return U_; }
  const Vector& velocity_jump() const { return W_; }
  auto smooth_increment() const { return v_smooth_.head(n_) - v_p_.head(n_); }  ///< Dv~
  auto predicted_increment() const { return q_increment_p_.head(n_); }  ///< of the predictor, from q_n
  const RowJacobian& normals() const { return C_; }                     ///< contact rows at q_{n+1}
  const RowJacobian& tangents() const { return D_; }                    ///< tangential rows there
  const Vector& tangential_velocity() const { return tangential_velocity_; }

  /// T of the increments that led to q and, with elastic corrections, to q~; per rotation.
  const std::vector<Matrix3>& turns() const { return T_; }
  const std::vector<Matrix3>& smooth_turns() const { return T_smooth_; }

 private:
  /// Of all rows, found when the iterate is asked for one.
  const Vector& smooth_gaps() const;
  void place_prescribed();
  bool has_smooth_state() const { return m_ > 0 || is_elastic_; }
  /// A nonholonomic row: it has no position equation, and nu = 0 stands in its place.
  bool is_velocity_row(int row) const { return system_.joints().velocity_rows()[row] != 0; }
  void add_tangent(const State& state, const Vector& acceleration, const std::vector<Matrix3>& T,
                   const TangentWeights& weights, MatrixSink& sink) const;
  void couple_forces(MatrixSink& sink, Index p) const;
  void assemble_friction(MatrixSink& sink, Index at) const;
  void couple_friction(MatrixSink& sink, Index p, Index w) const;
  void evaluate_cones();
  bool is_cone(int row) const { return sets_[m_ + row] == contact_set::cone; }
  CoulombPoint::Derivatives friction_derivatives(const ContactSet::FrictionRows& at) const;
  /// Derivative of the normal row of a contact by its own velocity and impulse.
  double normal_by_velocity(int row) const;
  double normal_by_impulse(int row) const;
  /// What a cone's function has beyond branches: normal rows by tangential columns, and the other way round.
  void couple_cones(MatrixSink& sink, Index w) const;
  std::size_t flag(const ContactSet::FrictionRows& at) const {
    return static_cast<std::size_t>(m_ + at.flag);
  }

  const System& system_;
  AlphaCoefficients c_;
  PositionLaw law_;
  bool is_elastic_ = false;  ///< corrections
  ContactFunction function_ = ContactFunction::alart_curnier;
  bool knows_cones_ = false;  ///< the pattern of S_t has room for cones from their first use on
  bool constant_ = false;
  double h_ = 0;
  Index n_ = 0, b_ = 0, m_ = 0, s_ = 0;
  const ContactSet* contacts_ = nullptr;
  const Scales* scales_ = nullptr;

  // predictor
  State start_;
  Vector q_increment_p_;  ///< q~ increment from q_n of the predictor
  Vector v_p_, acceleration_p_, lambda_p_, nu_p_, Lambda_p_, Lambda_T_p_;
  // iterate
  State next_, smooth_;  ///< (q_{n+1}, v_{n+1}) and (q~_{n+1}, v~_{n+1})
  State at_v_smooth_;    ///< (q_{n+1}, v~_{n+1}): where (B 29b) is differentiated
  Vector v_smooth_, acceleration_, U_, W_, lambda_, nu_b_, Lambda_b_, nu_, Lambda_, Lambda_T_, increment_;
  Vector joint_impulse_;           ///< h lambda~ + Lambda_B
  std::vector<Matrix3> T_;         ///< tangent operator of the increment, per rotation
  std::vector<Matrix3> T_smooth_;  ///< the same without U; with elastic corrections
  Vector no_acceleration_;
  // geometry at the iterate
  RowJacobian G_, C_, D_;  ///< joints, contacts, their tangential rows
  Vector g_, g_t_, gap_, contact_velocity_, tangential_velocity_;
  mutable Vector gap_smooth_;
  mutable bool knows_gap_smooth_ = false;
  std::vector<std::uint8_t> sets_;
  std::vector<ConeFunction> cones_;  ///< of Fischer-Burmeister's function, per contact row
  mutable Vector force_, change_, work_;
  mutable FieldResiduals fields_;
};

}  // namespace jounce
