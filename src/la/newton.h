#pragma once

#include <exception>
#include <memory>

#include "la/linear_solver.h"

namespace jounce {

/// A semi-smooth system r(x) = 0. The active sets are part of the residual: `residual` updates them.
class NewtonProblem {
 public:
  virtual ~NewtonProblem() = default;
  virtual Index size() const = 0;
  /// Evaluates r(x) and chooses the active sets at x.
  virtual void residual(const Vector& x, Vector& r) = 0;
  /// Generalised Jacobian at the last x; returns the same, unchanged matrix when nothing in it changed.
  virtual const CsrMatrix& jacobian() = 0;
  /// What the unknowns of that matrix are, where it is to be solved iteratively; else null.
  virtual const UnknownFields* fields() const { return nullptr; }
  /// The step x_k - x_{k+1} from the last x, with residual r, in the linear model of the factorised Jacobian.
  virtual void solve_model(LinearSolver& jacobian, const Vector& r, Vector& step) { jacobian.solve(r, step); }
  /// True when the residual is small in the problem's own scales and the active sets did not change. From the
  /// first iteration on the problem may accept a residual that round-off alone would leave, from the second
  /// on one that no longer falls, when round-off explains it.
  virtual bool converged(const Vector& r, int iteration) = 0;
  /// A tighter test for residuals that still fall: with a kept matrix convergence is linear, and the error
  /// exceeds the residual.
  virtual bool converged_well(const Vector& r) = 0;
  /// Largest residual in units of its tolerance at the last call of `converged`.
  virtual double merit() const = 0;
  /// True when the matrix that `jacobian` gave last differs from the present one by the point alone (same
  /// rows, step size and active sets), so that it may serve a modified Newton iteration. False also where it
  /// is the present one, because the problem is linear: `jacobian` costs nothing there.
  virtual bool may_keep_jacobian() const = 0;
  /// Told once after every evaluation that counts, for logs; iteration 0 is the start.
  virtual void evaluated(int /*iteration*/) {}
};

struct NewtonResult {
  bool converged = false;
  bool is_singular = false;  ///< the solution ended because a matrix was
  int iterations = 0;
};

/// Semi-smooth Newton iteration by PETSc's SNES (full steps; the problem guards against cycling sets). For
/// large systems, where its fixed cost does not count, and where PETSC_OPTIONS shall watch or damp the
/// iteration.
class SnesNewton {
 public:
  SnesNewton();
  ~SnesNewton();
  SnesNewton(SnesNewton&&) noexcept;
  SnesNewton& operator=(SnesNewton&&) noexcept;

  /// Improves x until the problem says it converged; never throws for mere non-convergence or singular
  /// matrices.
  NewtonResult solve(NewtonProblem& problem, Vector& x, int max_iterations);
  long factorisations() const;
  long linear_iterations() const;
  void forget();  ///< drops kept factorisations

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
