#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/constraint.h"

namespace jounce {

/// A node P that stays in the plane through three others A, B and C, or on the line through two, A and B,
/// however these move. With d = x_P - x_A, u = x_B - x_A, w = x_C - x_A and the initial u_0, w_0
///
///   g = d . (u x w) / |u_0 x w_0|                        in the plane, one row
///   g_k = d . (u x t_k) / |u_0|,  t_k normal to u_0      on the line, two rows, in the plane one (t = e_z)
///
/// so that g is the distance from where P shall be, to first order. The rows of the line are independent
/// while it has not turned by a right angle; P may go anywhere along it.
class TripleProduct final : public Constraint {
 public:
  /// @param dofs     of A, B, (C,) P, as many of each as the dimension
  /// @param initial  places of A, B, (C,) P: with C (in space only) a plane, without a line
  TripleProduct(std::string name, int dimension, std::vector<Index> dofs,
                const std::vector<Vector3>& initial);

  bool is_linear() const override { return false; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State& state, double* g_t) const override;
  void rate_derivative(const State& state, double* g_tt) const override;
  void add_reaction_gradient(const State& state, const double* lambda, double factor,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double factor, Index first_row,
                             MatrixSink& sink) const override;

 private:
  /// d, u and w (of a row of a line t_k) as differences of the entries of x: places, or velocities where w
  /// of a line is 0.
  using Differences = std::array<Vector3, 3>;
  Differences differences(const Vector& x, const Vector3& t) const;
  Vector3 gather(const Vector& x, int node) const;
  /// Puts what stands at d, u and w at the degrees of freedom of the nodes.
  void spread(const Differences& by, double* entries) const;
  bool is_plane() const { return tangents_.empty(); }

  int dimension_;
  double scale_ = 1;               ///< 1 / |u_0 x w_0|, 1 / |u_0|
  std::vector<Vector3> tangents_;  ///< t_k of a line
};

}  // namespace jounce
