#pragma once

#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "la/home_rows.h"
#include "parallel/owned_entries.h"

namespace jounce {

/// The first n rows and columns, K, of a saddle point matrix, which is whole or a part (CsrMatrix::owners):
/// of a part, every rank keeps the complete rows that belong to it, products and diagonal are those of the
/// whole K, and calls are collective. Vectors are whole on every rank.
class StiffnessRows {
 public:
  void take(const CsrMatrix& matrix, Index n);
  void forget();

  bool is_shared() const { return home_rows_ != nullptr; }
  /// The matrix with the complete rows of this rank, empty ones of others.
  const CsrMatrix& rows() const { return is_shared() ? *home_rows_ : *matrix_; }
  /// The matrix with all entries that are not in K, whole; what it has of K is not complete.
  const CsrMatrix& border() const { return is_shared() ? border_ : *matrix_; }

  void multiply(const Vector& x, Vector& y);  ///< y = K x
  const Vector& diagonal() const { return diagonal_; }
  /// Number of the part of every unknown, parts being what the pattern of K joins.
  const std::vector<int>& parts(int& count);

 private:
  void take_border();
  void take_diagonal();

  const CsrMatrix* matrix_ = nullptr;
  const CsrMatrix* home_rows_ = nullptr;
  Index n_ = 0;
  HomeRows home_;
  parallel::Communicator ranks_;
  parallel::OwnedEntries entries_;
  std::shared_ptr<const void> pattern_;  ///< that entries_ and own_ are of
  std::vector<Index> own_;               ///< rows of K
  CsrMatrix border_;
  Vector diagonal_;
  std::shared_ptr<const void> pattern_of_parts_;
  std::vector<int> parts_;
  int n_parts_ = 0;
};

}  // namespace jounce
