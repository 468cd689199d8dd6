#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "elements/solid.h"

namespace jounce {

/// Shapes that the solid elements of a block had when something about them was last found, and how far they
/// have been stretched since then.
class LookedShapes {
 public:
  /// The shapes of all elements are those of now.
  void keep_all(const SolidElements& block, const State& state);
  void keep(const SolidElements& block, std::span<const int> elements, const State& state);
  /// Bound of the strains since then, of the Frobenius norm of the strain tensor where they are uniform:
  /// sqrt(dim) times the greatest change of a length between two nodes, over that length.
  double stretch(const SolidElements& block, int element, const State& state) const;

 private:
  Vector places_;                                       ///< of the nodes of the block when all were looked at
  std::unordered_map<int, std::vector<double>> later_;  ///< of the elements that were looked at since
};

}  // namespace jounce
