#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "elements/solid.h"

namespace jounce {

/// Volume changes of linear tetrahedra averaged at their nodes, against volumetric locking (J. Bonet and A.
/// J. Burton, Commun. Numer. Methods Eng. 14 (1998) 437). With the volumes V of elements e before deformation
/// and v now, over the elements at a node a and the nodes of an element,
///
///   J_a = sum_e v_e / sum_e V_e,   theta_e = 1/4 sum_a J_a,   F_bar = (theta / det F)^(1/3) F.
///
/// The energy is sum V_e W(F_bar_e). With Pi_e = V_e tr(tau)/(3 theta_e), its derivative by theta_e, the
/// forces are those of the deviators of tau in each element and
///
///   f -= sum_e (sum_a P_a) dv_e/dx,   P_a = 1/4 sum_e Pi_e / sum_e V_e.
///
/// Small strain: the same of the first order, v = V (1 + div u), Pi_e = V_e tr(sigma)/3. Deleted elements
/// take no part.
class NodalVolumes {
 public:
  NodalVolumes(const SolidCells& cells, bool finite_strain);

  /// theta - 1 of all elements (small strain: the mean divergence). @param u  [node][4] displacements
  /// @param deleted  flags of the elements; empty: none is
  void find(const double* u, std::span<const std::uint8_t> deleted, std::span<double> change) const;
  /// Forces of the mean pressures; `find` has been called for the same displacements.
  /// @param pressure  V tr(tau)/3 of the elements @param f  [node][4], added to
  void add_forces(const double* u, std::span<const std::uint8_t> deleted, std::span<const double> change,
                  std::span<const double> pressure, double* f) const;
  /// theta - 1 of one element, from its neighbours.
  double change(std::size_t element, const Vector& q,
                const std::function<bool(std::size_t)>& is_deleted) const;

 private:
  using Corners = std::array<Vector3, 4>;

  Corners reference(std::size_t element) const;
  Corners displacements(std::size_t element, const double* u) const;
  /// v - V of an element.
  double volume_change(const Corners& X, const Corners& u) const;
  const int* corners(std::size_t element) const { return nodes_.data() + 4 * element; }

  bool finite_strain_;
  std::vector<int> nodes_;                       ///< four of each element
  std::vector<double> X_;                        ///< [node][3]
  std::vector<Index> dofs_;                      ///< [node][3]
  std::vector<double> volume_;                   ///< V
  std::vector<int> first_, elements_;            ///< elements of every node
  mutable std::vector<double> sum_, whole_, P_;  ///< at the nodes
};

}  // namespace jounce
