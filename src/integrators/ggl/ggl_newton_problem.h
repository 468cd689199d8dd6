#pragma once

#include <cstdint>
#include <vector>

#include "la/newton.h"
#include "stepping/convergence_log.h"

namespace jounce {

class GglCondensed;
class NsgaGgl;

/// The semi-smooth system of one NSGA-GGL step as Newton's method sees it. Its active sets are those that the
/// iterate asks for (B 37-38), chosen in the residual, or with condensed contacts those that solve the linear
/// model of the step.
class GglNewtonProblem final : public NewtonProblem {
 public:
  /// A residual that no longer falls is accepted within this factor of what round-off of the stiffest terms
  /// explains.
  static constexpr double kRoundOff = 100;
  /// Steps with a Jacobian of their own that leave these parts of it have nothing left to iterate for. The
  /// velocities of contacts keep some 1e-13 of the speeds of stiff bodies.
  static constexpr double kAtRoundOff = 0.02, kVelocityAtRoundOff = 8;

  /// `begins_sticking`: see GglStep::stick_closed. `stage` names the solution in logs.
  GglNewtonProblem(NsgaGgl& scheme, bool begins_sticking, const char* stage,
                   GglCondensed* condensed = nullptr)
      : s_(scheme), begins_sticking_(begins_sticking), stage_(stage), condensed_(condensed) {}

  bool is_condensed() const { return condensed_ != nullptr; }
  Index size() const override;
  void residual(const Vector& x, Vector& r) override;
  void evaluated(int iteration) override;
  const CsrMatrix& jacobian() override;
  const UnknownFields* fields() const override;
  void solve_model(LinearSolver& jacobian, const Vector& r, Vector& step) override;
  bool converged_well(const Vector& r) override;
  bool converged(const Vector& r, int iteration) override;
  double merit() const override { return last_merit_; }
  bool may_keep_jacobian() const override;

 private:
  void choose_sets();
  void assemble();
  void assemble_condensed();
  bool is_at_round_off(const Vector& r);
  bool is_laid_out() const;
  bool is_assembled() const;
  bool depends_on_same_sets() const;

  NsgaGgl& s_;
  bool begins_sticking_;
  const char* stage_;
  GglCondensed* condensed_;
  std::vector<std::uint8_t> model_sets_;  ///< of the last model's solution
  FieldResiduals fields_;
  bool first_ = true;
  bool settled_ = true;
  double last_merit_ = 0;
};

}  // namespace jounce
