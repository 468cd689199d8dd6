#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "elements/solid.h"

namespace jounce {

/// Place of a quantity of the material (Material::quantities) in the history of a point, such as that of
/// "plastic_strain"; nothing where the material has none of this name.
std::optional<int> place_in_history(const SolidElements& solids, std::string_view quantity);

/// The history at the start of a block whose law wants the characteristic lengths of its elements
/// (Material::length_place).
std::vector<double> initial_history(const SolidElements& solids);

/// Number at a place of the history, of all integration points of an element, at the last accepted step.
/// Precondition: the block has a history, which is longer than the place.
/// @param values  SolidElements::n_points numbers
void point_history(const SolidElements& solids, const State& state, std::size_t element, int place,
                   std::span<double> values);

/// The same at the nodes: by least squares through the integration points, linear in the cell.
class NodalHistory {
 public:
  NodalHistory(const SolidElements& solids, const MaterialQuantity& quantity);
  /// @param values  one number for each node of a cell
  void evaluate(const State& state, std::size_t element, std::span<double> values);
  /// Adds those of all elements that are not deleted to the sums at the nodes of the cells.
  void add_all(const State& state, std::span<double> sums);

 private:
  /// From at_points_.
  void extrapolate(std::span<double> values) const;

  const SolidElements& solids_;
  MaterialQuantity quantity_;
  DenseMatrix extrapolation_;  ///< nodes x integration points
  std::vector<double> at_points_, nodal_;
};

}  // namespace jounce
