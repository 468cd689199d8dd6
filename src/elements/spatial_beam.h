#pragma once

#include <vector>

#include "elements/beam.h"
#include "elements/relative_rotation.h"

namespace jounce {

/// Stiffness and inertia of a beam per length, in the axes of its section.
struct BeamProperties {
  Vector3 force_stiffness;       ///< E A, G A k_y, G A k_z
  Vector3 moment_stiffness;      ///< G J, E I_y, E I_z
  double mass_per_length = 0;    ///< rho A
  Vector3 rotary_inertia;        ///< rho (I_y + I_z), rho I_y, rho I_z
  double damping = 0;            ///< beta: stresses C (strain + beta strain rate)
  bool residual_bending = true;  ///< shear stiffness with the bending flexibility of the element
};

/// Shear stiffness of one element of length L with the residual bending flexibility of MacNeal (1978):
/// 1 / (GA)* = 1 / GA + L^2 / (12 E I), with which the linear element of one Gauss point has the exact
/// stiffness of the Timoshenko beam. The correction vanishes with the element's length.
Vector3 force_stiffness(const BeamProperties& properties, double length);

/// Geometrically exact beams in space (Reissner 1981, Simo 1985) of two nodes with position x_i and
/// orientation R_i in SO(3). Rotations are interpolated through the relative rotation of the ends (Crisfield
/// and Jelenic 1999), positions linearly; strains are taken at the middle of the element (one Gauss point, no
/// locking):
///
///   R_2 = R_1 exp(Psi),  R_m = R_1 exp(Psi/2)
///   Gamma = R_m^T (x_2 - x_1) / L - e,   kappa = Psi / L                          e: initial direction
///   V = L/2 (Gamma . C_N Gamma + kappa . C_M kappa),   n = C_N (Gamma + beta Gamma'), m = C_M (kappa + ...)
///   f_2 = -R_m n = -f_1
///   m_2 = -(w - tau Psi x w)/2 - T^-T m,  m_1 = -(w + tau Psi x w)/2 + T^-1 m,   w = L n x (Gamma + e)
///
/// (tau and T: RelativeRotation.) Rigid motions leave Gamma and kappa as they are, and both depend on the
/// configuration only: objective and path-independent, for relative rotations below pi.
///
/// All vectors but x and f stand in the axes of the nodes, which coincide with the fixed axes initially; the
/// tensors C_N, C_M, J are turned into them from the section's axes once.
///
/// Mass: consistent for the translations, rho A L / 6 [2 1; 1 2]; the rotary inertia L/2 J_rho sits at the
/// nodes with its gyroscopic moment -Omega x J Omega, so that M is constant and T exact for rigid rotations
/// of the sections.
class SpatialBeamBlock final : public BeamBlock {
 public:
  struct Element {
    std::array<Index, 12> dofs;        ///< translations and rotations of node 1, then of node 2
    std::array<Index, 2> quaternions;  ///< places of w in q
    double length;                     ///< L, unstrained
    Matrix3 frame;                     ///< columns: the section's axes x, y, z at the start
  };

  SpatialBeamBlock(std::string name, const BeamProperties& properties, const std::vector<Element>& elements);

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
  struct Stiff : Element {
    Vector3 e;         ///< initial direction
    Matrix3 C_N, C_M;  ///< in the axes of the nodes
    Matrix3 J;         ///< rotary inertia of one node
  };
  struct Strains;
  struct Stresses;
  struct Gradients;
  Strains strains(const Stiff& element, const State& state) const;
  Stresses stresses(const Stiff& element, const State& state, const Strains& strains) const;

  BeamProperties properties_;
  std::vector<Stiff> elements_;
};

}  // namespace jounce
