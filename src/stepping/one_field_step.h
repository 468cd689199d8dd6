#pragma once

#include <array>
#include <optional>

#include "la/newton_solver.h"
#include "stepping/contact_conditions.h"
#include "stepping/contact_set.h"
#include "stepping/shared_rows.h"
#include "stepping/step_budget.h"
#include "stepping/stepper.h"

namespace jounce {

/// A step whose unknowns are one vector over the degrees of freedom and one multiplier per joint row and
/// contact row:
///
///   [ A  -G^T ] with the rows of contacts either active (a condition on q or v) or inactive (multiplier 0).
///
/// At velocity level contacts and joints may have friction: tangential rows with Coulomb's law (CoulombPoint)
/// follow.
///
/// Moreau-Jean, the index-3 generalized-alpha scheme and the stages of the mixed schemes have this form; each
/// describes itself by the struct Form: y is the unknown velocity-like vector, q_{n+1} = q_n o (dq_0 + dq_dy
/// (y - y_0)), v_{n+1} = v_0 + dv_dy (y - y_0), and the residual is  M (m_y y + m_0) - f_y f(q, v, t) - f_0 -
/// g_q^T p.
class OneFieldStep : public NewtonProblem {
 public:
  /// On which level joints and contacts are imposed; nonholonomic rows always hold at velocity level.
  enum class Level { position, velocity };

  OneFieldStep(const System& system, Level level) : system_(system), level_(level) {}

  struct Form {
    Vector y_0;        ///< predictor of y
    Vector dq_0, v_0;  ///< increment of q and velocity at y_0
    double dq_dy = 0, dv_dy = 1;
    double m_y = 1;  ///< inertia M (m_y y + m_0)
    Vector m_0;
    double f_y = 0;   ///< weight of the force at t_{n+1}
    double warm = 1;  ///< part of the contact impulses of the last step that iterations start from
    Vector f_0;       ///< known impulse
    /// Velocity level: the impact law with its restitutions, u + e u_n, or the law of lasting contact, u.
    bool has_impact_law = true;
    /// Time over which constant forces (the constant part of friction in joints) act; without: the step's.
    std::optional<double> duration;
    /// Explicit stages (dq_dy = f_y = 0): the state whose M and g_q^T carry inertia and forces, while the
    /// laws hold at the end of the step; null: the same state.
    const State* forces_at = nullptr;
    /// Velocity level: joint rows as derivative by time, G a + d/dt(G) v + g_tt = 0 with f_y a = m_y y + m_0,
    /// in place of G v + g_t = 0. Newton's matrix lacks the gradient of d/dt(G) v by q.
    bool joints_on_acceleration = false;
  };

  /// `closed` flags the contacts that may be active (velocity level: predicted to be closed; position level:
  /// all).
  void begin(const State& start, const Form& form, double h, const ContactSet& contacts,
             const std::vector<std::uint8_t>& closed, const Scales& scales, double tolerance,
             const Vector& joint_impulse);

  /// Begins the same step again with the contacts that may close sticking: see GglStep::stick_closed. False
  /// when there is no friction.
  bool begin_sticking();

  /// Moves x to the solution of the linear model at x, with the laws of its contacts in it as they are
  /// (solve_contact_model), and begins the same step again from there. False where the model is too large or
  /// has no solution.
  bool solve_contacts(Vector& x);

  Index size() const override { return n_ + b_ + m_ + s_; }
  Index momentum_rows() const { return n_; }
  void residual(const Vector& x, Vector& r) override;
  const CsrMatrix& jacobian() override;
  bool converged(const Vector& r, int iteration) override;
  bool converged_well(const Vector& r) override { return merit(r, false, true) <= 1; }
  double merit() const override { return last_merit_; }
  bool may_keep_jacobian() const override;

  /// After convergence: impulses of inactive contacts, zero but for round-off, become exactly zero, and the
  /// velocities at those that could not close, which the iteration leaves out, are evaluated.
  void finish();

  // As a ConditionSource, at the level of this system
  const ContactSet& contacts() const { return *contacts_; }
  std::size_t first_flag() const { return 0; }
  bool decides(const ContactSet::FrictionRows&) const { return s_ > 0; }
  NormalCondition normal(int row) const;
  FrictionCondition friction(const ContactSet::FrictionRows& at) const {
    return {coulomb(at), at.r * at.slip_tie};
  }

  // For two stages that are solved together (StagePair)
  // ---------------------------------------------------------------------------------------------
  /// Moves the known parts of inertia and of the increment of q by what the other stage's y contributes.
  void shift(const Vector& m_0, const Vector& dq_0) {
    form_.m_0 = m_0;
    form_.dq_0 = dq_0;
    has_geometry_ = false;
  }
  const Form& form() const { return form_; }
  void assemble(const AssemblySinks& sinks) const;
  /// Columns of the other stage's y, on which this stage's M (m_z z + ...) and q o (dq_z z + ...) depend.
  void assemble_coupling(double m_z, double dq_z, const AssemblySinks& sinks);
  bool is_laid_out() const;             ///< the pattern of the matrix is that of the present contact rows
  bool was_assembled_for_this() const;  ///< weights, step size and sets are those of the matrix
  /// Notes that a matrix was laid out (assembled) for the present rows (weights and sets).
  void note_layout();
  void note_assembly(const Vector& row_sums);

  /// Rows of joints, contacts and friction, in the order of their multipliers.
  SharedRows::Multipliers multipliers() const {
    return s_ > 0 ? SharedRows::Multipliers{&G_, &C_, &D_} : SharedRows::Multipliers{&G_, &C_};
  }

  bool has_constant_matrix() const { return constant_; }

  const State& next() const { return next_; }
  /// The branch of every contact row and, at velocity level, of every joint with friction, see contact_set.
  const std::vector<std::uint8_t>& sets() const { return sets_; }
  const Vector& y() const { return y_; }
  const Vector& joint_impulse() const { return p_b_; }
  const Vector& contact_impulse() const { return p_c_; }
  const Vector& contact_velocity() const { return contact_velocity_; }
  const Vector& friction_impulse() const { return p_T_; }
  const Vector& tangential_velocity() const { return tangential_velocity_; }
  const CyclingGuard& guard() const { return guard_; }
  std::string failure_cause(int iterations) const;
  /// After a solution: it is a whole turn of some rotation away (find_whole_turn), and to be refused.
  bool is_turned_over();
  void forget() { laid_out_ = false; }

  /// Logs the following solutions, null: no more. @param stage  name of this system among those of a step
  void log_to(ConvergenceLog* log, const char* stage = "") {
    log_ = log;
    stage_ = stage;
  }
  void evaluated(int iteration) override;
  /// Row of the present iterate, for StagePair, which logs two systems as one.
  void fill(ConvergenceLog::Row& row);
  /// What a flag of `sets` belongs to, for messages.
  std::string describe(int flag) const { return contacts_->describe(system_, flag); }
  /// At the end of a solution.
  void name_changes(bool converged);

 private:
  void restart();
  void assemble_elements(MatrixSink& sink) const;
  void assemble_closed(std::uint8_t set, CsrMatrix& matrix);
  void assemble_friction(MatrixSink& sink, MatrixSink& block_q) const;
  const State& force_state() const { return form_.forces_at ? *form_.forces_at : next_; }
  CoulombPoint coulomb(const ContactSet::FrictionRows& at) const;
  void wanted_sets(std::vector<std::uint8_t>& sets) const;
  bool at_velocity_level(int row) const {
    return level_ == Level::velocity || system_.joints().velocity_rows()[row] != 0;
  }
  void joint_residual(Vector& r);
  void assemble_joints(MatrixSink& rows, MatrixSink& rows_q, MatrixSink& columns) const;
  double contact_rate(int row) const;  ///< what is zero at a closed contact
  double merit(const Vector& r, bool with_round_off, bool is_strict = false) const;

  const System& system_;
  Level level_;
  Form form_;
  State start_, next_;
  double h_ = 0, tolerance_ = 0;
  Index n_ = 0, b_ = 0, m_ = 0, s_ = 0;
  const ContactSet* contacts_ = nullptr;
  const Scales* scales_ = nullptr;
  std::vector<std::uint8_t> closed_, open_, sets_, wanted_;
  bool first_ = true, begins_sticking_ = false, settled_ = true, laid_out_ = false, has_geometry_ = false;
  bool is_final_ = false;  ///< the iterate solves its own model: no other is better but for round-off
  bool constant_ = false;  ///< the matrix depends on the weights of the form and the sets only
  double last_merit_ = 0;
  mutable Index worst_ = 0;
  Index turned_over_ = -1;
  mutable FieldResiduals fields_;  ///< of the last test of convergence
  ConvergenceLog* log_ = nullptr;
  const char* stage_ = "";
  const char* way_ = "";  ///< of several to solve the same system
  SetChanges changes_;
  CyclingGuard guard_;
  SharedRows shared_rows_;
  CsrMatrix matrix_;
  std::vector<ContactLayout> laid_out_rows_;
  std::vector<std::uint8_t> assembled_sets_;
  std::array<double, 5> assembled_for_{};  ///< h and the weights of the form
  Vector y_, dq_, p_b_, p_c_, p_T_, p_c_0_, p_b_0_, p_T_0_, inertia_, force_, row_sums_;
  RowJacobian G_, C_, D_;     ///< joints, contacts, their tangential rows
  RowJacobian Gf_, Cf_, Df_;  ///< the same where the forces are, if that is another state
  std::vector<Matrix3> T_;    ///< tangent operator of the increment, per rotation
  Vector g_, g_t_, gap_, contact_velocity_, tangential_velocity_, joint_rate_;
  mutable Vector work_;
  mutable State rates_;  ///< accelerations in the place of velocities
};

/// Solves a step that has begun, from zero increments in `x`; where that fails, once more with the contacts
/// that may close sticking, then from solutions of linear models with the contact problem in them. All
/// iterations count, and are taken from the budget.
NewtonResult solve(OneFieldStep& step, NewtonSolver& newton, Vector& x, StepBudget& budget);

}  // namespace jounce
