#include "la/newton_solver.h"

namespace jounce {

NewtonSolver::NewtonSolver(NewtonMethod method)
    : always_direct_(method == NewtonMethod::direct || method == NewtonMethod::full),
      always_snes_(method == NewtonMethod::snes),
      direct_(method != NewtonMethod::full) {}

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
