#pragma once

#include <functional>
#include <vector>

#include "la/csr_matrix.h"
#include "parallel/communicator.h"

namespace jounce {

/// Rows of a matrix whose terms several ranks have (PatternBuilder::build_part): what a rank has in a row of
/// another one goes there. The pattern is exchanged once, values as often as they change; all calls are
/// collective.
class RowParts {
 public:
  /// An entry that came from another rank.
  struct Entry {
    Index row, column;
  };

  /// @param rank_of rank that has a row
  void lay_out(const CsrMatrix& part, const std::function<int(Index)>& rank_of);
  /// In the order of the values that `exchange` brings.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Sends the terms in rows of others. @return those of others in this rank's rows
  const std::vector<double>& exchange(const CsrMatrix& part);

 private:
  parallel::Communicator ranks_;
  std::vector<std::vector<Index>> rows_;  ///< of this matrix, for every rank
  std::vector<std::vector<double>> out_;
  std::vector<std::size_t> counts_;  ///< of what comes from every rank
  std::vector<Entry> entries_;
  std::vector<double> in_;
};

}  // namespace jounce
