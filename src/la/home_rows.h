#pragma once

#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "la/row_parts.h"

namespace jounce {

/// The rows of this rank in a matrix whose terms several ranks have (CsrMatrix::owners): what ranks have in
/// rows of others is sent home and added there.
class HomeRows {
 public:
  /// Collective. @return a matrix of the same size with the complete rows of this rank, each with its
  /// diagonal; its other rows are empty
  const CsrMatrix& take(const CsrMatrix& part);
  void forget() { pattern_ = nullptr; }

 private:
  void lay_out(const CsrMatrix& part);

  std::shared_ptr<const void> pattern_;  ///< of the parts
  RowParts parts_;
  CsrMatrix rows_;
  std::vector<std::size_t> own_places_;   ///< among the values of the part, of what is in own rows
  std::vector<std::size_t> own_targets_;  ///< and where these go
  std::vector<std::size_t> received_targets_;
};

}  // namespace jounce
