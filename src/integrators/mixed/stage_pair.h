#pragma once

#include <algorithm>

#include "stepping/one_field_step.h"

namespace jounce {

/// Two stages of one step whose motions depend on each other's unknown, as one semi-smooth system with all
/// joints and contacts of both: x = [x_1, x_2], each a OneFieldStep with, beside its own y,
///
///   M (m_y y + m_z z + m_0),     q = q_n o (dq_0 + dq_dy (y - y_0) + dq_z (z - z_0)),
///
/// z being the y of the other stage.
class StagePair final : public NewtonProblem {
 public:
  struct Coupling {
    double m_z = 0, dq_z = 0;
  };

  /// Both stages must have begun; their forms hold at z = z_0 but for the inertia m_z z, which is added here.
  StagePair(const System& system, OneFieldStep& first, OneFieldStep& second)
      : system_(system), stages_{&first, &second} {}
  void begin(const Coupling& first, const Coupling& second, bool is_linear);
  bool begin_sticking();
  void forget();

  Index size() const override { return stages_[0]->size() + stages_[1]->size(); }
  void residual(const Vector& x, Vector& r) override;
  const CsrMatrix& jacobian() override;
  bool converged(const Vector& r, int iteration) override;
  bool converged_well(const Vector& r) override;
  double merit() const override { return std::max(stages_[0]->merit(), stages_[1]->merit()); }
  bool may_keep_jacobian() const override {
    return stages_[0]->may_keep_jacobian() && stages_[1]->may_keep_jacobian();
  }
  /// Logs both as one system: the larger residuals, all changes, the contacts of the second stage.
  void log_to(ConvergenceLog* log);
  void evaluated(int iteration) override;
  void name_changes(bool converged) { stages_[1]->name_changes(converged); }
  /// The stage that is further from its solution is the failure cause.
  std::string failure_cause(int iterations) const;

 private:
  void assemble(const AssemblySinks& sinks);
  void split(const Vector& r);

  const System& system_;
  std::array<OneFieldStep*, 2> stages_;
  std::array<Coupling, 2> coupling_;
  std::array<Vector, 2> m_0_, dq_0_, part_, r_;
  bool is_linear_ = false;
  ConvergenceLog* log_ = nullptr;
  SharedRows shared_rows_;
  CsrMatrix matrix_;
  Vector row_sums_, z_, m_, dq_;
};

}  // namespace jounce
