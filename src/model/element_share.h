#pragma once

#include <vector>

#include "la/types.h"
#include "parallel/communicator.h"

namespace jounce {

/// The part of one rank in the elements of a system that several ranks share: each computes the forces,
/// energies and matrices of its elements, and every rank has the whole state. A degree of freedom is owned by
/// one of the ranks that have elements around it.
class ElementShare {
 public:
  /// @param owner rank of every degree of freedom @param touched free degrees of freedom with elements of
  /// this rank around them, ascending @param elements numbers of this rank's elements of every block
  ElementShare(std::vector<int> owner, std::vector<Index> touched, std::vector<std::vector<int>> elements);

  parallel::Communicator& ranks() { return ranks_; }
  const std::vector<int>& owner() const { return owner_; }
  const std::vector<Index>& touched() const { return touched_; }
  const std::vector<std::vector<int>>& elements() const { return elements_; }
  bool owns(Index dof) const { return owner_[static_cast<std::size_t>(dof)] == ranks_.rank(); }

  void keep_owned(Vector& f) const;  ///< other entries become 0
  /// The owners' values of a vector over all degrees of freedom, everywhere. Collective.
  void complete(Vector& x);
  /// The sum over the ranks of such a vector. Collective.
  void sum(Vector& f) { ranks_.sum({f.data(), static_cast<std::size_t>(f.size())}); }

 private:
  parallel::Communicator ranks_;
  std::vector<int> owner_;
  std::vector<Index> touched_;
  std::vector<std::vector<int>> elements_;
  std::vector<Index> by_owner_;  ///< all degrees of freedom, those of the first rank first
  std::size_t first_ = 0;        ///< of this rank in by_owner_
  std::vector<double> own_, all_;
};

}  // namespace jounce
