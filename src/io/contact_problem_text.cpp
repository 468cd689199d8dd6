#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "io/atomic_file.h"
#include "io/contact_problem_file.h"
#include "io/csv.h"
#include "io/output_error.h"
#include "params/input_error.h"

namespace jounce::io {
namespace {

using contact_problem::BlockMatrix;
using contact_problem::BlockMatrixBuilder;
using contact_problem::Problem;

constexpr long kMostContacts = 10000000;
constexpr long kLargestDense = 30000;  ///< rows of a dense matrix

/// Words of a text one after the other, with their places for messages.
class Words {
 public:
  Words(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  std::string_view word(std::string_view what) {
    skip_blanks();
    mark_line_ = line_;
    mark_column_ = static_cast<int>(at_ - line_start_) + 1;
    if (at_ == text_.size()) fail(fmt::format("the file ends where {} is expected", what));
    const auto begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  double number(std::string_view what) {
    const std::string_view w = word(what);
    double value = 0;
    const char* first = w.data() + (w.front() == '+' ? 1 : 0);
    const auto [end, error] = std::from_chars(first, w.data() + w.size(), value);
    if (error != std::errc() || end != w.data() + w.size() || !std::isfinite(value))
      fail(fmt::format("{} must be a finite number, not '{}'", what, w));
    return value;
  }
  long integer(std::string_view what, long least, long most) {
    const std::string_view w = word(what);
    long value = 0;
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (error != std::errc() || end != w.data() + w.size() || value < least || value > most)
      fail(fmt::format("{} must be a whole number from {} to {}, not '{}'", what, least, most, w));
    return value;
  }
  void expect(std::string_view wanted) {
    const std::string_view w = word(fmt::format("'{}'", wanted));
    if (w != wanted) fail(fmt::format("expected '{}', found '{}'", wanted, w));
  }
  /// Rest of the line that the next word is on.
  void skip_line() {
    skip_blanks();
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw params::InputError({name_, mark_line_, mark_column_}, message);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  void skip_blanks() {
    for (; at_ < text_.size() && is_blank(text_[at_]); ++at_)
      if (text_[at_] == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      }
  }

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1, mark_line_ = 1, mark_column_ = 1;
};

BlockMatrix read_dense(Words& words, int dimension, Index contacts) {
  const long size = dimension * static_cast<long>(contacts);
  words.integer("the number of rows of W", size, size);
  words.integer("the number of columns of W", size, size);
  if (size > kLargestDense) words.fail(fmt::format("a dense matrix may have {} rows", kLargestDense));
  DenseMatrix W(size, size);
  for (long i = 0; i < size; ++i)
    for (long j = 0; j < size; ++j) W(i, j) = words.number("an entry of W");
  return contact_problem::block_matrix(W, dimension);
}

/// Number of blocks, of block rows and columns, the last row of each block row and column (from 1), the
/// lengths of the two index arrays, the arrays, and every block after its number.
BlockMatrix read_blocks(Words& words, int dimension, Index contacts) {
  const long blocks = words.integer("the number of blocks", 0, static_cast<long>(contacts) * contacts);
  for (const char* what : {"the number of block rows", "the number of block columns"})
    words.integer(what, contacts, contacts);
  for (const char* what : {"the end of a block row", "the end of a block column"})
    for (Index c = 0; c < contacts; ++c) words.integer(what, (c + 1L) * dimension, (c + 1L) * dimension);
  words.integer("the length of the array of row starts", contacts + 1L, contacts + 1L);
  words.integer("the length of the array of columns", blocks, blocks);
  std::vector<long> starts, columns;
  for (Index c = 0; c <= contacts; ++c)
    starts.push_back(words.integer("a row start", c == 0 ? 0 : starts.back(), blocks));
  if (starts.front() != 0 || starts.back() != blocks)
    words.fail(fmt::format("the row starts must go from 0 to {}, the number of blocks", blocks));
  for (long k = 0; k < blocks; ++k) columns.push_back(words.integer("a block column", 0, contacts - 1));
  BlockMatrixBuilder builder(dimension, contacts);
  for (Index row = 0; row < contacts; ++row)
    for (long k = starts[static_cast<std::size_t>(row)]; k < starts[static_cast<std::size_t>(row) + 1]; ++k) {
      words.integer("the number of a block", k, k);
      const auto column = static_cast<Index>(columns[static_cast<std::size_t>(k)]);
      for (int j = 0; j < dimension; ++j)
        for (int i = 0; i < dimension; ++i)
          builder.add(row * dimension + i, column * dimension + j, words.number("an entry of a block"));
    }
  return builder.build();
}

/// As CSparse prints a matrix by columns: "col J : locations A to B", then "I : VALUE" for each entry.
BlockMatrix read_columns(Words& words, int dimension, Index contacts) {
  const long size = dimension * static_cast<long>(contacts);
  words.integer("the kind of sparse storage", 0, 2);
  words.skip_line();  // the name of the library
  words.skip_line();  // sizes once more, and the norm
  BlockMatrixBuilder builder(dimension, contacts);
  for (long j = 0; j < size; ++j) {
    words.expect("col");
    words.integer("the number of a column", j, j);
    words.expect(":");
    words.expect("locations");
    const long first = words.integer("the first location of a column", 0, size * size);
    words.expect("to");
    const long last = words.integer("the last location of a column", first - 1, size * size);
    for (long k = first; k <= last; ++k) {
      const long i = words.integer("a row", 0, size - 1);
      words.expect(":");
      builder.add(static_cast<Index>(i), static_cast<Index>(j), words.number("an entry of W"));
    }
  }
  return builder.build();
}

}  // namespace

Problem read_contact_problem_text(std::string_view text, const std::string& name) {
  Words words(text, name);
  Problem problem;
  problem.dimension = static_cast<int>(words.integer("the dimension", 2, 3));
  const auto contacts = static_cast<Index>(words.integer("the number of contacts", 0, kMostContacts));
  const long storage =
      words.integer("the storage of W (0 dense, 1 sparse blocks, 2 sparse by columns)", 0, 2);
  const long size = problem.dimension * static_cast<long>(contacts);
  words.integer("the number of rows of W", size, size);
  words.integer("the number of columns of W", size, size);
  const auto read = storage == 0 ? read_dense : storage == 1 ? read_blocks : read_columns;
  problem.W = read(words, problem.dimension, contacts);
  problem.q.resize(size);
  for (Index i = 0; i < problem.q.size(); ++i) problem.q[i] = words.number("an entry of q");
  for (Index c = 0; c < contacts; ++c) {
    problem.mu.push_back(words.number("a friction coefficient"));
    if (problem.mu.back() < 0) words.fail(fmt::format("mu of contact {} must not be negative", c + 1));
  }
  if (!words.at_end()) {
    words.integer("the flag behind mu", 0, 1);
    if (!words.at_end()) {
      const std::string_view extra = words.word("the end of the file");
      words.fail(fmt::format("expected the end of the file, found '{}'", extra));
    }
  }
  return problem;
}

void write_contact_problem_text(const std::filesystem::path& path, const Problem& given) {
  const Problem problem = contact_problem::formed(given);
  const BlockMatrix& W = problem.W;
  const int d = problem.dimension;
  const Index contacts = problem.contacts();
  std::string text = fmt::format("{}\n{}\n1\n{}\n{}\n{}\n{}\n{}\n", d, contacts, problem.size(),
                                 problem.size(), W.blocks(), contacts, contacts);
  for (int times = 0; times < 2; ++times) {
    for (Index c = 0; c < contacts; ++c) text += fmt::format("{} ", (c + 1) * d);
    text += '\n';
  }
  text += fmt::format("{}\n{}\n{}\n{}\n", contacts + 1, W.blocks(), fmt::join(W.row_starts, " "),
                      fmt::join(W.columns, " "));
  for (Index k = 0; k < W.blocks(); ++k) {
    text += fmt::format("{}\n", k);
    for (int i = 0; i < d * d; ++i) text += fmt::format("{:.17g}\n", W.block(k)[i]);
  }
  for (const double value : problem.q) text += fmt::format("{:.17g} ", value);
  text += '\n';
  for (const double value : problem.mu) text += fmt::format("{:.17g} ", value);
  text += '\n';
  write_atomically(path, text);
}

void write_contact_solution(const std::filesystem::path& path, const Problem& problem, const Vector& r,
                            const Vector& u) {
  const bool is_spatial = problem.dimension == 3;
  std::string text = is_spatial ? "contact,r_n,r_t1,r_t2,u_n,u_t1,u_t2\n" : "contact,r_n,r_t,u_n,u_t\n";
  for (Index c = 0; c < problem.contacts(); ++c) {
    text += fmt::format("{}", c);
    for (const Vector* x : {&r, &u})
      for (int i = 0; i < problem.dimension; ++i)
        text += fmt::format(",{:.17g}", (*x)[c * problem.dimension + i]);
    text += '\n';
  }
  write_atomically(path, text);
}

}  // namespace jounce::io
