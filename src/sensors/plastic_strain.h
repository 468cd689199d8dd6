#pragma once

#include <span>
#include <vector>

#include "elements/solid.h"

namespace jounce {

/// Whether the material of solid elements has a plastic strain.
bool has_plastic_strain(const SolidElements& solids);

/// Equivalent plastic strain p = int sqrt(2/3 dE_p : dE_p) (Plastic) at the integration points of an element,
/// at the last accepted step. Precondition: has_plastic_strain.
/// @param strains  SolidElements::n_points numbers
void point_plastic_strains(const SolidElements& solids, const State& state, std::size_t element,
                           std::span<double> strains);

/// The same at the nodes: by least squares through the integration points, linear in the cell; not below
/// zero.
class NodalPlasticStrains {
 public:
  /// Precondition: has_plastic_strain.
  explicit NodalPlasticStrains(const SolidElements& solids);
  /// @param strains  one number for each node of a cell
  void evaluate(const State& state, std::size_t element, std::span<double> strains);

 private:
  const SolidElements& solids_;
  DenseMatrix extrapolation_;  ///< nodes x integration points
  std::vector<double> at_points_;
};

}  // namespace jounce
