#pragma once

#include <vector>

#include "elements/spatial_beam.h"

namespace jounce {

/// Geometrically exact beams in the plane (Reissner 1972) of two nodes (x, y, theta): SpatialBeamBlock for
/// motions in the plane, where the interpolation of the relative rotation is that of the angle.
///
///   theta_m = (theta_1 + theta_2)/2 + alpha,  alpha: initial direction of the element
///   Gamma = R(theta_m)^T (x_2 - x_1) / L - (1, 0),   kappa = (theta_2 - theta_1) / L
///   V = L/2 (E A Gamma_1^2 + G A k_y Gamma_2^2 + E I_z kappa^2)
///   f_2 = -R(theta_m) n = -f_1,   m_1 = M - w/2,  m_2 = -M - w/2,   w = L (n_1 Gamma_2 - n_2 (1 + Gamma_1))
///
/// Strains at the middle only (no locking). Mass and damping as in space.
class PlanarBeamBlock final : public BeamBlock {
 public:
  struct Element {
    std::array<Index, 6> dofs;  ///< x, y, theta of node 1, then of node 2
    double length;              ///< L, unstrained
    double angle;               ///< alpha
  };

  PlanarBeamBlock(std::string name, const BeamProperties& properties, std::vector<Element> elements);

  bool is_linear() const override { return false; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;

  std::size_t n_elements() const override { return elements_.size(); }
  std::array<Index, 2> node_dofs(std::size_t element) const override;
  /// Constant along an element.
  SectionForces section_forces(const State& state, std::size_t element, double xi) const override;

 private:
  struct Strains;
  Strains strains(const Element& element, const State& state) const;
  Vector3 stiffness(const Element& element) const;

  BeamProperties properties_;
  std::vector<Element> elements_;
};

}  // namespace jounce
