#include <fmt/format.h>
#include <slepceps.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "la/eigen_solver.h"
#include "la/lanczos.h"
#include "la/petsc.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

/// SLEPc is up as long as this lives; PETSc must be (or is brought up with it).
class SlepcSession {
 public:
  SlepcSession() {
    start_petsc();
    JOUNCE_PETSC(SlepcInitializeNoArguments());
  }
  ~SlepcSession() { SlepcFinalize(); }
  SlepcSession(const SlepcSession&) = delete;
  SlepcSession& operator=(const SlepcSession&) = delete;

 private:
  PetscSession petsc_;
};

/// A PETSc matrix over the arrays of a CsrMatrix, and what else PETSc objects need to be given back.
struct SolverObjects {
  Mat A = nullptr, B = nullptr;
  EPS eps = nullptr;
  Vec x = nullptr;
  SolverObjects() = default;
  SolverObjects(const SolverObjects&) = delete;
  SolverObjects& operator=(const SolverObjects&) = delete;
  ~SolverObjects() {
    VecDestroy(&x);
    EPSDestroy(&eps);
    MatDestroy(&A);
    MatDestroy(&B);
  }
};

void wrap(const CsrMatrix& matrix, Mat* wrapped) {
  // PETSc reads the arrays in place and does not change them.
  JOUNCE_PETSC(MatCreateSeqAIJWithArrays(
      PETSC_COMM_SELF, matrix.size(), matrix.size(), const_cast<Index*>(matrix.row_starts().data()),
      const_cast<Index*>(matrix.columns().data()), const_cast<double*>(matrix.values().data()), wrapped));
  JOUNCE_PETSC(MatSetOption(*wrapped, MAT_SYMMETRIC, PETSC_TRUE));
}

void configure(EPS eps, EPSProblemType type, double shift, Index count) {
  JOUNCE_PETSC(EPSSetProblemType(eps, type));
  JOUNCE_PETSC(EPSSetType(eps, EPSKRYLOVSCHUR));
  JOUNCE_PETSC(EPSSetDimensions(eps, count, PETSC_DEFAULT, PETSC_DEFAULT));
  JOUNCE_PETSC(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
  JOUNCE_PETSC(EPSSetTarget(eps, shift));
  JOUNCE_PETSC(EPSSetTolerances(eps, 1e-11, 1000));
  ST st = nullptr;
  KSP ksp = nullptr;
  PC pc = nullptr;
  JOUNCE_PETSC(EPSGetST(eps, &st));
  JOUNCE_PETSC(STSetType(st, STSINVERT));
  JOUNCE_PETSC(STSetMatStructure(st, SUBSET_NONZERO_PATTERN));
  JOUNCE_PETSC(STGetKSP(st, &ksp));
  JOUNCE_PETSC(KSPSetType(ksp, KSPPREONLY));
  JOUNCE_PETSC(KSPGetPC(ksp, &pc));
  JOUNCE_PETSC(PCSetType(pc, PCCHOLESKY));
  JOUNCE_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
}

/// Per cent of workspace that MUMPS takes beyond its estimate in the shift, as long as this lives; what
/// PETSC_OPTIONS says counts more.
class MumpsSpace {
 public:
  explicit MumpsSpace(int relaxation) {
    JOUNCE_PETSC(PetscOptionsHasName(nullptr, nullptr, kName, &is_given_));
    if (is_given_ == PETSC_FALSE)
      JOUNCE_PETSC(PetscOptionsSetValue(nullptr, kName, fmt::to_string(relaxation).c_str()));
  }
  ~MumpsSpace() {
    if (is_given_ == PETSC_FALSE) PetscOptionsClearValue(nullptr, kName);
  }
  MumpsSpace(const MumpsSpace&) = delete;
  MumpsSpace& operator=(const MumpsSpace&) = delete;

 private:
  static constexpr const char* kName = "-st_mat_mumps_icntl_14";
  PetscBool is_given_ = PETSC_FALSE;
};

/// Many constraint rows put pivots off, and MUMPS runs out of the space it estimated: it is given more.
void solve(const VibrationPencil& pencil, EPSProblemType type, double shift, Index count,
           SolverObjects& objects) {
  for (const int relaxation : {20, 100, 500, 2500}) {
    const MumpsSpace space(relaxation);
    EPSDestroy(&objects.eps);
    JOUNCE_PETSC(EPSCreate(PETSC_COMM_SELF, &objects.eps));
    JOUNCE_PETSC(EPSSetOperators(objects.eps, objects.A, objects.B));
    configure(objects.eps, type, shift, std::min(count, pencil.n));
    JOUNCE_PETSC(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
    const PetscErrorCode code = EPSSolve(objects.eps);
    JOUNCE_PETSC(PetscPopErrorHandler());
    if (code == 0) return;
  }
  throw EigenFailure("the matrix K - shift M could not be factorised");
}

Vector entries_of(Vec x, Index size) {
  const double* entries = nullptr;
  JOUNCE_PETSC(VecGetArrayRead(x, &entries));
  Vector copy = Eigen::Map<const Vector>(entries, size);
  JOUNCE_PETSC(VecRestoreArrayRead(x, &entries));
  return copy;
}

}  // namespace

EigenPairs sparse_eigenpairs(const VibrationPencil& pencil, Index count) {
  const SlepcSession session;
  const double ratio = typical_ratio(pencil);
  SolverObjects objects;
  wrap(pencil.A, &objects.A);
  wrap(pencil.B, &objects.B);
  solve(pencil, EPS_GHEP, -1e-8 * ratio, count, objects);
  EPSConvergedReason reason = EPS_CONVERGED_ITERATING;
  PetscInt converged = 0;
  JOUNCE_PETSC(EPSGetConvergedReason(objects.eps, &reason));
  JOUNCE_PETSC(EPSGetConverged(objects.eps, &converged));
  if (reason < 0 && converged < count)
    throw EigenFailure(fmt::format("the eigensolver found only {} of {} eigenvalues (SLEPc's reason {})",
                                   converged, count, static_cast<int>(reason)));

  const Index found = std::min<Index>(count, converged);
  EigenPairs pairs;
  pairs.largest = 4 * ratio;
  Vector values(found);
  DenseMatrix vectors(pencil.n, found);
  JOUNCE_PETSC(MatCreateVecs(objects.A, &objects.x, nullptr));
  for (Index k = 0; k < found; ++k) {
    JOUNCE_PETSC(EPSGetEigenpair(objects.eps, k, &values[k], nullptr, objects.x, nullptr));
    const Vector full = entries_of(objects.x, pencil.A.size());
    Vector product;
    pencil.B.multiply(full, product);
    const double mass = full.dot(product);
    if (!(mass > 0)) throw EigenFailure("the eigensolver returned a mode without mass");
    vectors.col(k) = full.head(pencil.n) / std::sqrt(mass);
  }
  std::vector<Index> order(static_cast<std::size_t>(found));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  pairs.values = values(order);
  pairs.vectors = vectors(Eigen::all, order);
  return pairs;
}

EigenPairs smallest_positive_factors(const VibrationPencil& pencil, Index count) {
  const SlepcSession session;
  SolverObjects objects;
  wrap(pencil.A, &objects.A);
  wrap(pencil.B, &objects.B);
  std::vector<std::pair<double, PetscInt>> factors;  // with their numbers among those found
  // Those of least magnitude of either sign: as many more until there are enough positive ones.
  for (Index asked = 2 * count;; asked *= 2) {
    solve(pencil, EPS_GNHEP, 0, asked, objects);
    PetscInt converged = 0;
    JOUNCE_PETSC(EPSGetConverged(objects.eps, &converged));
    factors.clear();
    for (PetscInt k = 0; k < converged; ++k) {
      double real = 0, imaginary = 0;
      JOUNCE_PETSC(EPSGetEigenvalue(objects.eps, k, &real, &imaginary));
      if (real > 0 && std::isfinite(real) && std::abs(imaginary) <= 1e-6 * real)
        factors.emplace_back(real, k);
    }
    if (static_cast<Index>(factors.size()) >= count || asked >= 8 * count || asked >= pencil.n) break;
  }
  if (factors.empty()) throw EigenFailure("no positive buckling factor was found: the load only stiffens");
  std::sort(factors.begin(), factors.end());
  factors.resize(std::min(factors.size(), static_cast<std::size_t>(count)));
  EigenPairs pairs;
  pairs.values.resize(static_cast<Index>(factors.size()));
  pairs.vectors.resize(pencil.n, pairs.values.size());
  JOUNCE_PETSC(MatCreateVecs(objects.A, &objects.x, nullptr));
  for (Index k = 0; k < pairs.values.size(); ++k) {
    pairs.values[k] = factors[k].first;
    JOUNCE_PETSC(EPSGetEigenpair(objects.eps, factors[k].second, nullptr, nullptr, objects.x, nullptr));
    const Vector full = entries_of(objects.x, pencil.A.size());
    Vector product;
    pencil.A.multiply(full, product);
    pairs.vectors.col(k) = full.head(pencil.n) / std::sqrt(std::abs(full.dot(product)));
  }
  return pairs;
}

}  // namespace jounce
