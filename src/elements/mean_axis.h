#pragma once

#include "model/constraint.h"

namespace jounce {

/// Mean axis conditions Q q = 0 on the elastic coordinates of a floating frame: the deformation carries no
/// momentum and no moment of momentum (at small deformations), Q = (rigid motions)^T M. Linear.
class MeanAxisConstraint final : public Constraint {
 public:
  MeanAxisConstraint(std::string name, DenseMatrix conditions, std::vector<Index> elastic_dofs);

  bool is_linear() const override { return true; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State&, double* g_t) const override { std::fill_n(g_t, rows(), 0.0); }
  void rate_derivative(const State&, double* g_tt) const override { std::fill_n(g_tt, rows(), 0.0); }
  void add_reaction_gradient(const State&, const double*, double, MatrixSink&) const override {}
  void add_velocity_gradient(const State&, double, Index, MatrixSink&) const override {}

 private:
  DenseMatrix conditions_;
};

}  // namespace jounce
