#include "la/field_split.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/petsc.h"
#include "la/petsc_check.h"
#include "la/rigid_body_multigrid.h"

namespace jounce {
namespace {

constexpr PetscReal kSplitAccuracy = 1e-6;  ///< residual of a solution, relative
constexpr int kMostIterations = 500;
constexpr PetscInt kRestart = 150;  ///< vectors come as they are needed; at a restart GMRES may lose its way
constexpr int kSlowerThanFresh = 2, kLaterThanFresh = 5;  ///< a kept preconditioner serves up to that
/// A solution that leaves at most this part of the residual is a good step of Newton's method all the same.
constexpr double kUseful = 0.1;
/// Diagonal over the force against a translation, beyond which stiffness decides: 0.3 for the consistent mass
/// of a hexahedron, 1 for a lumped one.
constexpr double kStiff = 10;

/// PETSc's errors are no end of the run here: there are other ways to solve.
class QuietErrors {
 public:
  QuietErrors() { PetscPushErrorHandler(PetscReturnErrorHandler, nullptr); }
  ~QuietErrors() { PetscPopErrorHandler(); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;
};

/// Solvers of the parts of a PCFIELDSPLIT, which owns them.
template <class Get>
std::vector<KSP> parts_of(PC pc, Get get) {
  PetscInt count = 0;
  KSP* parts = nullptr;
  JOUNCE_PETSC(get(pc, &count, &parts));
  std::vector<KSP> list(parts, parts + count);
  PetscFree(parts);
  return list;
}

}  // namespace

void FieldSplit::take(const CsrMatrix& matrix, const UnknownFields& fields) {
  if (!blocks_.exists() || pattern_ != matrix.pattern()) {
    create(matrix, fields);
  } else {
    blocks_.fill(matrix, false);
    is_fresh_ = false;
  }
  matrix_ = &matrix;
}

void FieldSplit::create(const CsrMatrix& matrix, const UnknownFields& fields) {
  start_petsc();
  destroy();
  const bool is_shared = ranks_ == Ranks::together && mpi_size() > 1;
  const int ranks = is_shared ? mpi_size() : 1;
  blocks_.create(matrix, fields, is_shared);
  pattern_ = matrix.pattern();
  positions_.resize(3, static_cast<Index>(layout().own_nodes().size()));
  for (Index i = 0; i < positions_.cols(); ++i)
    positions_.col(i) = fields.nodes.positions.col(layout().own_nodes()[i]);
  counts_.clear();
  offsets_.assign(1, 0);
  for (int p = 0; p < ranks; ++p) {
    counts_.push_back(layout().own_size(p));
    offsets_.push_back(offsets_.back() + counts_.back());
  }
  for (::Vec* const v : {&b_, &x_})
    if (is_shared)
      JOUNCE_PETSC(
          VecCreateMPIWithArray(MPI_COMM_WORLD, 1, layout().own_size(), layout().size(), nullptr, v));
    else
      JOUNCE_PETSC(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, layout().size(), nullptr, v));
}

bool FieldSplit::set_up() {
  const QuietErrors quiet;
  motions_.clear();
  KSPDestroy(&ksp_);
  ++set_ups_;
  try {
    const int fields = layout().fields();
    JOUNCE_PETSC(KSPCreate(blocks_.is_shared() ? MPI_COMM_WORLD : PETSC_COMM_SELF, &ksp_));
    JOUNCE_PETSC(KSPSetOptionsPrefix(ksp_, "split_"));
    JOUNCE_PETSC(KSPSetType(ksp_, KSPGMRES));
    JOUNCE_PETSC(KSPSetPCSide(ksp_, PC_RIGHT));
    JOUNCE_PETSC(KSPGMRESSetRestart(ksp_, kRestart));
    JOUNCE_PETSC(KSPSetOperators(ksp_, blocks_.nest(), blocks_.nest()));
    PC pc = nullptr;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    JOUNCE_PETSC(PCSetType(pc, PCFIELDSPLIT));
    std::vector<IS> places(static_cast<std::size_t>(fields));
    JOUNCE_PETSC(MatNestGetISs(blocks_.nest(), places.data(), nullptr));
    for (int f = 0; f < fields; ++f) JOUNCE_PETSC(PCFieldSplitSetIS(pc, layout().name(f).c_str(), places[f]));
    JOUNCE_PETSC(PCFieldSplitSetType(pc, PC_COMPOSITE_MULTIPLICATIVE));
    JOUNCE_PETSC(KSPSetFromOptions(ksp_));
    JOUNCE_PETSC(PCSetUp(pc));
    const std::vector<KSP> of_fields = parts_of(pc, PCFieldSplitGetSubKSP);
    for (int f = 0; f < fields; ++f) set_up_field(f, of_fields[f]);
  } catch (const PetscFailure&) {
    return false;
  }
  return true;
}

void FieldSplit::set_up_field(int field, KSP ksp) {
  if (layout().rest(field) == 0) {
    set_up_motions(field, ksp);
    return;
  }
  JOUNCE_PETSC(KSPSetType(ksp, KSPPREONLY));
  PC pc = nullptr;
  JOUNCE_PETSC(KSPGetPC(ksp, &pc));
  JOUNCE_PETSC(PCSetType(pc, PCFIELDSPLIT));
  const MPI_Comm comm = blocks_.is_shared() ? MPI_COMM_WORLD : PETSC_COMM_SELF;
  const FieldLayout::Size own = layout().own(field);
  const Index first = layout().own_first(field);
  IS motions = nullptr, rest = nullptr;
  JOUNCE_PETSC(ISCreateStride(comm, own.nodes, first, 1, &motions));
  JOUNCE_PETSC(ISSetBlockSize(motions, layout().dimension()));
  JOUNCE_PETSC(ISCreateStride(comm, own.rest, first + own.nodes, 1, &rest));
  JOUNCE_PETSC(PCFieldSplitSetIS(pc, "motions", motions));
  JOUNCE_PETSC(PCFieldSplitSetIS(pc, "rest", rest));
  ISDestroy(&motions);
  ISDestroy(&rest);
  JOUNCE_PETSC(PCFieldSplitSetType(pc, PC_COMPOSITE_SCHUR));
  JOUNCE_PETSC(PCFieldSplitSetSchurFactType(pc, PC_FIELDSPLIT_SCHUR_FACT_FULL));
  JOUNCE_PETSC(PCFieldSplitSetSchurPre(pc, PC_FIELDSPLIT_SCHUR_PRE_SELFP, nullptr));
  JOUNCE_PETSC(KSPSetFromOptions(ksp));
  JOUNCE_PETSC(PCSetUp(pc));
  const std::vector<KSP> parts = parts_of(pc, PCFieldSplitSchurGetSubKSP);
  set_up_motions(field, parts[0]);
  JOUNCE_PETSC(KSPSetType(parts[1], KSPPREONLY));
  JOUNCE_PETSC(KSPGetPC(parts[1], &pc));
  JOUNCE_PETSC(PCSetType(pc, PCLU));
  JOUNCE_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  JOUNCE_PETSC(KSPSetFromOptions(parts[1]));
}

void FieldSplit::set_up_motions(int field, KSP ksp) {
  motions_.push_back(ksp);
  JOUNCE_PETSC(KSPSetType(ksp, KSPPREONLY));
  PC pc = nullptr;
  ::Mat matrix = nullptr;
  JOUNCE_PETSC(KSPGetPC(ksp, &pc));
  JOUNCE_PETSC(KSPGetOperators(ksp, nullptr, &matrix));
  if (blocks_.stiffness_share(field) < kStiff) {
    JOUNCE_PETSC(PCSetType(pc, PCBJACOBI));
    JOUNCE_PETSC(KSPSetFromOptions(ksp));
    return;
  }
  choose_multigrid(pc, matrix, positions_, layout().dimension());
  JOUNCE_PETSC(KSPSetFromOptions(ksp));
}

/// Schur complements answer to the active sets and are made again for every matrix.
void FieldSplit::keep_motions(bool keep) {
  for (const KSP ksp : motions_)
    JOUNCE_PETSC(KSPSetReusePreconditioner(ksp, keep ? PETSC_TRUE : PETSC_FALSE));
}

bool FieldSplit::solve(const Vector& b, Vector& x) {
  if (ksp_ != nullptr && !is_fresh_) {
    keep_motions(true);
    if (iterate(b, x, kSlowerThanFresh * fresh_iterations_ + kLaterThanFresh)) return true;
    keep_motions(false);
  }
  if (!is_fresh_) {
    blocks_.fill(*matrix_, true);
    fresh_iterations_ = 0;
    is_fresh_ = set_up() && (iterate(b, x, kMostIterations) || is_useful_);
    if (!is_fresh_) KSPDestroy(&ksp_);
    fresh_iterations_ = last_iterations_;
    return is_fresh_;
  }
  if (!iterate(b, x, kMostIterations) && !is_useful_) return false;
  fresh_iterations_ = std::max(fresh_iterations_, last_iterations_);
  return true;
}

bool FieldSplit::iterate(const Vector& b, Vector& x, int most) {
  right_.setZero(layout().own_size());
  left_.setZero(layout().size());
  const Index first = offsets_[blocks_.is_shared() ? mpi_rank() : 0];
  for (Index i = 0; i < layout().unknowns(); ++i) {
    const Index at = layout().place(i) - first;
    if (at >= 0 && at < right_.size()) right_[at] = blocks_.scale()[i] * b[i];
  }
  const QuietErrors quiet;
  JOUNCE_PETSC(KSPSetTolerances(ksp_, kSplitAccuracy, 1e-300, 1e10, most));
  JOUNCE_PETSC(VecPlaceArray(b_, right_.data()));
  JOUNCE_PETSC(VecPlaceArray(x_, left_.data() + first));
  const PetscErrorCode code = KSPSolve(ksp_, b_, x_);
  VecResetArray(b_);
  VecResetArray(x_);
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  PetscInt count = 0;
  KSPGetConvergedReason(ksp_, &reason);
  KSPGetIterationNumber(ksp_, &count);
  last_iterations_ = count;
  iterations_ += count;
  if (blocks_.is_shared())
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, left_.data(), counts_.data(), offsets_.data(),
                   MPI_DOUBLE, MPI_COMM_WORLD);
  x.resize(layout().unknowns());
  for (Index i = 0; i < layout().unknowns(); ++i) x[i] = blocks_.scale()[i] * left_[layout().place(i)];
  PetscReal rest = 0;
  KSPGetResidualNorm(ksp_, &rest);
  double norm = right_.squaredNorm();
  if (blocks_.is_shared()) MPI_Allreduce(MPI_IN_PLACE, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  is_useful_ = code == 0 && x.allFinite() && rest <= kUseful * std::sqrt(norm);
  return code == 0 && reason > 0 && x.allFinite();
}

void FieldSplit::forget() {
  destroy();
  pattern_.reset();
}

void FieldSplit::destroy() {
  motions_.clear();
  KSPDestroy(&ksp_);
  blocks_.destroy();
  VecDestroy(&b_);
  VecDestroy(&x_);
  matrix_ = nullptr;
  is_fresh_ = false;
}

}  // namespace jounce
