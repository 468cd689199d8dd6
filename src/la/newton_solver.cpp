#include "la/newton_solver.h"

namespace jounce {

NewtonSolver::NewtonSolver(const std::string& choice)
    : always_direct_(choice == "direct" || choice == "full"),
      always_snes_(choice == "snes"),
      direct_(choice != "full") {}

NewtonResult NewtonSolver::solve(NewtonProblem& problem, Vector& x, int max_iterations) {
  if (always_snes_ || (!always_direct_ && problem.size() >= kSnesFrom))
    return snes_.solve(problem, x, max_iterations);
  return direct_.solve(problem, x, max_iterations);
}

void NewtonSolver::forget() {
  direct_.forget();
  snes_.forget();
}

}  // namespace jounce
