#pragma once

#include <array>
#include <memory>

#include "model/element.h"
#include "model/marker.h"

namespace jounce {

/// Elastic bushing between two markers: linear in the displacement d = R_A^T (x_B - x_A) - d_0 in A's axes
/// and in the rotation vector psi of R_A^T R_B (both zero at the start). With e = (d, psi), 6 numbers, and
/// its Jacobian E, e' = E v:
///
///   f = -E^T (K e + C e'),    energy e^T K e / 2,    power taken e'^T C e'
///
/// psi' = T(psi)^-T R_A^T (omega_B - omega_A), so that a generalised force F on psi is the moment
/// R_A T(psi)^-1 F on B and its opposite on A. Meant for |psi| well below pi. K and C are 6 x 6, symmetric.
class Bushing final : public ElementBlock {
 public:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  using Vector6 = Eigen::Matrix<double, 6, 1>;

  /// The kinematics are those of the start, where the bushing is at rest.
  Bushing(std::string name, std::shared_ptr<const Marker> A, std::shared_ptr<const Marker> B,
          const MarkerKinematics& initial_A, const MarkerKinematics& initial_B, const Matrix6& K,
          const Matrix6& C);

  bool is_linear() const override { return false; }
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;

 private:
  using Wrench = Eigen::Matrix<double, 12, 1>;  ///< (f_A, m_A, f_B, m_B)
  using Wrenches = Eigen::Matrix<double, 12, 6>;
  using Gradient = Eigen::Matrix<double, 12, 12>;

  struct Kinematics {
    MarkerKinematics a, b;
    Vector6 e;
    Wrenches w;       ///< unit wrenches: e_i' = w_i . (x_A', omega_A, x_B', omega_B)
    Wrench velocity;  ///< (x_A', omega_A, x_B', omega_B)
  };
  void evaluate(const State& state, Derivatives derivatives, Kinematics& k) const;
  /// Change of unit wrench i by (delta x_A, phi_A, delta x_B, phi_B).
  Gradient wrench_gradient(const Kinematics& k, int i) const;

  std::shared_ptr<const Marker> A_, B_;
  Matrix3 R_0_;  ///< of B's frame, so that R_A^T R_B R_0 = I at the start
  Vector3 d_0_;
  Matrix6 K_, C_;
  std::vector<Index> dofs_;
  mutable DenseMatrix motion_;   ///< workspace, 12 x n
  mutable DenseMatrix E_;        ///< workspace, 6 x n
  mutable DenseMatrix dE_;       ///< workspace, 6 x n: d(E v)/dq
  mutable DenseMatrix tangent_;  ///< workspace, n x n
};

}  // namespace jounce
