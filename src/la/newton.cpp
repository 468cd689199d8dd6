#include "la/newton.h"

#include <petscsnes.h>

#include "la/linear_solver.h"
#include "la/petsc.h"
#include "la/petsc_check.h"

namespace jounce {

/// SNES newtonls with basic line search; its KSP is "preonly" over a shell that is a LinearSolver, so the
/// choice of factorisation is made in one place.
class SnesNewton::Implementation {
 public:
  Implementation() : linear_(MatrixKind::general, Ranks::together) {}
  ~Implementation() { destroy(); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  NewtonResult solve(NewtonProblem& problem, Vector& x, int max_iterations) {
    problem_ = &problem;
    failure_ = nullptr;
    singular_ = false;
    if (size_ != problem.size()) create(problem.size());
    max_iterations_ = max_iterations;
    // One more than are done: SNES leaves out the residual of its last iteration, which may be the solution.
    JOUNCE_PETSC(SNESSetTolerances(snes_, 0, 0, 0, max_iterations + 1, 1000000));
    JOUNCE_PETSC(VecPlaceArray(x_, x.data()));
    const PetscErrorCode code = SNESSolve(snes_, nullptr, x_);
    VecResetArray(x_);
    SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
    NewtonResult result;
    PetscInt iterations = 0;
    JOUNCE_PETSC(SNESGetConvergedReason(snes_, &reason));
    JOUNCE_PETSC(SNESGetIterationNumber(snes_, &iterations));
    if (failure_ || singular_) destroy();  // a SNES keeps the mark of a domain error
    if (failure_) std::rethrow_exception(failure_);
    JOUNCE_PETSC(code);
    result.converged = reason > 0;
    result.is_singular = singular_;
    result.iterations = static_cast<int>(iterations);
    return result;
  }

  LinearSolver& linear() { return linear_; }

 private:
  void create(Index size) {
    start_petsc();
    destroy();
    size_ = size;
    point_.resize(size);
    residual_.resize(size);
    right_.resize(size);
    left_.resize(size);
    JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, size, nullptr, &x_));
    JOUNCE_PETSC(VecCreateSeq(PETSC_COMM_SELF, size, &r_));
    // SNES wants a matrix object; the entries live in the problem's CsrMatrix and are read by the shell.
    JOUNCE_PETSC(MatCreateShell(PETSC_COMM_SELF, size, size, size, size, this, &matrix_));
    JOUNCE_PETSC(MatShellSetOperation(matrix_, MATOP_MULT, reinterpret_cast<void (*)(void)>(&multiply)));
    JOUNCE_PETSC(SNESCreate(PETSC_COMM_SELF, &snes_));
    JOUNCE_PETSC(SNESSetType(snes_, SNESNEWTONLS));
    JOUNCE_PETSC(SNESSetFunction(snes_, r_, &evaluate_residual, this));
    JOUNCE_PETSC(SNESSetJacobian(snes_, matrix_, matrix_, &evaluate_jacobian, this));
    JOUNCE_PETSC(SNESSetCheckJacobianDomainError(snes_, PETSC_TRUE));  // off by default in optimised PETSc
    JOUNCE_PETSC(SNESSetConvergenceTest(snes_, &test_convergence, this, nullptr));
    SNESLineSearch line_search = nullptr;
    JOUNCE_PETSC(SNESGetLineSearch(snes_, &line_search));
    JOUNCE_PETSC(SNESLineSearchSetType(line_search, SNESLINESEARCHBASIC));
    JOUNCE_PETSC(SNESLineSearchSetComputeNorms(line_search, PETSC_FALSE));
    KSP ksp = nullptr;
    PC pc = nullptr;
    JOUNCE_PETSC(SNESGetKSP(snes_, &ksp));
    JOUNCE_PETSC(KSPSetType(ksp, KSPPREONLY));
    JOUNCE_PETSC(KSPGetPC(ksp, &pc));
    JOUNCE_PETSC(PCSetType(pc, PCSHELL));
    JOUNCE_PETSC(PCShellSetContext(pc, this));
    JOUNCE_PETSC(PCShellSetApply(pc, &apply_inverse));
    JOUNCE_PETSC(SNESSetFromOptions(snes_));
  }

  void destroy() {
    size_ = -1;
    SNESDestroy(&snes_);
    MatDestroy(&matrix_);
    VecDestroy(&x_);
    VecDestroy(&r_);
  }

  /// Runs `body`, keeping any exception for later: nothing may be thrown through PETSc.
  template <typename Body>
  PetscErrorCode guarded(SNES snes, Body&& body) {
    try {
      body();
    } catch (const SingularMatrix&) {
      singular_ = true;
    } catch (...) {
      failure_ = std::current_exception();
    }
    if ((failure_ || singular_) && snes != nullptr) SNESSetFunctionDomainError(snes);
    return 0;
  }

  void read(::Vec v, Vector& target) const {
    const double* data = nullptr;
    JOUNCE_PETSC(VecGetArrayRead(v, &data));
    std::copy(data, data + size_, target.data());
    JOUNCE_PETSC(VecRestoreArrayRead(v, &data));
  }
  void write(const Vector& source, ::Vec v) const {
    double* data = nullptr;
    JOUNCE_PETSC(VecGetArrayWrite(v, &data));
    std::copy(source.data(), source.data() + size_, data);
    JOUNCE_PETSC(VecRestoreArrayWrite(v, &data));
  }

  static PetscErrorCode evaluate_residual(SNES snes, ::Vec x, ::Vec r, void* context) {
    auto& self = *static_cast<Implementation*>(context);
    self.singular_ = false;
    return self.guarded(snes, [&] {
      self.read(x, self.point_);
      self.problem_->residual(self.point_, self.residual_);
      self.write(self.residual_, r);
      if (!self.residual_.allFinite()) SNESSetFunctionDomainError(snes);
    });
  }

  static PetscErrorCode evaluate_jacobian(SNES snes, ::Vec, ::Mat matrix, ::Mat, void* context) {
    auto& self = *static_cast<Implementation*>(context);
    self.guarded(nullptr, [&] {
      self.jacobian_ = &self.problem_->jacobian();
      self.linear_.factor(*self.jacobian_, self.problem_->fields());
    });
    if (self.failure_ || self.singular_) SNESSetJacobianDomainError(snes);
    PetscErrorCode code =
        MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);  // tells SNES that the operator changed
    if (code == 0) code = MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
    return code;
  }

  static PetscErrorCode apply_inverse(PC pc, ::Vec b, ::Vec x) {
    void* context = nullptr;
    PetscErrorCode code = PCShellGetContext(pc, &context);
    if (code != 0) return code;
    auto& self = *static_cast<Implementation*>(context);
    return self.guarded(nullptr, [&] {
      self.read(b, self.right_);
      self.linear_.solve(self.right_, self.left_);
      self.write(self.left_, x);
    });
  }

  static PetscErrorCode multiply(::Mat matrix, ::Vec x, ::Vec y) {
    void* context = nullptr;
    PetscErrorCode code = MatShellGetContext(matrix, &context);
    if (code != 0) return code;
    auto& self = *static_cast<Implementation*>(context);
    return self.guarded(nullptr, [&] {
      self.read(x, self.right_);
      self.jacobian_->multiply(self.right_, self.left_);
      self.write(self.left_, y);
    });
  }

  static PetscErrorCode test_convergence(SNES, PetscInt iteration, PetscReal, PetscReal, PetscReal,
                                         SNESConvergedReason* reason, void* context) {
    auto& self = *static_cast<Implementation*>(context);
    *reason = SNES_CONVERGED_ITERATING;
    if (self.failure_ || self.singular_ || !self.residual_.allFinite())
      *reason = SNES_DIVERGED_FUNCTION_DOMAIN;
    else if (self.problem_->converged(self.residual_, static_cast<int>(iteration)))
      *reason = SNES_CONVERGED_FNORM_ABS;
    else if (iteration >= self.max_iterations_)
      *reason = SNES_DIVERGED_MAX_IT;
    self.guarded(nullptr, [&] { self.problem_->evaluated(static_cast<int>(iteration)); });
    if (self.failure_) *reason = SNES_DIVERGED_FUNCTION_DOMAIN;  // whoever looks on stops it
    return 0;
  }

  NewtonProblem* problem_ = nullptr;
  const CsrMatrix* jacobian_ = nullptr;
  LinearSolver linear_;
  std::exception_ptr failure_;
  bool singular_ = false;
  PetscInt max_iterations_ = 0;
  Index size_ = -1;
  Vector point_, residual_, left_, right_;
  ::Vec x_ = nullptr, r_ = nullptr;
  ::Mat matrix_ = nullptr;
  SNES snes_ = nullptr;
};

SnesNewton::SnesNewton() : implementation_(std::make_unique<Implementation>()) {}
SnesNewton::~SnesNewton() = default;
SnesNewton::SnesNewton(SnesNewton&&) noexcept = default;
SnesNewton& SnesNewton::operator=(SnesNewton&&) noexcept = default;
NewtonResult SnesNewton::solve(NewtonProblem& problem, Vector& x, int max_iterations) {
  return implementation_->solve(problem, x, max_iterations);
}
long SnesNewton::factorisations() const { return implementation_->linear().factorisations(); }
long SnesNewton::linear_iterations() const { return implementation_->linear().iterations(); }
void SnesNewton::forget() { implementation_->linear().forget(); }

}  // namespace jounce
