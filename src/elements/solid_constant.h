#pragma once

#include <vector>

#include "elements/mass_redistribution.h"
#include "la/symmetric_blocks.h"

namespace jounce::solid {

/// Constant matrices of a linear block over its nodes, made once, in place of loops over its elements:
///
///   f = -K (u + beta v) - alpha M v,   energies u.Ku/2 and v.Mv/2
///
/// M is T^T M T where nodes hand over mass, of which M without T is kept. A displacement that all nodes share
/// is taken off before K sees it: of bodies that fly far, its round-off would exceed the energy of their
/// waves.
template <int Dim>
class ConstantMatrices {
 public:
  explicit ConstantMatrices(const SolidCells& cells);

  SymmetricBlocks<Dim>& K() { return K_; }
  SymmetricBlocks<1>& M() { return M_; }
  /// Call when K and M are filled.
  void finish(const MassRedistribution& T);

  /// f += forces.
  void add_force(const SolidCells& cells, const MassRedistribution& T, const SolidProperties& p,
                 const State& state, Vector& f);
  /// f += w M a.
  void add_mass_product(const SolidCells& cells, const MassRedistribution& T, const Vector& a, double w,
                        Vector& f);
  double strain_energy(const SolidCells& cells, const SolidProperties& p, const State& state);
  /// Of Rayleigh damping: alpha v.Mw + beta v.Kw.
  double damping_product(const SolidCells& cells, const MassRedistribution& T, const SolidProperties& p,
                         const Vector& v, const Vector& w);
  double kinetic_energy(const SolidCells& cells, const MassRedistribution& T, const State& state);
  double gravity_energy(const SolidCells& cells, const State& state, const Vector3& gravity) const;

 private:
  void take_displacements(const SolidCells& cells, const SolidProperties& p, const State& state);
  void take(const SolidCells& cells, const Vector& values, Vector& nodal) const;

  SymmetricBlocks<Dim> K_;
  SymmetricBlocks<1> M_;  ///< the same for all directions
  Vector masses_;         ///< sums of the rows of M
  Vector u_, v_, f_;      ///< of the nodes
};

}  // namespace jounce::solid
