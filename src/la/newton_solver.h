#pragma once

#include <cstdint>

#include "la/direct_newton.h"
#include "la/newton.h"

namespace jounce {

/// How NewtonSolver iterates. direct: in process, factorisations kept while they serve; full: with a new one
/// in every iteration; snes: PETSc's SNES; automatic: direct, and snes from NewtonSolver::kSnesFrom unknowns
/// on.
enum class NewtonMethod : std::uint8_t { automatic, direct, full, snes };

/// Newton's method as a scheme asks for it: "direct" (in process, modified), "full" (in process, a new
/// Jacobian in every iteration), "snes" (PETSc's SNES), or "auto", which is "direct" and which takes SNES
/// from kSnesFrom unknowns on: there a factorisation costs a thousand times more than SNES's own work, and
/// its options help with hard problems.
class NewtonSolver {
 public:
  static constexpr Index kSnesFrom = 200000;

  explicit NewtonSolver(NewtonMethod method);

  NewtonResult solve(NewtonProblem& problem, Vector& x, int max_iterations);
  /// The same by "direct", whatever the choice: for problems with a model of their own.
  NewtonResult solve_in_process(NewtonProblem& problem, Vector& x, int max_iterations) {
    return direct_.solve(problem, x, max_iterations);
  }
  long factorisations() const { return direct_.factorisations() + snes_.factorisations(); }
  long linear_iterations() const { return direct_.linear_iterations() + snes_.linear_iterations(); }
  void forget();  ///< drops kept factorisations

 private:
  bool always_direct_, always_snes_;
  DirectNewton direct_;
  SnesNewton snes_;
};

}  // namespace jounce
