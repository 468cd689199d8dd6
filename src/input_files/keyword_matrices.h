#pragma once

#include <string>

#include "keyword/translation.h"
#include "la/csr_matrix.h"
#include "model/model.h"

namespace jounce {

/// A matrix over the free degrees of freedom as *MATRIX OUTPUT writes it in coordinate format: row, column,
/// value, with the row 3 (node - 1) + axis (in the plane 2 (node - 1) + axis) by the numbers of the file.
std::string coordinate_format(const CsrMatrix& matrix, const Model& model, const keyword::Input& input,
                              const keyword::Translation& translation);

}  // namespace jounce
