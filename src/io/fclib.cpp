#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "contact_problem/mass_operator.h"
#include "io/atomic_file.h"
#include "io/contact_problem_file.h"
#include "io/csv.h"
#include "io/hdf5_driver.h"
#include "io/hdf5_file.h"
#include "io/output_error.h"

namespace jounce::io {
namespace {

using contact_problem::GlobalProblem;
using contact_problem::Problem;
using contact_problem::Triplet;
using hdf5::Context;
using hdf5::Handle;

constexpr std::size_t kMostNumbers = std::size_t{1} << 31;

[[noreturn]] void refuse(const Context& context, const std::string& message) {
  throw OutputError(context.path,
                    fmt::format("cannot read '{}' as an FCLIB problem: {}", context.path.string(), message));
}

bool exists(hid_t file, const std::string& name) {
  for (auto slash = name.find('/', 1); slash != std::string::npos; slash = name.find('/', slash + 1))
    if (H5Lexists(file, name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(file, name.c_str(), H5P_DEFAULT) > 0;
}

template <class Number>
std::vector<Number> read_numbers(const Context& context, hid_t file, const std::string& name, hid_t type) {
  if (!exists(file, name)) refuse(context, fmt::format("there is no '{}'", name));
  const Handle dataset(context.check(H5Dopen2(file, name.c_str(), H5P_DEFAULT)), H5Dclose);
  const Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  const auto count = static_cast<std::size_t>(context.check(H5Sget_simple_extent_npoints(space)));
  if (count > kMostNumbers) refuse(context, fmt::format("'{}' has {} numbers", name, count));
  std::vector<Number> values(count);
  if (count > 0) context.check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

std::vector<int> read_ints(const Context& context, hid_t file, const std::string& name) {
  return read_numbers<int>(context, file, name, H5T_NATIVE_INT);
}

std::vector<double> read_doubles(const Context& context, hid_t file, const std::string& name) {
  return read_numbers<double>(context, file, name, H5T_NATIVE_DOUBLE);
}

int read_int(const Context& context, hid_t file, const std::string& name) {
  const std::vector<int> values = read_ints(context, file, name);
  if (values.size() != 1) refuse(context, fmt::format("'{}' must be one number", name));
  return values[0];
}

Vector as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

struct Sparse {
  int rows = 0, columns = 0;
  std::vector<Triplet> entries;
};

/// nz >= 0: triplets (p columns, i rows); -1: compressed columns; -2: compressed rows.
Sparse read_matrix(const Context& context, hid_t file, const std::string& name) {
  Sparse matrix;
  matrix.rows = read_int(context, file, name + "/m");
  matrix.columns = read_int(context, file, name + "/n");
  const int kind = read_int(context, file, name + "/nz");
  const std::vector<int> p = read_ints(context, file, name + "/p"), i = read_ints(context, file, name + "/i");
  const std::vector<double> x = read_doubles(context, file, name + "/x");
  const auto add = [&](int row, int column, double value) {
    if (row < 0 || row >= matrix.rows || column < 0 || column >= matrix.columns)
      refuse(context, fmt::format("'{}' has an entry at ({}, {}) outside of {} x {}", name, row, column,
                                  matrix.rows, matrix.columns));
    matrix.entries.push_back({row, column, value});
  };
  if (kind >= 0) {
    const auto count = static_cast<std::size_t>(kind);
    if (p.size() < count || i.size() < count || x.size() < count)
      refuse(context, fmt::format("'{}' has fewer than its {} triplets", name, kind));
    for (std::size_t k = 0; k < count; ++k) add(i[k], p[k], x[k]);
    return matrix;
  }
  if (kind < -2) refuse(context, fmt::format("'{}/nz' is {}, but must be >= -2", name, kind));
  const int lines = kind == -1 ? matrix.columns : matrix.rows;
  if (lines < 0 || p.size() != static_cast<std::size_t>(lines) + 1)
    refuse(context, fmt::format("'{}/p' has {} numbers instead of {}", name, p.size(), lines + 1L));
  for (std::size_t line = 0; line + 1 < p.size(); ++line)
    for (int k = p[line]; k < p[line + 1]; ++k) {
      if (k < 0 || static_cast<std::size_t>(k) >= std::min(i.size(), x.size()))
        refuse(context, fmt::format("'{}/p' points outside of the entries", name));
      const auto at = static_cast<std::size_t>(k);
      const int here = static_cast<int>(line);
      kind == -1 ? add(i[at], here, x[at]) : add(here, i[at], x[at]);
    }
  return matrix;
}

void need(const Context& context, bool fits, const std::string& what) {
  if (!fits) refuse(context, what);
}

Problem read_local(const Context& context, hid_t file, int dimension) {
  Problem problem;
  problem.dimension = dimension;
  problem.mu = read_doubles(context, file, "/fclib_local/vectors/mu");
  problem.q = as_vector(read_doubles(context, file, "/fclib_local/vectors/q"));
  need(context, !exists(file, "/fclib_local/V"), "equality constraints (V, R) are not supported");
  const Sparse W = read_matrix(context, file, "/fclib_local/W");
  need(context, W.rows == problem.size() && W.columns == problem.size() && problem.q.size() == problem.size(),
       fmt::format("{} contacts do not fit W of {} x {} and q of {}", problem.contacts(), W.rows, W.columns,
                   problem.q.size()));
  contact_problem::BlockMatrixBuilder builder(dimension, problem.contacts());
  for (const Triplet& entry : W.entries) builder.add(entry.row, entry.column, entry.value);
  problem.W = builder.build();
  return problem;
}

Problem read_global(const Context& context, hid_t file, int dimension) {
  GlobalProblem problem;
  problem.dimension = dimension;
  problem.mu = read_doubles(context, file, "/fclib_global/vectors/mu");
  problem.f = as_vector(read_doubles(context, file, "/fclib_global/vectors/f"));
  problem.w = as_vector(read_doubles(context, file, "/fclib_global/vectors/w"));
  need(context, !exists(file, "/fclib_global/G"), "equality constraints (G, b) are not supported");
  Sparse M = read_matrix(context, file, "/fclib_global/M"), H = read_matrix(context, file, "/fclib_global/H");
  const auto rows = static_cast<long>(problem.mu.size()) * dimension;
  need(context,
       M.rows == M.columns && H.rows == M.rows && H.columns == rows && problem.f.size() == M.rows &&
           problem.w.size() == rows,
       fmt::format("M of {} x {}, H of {} x {}, f of {}, w of {} and {} contacts do not fit", M.rows,
                   M.columns, H.rows, H.columns, problem.f.size(), problem.w.size(), problem.mu.size()));
  problem.unknowns = M.rows;
  problem.M = std::move(M.entries);
  problem.H = std::move(H.entries);
  return contact_problem::reduced(problem);
}

Handle group(const Context& context, hid_t parent, const std::string& name) {
  return hdf5::create_group(context, parent, name);
}

void write_doubles(const Context& context, hid_t parent, const std::string& name, const double* values,
                   hsize_t count) {
  hdf5::write_array(context, parent, name, H5T_NATIVE_DOUBLE, values, count);
}

void write_ints(const Context& context, hid_t parent, const std::string& name,
                const std::vector<int>& values) {
  hdf5::write_array(context, parent, name, H5T_NATIVE_INT, values.data(), values.size());
}

}  // namespace

ContactProblemFile read_fclib(const std::filesystem::path& path) {
  const Context context{path, "read"};
  const hdf5::Quiet quiet;
  const Handle file = hdf5::open_file(context, false);
  const bool is_local = exists(file, "/fclib_local");
  if (!is_local && !exists(file, "/fclib_global"))
    refuse(context, "there is neither '/fclib_local' nor '/fclib_global'");
  const std::string root = is_local ? "/fclib_local" : "/fclib_global";
  const int dimension = read_int(context, file, root + "/spacedim");
  need(context, dimension == 2 || dimension == 3,
       fmt::format("'{}/spacedim' is {}, but must be 2 or 3", root, dimension));
  ContactProblemFile content;
  content.problem = is_local ? read_local(context, file, dimension) : read_global(context, file, dimension);
  try {
    contact_problem::check(content.problem);
  } catch (const std::invalid_argument& error) {
    refuse(context, error.what());
  }
  if (exists(file, "/guesses/1/r")) content.guess = as_vector(read_doubles(context, file, "/guesses/1/r"));
  if (content.guess.size() != content.problem.size() || !content.guess.allFinite()) content.guess.resize(0);
  return content;
}

void write_fclib(const std::filesystem::path& path, const ContactProblemFile& content,
                 std::string_view title) {
  const Problem problem = contact_problem::formed(content.problem);
  require_place_of_file(path);
  const Context context{path, "write"};
  const hdf5::Quiet quiet;
  Handle file = hdf5::create_file(context);
  const Handle root = group(context, file, "fclib_local");
  write_ints(context, root, "spacedim", {problem.dimension});
  {
    const Handle matrix = group(context, root, "W");
    std::vector<int> starts{0}, rows;
    std::vector<double> values;
    // W by block rows, read row by row, is W^T by columns; so columns are collected one by one.
    std::vector<std::vector<std::pair<int, double>>> columns(static_cast<std::size_t>(problem.size()));
    const int d = problem.dimension;
    for (Index row = 0; row < problem.contacts(); ++row)
      for (Index k = problem.W.row_starts[row]; k < problem.W.row_starts[row + 1]; ++k)
        for (int j = 0; j < d; ++j)
          for (int i = 0; i < d; ++i)
            columns[problem.W.columns[k] * d + j].emplace_back(row * d + i, problem.W.block(k)[i + j * d]);
    for (const auto& column : columns) {
      for (const auto& [row, value] : column) {
        rows.push_back(row);
        values.push_back(value);
      }
      starts.push_back(static_cast<int>(rows.size()));
    }
    for (const char* name : {"m", "n"}) write_ints(context, matrix, name, {problem.size()});
    write_ints(context, matrix, "nz", {-1});
    write_ints(context, matrix, "nzmax", {static_cast<int>(rows.size())});
    write_ints(context, matrix, "p", starts);
    write_ints(context, matrix, "i", rows);
    write_doubles(context, matrix, "x", values.data(), values.size());
  }
  {
    const Handle vectors = group(context, root, "vectors");
    write_doubles(context, vectors, "q", problem.q.data(), static_cast<hsize_t>(problem.size()));
    write_doubles(context, vectors, "mu", problem.mu.data(), problem.mu.size());
  }
  {
    const Handle info = group(context, root, "info");
    hdf5::write_text(context, info, "title", title);
    hdf5::write_text(context, info, "description", "written by Jounce");
    hdf5::write_text(context, info, "math_info", "");
  }
  if (content.guess.size() == problem.size()) {
    const Handle guesses = group(context, file, "guesses");
    write_ints(context, guesses, "number_of_guesses", {1});
    const Handle first = group(context, guesses, "1");
    Vector u;
    contact_problem::velocities(problem, content.guess, u);
    write_doubles(context, first, "r", content.guess.data(), static_cast<hsize_t>(problem.size()));
    write_doubles(context, first, "u", u.data(), static_cast<hsize_t>(problem.size()));
  }
  hdf5::flush(context, file);
  context.check(file.reset() ? 0 : -1);
}

ContactProblemFile read_contact_problem(const std::filesystem::path& path) {
  const std::string text = read_text(path);
  if (text.starts_with("\x89HDF\r\n\x1a\n")) return read_fclib(path);
  ContactProblemFile content;
  content.problem = read_contact_problem_text(text, path.string());
  return content;
}

}  // namespace jounce::io
