#pragma once

#include "integrators/mixed/mixed_timestepping.h"
#include "integrators/mixed/stage_pair.h"

namespace jounce {

/// Mixed timestepping (MixedTimestepping) on the energy decaying ED-alpha scheme: Rezaei, Schindler, section
/// 2.7; O. A. Bauchau and co-workers. Stage j stands for the time t_n+ after a jump at the start of the step.
///
///   (R 77, 78)  M a_i = f(q_i, v_i, t_i) + G^T lambda_i + W lambda_U,i        i = j (t_n) and n+1
///   (R 79)      v_j = v+_n + h k (alpha (a_j - a_n) - a_{n+1} + a_n)
///   (R 80)      v-_{n+1} = v+_n + h/2 (a_j + a_{n+1})
///   (R 81)      q_j = q_n + h k (alpha (v_j - v+_n) - v-_{n+1} + v+_n)
///   (R 82)      q_{n+1} = q_n + h/2 (v_j + v-_{n+1})
///   (R 84)      alpha = (1 - rho_inf)/(1 + rho_inf),   k = alpha_AR = 1/6
///
/// Both stages, with their joints and contacts on velocity level, are one system (StagePair): to alternate
/// between them converges slowly in contact. Solved for the accelerations, which replaces (R 90), where c_7
/// and c_14 lack a factor h:
///
///   (1 + alpha) h a_j     = (v_j - v_n)/k + 2 (v_{n+1} - v_n) - (1 - alpha) h a_n
///   (1 + alpha) h a_{n+1} = 2 alpha (v_{n+1} - v_n) - (v_j - v_n)/k + (1 - alpha) h a_n
///
/// rho_inf = 1 (alpha = 0) leaves a_j out of (R 79), and nothing holds the accelerations along joints and
/// contacts: it is refused where there are any. Forces of joints are of order 1. Impulse of a contact over
/// the step: h/2 (lambda_j + lambda_{n+1}).
class MixedEdAlpha final : public MixedTimestepping {
 public:
  MixedEdAlpha(const System& system, const IntegratorOptions& options);

  std::string_view name() const override { return "mixed-ed-alpha"; }
  void refresh() override;
  long factorisations() const override;

 private:
  bool advance(const State& start, double h, Outcome& outcome, int& iterations,
               std::string& failure_cause) override;
  void accept(double) override {}
  void restart() override {}
  void begin(const State& state, double h, bool is_touching) override;

  std::optional<StepMatrix> base_matrix() override {
    return StepMatrix{"all unknowns of both stages", &pair_.jacobian()};
  }

  double alpha_;
  OneFieldStep first_, second_;
  StagePair pair_;
  NewtonSolver pair_newton_;
  OneFieldStep::Form first_form_;
  State first_start_, end_;
  Vector impulse_, first_normal_;
};

}  // namespace jounce
