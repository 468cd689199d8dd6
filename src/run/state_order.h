#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/system.h"
#include "parallel/natural_order.h"

namespace jounce {

/// Vectors of a model in parts, as one rank that has the whole model would have them: for checkpoints, which
/// do not depend on the number of ranks.
class StateOrder {
 public:
  /// Collective.
  explicit StateOrder(const System& system);

  /// A vector over degrees of freedom, on rank 0; empty on others. Collective.
  std::vector<double> whole_of_dofs(const Vector& own);
  /// The entries of this rank of such a vector.
  Vector own_of_dofs(std::span<const double> whole) const;
  /// Rows of `width` numbers, of which the first two are a contact's pair and point: those that this rank
  /// counts, with the points' numbers in the whole model, in the order of the whole. On rank 0; collective.
  std::vector<double> whole_of_contacts(const Vector& own, int width);
  /// The rows of this rank of such a list, with its own numbers of points.
  Vector own_of_contacts(std::span<const double> whole, int width) const;

 private:
  const System& system_;
  std::optional<parallel::NaturalOrder> dofs_;
  std::vector<int> places_;  ///< of all degrees of freedom of this rank in the whole
};

}  // namespace jounce
