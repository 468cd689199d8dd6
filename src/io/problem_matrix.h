#pragma once

#include <string>
#include <vector>

#include "contact_problem/mass_operator.h"
#include "io/problem_words.h"

namespace jounce::io {

/// A matrix as a file holds it, entries in any order; entries at one place add up.
struct ProblemMatrix {
  long rows = 0, columns = 0;
  std::vector<contact_problem::Triplet> entries;
};

/// Reads a matrix of the text format of contact problems: its storage, the numbers of rows and columns, and
///
///   0  dense: both numbers once more, then column after column (element i, j at i + j rows), however the
///      lines are broken
///   1  sparse blocks: numbers of blocks, of block rows and of block columns, the last row of each block row
///      and column (from 1), lengths of the two index arrays, row starts, columns, and every block after its
///      number, again column after column
///   2  sparse: kind (0 not said, 1 triplets, 2 compressed columns, 3 compressed rows), the name of the
///      library, sizes, and the entries as the library prints them
///
/// Throws params::InputError with line and column.
/// @param name of the matrix, for messages
/// @param is_square whether other shapes are refused
ProblemMatrix read_problem_matrix(ProblemWords& words, const std::string& name, bool is_square);

}  // namespace jounce::io
