#pragma once

#include "model/constraint.h"
#include "params/time_function.h"

namespace jounce {

/// One linear equation between displacements u_i = q_i - q_i(0):
///
///   g = sum_i a_i u_i - f(t) = 0,   g_t = -f'(t),   g_tt = -f''(t)
///
/// The multiplier lambda acts on coordinate i with the force a_i lambda.
class LinearEquation final : public Constraint {
 public:
  struct Term {
    Index dof;
    double factor;   ///< a_i
    double initial;  ///< q_i(0)
  };
  /// Terms of one degree of freedom are added up.
  LinearEquation(std::string name, const std::vector<Term>& terms, params::TimeFunction f);

  /// True when all factors are zero.
  bool is_empty() const;

  bool is_linear() const override { return true; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State& state, double* g_t) const override;
  void rate_derivative(const State& state, double* g_tt) const override;
  void add_reaction_gradient(const State&, const double*, double, MatrixSink&) const override {}
  void add_velocity_gradient(const State&, double, Index, MatrixSink&) const override {}

 private:
  std::vector<Term> terms_;
  params::TimeFunction f_;
};

}  // namespace jounce
