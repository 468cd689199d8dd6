#include "cli/solve_contact_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "cli/commands.h"
#include "contact_problem/residual.h"
#include "contact_problem/scaled_problem.h"
#include "contact_problem/solvers.h"
#include "io/contact_problem_file.h"
#include "io/output_error.h"
#include "la/decompositions.h"
#include "la/petsc.h"
#include "params/input_error.h"

namespace jounce::cli {
namespace {

using namespace contact_problem;

constexpr std::array<std::pair<const char*, Method>, 7> kSolvers{
    {{"auto", Method::automatic},
     {"gauss-seidel", Method::gauss_seidel},
     {"newton", Method::newton},
     {"fischer-burmeister", Method::fischer_burmeister},
     {"proximal", Method::proximal},
     {"admm", Method::admm},
     {"interior-point", Method::interior_point}}};
constexpr Index kRankLimit = 600;  ///< largest W whose rank is found out

Method method_of(const std::string& name) {
  return std::find_if(kSolvers.begin(), kSolvers.end(), [&](const auto& s) { return s.first == name; })
      ->second;
}

/// "48 of 156", by pivoted QR of the scaled matrix; empty where that would take long.
std::string rank_text(const Problem& problem) {
  if (problem.size() == 0 || problem.size() > kRankLimit) return {};
  const Vector roots = Residual(problem).scales().cwiseSqrt();
  Eigen::ColPivHouseholderQR<DenseMatrix> qr(scaled(problem, roots).W.dense());
  qr.setThreshold(1e-10);
  return fmt::format("{} of {}", qr.rank(), problem.size());
}

const char* status_text(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::not_converged:
      return "not converged";
    case Status::infeasible:
      return "infeasible";
  }
  return "";
}

void print_table(const Problem& problem, const Result& result, double seconds) {
  const std::vector<Mode> found = modes(problem, result.r);
  const auto count = [&](Mode mode) { return std::count(found.begin(), found.end(), mode); };
  const auto row = [](const char* name, const auto& value) { fmt::print("{:<12}{}\n", name, value); };
  row("contacts", fmt::format("{} in {} dimensions, {} blocks", problem.contacts(), problem.dimension,
                              problem.W.blocks()));
  if (const std::string rank = rank_text(problem); !rank.empty()) row("rank of W", rank);
  row("status", status_text(result.status));
  row("solver", result.method);
  row("iterations", result.iterations);
  row("residual", fmt::format("{:.3e}", result.residual));
  row("time", fmt::format("{:.6f} s", seconds));
  row("open", count(Mode::open));
  row("sticking", count(Mode::stick));
  row("sliding", count(Mode::slide));
  if (result.status == Status::infeasible)
    row("certificate",
        fmt::format("normal impulses d >= 0 with W^T d = 0 and q.d = {:.3e} < 0: no impulse can "
                    "keep the bodies apart",
                    problem.q.dot(result.certificate)));
}

/// The problem with its solution as first guess (.hdf5, .h5), else u and r of every contact as CSV.
void write(const std::filesystem::path& path, const Problem& problem, const Result& result) {
  const std::string extension = path.extension().string();
  if (extension == ".hdf5" || extension == ".h5")
    io::write_fclib(path, {problem, result.r}, "contact problem");
  else if (extension == ".dat")
    io::write_contact_problem_text(path, problem);
  else
    io::write_contact_solution(path, problem, result.r, result.u);
}

}  // namespace

std::vector<std::string> contact_solvers() {
  std::vector<std::string> names;
  for (const auto& [name, method] : kSolvers) names.emplace_back(name);
  return names;
}

int solve_contact_command(const SolveContactArguments& arguments) {
  const PetscSession petsc;
  io::ContactProblemFile content;
  try {
    content = io::read_contact_problem(arguments.file);
    content.problem = formed(content.problem);
    check(content.problem);
  } catch (const params::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return kWrongInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "jounce solve-contact: {}\n", error.what());
    return kWrongInput;
  }
  const Options options{.method = method_of(arguments.solver),
                        .tolerance = arguments.tolerance,
                        .max_iterations = arguments.max_iterations};
  const auto start = std::chrono::steady_clock::now();
  const Result result = solve(content.problem, content.guess, options);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  print_table(content.problem, result, time.count());
  if (!arguments.output.empty()) {
    try {
      write(arguments.output, content.problem, result);
    } catch (const io::OutputError& error) {
      fmt::print(stderr, "jounce solve-contact: {}\n", error.what());
      return kFailed;
    }
    fmt::print("{:<12}{}\n", "written", arguments.output.string());
  }
  return result.status == Status::solved ? kSuccess : kFailed;
}

}  // namespace jounce::cli
