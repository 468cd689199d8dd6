#include "run/contact_problem_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "io/contact_problem_file.h"
#include "io/folder.h"
#include "io/output_error.h"
#include "la/linear_solver.h"
#include "stepping/initial_state.h"

namespace jounce {
namespace {

using contact_problem::BlockMatrixBuilder;
using contact_problem::Problem;

/// A contact row that goes into the problem.
struct Place {
  int row = 0;      ///< among the contact rows of the step
  int tangent = 0;  ///< first of its tangential rows
};

std::vector<Place> closed_contacts(const StepResult& result, const Vector& gap) {
  std::vector<Place> closed;
  int tangent = 0;
  for (int row = 0; row < static_cast<int>(result.rows.size()); ++row) {
    const ContactLaw& law = *result.rows[row].law;
    const double u = result.velocity_after[row] + law.restitution * result.velocity_before[row];
    if (result.impulse[row] > 0 || (gap[row] <= 0 && u >= 0)) closed.push_back({row, tangent});
    tangent += law.tangents;
  }
  return closed;
}

/// Adds W = W_c^T A^-1 W_c column by column, A being M bordered by G.
void add_delassus(const System& system, const State& state, const RowJacobian& directions,
                  const std::vector<int>& rows, BlockMatrixBuilder& W) {
  const Index n = system.n_free(), b = system.joints().rows();
  RowJacobian G;
  system.joints().jacobian(state, G);
  const CsrMatrix matrix = bordered_mass(system, state, G);
  LinearSolver solver(b == 0 ? MatrixKind::positive_definite : MatrixKind::general);
  solver.factor(matrix);
  Vector force, right, solution, response = Vector::Zero(system.nv());
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if (rows[j] < 0) continue;
    force.setZero(system.nv());
    directions.add_transpose(rows[j], 1.0, force);
    right.setZero(n + b);
    right.head(n) = force.head(n);
    solver.solve(right, solution);
    response.head(n) = solution.head(n);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double value = rows[i] < 0 ? 0.0 : directions.dot(rows[i], response);
      if (value != 0) W.add(static_cast<Index>(i), static_cast<Index>(j), value);
    }
  }
}

/// The step whose contact problem a file of this name holds, the greatest number for that of the worst one;
/// nothing for files of others.
std::optional<long> step_of(const std::filesystem::path& file) {
  constexpr std::array extensions = {".dat", ".csv", ".hdf5"};
  if (std::find(extensions.begin(), extensions.end(), file.extension()) == extensions.end()) return {};
  const std::string stem = file.stem().string(), mark = "step-";
  if (stem == "worst") return std::numeric_limits<long>::max();
  if (stem.size() < mark.size() + 9 || stem.rfind(mark, 0) != 0) return {};
  long number = 0;
  const char* const end = stem.data() + stem.size();
  const auto [stopped, error] = std::from_chars(stem.data() + mark.size(), end, number);
  if (error != std::errc() || stopped != end || number < 0) return {};
  return number;
}

std::span<const double> numbers(const Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

std::vector<std::int64_t> wide(const std::vector<Index>& integers) {
  return {integers.begin(), integers.end()};
}

Vector vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

StepContactProblem contact_problem_of(const System& system, const State& before, const State& after,
                                      const StepResult& result) {
  StepContactProblem found;
  Problem& problem = found.problem;
  Vector gap, tangential_before;
  RowJacobian normals, tangents, tangents_before;
  system.contacts().evaluate(result.rows, after, gap, normals, tangents);
  system.contacts().tangents(result.rows, before, tangents_before);
  tangents_before.multiply(before.v, tangential_before);
  const std::vector<Place> closed = closed_contacts(result, gap);

  const int d = std::any_of(result.rows.begin(), result.rows.end(),
                            [](const ContactRow& row) { return row.law->tangents == 2; })
                    ? 3
                    : 2;
  problem.dimension = d;
  // All directions as one list of rows, with -1 for tangents that a contact without friction lacks.
  RowJacobian directions;
  std::vector<int> rows;
  const auto take = [&](const RowJacobian& from, int row) {
    rows.push_back(directions.add_row(from.dofs(row)));
    std::copy(from.values(row).begin(), from.values(row).end(), directions.values(rows.back()).begin());
  };
  const auto contacts = static_cast<Index>(closed.size());
  found.impulses.setZero(d * contacts);
  Vector u = Vector::Zero(d * contacts);
  for (Index c = 0; c < contacts; ++c) {
    const Place at = closed[c];
    const ContactLaw& law = *result.rows[at.row].law;
    take(normals, at.row);
    found.impulses[d * c] = result.impulse[at.row];
    u[d * c] = result.velocity_after[at.row] + law.restitution * result.velocity_before[at.row];
    for (int i = 0; i < d - 1; ++i) {
      if (i >= law.tangents) {
        rows.push_back(-1);
        continue;
      }
      take(tangents, at.tangent + i);
      found.impulses[d * c + 1 + i] = result.friction_impulse[at.tangent + i];
      u[d * c + 1 + i] = result.slip_velocity[at.tangent + i] +
                         law.tangential_restitution * tangential_before[at.tangent + i];
    }
    problem.mu.push_back(law.tangents > 0 ? std::max(0.0, law.mu(u.segment(d * c + 1, d - 1).norm())) : 0.0);
  }
  BlockMatrixBuilder W(d, contacts);
  if (contacts > 0) add_delassus(system, after, directions, rows, W);
  problem.W = W.build();
  problem.q.setZero(d * contacts);
  Vector own;
  contact_problem::velocities(problem, found.impulses, own);
  problem.q = u - own;
  return found;
}

ContactProblemDump::ContactProblemDump(const params::Params& output, std::string_view scheme,
                                       const std::filesystem::path& results)
    : format_(output.text("contact_problems")),
      is_worst_only_(output.text("contact_problems_of") == "worst"),
      every_(output.integer("contact_problems_every")),
      folder_(results / "contact_problems") {
  if (is_on() && scheme != "nsga-ggl" && scheme != "nsga-modified-lcp" && scheme != "moreau-jean")
    output.fail("contact_problems",
                fmt::format("the integrator '{}' has no single contact problem in a step; these have: "
                            "'nsga-ggl', 'nsga-modified-lcp', 'moreau-jean'",
                            scheme));
}

void ContactProblemDump::begin(long steps) {
  if (!is_on()) return;
  std::vector<std::filesystem::path> old;
  std::error_code error, unknown;
  if (std::filesystem::is_directory(folder_, unknown)) {
    for (auto at = std::filesystem::directory_iterator(folder_, error);
         !error && at != std::filesystem::directory_iterator(); at.increment(error))
      if (step_of(at->path()).value_or(-1) > steps && at->is_regular_file(unknown)) old.push_back(at->path());
    if (error) io::fail_output(folder_, "read the folder", error.value());
  }
  for (const std::filesystem::path& file : old) {
    std::filesystem::remove(file, error);
    if (error) io::fail_output(file, "remove the contact problem of an earlier run", error.value());
  }
  if (is_worst_only_ && worst_) write("worst", worst_->found, worst_->number, worst_->time);
}

void ContactProblemDump::step(const System& system, const State& before, const State& after,
                              const StepResult& result, long number) {
  if (!is_on() || result.rows.empty()) return;
  if (is_worst_only_ ? worst_ && result.iterations <= worst_->iterations : number % every_ != 0) return;
  StepContactProblem found = contact_problem_of(system, before, after, result);
  if (found.problem.contacts() == 0) return;
  if (is_worst_only_) {
    worst_ = {std::move(found), number, after.t, result.iterations};
    write("worst", worst_->found, number, after.t);
  } else {
    write(fmt::format("step-{:09}", number), found, number, after.t);
  }
}

void ContactProblemDump::write(const std::string& name, const StepContactProblem& found, long number,
                               double time) const {
  io::make_folder(folder_);
  if (format_ == "hdf5") {
    io::write_fclib(folder_ / (name + ".hdf5"), {found.problem, found.impulses},
                    fmt::format("step {} to time {:.17g}", number, time));
  } else {
    io::write_contact_problem_text(folder_ / (name + ".dat"), found.problem);
    Vector u;
    contact_problem::velocities(found.problem, found.impulses, u);
    io::write_contact_solution(folder_ / (name + ".csv"), found.problem, found.impulses, u);
  }
}

void ContactProblemDump::store(io::CheckpointWriter& writer) const {
  if (!worst_) return;
  const Problem& problem = worst_->found.problem;
  writer.put("worst_problem.step", worst_->number);
  writer.put("worst_problem.time", worst_->time);
  writer.put("worst_problem.iterations", worst_->iterations);
  writer.put("worst_problem.dimension", problem.dimension);
  writer.put("worst_problem.mu", std::span<const double>(problem.mu));
  writer.put("worst_problem.q", numbers(problem.q));
  writer.put("worst_problem.impulses", numbers(worst_->found.impulses));
  const std::vector<std::int64_t> starts = wide(problem.W.row_starts), columns = wide(problem.W.columns);
  writer.put("worst_problem.row_starts", std::span<const std::int64_t>(starts));
  writer.put("worst_problem.columns", std::span<const std::int64_t>(columns));
  writer.put("worst_problem.W", std::span<const double>(problem.W.values));
}

void ContactProblemDump::restore(const io::CheckpointReader& reader) {
  worst_.reset();
  if (!is_on() || !is_worst_only_ || !reader.has("worst_problem.step")) return;
  Worst worst;
  worst.number = static_cast<long>(reader.integer("worst_problem.step"));
  worst.time = reader.number("worst_problem.time");
  worst.iterations = static_cast<int>(reader.integer("worst_problem.iterations"));
  Problem& problem = worst.found.problem;
  problem.dimension = problem.W.dimension = static_cast<int>(reader.integer("worst_problem.dimension"));
  problem.mu = reader.doubles("worst_problem.mu");
  problem.q = vector(reader.doubles("worst_problem.q"));
  worst.found.impulses = vector(reader.doubles("worst_problem.impulses"));
  const auto& starts = reader.integers("worst_problem.row_starts");
  const auto& columns = reader.integers("worst_problem.columns");
  problem.W.row_starts.assign(starts.begin(), starts.end());
  problem.W.columns.assign(columns.begin(), columns.end());
  problem.W.values = reader.doubles("worst_problem.W");
  worst_ = std::move(worst);
}

}  // namespace jounce
