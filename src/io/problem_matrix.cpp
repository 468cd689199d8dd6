#include "io/problem_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace jounce::io {
namespace {

constexpr long kMostRows = std::numeric_limits<Index>::max();
constexpr long kLargestDense = 900000000;  ///< entries of a dense matrix

void add(ProblemMatrix& matrix, long row, long column, double value) {
  matrix.entries.push_back({static_cast<Index>(row), static_cast<Index>(column), value});
}

void read_dense(ProblemWords& words, const std::string& name, ProblemMatrix& matrix) {
  words.integer(fmt::format("the number of rows of {}", name), matrix.rows, matrix.rows);
  words.integer(fmt::format("the number of columns of {}", name), matrix.columns, matrix.columns);
  if (matrix.columns > 0 && matrix.rows > kLargestDense / matrix.columns)
    words.fail(fmt::format("a dense matrix may have {} entries", kLargestDense));
  const std::string entry = fmt::format("an entry of {}", name);
  for (long j = 0; j < matrix.columns; ++j)
    for (long i = 0; i < matrix.rows; ++i) {
      const double value = words.number(entry);
      if (value != 0) add(matrix, i, j, value);
    }
}

/// First row of every block row (or column), and one past the last.
std::vector<long> read_ends(ProblemWords& words, const char* what, long count, long size) {
  std::vector<long> starts{0};
  for (long c = 0; c < count; ++c) {
    const bool is_last = c + 1 == count;
    starts.push_back(words.integer(what, is_last ? size : starts.back() + 1, size));
  }
  if (starts.back() != size) words.fail(fmt::format("{} blocks cannot have {} rows", count, size));
  return starts;
}

void read_blocks(ProblemWords& words, const std::string& name, ProblemMatrix& matrix) {
  const long most = std::max(1L, matrix.rows) * std::max(1L, matrix.columns);
  const long blocks = words.integer("the number of blocks", 0, most);
  const long block_rows = words.integer("the number of block rows", 0, matrix.rows);
  const long block_columns = words.integer("the number of block columns", 0, matrix.columns);
  const std::vector<long> rows = read_ends(words, "the end of a block row", block_rows, matrix.rows);
  const std::vector<long> columns =
      read_ends(words, "the end of a block column", block_columns, matrix.columns);
  words.integer("the length of the array of row starts", block_rows + 1, block_rows + 1);
  words.integer("the length of the array of columns", blocks, blocks);
  std::vector<long> starts, block_column;
  for (long c = 0; c <= block_rows; ++c)
    starts.push_back(words.integer("a row start", c == 0 ? 0 : starts.back(), blocks));
  if (starts.front() != 0 || starts.back() != blocks)
    words.fail(fmt::format("the row starts must go from 0 to {}, the number of blocks", blocks));
  for (long k = 0; k < blocks; ++k)
    block_column.push_back(words.integer("a block column", 0, block_columns - 1));
  const std::string entry = fmt::format("an entry of a block of {}", name);
  for (std::size_t row = 0; row + 1 < starts.size(); ++row)
    for (long k = starts[row]; k < starts[row + 1]; ++k) {
      words.integer("the number of a block", k, k);
      const auto column = static_cast<std::size_t>(block_column[k]);
      for (long j = columns[column]; j < columns[column + 1]; ++j)
        for (long i = rows[row]; i < rows[row + 1]; ++i) add(matrix, i, j, words.number(entry));
    }
}

/// "I J : VALUE" for each entry.
void read_triplets(ProblemWords& words, const std::string& name, std::string_view sizes,
                   ProblemMatrix& matrix) {
  ProblemWords heading(sizes.substr(sizes.find("nnz:") + 4), "");
  const long count = heading.integer("the number of triplets", 0, std::numeric_limits<long>::max());
  for (long k = 0; k < count; ++k) {
    const long i = words.integer("a row", 0, matrix.rows - 1);
    const long j = words.integer("a column", 0, matrix.columns - 1);
    words.expect(":");
    add(matrix, i, j, words.number(fmt::format("an entry of {}", name)));
  }
}

/// "col J : locations A to B", then "I : VALUE" for each entry; of the transposed matrix for compressed rows.
void read_compressed(ProblemWords& words, const std::string& name, bool is_by_rows, ProblemMatrix& matrix) {
  const long lines = is_by_rows ? matrix.rows : matrix.columns;
  const long across = is_by_rows ? matrix.columns : matrix.rows;
  const std::string entry = fmt::format("an entry of {}", name);
  for (long j = 0; j < lines; ++j) {
    words.expect("col");
    words.integer("the number of a column", j, j);
    words.expect(":");
    words.expect("locations");
    const long most = std::max(1L, matrix.rows) * std::max(1L, matrix.columns);
    const long first = words.integer("the first location of a column", 0, most);
    words.expect("to");
    const long last = words.integer("the last location of a column", first - 1, most);
    for (long k = first; k <= last; ++k) {
      const long i = words.integer("a row", 0, across - 1);
      words.expect(":");
      const double value = words.number(entry);
      is_by_rows ? add(matrix, j, i, value) : add(matrix, i, j, value);
    }
  }
}

void read_sparse(ProblemWords& words, const std::string& name, ProblemMatrix& matrix) {
  constexpr long kCompressedRows = 3;
  const long kind = words.integer("the kind of sparse storage", 0, kCompressedRows);
  words.line();  // the name of the library
  const std::string_view sizes = words.line();
  if (sizes.find("triplet:") != std::string_view::npos && sizes.find("nnz:") != std::string_view::npos)
    read_triplets(words, name, sizes, matrix);
  else
    read_compressed(words, name, kind == kCompressedRows, matrix);
}

}  // namespace

ProblemMatrix read_problem_matrix(ProblemWords& words, const std::string& name, bool is_square) {
  ProblemMatrix matrix;
  const long storage =
      words.integer(fmt::format("the storage of {} (0 dense, 1 sparse blocks, 2 sparse)", name), 0, 2);
  matrix.rows = words.integer(fmt::format("the number of rows of {}", name), 0, kMostRows);
  matrix.columns = words.integer(fmt::format("the number of columns of {}", name),
                                 is_square ? matrix.rows : 0, is_square ? matrix.rows : kMostRows);
  const auto read = storage == 0 ? read_dense : storage == 1 ? read_blocks : read_sparse;
  read(words, name, matrix);
  return matrix;
}

}  // namespace jounce::io
