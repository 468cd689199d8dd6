#pragma once

#include <array>
#include <memory>
#include <vector>

#include "model/element.h"
#include "model/flexible_body.h"
#include "model/floating_marker.h"

namespace jounce {

/// A flexible body in the floating frame of reference formulation: frame at X with orientation A (an angle in
/// the plane, a unit quaternion in space) and elastic coordinates q; velocities X', Omega (body axes), q'.
/// With s = c + Sbar q, B_kl(x) = (b_kl + q^T H_kl) x, W = Omega^2 I - Omega Omega^T,
/// C_k = sum_lm eps_lkm (b_ml + q^T H_ml), D_k = sum_lm eps_lkm H_ml:
///
///   2 T = m X'^2 + 2 X'.A (Omega x s + Sbar q') + Omega.J Omega + 2 Omega.C q' + q'.M q'
///   J = J0 + sum of (2 tr B I - B - B^T), linear in q once and quadratic once
///   f_X     = -A (Omega x (Omega x s) + 2 Omega x Sbar q')
///   f_Omega = -Omega x (J Omega + C q') - J' Omega
///   f_q     = sum_kl W_kl (b_kl + q^T H_kl)^T + 2 sum_k Omega_k D_k q' - K q - C_d q'
///             - sum_kl W_kl G_kl q     (geometric stiffening, where asked for)
///
/// (R, appendix C, and Shabana, Dynamics of Multibody Systems, chapter 5, for the plane; the elastic row has
/// +2 omega D q', a misprint in R.) V = -g.(m X + A s) + q.K q / 2.
class FloatingBodyBlock final : public ElementBlock {
 public:
  FloatingBodyBlock(std::string name, std::shared_ptr<const FlexibleBody> body, const FloatingFrame& frame);

  bool has_constant_mass() const override { return false; }
  bool is_body() const override { return true; }
  bool is_linear() const override { return false; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_mass_gradient(const State& state, const Vector& a, double w, MatrixSink& sink) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;

  /// w_c C_d + w_k K of the elastic coordinates alone: constant, symmetric.
  void add_elastic_matrix(double w_c, double w_k, MatrixSink& sink) const;
  /// f += w K x of the elastic coordinates.
  void add_stiffness_product(const Vector& x, double w, Vector& f) const;

  const FlexibleBody& body() const { return *body_; }
  const FloatingFrame& frame() const { return frame_; }

 private:
  using Rows = Eigen::Matrix<double, 3, Eigen::Dynamic>;
  using Block = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  /// What depends on the configuration alone.
  void configure(const State& state) const;
  /// Row k: 2 x_k sum_m B_mm - sum_l x_l (B_kl + B_lk), for row vectors B_kl: d(J x)/dq.
  void inertia_gradient(const std::array<Vector, 9>& B, const Vector3& x, Rows& G) const;
  /// Rows sum_lm eps_lkm B_ml.
  void coupling(const std::array<Vector, 9>& B, Rows& C) const;
  /// w sum_kl W_kl A_lk into values_
  void add_family(const std::array<std::vector<double>, 9>& A, const Matrix3& W, double w) const;
  /// A_kl x for all kl
  void multiply(const std::array<std::vector<double>, 9>& A, const Vector& x, std::array<Vector, 9>& y) const;
  /// w sum_k x_k D_k into values_
  void add_gyroscopic(const Vector3& x, double w) const;
  void gather(const Vector& x, Vector3& translation, Vector3& rotation, Vector& elastic) const;
  void scatter(const Vector3& translation, const Vector3& rotation, const Vector& elastic, double w,
               Vector& f) const;
  /// Writes reference block, coupling blocks and the elastic values_ to the sink.
  void emit(const Eigen::Matrix<double, 6, 6>& reference, const Block* upper, const Block* lower,
            bool with_elastic, MatrixSink& sink) const;
  void emit_elastic(MatrixSink& sink) const;  ///< the elastic values_

  std::shared_ptr<const FlexibleBody> body_;
  FloatingFrame frame_;
  std::vector<Index> reference_dofs_;  ///< those that exist
  std::array<bool, 9> has_row_ = {};   ///< B_kl is not zero
  bool stiffens_ = false;              ///< G is given
  std::vector<Index> reference_rows_;  ///< their places among X (0-2) and rotation (3-5)

  // workspace of one evaluation, never kept between calls
  mutable Matrix3 A_, J_;
  mutable Vector3 s_;
  mutable Vector q_, v_, a_, elastic_;
  mutable std::array<Vector, 9> B_, Hv_, Gq_;
  mutable Rows C_, G_, D_, rate_;
  mutable Block upper_, lower_;
  mutable std::vector<double> values_, packed_;
};

/// The flexible bodies in floating frames among the blocks of a system.
std::vector<const FloatingBodyBlock*> floating_bodies_of(
    const std::vector<std::unique_ptr<ElementBlock>>& blocks);

}  // namespace jounce
