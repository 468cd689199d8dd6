#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jounce::cli {

struct SolveContactArguments {
  std::filesystem::path file;
  std::string solver = "auto";
  double tolerance = 1e-10;
  int max_iterations = 0;
  std::filesystem::path output;  ///< empty: no file
};

/// Names that `SolveContactArguments::solver` may have.
std::vector<std::string> contact_solvers();

/// Solves a contact problem file and prints a table. Exit status: 0 solved, 1 not solved (or no file could be
/// written), 2 wrong file.
int solve_contact_command(const SolveContactArguments& arguments);

}  // namespace jounce::cli
