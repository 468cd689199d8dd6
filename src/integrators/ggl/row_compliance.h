#pragma once

#include <vector>

#include "la/types.h"

namespace jounce {

/// The lower triangle of w W^T A W for a symmetric matrix A and rows W, of which row k has the entries from
/// starts[k] to starts[k + 1], each at a place of A.
void row_compliance(const DenseMatrix& A, const std::vector<Index>& starts, const std::vector<Index>& places,
                    const std::vector<double>& values, double w, DenseMatrix& K);

}  // namespace jounce
