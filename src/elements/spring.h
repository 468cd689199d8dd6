#pragma once

#include <memory>

#include "elements/force_law.h"
#include "model/constraint.h"
#include "model/element.h"
#include "model/relative_coordinate.h"
#include "params/time_function.h"

namespace jounce {

/// F(e) + c e' of a spring, tension positive; a moment where e is an angle.
const QuantityType& spring_force_quantity();
const QuantityType& spring_moment_quantity();

/// Spring and damper in parallel along one relative coordinate of two markers. With elongation e = c(q) and
/// its rate e' = J_c v: generalised force f = -J_c^T (F(e) + c e'), where F = k e or a table, and the energy
/// is the integral of F. A `distance` row gives the usual spring between two points, a `translation_global`
/// row one along a fixed axis, an angle a torsional spring in space.
class SpringDamper final : public ElementBlock {
 public:
  SpringDamper(std::string name, std::shared_ptr<const RelativeCoordinate> coordinate, ForceLaw law,
               double damping);
  SpringDamper(std::string name, std::shared_ptr<const RelativeCoordinate> coordinate, double stiffness,
               double damping)
      : SpringDamper(std::move(name), std::move(coordinate), ForceLaw(stiffness), damping) {}

  bool is_linear() const override { return coordinate_->is_linear() && law_.is_linear(); }
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;
  std::vector<ElementQuantity> quantities() const override;
  void add_damper_force(const State& state, const Vector& v, Vector& f) const override;

  double force(const State& state) const;  ///< F(e) + c e', tension positive; a moment where e is an angle

 private:
  std::shared_ptr<const RelativeCoordinate> coordinate_;
  ForceLaw law_;
  double damping_;
  mutable Vector J_;              ///< workspace, n
  mutable Vector rate_gradient_;  ///< workspace, n
  mutable DenseMatrix K_;         ///< workspace, n x n
};

/// Actuator: a given force F(t) along a relative coordinate c of two markers, positive when it drives c up:
/// f = J_c^T F(t). On a distance it pushes the two points apart, on an angle it is a torque with its
/// reaction.
class Actuator final : public ElementBlock {
 public:
  Actuator(std::string name, std::shared_ptr<const RelativeCoordinate> coordinate,
           params::TimeFunction force);

  bool is_linear() const override { return coordinate_->is_linear(); }
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_powers(const State& state, Powers& powers) const override;

 private:
  std::shared_ptr<const RelativeCoordinate> coordinate_;
  params::TimeFunction force_;
  mutable Vector J_;       ///< workspace, n
  mutable DenseMatrix K_;  ///< workspace, n x n
};

/// Torsional spring and damper about the z axis between two planar bodies (or a body and the ground):
/// moment k (theta_B - theta_A - theta_0) + c (theta_B' - theta_A'). Angles are not taken modulo 2 pi.
class TorsionSpring final : public ElementBlock {
 public:
  /// `rotation_A` and `rotation_B` are the angle's degrees of freedom; -1 stands for the ground.
  TorsionSpring(std::string name, Index rotation_A, Index rotation_B, double rest_angle, double stiffness,
                double damping);

  bool is_linear() const override { return true; }
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;

 private:
  double difference(const Vector& x) const;

  Index A_, B_;
  double rest_angle_, stiffness_, damping_;
};

}  // namespace jounce
