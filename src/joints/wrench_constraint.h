#pragma once

#include <array>

#include "model/constraint.h"

namespace jounce {

/// A constraint whose rows are given by the unit wrenches that they exert on two markers, as functions of the
/// markers' places and frames. This is how nonholonomic joints are written, which have no g to differentiate.
///
///   w = (f_A, m_A, f_B, m_B),    G v = w . (x_A', omega_A, x_B', omega_B)
///   dw = gradient (delta x_A, phi_A, delta x_B, phi_B),   frames turn as delta R = phi x R (fixed axes)
class WrenchConstraint : public Constraint {
 public:
  static constexpr int kMaxRows = 3;
  using Wrench = Eigen::Matrix<double, 12, 1>;
  using WrenchGradient = Eigen::Matrix<double, 12, 12>;
  using Wrenches = std::array<Wrench, kMaxRows>;
  using WrenchGradients = std::array<WrenchGradient, kMaxRows>;

  WrenchConstraint(std::string name, std::vector<std::string> row_names, std::shared_ptr<const Marker> A,
                   std::shared_ptr<const Marker> B);

  bool is_linear() const override { return false; }
  void value(const State& state, double* g) const override;
  void jacobian(const State& state, int first_row, RowJacobian& G) const override;
  void rate(const State& state, double* g_t) const override;
  void rate_derivative(const State& state, double* g_tt) const override;
  bool wrench(const State& state, const double* lambda, Vector3& force, Vector3& moment) const override;
  void add_reaction_gradient(const State& state, const double* lambda, double w,
                             MatrixSink& sink) const override;
  void add_velocity_gradient(const State& state, double w, Index first_row, MatrixSink& sink) const override;

 protected:
  /// g of the rows at position level, 0 for the others.
  virtual void values(const MarkerKinematics& a, const MarkerKinematics& b, double* g) const = 0;
  virtual void wrenches(const MarkerKinematics& a, const MarkerKinematics& b, Wrenches& w) const = 0;
  virtual void gradients(const MarkerKinematics& a, const MarkerKinematics& b, WrenchGradients& dw) const = 0;

 private:
  std::shared_ptr<const Marker> A_, B_;
  mutable DenseMatrix gradient_;  ///< workspace, n x n
  mutable DenseMatrix motion_;    ///< workspace, 12 x n: (x_A', omega_A, x_B', omega_B) by v
  mutable Vector row_;            ///< workspace, n
};

}  // namespace jounce
