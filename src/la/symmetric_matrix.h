#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "la/csr_matrix.h"
#include "la/nodal_sum.h"
#include "la/symmetric_blocks.h"
#include "parallel/shared_entries.h"

namespace jounce {

/// A symmetric matrix for iterative solvers, of all unknowns of a system or of some of them: a copy of the
/// upper half of a CsrMatrix (which need have no more) in blocks of up to three neighbouring unknowns with
/// equal patterns (the nodes of a mesh), or a sum of matrices that others keep. Its vectors have places of
/// their own, some of which may be empty where a node has less than the full number of unknowns.
///
/// Several ranks may each have a part of the elements that make up a matrix: the sum of the ranks' matrices
/// counts. Unknowns at the border of the parts stand in the vectors of all ranks around them, with the same
/// values bit by bit.
class SymmetricMatrix {
 public:
  SymmetricMatrix() = default;
  explicit SymmetricMatrix(const CsrMatrix& matrix);
  /// Rows and columns `dofs` (ascending); others must not be coupled to them.
  SymmetricMatrix(const CsrMatrix& matrix, std::vector<Index> dofs);
  /// The same rows and columns of sum w_K K + w_M M (NodalSum); of `n` unknowns in all. The matrices of the
  /// parts have to stay where they are.
  SymmetricMatrix(Index n, std::span<const NodalMatrices> parts, double w_K, double w_M,
                  std::vector<Index> dofs);

  /// Makes this one rank's summand of a matrix. Collective. @param numbers of the unknowns in the whole
  /// system, ascending with them; empty where they are the same @param owner rank of every unknown
  void share(parallel::Communicator& ranks, const std::vector<int>& numbers, const std::vector<int>& owner);

  Index size() const { return static_cast<Index>(inverse_diagonal_.size()); }  ///< of its vectors
  Index unknowns() const { return static_cast<Index>(dofs_.size()); }
  /// Place of an unknown of the system in vectors; -1 when it is not among them.
  Index place(Index dof) const { return places_[dof]; }
  /// x from a vector over the unknowns of the system; empty places become 0.
  void gather(const Vector& from, Vector& x) const;
  /// to += w x at the unknowns that this matrix has.
  void add_to(double w, const Vector& x, Vector& to) const;

  void multiply(const Vector& x, Vector& y) const;
  /// Entries become the sums over the ranks that have them.
  void accumulate(Vector& x) const {
    if (shared_) shared_->sum(x.data());
  }
  /// A sum over the unknowns of all ranks. @param own this rank's sum over its places @param term what a
  /// place adds to it
  template <class Term>
  double total(double own, const Term& term) const {
    if (!ranks_) return own;
    for (const Index place : foreign_) own -= term(place);
    return ranks_->sum(own);
  }
  double largest(double own) const { return ranks_ ? ranks_->max(own) : own; }
  /// 1 / A_ii; 1 at empty places.
  const Vector& inverse_diagonal() const { return inverse_diagonal_; }
  /// True when all A_ii are positive.
  bool has_positive_diagonal() const { return positive_; }

 private:
  template <int B>
  void build(const CsrMatrix& matrix, const std::vector<Index>& groups);
  void take_diagonal(const Vector& diagonal);

  std::vector<Index> dofs_, places_;
  std::variant<SymmetricBlocks<1>, SymmetricBlocks<2>, SymmetricBlocks<3>, NodalSum> blocks_;
  Vector inverse_diagonal_;
  bool positive_ = true;
  parallel::Communicator* ranks_ = nullptr;  ///< null: not shared
  std::shared_ptr<parallel::SharedEntries> shared_;
  std::vector<Index> foreign_;  ///< places of unknowns that other ranks own
};

}  // namespace jounce
