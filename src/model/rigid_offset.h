#pragma once

#include <array>
#include <string>

#include "model/constraint.h"

namespace jounce {

/// A node D that moves rigidly with others: in space with three, A, B and C, that do not lie in a line, in
/// the plane with two, A and B, all at their distances,
///
///   g = x_D - x_A - alpha u - beta w - gamma u x w = 0,      u = x_B - x_A,  w = x_C - x_A
///   g = x_D - x_A - alpha u - beta e_z x u = 0               in the plane
///
/// Linear in the plane and where D lies in the plane of the three. With the distances of A, B and C all nodes
/// of a rigid part have just the six (three) degrees of freedom of a rigid body left, without a redundant
/// row.
class RigidOffset final : public Constraint {
 public:
  /// @param dofs     of A, B, (C,) D, as many of each as the dimension
  /// @param initial  places of A, B, (C,) D
  RigidOffset(std::string name, int dimension, std::vector<Index> dofs, const std::vector<Vector3>& initial);

  bool is_linear() const override { return gamma_ == 0; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State& state, double* g_t) const override;
  void rate_derivative(const State& state, double* g_tt) const override;
  void add_reaction_gradient(const State& state, const double* lambda, double w,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const override;

 private:
  Vector3 gather(const Vector& x, int node) const;
  int dimension_;
  double alpha_ = 0, beta_ = 0, gamma_ = 0;
};

}  // namespace jounce
