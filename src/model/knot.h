#pragma once

#include "model/constraint.h"

namespace jounce {

/// A point of a body that moves with a reference node, turns by the rotation vector theta about it and
/// changes its size in up to three ways s_k:
///
///   g = x - x_r - R(theta) (p + sum_k s_k B_k p) = 0,   p = X - X_r
///
/// linear: g = u - u_r - theta x p - sum_k s_k B_k p. R is the exponential map; theta and s are displacements
/// of nodes. B_k = e_k e_k^T stretches along e_k, B = I in all directions. The multipliers are the force on
/// the point; on theta acts the moment that the rotation vector has as its conjugate, which is the one about
/// the reference node where theta is small.
class KnotPoint final : public Constraint {
 public:
  /// `dofs`: three of the point, of the reference and of theta, and one for each stretch; `initial`: what
  /// they are at the start.
  KnotPoint(std::string name, std::vector<Index> dofs, Vector initial, const std::vector<Matrix3>& stretches,
            bool is_finite);

  bool is_linear() const override { return !is_finite_; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State&, double* g_t) const override { std::fill_n(g_t, 3, 0.0); }
  void rate_derivative(const State&, double* g_tt) const override { std::fill_n(g_tt, 3, 0.0); }
  void add_reaction_gradient(const State& state, const double* lambda, double w,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const override;

 private:
  /// Change of a degree of freedom since the start.
  double change(const State& state, std::size_t i) const {
    return state.q[dofs()[i]] - initial_[static_cast<Index>(i)];
  }
  Vector3 change3(const State& state, std::size_t first) const {
    return {change(state, first), change(state, first + 1), change(state, first + 2)};
  }
  Vector3 stretched(const State& state) const;
  /// Degrees of freedom of theta and the stretches, in which g is not linear.
  std::span<const Index> curved() const { return dofs().subspan(6); }
  /// Second derivatives of f . g by them.
  DenseMatrix curvature(const State& state, const Vector3& f) const;

  Vector initial_;
  Vector3 p_;
  std::vector<Vector3> stretches_;  ///< B_k p
  bool is_finite_;
};

}  // namespace jounce
