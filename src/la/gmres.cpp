#include "la/gmres.h"

#include <petscksp.h>

#include "la/petsc.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

constexpr int kDirections = 200;  ///< kept

}  // namespace

/// What the shells of PETSc call.
struct Gmres::Products {
  const Gmres::Product *A = nullptr, *preconditioner = nullptr;
  Vector x, y;

  /// Nothing is thrown through the frames of PETSc.
  PetscErrorCode apply(const Gmres::Product& product, Vec from, Vec to) {
    const PetscScalar* in = nullptr;
    PetscScalar* out = nullptr;
    PetscCall(VecGetArrayRead(from, &in));
    x = Eigen::Map<const Vector>(in, x.size());
    PetscCall(VecRestoreArrayRead(from, &in));
    product(x, y);
    PetscCall(VecGetArrayWrite(to, &out));
    Eigen::Map<Vector>(out, y.size()) = y;
    PetscCall(VecRestoreArrayWrite(to, &out));
    return 0;
  }

  static PetscErrorCode multiply(Mat matrix, Vec from, Vec to) {
    void* context = nullptr;
    PetscCall(MatShellGetContext(matrix, &context));
    auto& products = *static_cast<Products*>(context);
    return products.apply(*products.A, from, to);
  }

  static PetscErrorCode precondition(PC pc, Vec from, Vec to) {
    void* context = nullptr;
    PetscCall(PCShellGetContext(pc, &context));
    auto& products = *static_cast<Products*>(context);
    return products.apply(*products.preconditioner, from, to);
  }
};

class Gmres::Implementation {
 public:
  explicit Implementation(Index size) {
    start_petsc();
    products.x.resize(size);
    products.y.resize(size);
    JOUNCE_PETSC(MatCreateShell(PETSC_COMM_SELF, size, size, size, size, &products, &matrix_));
    JOUNCE_PETSC(
        MatShellSetOperation(matrix_, MATOP_MULT, reinterpret_cast<void (*)(void)>(Products::multiply)));
    JOUNCE_PETSC(KSPCreate(PETSC_COMM_SELF, &ksp_));
    JOUNCE_PETSC(KSPSetOptionsPrefix(ksp_, "surface_"));
    JOUNCE_PETSC(KSPSetType(ksp_, KSPGMRES));
    JOUNCE_PETSC(KSPSetPCSide(ksp_, PC_RIGHT));
    JOUNCE_PETSC(KSPGMRESSetRestart(ksp_, kDirections));
    JOUNCE_PETSC(KSPSetOperators(ksp_, matrix_, matrix_));
    PC pc = nullptr;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    JOUNCE_PETSC(PCSetType(pc, PCSHELL));
    JOUNCE_PETSC(PCShellSetContext(pc, &products));
    JOUNCE_PETSC(PCShellSetApply(pc, Products::precondition));
    JOUNCE_PETSC(KSPSetFromOptions(ksp_));
    JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, size, nullptr, &b_));
    JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, size, nullptr, &x_));
  }
  ~Implementation() {
    KSPDestroy(&ksp_);
    MatDestroy(&matrix_);
    VecDestroy(&b_);
    VecDestroy(&x_);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  Index size() const { return static_cast<Index>(products.x.size()); }
  bool solve(const Vector& b, double tolerance, int most, Vector& x, long& iterations) {
    x.setZero(b.size());
    JOUNCE_PETSC(KSPSetTolerances(ksp_, tolerance, PETSC_DEFAULT, PETSC_DEFAULT, most));
    JOUNCE_PETSC(VecPlaceArray(b_, b.data()));
    JOUNCE_PETSC(VecPlaceArray(x_, x.data()));
    const PetscErrorCode code = KSPSolve(ksp_, b_, x_);
    JOUNCE_PETSC(VecResetArray(b_));
    JOUNCE_PETSC(VecResetArray(x_));
    JOUNCE_PETSC(code);
    PetscInt count = 0;
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    JOUNCE_PETSC(KSPGetIterationNumber(ksp_, &count));
    JOUNCE_PETSC(KSPGetConvergedReason(ksp_, &reason));
    iterations += count;
    return reason > 0;
  }

  Products products;

 private:
  Mat matrix_ = nullptr;
  KSP ksp_ = nullptr;
  Vec b_ = nullptr, x_ = nullptr;
};

Gmres::Gmres() = default;
Gmres::~Gmres() = default;

bool Gmres::solve(const Product& A, const Product& preconditioner, const Vector& b, double tolerance,
                  int most, Vector& x) {
  if (!implementation_ || implementation_->size() != b.size())
    implementation_ = std::make_unique<Implementation>(static_cast<Index>(b.size()));
  implementation_->products.A = &A;
  implementation_->products.preconditioner = &preconditioner;
  return implementation_->solve(b, tolerance, most, x, iterations_);
}

}  // namespace jounce
