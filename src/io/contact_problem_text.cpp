#include <fmt/format.h>

#include <algorithm>

#include "contact_problem/mass_operator.h"
#include "io/atomic_file.h"
#include "io/contact_problem_file.h"
#include "io/output_error.h"
#include "io/problem_matrix.h"

namespace jounce::io {
namespace {

using contact_problem::BlockMatrix;
using contact_problem::BlockMatrixBuilder;
using contact_problem::GlobalProblem;
using contact_problem::Problem;
using contact_problem::Triplet;

constexpr long kMostContacts = 10000000;

Vector read_vector(ProblemWords& words, const char* what, long size) {
  Vector values(size);
  for (double& value : values) value = words.number(what);
  return values;
}

std::vector<double> read_friction(ProblemWords& words, long contacts) {
  std::vector<double> mu;
  for (long c = 0; c < contacts; ++c) {
    mu.push_back(words.number("a friction coefficient"));
    if (mu.back() < 0) words.fail(fmt::format("mu of contact {} must not be negative", c + 1));
  }
  return mu;
}

void read_end(ProblemWords& words) {
  if (words.at_end()) return;
  words.integer("the flag behind mu", 0, 1);
  if (words.at_end()) return;
  const std::string_view extra = words.word("the end of the file");
  words.fail(fmt::format("expected the end of the file, found '{}'", extra));
}

Problem local_problem(ProblemWords& words, int dimension, long contacts, const ProblemMatrix& W) {
  Problem problem;
  problem.dimension = dimension;
  BlockMatrixBuilder builder(dimension, static_cast<Index>(contacts));
  for (const Triplet& entry : W.entries) builder.add(entry.row, entry.column, entry.value);
  problem.W = builder.build();
  problem.q = read_vector(words, "an entry of q", W.rows);
  problem.mu = read_friction(words, contacts);
  return problem;
}

/// The names of the text are those of the format's own program: q and b are f and w of `GlobalProblem`.
Problem global_problem(ProblemWords& words, int dimension, long contacts, ProblemMatrix M) {
  std::vector<bool> has_entry(static_cast<std::size_t>(M.rows), false);
  for (const Triplet& entry : M.entries) has_entry[entry.row] = true;
  const auto empty = std::find(has_entry.begin(), has_entry.end(), false);
  if (empty != has_entry.end())
    words.fail(fmt::format("M has no entry in row {}", empty - has_entry.begin()));
  ProblemMatrix H = read_problem_matrix(words, "H", false);
  if (H.rows != M.rows || H.columns != dimension * contacts)
    words.fail(fmt::format("H is {} x {}, but M of {} x {} and {} contacts in {} dimensions need {} x {}",
                           H.rows, H.columns, M.rows, M.columns, contacts, dimension, M.rows,
                           dimension * contacts));
  GlobalProblem problem;
  problem.dimension = dimension;
  problem.unknowns = static_cast<Index>(M.rows);
  problem.M = std::move(M.entries);
  problem.H = std::move(H.entries);
  problem.f = read_vector(words, "an entry of q", M.rows);
  problem.w = read_vector(words, "an entry of b", H.columns);
  problem.mu = read_friction(words, contacts);
  try {
    return contact_problem::reduced(problem);
  } catch (const SingularMatrix& error) {
    words.fail(fmt::format("M is singular: {}", error.what()));
  }
}

}  // namespace

Problem read_contact_problem_text(std::string_view text, const std::string& name) {
  ProblemWords words(text, name);
  const auto dimension = static_cast<int>(words.integer("the dimension", 2, 3));
  const long contacts = words.integer("the number of contacts", 0, kMostContacts);
  const long size = dimension * contacts;
  ProblemMatrix first = read_problem_matrix(words, "W", true);
  // A global problem has at least the heading of H and another vector where a local one has d contacts and
  // contacts numbers and a flag.
  const bool is_global = words.has_more_than(first.rows + size + contacts + 2);
  if (!is_global && first.rows != size)
    words.fail(
        fmt::format("{} contacts in {} dimensions need W of {} rows, this one has {}; or, where it is M "
                    "of a global problem, H, q, b and mu behind it",
                    contacts, dimension, size, first.rows));
  Problem problem = is_global ? global_problem(words, dimension, contacts, std::move(first))
                              : local_problem(words, dimension, contacts, first);
  read_end(words);
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
