#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact_problem/block_matrix.h"
#include "model/row_jacobian.h"

namespace jounce {

/// W = L^T M^-1 F of contacts on a diagonal mass matrix, block by block: L has the rows in which their laws
/// hold, F those along which their forces act, d of each a contact (the normal and up to two tangents).
/// Contacts meet only at the degrees of freedom that they share, so that most rows of a model of nodes have
/// one block. Nothing is allocated once the arrays have their sizes.
class LumpedDelassus {
 public:
  /// A contact: its normal row, and the first and the number of its tangential rows.
  struct Contact {
    int normal = 0, first_tangent = 0, tangents = 0;
  };
  /// Rows of the normals and of the tangents.
  struct Rows {
    const RowJacobian &normals, &tangents;
  };

  /// @param inverse_mass  1/M over the free degrees of freedom; those behind them do not move
  /// Directions that a contact lacks get zeros.
  void form(int d, std::span<const Contact> contacts, const Rows& laws, const Rows& forces,
            const Vector& inverse_mass, contact_problem::BlockMatrix& W);

 private:
  /// What the forces of one contact have at a degree of freedom.
  struct Entry {
    int contact;
    int next;  ///< entry of another contact there; -1: none
    std::array<double, 3> values;
  };

  void lay_down(std::span<const Contact> contacts, const Rows& forces, Index free_dofs);
  /// Calls visit(entry, direction, value) for what contact i and others have in common.
  template <typename Visit>
  void meet(const Contact& contact, const Rows& laws, Index free_dofs, Visit&& visit) const;
  void clear();

  std::vector<Entry> entries_;
  std::vector<int> first_entry_;  ///< of every free degree of freedom; -1: none
  std::vector<Index> touched_;    ///< degrees of freedom that have entries
  std::vector<Index> block_of_;   ///< of every contact in the present row; -1: none
};

}  // namespace jounce
