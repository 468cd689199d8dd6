#pragma once

#include <cstddef>
#include <vector>

#include "la/sparse_cholesky.h"

namespace jounce {

/// Columns of a Cholesky factor that have the same rows below them, taken together, when the inner unknowns
/// of a matrix are eliminated before its border.
struct InnerSupernodes {
  std::vector<int> order;               ///< inner unknown at every place
  std::vector<int> columns;             ///< first one of every supernode, and the end of all
  std::vector<std::size_t> row_starts;  ///< in rows, and the end
  std::vector<int> rows;                ///< ascending: those of the columns, the others, those of the border
};

/// By CHOLMOD, the inner unknowns in METIS' order. The library is loaded even if there are none.
/// @param inner  columns of the inner unknowns, numbered before those of the border; values are not read
InnerSupernodes find_inner_supernodes(const LowerTriangle& inner, Index border);

}  // namespace jounce
