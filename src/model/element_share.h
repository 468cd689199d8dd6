#pragma once

#include <vector>

#include "la/sink.h"
#include "la/types.h"
#include "parallel/owned_entries.h"

namespace jounce {

/// The part of one rank in the elements of a system that several ranks share: each computes the forces,
/// energies and matrices of its elements, and every rank has the whole state. A degree of freedom is owned by
/// one of the ranks that have elements around it.
///
/// Matrices that a System fills are parts, whose sum over the ranks is the whole: what the elements of this
/// rank add and, of all else, the rows that it owns. Where a whole one is needed, WholeMatrices makes every
/// rank compute all elements.
class ElementShare {
 public:
  /// @param owner rank of every degree of freedom @param touched free degrees of freedom with elements of
  /// this rank around them, ascending @param elements numbers of this rank's elements of every block
  ElementShare(std::vector<int> owner, std::vector<Index> touched, std::vector<std::vector<int>> elements);

  parallel::Communicator& ranks() { return ranks_; }
  const std::vector<int>& owner() const { return owner_; }
  const std::vector<Index>& touched() const { return touched_; }
  const std::vector<std::vector<int>>& elements() const { return elements_; }
  bool owns(Index dof) const { return owner_[dof] == ranks_.rank(); }

  /// True where functions that fill matrices fill whole ones.
  bool fills_whole_matrices() const { return fills_whole_matrices_; }
  void fill_whole_matrices(bool does) { fills_whole_matrices_ = does; }

  void keep_owned(Vector& f) const;  ///< other entries become 0
  /// The owners' values of a vector over all degrees of freedom, everywhere. Collective.
  void complete(Vector& x) { entries_.complete({x.data(), static_cast<std::size_t>(x.size())}); }
  /// The sum over the ranks of such a vector. Collective.
  void sum(Vector& f) { ranks_.sum({f.data(), static_cast<std::size_t>(f.size())}); }

 private:
  parallel::Communicator ranks_;
  std::vector<int> owner_;
  std::vector<Index> touched_;
  std::vector<std::vector<int>> elements_;
  parallel::OwnedEntries entries_;
  bool fills_whole_matrices_ = false;
};

/// As long as it lives, matrices are filled as a whole, or as parts; does nothing where no elements are
/// shared.
class MatrixFilling {
 public:
  MatrixFilling(ElementShare* share, bool whole)
      : share_(share), before_(share != nullptr && share->fills_whole_matrices()) {
    if (share_ != nullptr) share_->fill_whole_matrices(whole);
  }
  ~MatrixFilling() {
    if (share_ != nullptr) share_->fill_whole_matrices(before_);
  }
  MatrixFilling(const MatrixFilling&) = delete;
  MatrixFilling& operator=(const MatrixFilling&) = delete;

 private:
  ElementShare* share_;
  bool before_;
};

class WholeMatrices : public MatrixFilling {
 public:
  explicit WholeMatrices(ElementShare* share) : MatrixFilling(share, true) {}
};

/// For what System::complete_assembled then makes a whole one.
class PartialMatrices : public MatrixFilling {
 public:
  explicit PartialMatrices(ElementShare* share) : MatrixFilling(share, false) {}
};

/// Passes on what is in rows that this rank owns.
class OwnedRowsSink final : public MatrixSink {
 public:
  OwnedRowsSink(MatrixSink& target, const ElementShare& share) : target_(target), share_(share) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;
  bool wants_values() const override { return target_.wants_values(); }

 private:
  MatrixSink& target_;
  const ElementShare& share_;
};

}  // namespace jounce
