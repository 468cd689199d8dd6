#pragma once

#include "model/element.h"
#include "user/point_set.h"

namespace jounce {

/// Forces on some points by a function of a user: f = J^T F(t, x, x').
class UserForce final : public ElementBlock {
 public:
  UserForce(std::string name, PointSet points, UserForceFunction function);

  bool is_linear() const override { return false; }
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_powers(const State& state, Powers& powers) const override;

 private:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  /// F_, and with `derivatives` K_ and C_.
  void evaluate(const State& state, bool derivatives) const;
  void difference(double time, RowMajor& K, RowMajor& C) const;

  PointSet points_;
  UserForceFunction function_;
  // workspace
  mutable Vector F_, back_, x_, v_;
  mutable RowMajor K_, C_;
  mutable DenseMatrix A_, D_;
};

}  // namespace jounce
