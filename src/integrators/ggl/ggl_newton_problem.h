#pragma once

#include <cstdint>
#include <vector>

#include "integrators/ggl/ggl_account.h"
#include "integrators/ggl/ggl_condensed.h"
#include "integrators/ggl/ggl_matrix.h"
#include "la/newton.h"

namespace jounce {

/// The semi-smooth system of an NSGA-GGL step as Newton's method sees it. Its active sets are those that the
/// iterate asks for (B 37-38), chosen in the residual, or with condensed contacts those that solve the linear
/// model of the step. It keeps the matrices from step to step.
class GglNewtonProblem final : public NewtonProblem {
 public:
  /// A residual that no longer falls is accepted within this factor of what round-off of the stiffest terms
  /// explains.
  static constexpr double kRoundOff = 100;
  /// Steps with a Jacobian of their own that leave these parts of it have nothing left to iterate for. The
  /// velocities of contacts keep some 1e-13 of the speeds of stiff bodies.
  static constexpr double kAtRoundOff = 0.02, kVelocityAtRoundOff = 8;

  GglNewtonProblem(const System& system, GglStep& equations, const ContactSet& contacts, GglAccount& account,
                   double tolerance)
      : system_(system),
        equations_(equations),
        contacts_(contacts),
        account_(account),
        tolerance_(tolerance),
        matrix_(system, equations),
        condensed_(equations, contacts) {}

  struct Solution {
    const char* stage = "";  ///< its name in logs
    bool is_condensed = false;
    bool begins_sticking = false;  ///< see GglStep::stick_closed
  };
  /// Begins a solution of the step that `equations` has begun.
  void begin(const Solution& solution);
  /// The rows of contacts are others than those of the matrices.
  void change_contacts() { contacts_changed_ = true; }
  /// Drops the matrices. The numbers of the last one, which say what round-off is, stay.
  void forget();
  GglMatrix& matrix() { return matrix_; }
  const GglMatrix& matrix() const { return matrix_; }
  GglCondensed& condensed() { return condensed_; }
  bool is_condensed() const { return solution_.is_condensed; }

  Index size() const override { return equations_.size(); }
  /// The residual at a point with the sets of a model's solution, which the iteration may leave again.
  void try_point(const Vector& x, const std::vector<std::uint8_t>& sets, Vector& r);
  /// The same without the residual, ...
  void place(const Vector& x, const std::vector<std::uint8_t>& sets);
  /// ... or take: compares these sets with those that the point asks for.
  void accept_point() { choose_sets(); }
  /// Row sums of the tangents of the smooth motion and of the corrections, where no S_t was assembled.
  void set_motion_row_sums(const Vector& smooth, const Vector& corrections);
  void residual(const Vector& x, Vector& r) override;
  void evaluated(int iteration) override { account_.iteration(solution_.stage, iteration, fields_); }
  const CsrMatrix& jacobian() override;
  const UnknownFields* fields() const override { return is_condensed() ? nullptr : matrix_.fields(); }
  void solve_model(LinearSolver& jacobian, const Vector& r, Vector& step) override;
  bool converged_well(const Vector& r) override;
  /// True at a solution of linear equations with settled sets: what is left is their round-off.
  bool is_solved(const Vector& r) { return settled_ && equations_.merit(r, row_sums_, tolerance_) <= 1; }
  bool converged(const Vector& r, int iteration) override;
  double merit() const override { return last_merit_; }
  bool may_keep_jacobian() const override;

 private:
  void choose_sets();
  void assemble_condensed();
  bool is_at_round_off(const Vector& r);
  bool is_laid_out() const;
  bool is_assembled() const;
  bool depends_on_same_sets() const;

  const System& system_;
  GglStep& equations_;
  const ContactSet& contacts_;
  GglAccount& account_;
  double tolerance_;
  GglMatrix matrix_;
  GglCondensed condensed_;
  bool contacts_changed_ = true;

  Solution solution_;
  bool first_ = true, settled_ = true;
  double last_merit_ = 0;
  FieldResiduals fields_;
  std::vector<std::uint8_t> wanted_, model_sets_;  ///< the latter of the last model's solution

  // of the matrix that was assembled last
  Vector row_sums_;
  std::vector<std::uint8_t> assembled_sets_;
  double assembled_h_ = 0;
  bool assembled_condensed_ = false;
};

}  // namespace jounce
