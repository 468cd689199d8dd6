#pragma once

#include <memory>
#include <optional>

#include "la/linear_solver.h"
#include "la/multigrid_cg.h"
#include "statics/free_motions.h"
#include "statics/static_condensation.h"
#include "statics/static_options.h"
#include "statics/static_step.h"
#include "stepping/stepper.h"

namespace jounce {

/// The first joint that holds velocities, about which an equilibrium says nothing; null for none.
const Constraint* nonholonomic_joint(const System& system);

/// Static equilibrium along a load path by Newton's method: see StaticStep for the equations. The time
/// of its steps is the load parameter; velocities are zero.
///
/// Line search: the step s along the Newton direction d is shortened until |d . r(s)| <= 0.8 |d . r(0)|
/// (Crisfield 1991, section 9.2). Arc length: the length |Dq / X| = L of a step in the space of
/// coordinates, each over its scale X, is prescribed (cylindrical form) and linearised together with the
/// equilibrium (Ramm 1981; Crisfield 1991, section 9.3). L is the length that the first load step of the
/// deck makes; the step that would pass the end is made at fixed load; a step that turns back is refused.
///
/// Systems of large models with few contacts are solved on the unknowns of these (StaticCondensation); near a
/// balance of forces the tangent of the others is kept while contacts change, and as long as every iteration
/// divides the imbalance by ten. Linear systems of large solids are solved by conjugate gradients with
/// multigrid (MultigridCg); one that does not suit it is factorised.
class StaticEquilibrium final : public Stepper {
 public:
  StaticEquilibrium(const System& system, const StaticOptions& options);

  std::string_view name() const override { return "static"; }
  /// Throws std::runtime_error when a joint acts on velocities only.
  void initialise(const State& state, double h) override;
  bool step(State& state, double h, StepResult& result) override;
  bool chooses_step() const override { return options_.arc_length; }
  std::vector<std::pair<std::string, Vector*>> memory() override;
  void visit_matrices(const State& state, double h, const VisitMatrix& visit) override;
  void refresh() override;
  long factorisations() const override {
    return solver_.factorisations() + (condensation_ ? condensation_->factorisations() : 0);
  }
  Sharing sharing() const override;
  std::string traffic() const override;
  bool iterates() const { return iterative_ != nullptr; }  ///< by conjugate gradients
  const MultigridCg* iterative() const { return iterative_.get(); }

 private:
  struct Progress {
    bool converged = false;
    int iterations = 0;
  };
  /// @param stage  for the log
  Progress newton(double t, bool line_search, const char* stage = "");
  Progress iterate(double t, bool line_search, const char* stage);
  Progress follow_arc(double& t, double length);
  /// Start of Newton's iteration at t where supports move and K is not constant: from the start of the step
  /// along the linear motion r + K Dq + dr/dq_s Dq_s = 0. Moved alone, the supports would crush the elements
  /// next to them, all the more the finer these are.
  bool follow_supports(double t);
  void warm_start(Index first);
  Vector friction() const;
  Progress search_again(const State& start, double t, const Progress& before);
  enum class Tangent : std::uint8_t {
    whole,    ///< of the iterate, factorised for all unknowns
    linear,   ///< the same, condensed where that serves
    renewed,  ///< sets go on to those of the solution of the linear model, where it is condensed
    kept,     ///< the same, and elements and joints may have the tangent of an earlier iterate
  };
  /// Newton correction of the residual r_; false when the matrix is singular.
  bool correct(const Vector& r, Vector& dx, Tangent tangent = Tangent::linear);
  bool choose_again();
  void stick_before_return();
  void choose_sets();
  /// @param missing  part of the arc length that is missing, over what is allowed
  void log_iteration(const char* stage, int iteration, double missing = 0);
  void name_changes(bool converged);
  bool attempt(State& state, double h, StepResult& result);
  /// Holds what is free for good where the options want it; false where nothing more can be held.
  bool hold_free_parts();
  void find_free_motions();
  /// Says in trouble_ which rigid motions are free, where some are. Throws NoSmallerStep where no contact
  /// that closes could hold them.
  void explain_failure();
  double ramp_at(double t) const;
  void place(double t, double motion = 1);  ///< iterate x_ at load parameter t
  double arc(const Vector& x) const;        ///< |Dq / X|
  void accept(State& state, double t, StepResult& result);

  const System& system_;
  StaticOptions options_;
  Scales scales_;
  ContactSet contacts_;
  StaticStep equations_;
  LinearSolver solver_{MatrixKind::general, Ranks::together};
  std::unique_ptr<MultigridCg> iterative_;            ///< null: all systems are factorised
  std::unique_ptr<StaticCondensation> condensation_;  ///< null: systems are solved as a whole
  bool was_slow_ = false;      ///< a system took it too many iterations: others will, too
  long direct_solutions_ = 0;  ///< of systems that did not suit it
  std::string unsuited_;       ///< why the last of them did not
  CyclingGuard guard_, model_guard_;
  SetChanges changes_;  ///< for the log
  bool first_iteration_ = true;
  std::string trouble_;
  std::optional<std::string> free_;      ///< rigid motions that are, once they have been asked for
  std::vector<FreePart> free_for_good_;  ///< whatever contacts close
  bool holds_parts_ = false;             ///< those of free_for_good_
  double load_ = 0;                      ///< sum of the loads of all steps since then
  double pushed_ = 0;                    ///< largest force that held one of them, over the loads

  Vector x_, dx_, r_, trial_, rate_, r_rate_;
  Vector weights_;  ///< 1 / X of each free degree of freedom
  std::vector<std::uint8_t> wanted_;
  Vector before_;  ///< contacts at the start of the load step
  // memory
  Vector lambda_;  ///< reactions of the last step
  Vector f_0_;
  Vector tangent_;                       ///< last increment of the free coordinates, then of t
  Vector arc_length_ = Vector::Zero(1);  ///< L and the step size it belongs to; 0 before the first step
};

/// Brings `state` into static equilibrium under what acts at its time, in `steps` load steps; velocities are
/// kept. Throws std::runtime_error that says what does not balance.
void find_equilibrium(const System& system, State& state, int steps);

}  // namespace jounce
