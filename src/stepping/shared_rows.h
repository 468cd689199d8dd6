#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "model/row_jacobian.h"
#include "model/system.h"
#include "stepping/stepper.h"

namespace jounce {

/// Where the terms of a matrix go: what elements add, of which every rank may have its part (System::share),
/// and all else, which is the same on every rank.
struct AssemblySinks {
  MatrixSink& elements;
  MatrixSink& others;
};

/// The ranks that have the rows of a matrix over free degrees of freedom and multipliers, where ranks share
/// its elements: degrees of freedom are with their owners, a multiplier is with the first free degree of
/// freedom of its constraint row. What no element adds, the rank adds that has its row.
class SharedRows {
 public:
  /// Constraint rows, in the order of their multipliers.
  using Multipliers = std::vector<const RowJacobian*>;
  /// @param stages  multipliers behind the degrees of freedom of every stage; one stage after the other
  void lay_out(const System& system, const std::vector<Multipliers>& stages);

  /// Lays out a matrix for what assemble(AssemblySinks) adds.
  template <class Assemble>
  void build(Index size, CsrMatrix& matrix, const Assemble& assemble) const {
    PatternBuilder pattern(size);
    add_to(pattern, assemble);
    owners_ ? pattern.build_part(matrix, owners_) : pattern.build(matrix);
  }
  template <class Assemble>
  void fill(CsrMatrix& matrix, const Assemble& assemble) const {
    matrix.set_zero();
    add_to(matrix, assemble);
  }

 private:
  template <class Assemble>
  void add_to(MatrixSink& sink, const Assemble& assemble) const {
    if (!owners_) return assemble(AssemblySinks{sink, sink});
    RowFilterSink own(sink, own_rows_);
    assemble(AssemblySinks{sink, own});
  }

  std::shared_ptr<const std::vector<int>> owners_;  ///< null where matrices are whole
  std::vector<std::uint8_t> own_rows_;
};

/// What ranks share of a model whose step factorises one matrix of all unknowns: matrices of solids in space
/// that are large enough for factors by all ranks.
Sharing sharing_of_matrices(const System& system);

}  // namespace jounce
