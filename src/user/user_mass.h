#pragma once

#include "model/element.h"
#include "user/point_set.h"

namespace jounce {

/// Mass of some points that do not turn, by a function of a user: T = x'^T M(x) x' / 2, so that in the
/// equation of motion M stands beside the forces -(M' x' - d(x'^T M x' / 2)/dx) (Lagrange's equations).
/// Derivatives of M are central differences; the tangent leaves its second derivatives out, which only costs
/// iterations. No weight.
class UserMass final : public ElementBlock {
 public:
  /// `is_constant`: M does not depend on x.
  UserMass(std::string name, PointSet points, UserMassFunction function, bool is_constant);

  bool has_constant_mass() const override { return is_constant_; }
  bool is_linear() const override { return is_constant_; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_mass_gradient(const State& state, const Vector& a, double w, MatrixSink& sink) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;

 private:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  void mass_at(const UserPoints& at, RowMajor& M) const;
  /// M_, and with `derivatives` dM_[k] = dM/dx_k, at a state.
  void evaluate(const State& state, bool derivatives) const;
  void send(const DenseMatrix& A, MatrixSink& sink) const;

  PointSet points_;
  UserMassFunction function_;
  bool is_constant_;
  // workspace
  mutable RowMajor M_, ahead_, back_;
  mutable std::vector<RowMajor> dM_;
  mutable DenseMatrix A_, D_;
  mutable Vector x_, a_, f_;
};

}  // namespace jounce
