#pragma once

#include <memory>

#include "elements/element_batches.h"
#include "elements/mass_redistribution.h"
#include "elements/nodal_volumes.h"
#include "elements/solid_constant.h"
#include "elements/solid_kernel.h"

namespace jounce::solid {

/// Solid elements of one shape. With the displacements u = q - X:
///   small strain   e = sym(grad u),             f_a = -int S(e) dN_a/dX dV
///   finite strain  E = (F^T F - 1) / 2, F = dx/dX,  f_a = -int F S(E) dN_a/dX dV   (total Lagrangian)
///   mass           M_ab = int rho N_a N_b dV; lumped: sums of rows (first order), or the diagonal scaled to
///                  the mass of the element (second order: E. Hinton, T. Rock, O. C. Zienkiewicz, Earthq.
///                  Eng. Struct. Dyn. 4 (1976) 245)
///   mass scaling   where a wave crosses the element in a time t less than T (least_crossing): M + beta m (n
///   1
///                  - J) / (n (n - 1)), beta = (T/t)^2 - 1, m the mass and n the nodes of the element, J full
///                  of ones (L. Olovsson, K. Simonsson, M. Unosson, Int. J. Numer. Methods Eng. 63 (2005)
///                  1436): rigid motions keep their mass, frequencies within the element fall
///   contact_mass   T^T M T in place of M, and T^T M T v in place of M v (MassRedistribution)
///   damping        -alpha M v, and stresses beta D_0 dE/dt with the unstrained stiffness D_0 of the material
///   temperatures   the mechanical strain (ThermalStrain) in place of e and E, constants of this temperature
/// Integration: SolidFormulation. Hourglass stiffness of reduced first-order shapes: forces -c Gamma Gamma^T
/// x with vectors gamma that do not see affine displacements (D. P. Flanagan and T. Belytschko, Int. J.
/// Numer. Methods Eng. 17 (1981) 679), c = 0.005 mu V |dN/dX|^2, mu the shear modulus.
template <CellShape S>
class SolidBlock final : public SolidElements {
 public:
  SolidBlock(std::string name, SolidCells cells, SolidProperties properties, int first_history);

  bool is_linear() const override;
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;
  bool has_damping_product() const override { return properties().alpha != 0 || properties().beta != 0; }
  double damping_product(const State& state, const Vector& w) const override;
  int history() const override { return first_history_; }
  void update_history(const State& state, std::span<double> history) const override;
  void add_final_force(const State& state, std::span<double> history, Vector& f) const override;
  bool has_nodal_matrices() const override { return is_linear() && !has_redistributed_mass(); }
  void append_nodal_matrices(std::vector<NodalMatrices>& parts) const override;
  void drop_matrices() const override { constant_.reset(); }
  void forget_answers() const override {
    if (batches_) batches_->forget();
  }
  void keep_results(bool keeps) const override { keeps_results_ = keeps; }

  int redistribute_mass(const std::vector<std::uint8_t>& in_contact) override;
  bool has_redistributed_mass() const override { return !redistribution_.is_empty(); }
  int n_points() const override { return static_cast<int>(rule_.stiffness.size()); }
  void point_stresses(const State& state, std::size_t element, std::span<Voigt> stress) const override;
  void nodal_stresses(const State& state, std::size_t element, std::span<Voigt> stress) const override;
  void add_nodal_stresses(const State& state, std::span<double> sums) const override;
  void point_strains(const State& state, std::size_t element, std::span<Voigt> strain) const override;
  const DenseMatrix& extrapolation() const override { return rule_.extrapolation; }
  void add_stress_stiffness(const State& state, double w, MatrixSink& sink) const override;
  double strain_energy(const State& state, std::size_t element) const override;
  double volume(std::size_t element) const override;
  std::size_t find_inverted(const State& state) const override;
  ScaledMass scaled_mass() const override;
  bool has_hourglass() const override { return rule_.hourglass; }
  double hourglass_energy(const State& state) const override;
  void bounds(const State& state, std::span<const int> elements, std::span<ElementBounds> out) const override;
  void stretch_rates(const State& state, std::span<double> rates) const override;

 private:
  using Values = ShapeValues<S>;
  using MassMatrix = Eigen::Matrix<double, kNodes<S>, kNodes<S>>;
  using HourglassMatrix = Eigen::Matrix<double, kNodes<S>, kDim<S> == 3 ? 4 : 1>;

  bool is_diagonal() const {
    return properties().lumped && scaling_.size() == 0 && redistribution_.is_empty();
  }
  /// beta m / (n (n - 1)) of the element for mass scaling.
  double scaling_of(std::size_t element) const;
  void gather(std::size_t element, const State& state, Element<S>& e) const;
  void reference(std::size_t element, Nodal<S>& X) const;
  void gather(std::size_t element, const Vector& values, Nodal<S>& nodal) const;
  void scatter(std::size_t element, const Nodal<S>& nodal, Vector& values) const;
  std::array<Index, static_cast<std::size_t>(kSize<S>)> dofs(std::size_t element) const;
  MassMatrix mass(std::size_t element) const;
  /// v* = T v and values += T^T f*, T of MassRedistribution; without it as gather and scatter.
  void gather_carried(std::size_t element, const Vector& values, Nodal<S>& nodal) const;
  void scatter_carried(std::size_t element, const Nodal<S>& nodal, Vector& values) const;
  void add_redistributed_mass(std::size_t element, double w, MatrixSink& sink) const;
  /// f += w M a of one element.
  void add_mass_product(std::size_t element, const Nodal<S>& a, double w, Nodal<S>& f) const;
  void strains(const Element<S>& e, PointStrain* out) const;
  /// True where temperatures are given.
  bool is_heated() const;
  void gather_temperatures(std::size_t element, double t, Element<S>& e) const;
  /// Forces of thermal strains on the nodes of a linear block: int B^T D e_th dV.
  void add_thermal_force(const State& state, Vector& f) const;
  /// Power that changes of temperature put into the block: that of its energies at constant strain, by
  /// central differences of functions that are smooth in the temperature.
  double heating_power(const State& state) const;
  /// gamma times the square root of c.
  HourglassMatrix hourglass(const Nodal<S>& X) const;
  ElementBounds bounds(const Element<S>& e, std::size_t element, const SolidProperties& undamped) const;
  /// K += w times the hourglass stiffness.
  void add_hourglass(const Nodal<S>& X, double w, ElementMatrix<S>& K) const;
  /// The elements in batches; null where they are computed one by one, or are linear and have matrices.
  const ElementBatches* batches() const { return is_linear() ? nullptr : any_batches(); }
  /// The same of linear elements as well, for their stresses. Made when first asked for.
  const ElementBatches* any_batches() const;
  /// Deletes the elements that fail at a state with this history of the block: see SolidElements. Others may
  /// remember an answer in which they were there.
  void delete_failed(const State& state, std::span<double> history) const;
  bool is_damaged(const State& state, std::size_t element) const;
  /// What failure has taken of the stored energy.
  double failure_energy(const State& state) const;
  /// v . M w of the block.
  double mass_product(const Vector& v, const Vector& w) const;
  void add_motion_energies(const State& state, const Vector3& gravity, Energies& energies) const;
  void add_strain_energies(const State& state, std::size_t element, Energies& energies) const;
  /// Of a linear block; made when first asked for.
  ConstantMatrices<kDim<S>>& constant() const;

  Rule<S> rule_;
  int first_history_;
  Vector scaling_;  ///< beta m / (n (n - 1)) of every element; empty without mass scaling
  MassRedistribution redistribution_;
  Vector lumped_;  ///< mass of every node of the block, where the mass matrix is diagonal
  std::shared_ptr<const NodalVolumes> nodal_;  ///< of the formulation nodal_pressure; else null
  mutable std::unique_ptr<ConstantMatrices<kDim<S>>> constant_;
  mutable std::unique_ptr<ElementBatches> batches_;
  mutable bool has_asked_for_batches_ = false, keeps_results_ = false;
};

}  // namespace jounce::solid
