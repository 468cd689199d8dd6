#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "la/dense_quasidefinite.h"
#include "la/partial_cholesky.h"
#include "parallel/communicator.h"
#include "parallel/owned_entries.h"

namespace jounce {

/// Factors of a symmetric matrix whose terms several ranks have (CsrMatrix::owners), by substructures (J. S.
/// Przemieniecki, AIAA J. 1 (1963) 138): a rank p eliminates the unknowns i that only it has terms of, and
/// all ranks sum up what that leaves of the border s, the unknowns with terms of several ranks, and the
/// multipliers,
///
///   S = sum_p ( A_ss - A_si A_ii^-1 A_is )_p,
///
/// which every rank factorises as a dense matrix. Ranks share all other operations and the memory.
/// Multipliers are the unknowns with a diagonal entry that is not positive; the matrix without them must be
/// positive definite, and what it leaves of the multipliers negative definite. It is scaled by powers of two
/// that bring its diagonal near 1, and the largest entry of the rows of multipliers. All calls but `scale`
/// are collective; solutions and results are the same on all ranks, bit by bit.
class SubstructureFactor {
 public:
  enum class Result : std::uint8_t {
    factored,
    unsuited,  ///< not symmetric, or not definite as described, to round-off
    too_wide,  ///< the dense factors of the border are more work than those of any rank
  };
  /// @param is_definite  a matrix with multipliers is unsuited
  Result factor(const CsrMatrix& part, bool is_definite);
  /// x = A^-1 b for the matrix factorised last; all ranks have the whole vectors.
  void solve(const Vector& b, Vector& x);
  const Vector& scale() const { return scale_; }
  void forget() { *this = SubstructureFactor(); }

 private:
  /// Terms of the border.
  struct BorderTerm {
    std::size_t source;  ///< among the values of the part
    Index row, column;   ///< numbers in border_
  };

  bool prepare(const CsrMatrix& part, bool is_definite);
  void sum_diagonal(const CsrMatrix& part);
  void lay_out(const CsrMatrix& part);
  void collect(const CsrMatrix& part);
  bool find_scale(const CsrMatrix& part);
  double scaled(const CsrMatrix& part, const BorderTerm& term) const;
  bool take_inner(const CsrMatrix& part);
  bool has_symmetric_border(const CsrMatrix& part);
  bool is_too_wide();
  bool eliminate(const CsrMatrix& part);
  void sum_complements();

  Index border() const { return static_cast<Index>(border_.size()); }
  Index inner() const { return static_cast<Index>(inner_.size()); }

  parallel::Communicator ranks_;
  std::shared_ptr<const void> pattern_;
  std::vector<std::uint8_t> is_multiplier_;
  std::vector<Index> inner_;  ///< unknowns, ascending
  std::vector<Index>
      border_;             ///< the same on all ranks: unknowns of several, then multipliers; both ascending
  Index multipliers_ = 0;  ///< how many are in border_
  std::vector<Index> number_;  ///< of every unknown: in inner_, or behind it in border_; -1: not here
  bool is_regular_ = false;    ///< every row has terms, those of the inner unknowns in pairs
  bool is_analysed_ = false;
  parallel::OwnedEntries owned_;
  LowerTriangle lower_;                         ///< columns of the inner unknowns
  std::vector<std::size_t> sources_, mirrors_;  ///< of its values and of their mirror images, in the part
  std::vector<BorderTerm> border_terms_;
  PartialCholesky cholesky_;
  DenseQuasidefinite complement_;
  std::vector<double> packed_;
  Vector diagonal_, scale_, largest_, probe_, of_inner_, of_border_;
};

}  // namespace jounce
