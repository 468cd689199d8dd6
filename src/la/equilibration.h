#pragma once

#include <vector>

#include "la/csr_matrix.h"

namespace jounce {

/// Symmetric scaling S A S by powers of two that brings the largest entry of every row and column near 1
/// (Ruiz 2001), so that pivots tell redundancy from mixed units. Powers of two change no digit of the
/// entries. A row without entries keeps the factor 1. `values` are those of S A S in the pattern of `matrix`.
/// Where ranks have rows of it (HomeRows), both functions are collective, and S is that of all rows.
void equilibrate(const CsrMatrix& matrix, Vector& scale, std::vector<double>& values);

/// Applies a scaling found earlier for this pattern. False when the largest entry of some row has left [1/16,
/// 16], so that it is time to equilibrate anew.
bool rescale(const CsrMatrix& matrix, const Vector& scale, std::vector<double>& values);

}  // namespace jounce
