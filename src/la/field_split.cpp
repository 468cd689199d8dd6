#include "la/field_split.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/petsc.h"
#include "la/petsc_check.h"
#include "la/rigid_body_multigrid.h"

namespace jounce {
namespace {

constexpr PetscReal kAccuracy = 1e-6;  ///< residual of a solution, relative
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
  if (nest_ == nullptr || pattern_ != matrix.pattern()) {
    create(matrix, fields);
  } else {
    fill(matrix);
    is_fresh_ = false;
  }
  matrix_ = &matrix;
}

void FieldSplit::create(const CsrMatrix& matrix, const UnknownFields& fields) {
  destroy();
  is_shared_ = ranks_ == Ranks::together && mpi_size() > 1;
  const int ranks = is_shared_ ? mpi_size() : 1;
  layout_ = FieldLayout(fields, is_shared_ ? mpi_rank() : 0, ranks);
  pattern_ = matrix.pattern();
  positions_.resize(3, static_cast<Index>(layout_.own_nodes().size()));
  for (Index i = 0; i < positions_.cols(); ++i)
    positions_.col(i) = fields.nodes.positions.col(layout_.own_nodes()[static_cast<std::size_t>(i)]);
  counts_.clear();
  offsets_.assign(1, 0);
  for (int p = 0; p < ranks; ++p) {
    counts_.push_back(layout_.own_size(p));
    offsets_.push_back(offsets_.back() + counts_.back());
  }
  lay_out(matrix);
  scale(matrix);
  fill(matrix);
  create_matrices();
}

void FieldSplit::lay_out(const CsrMatrix& matrix) {
  const int fields = layout_.fields();
  blocks_.clear();
  blocks_.resize(static_cast<std::size_t>(fields * fields));
  // of every field: column in it, place in the matrix
  std::vector<std::vector<std::pair<Index, Index>>> rows(static_cast<std::size_t>(fields));
  for (int f = 0; f < fields; ++f) {
    for (int g = 0; g < fields; ++g) block(f, g).starts.assign(1, 0);
    for (Index i = 0; i < layout_.own(f).all(); ++i) {
      for (auto& of_block : rows) of_block.clear();
      const Index unknown = layout_.unknown(f, i);
      if (unknown < 0)
        rows[static_cast<std::size_t>(f)].emplace_back(layout_.own_first(f) + i, -1);
      else
        for (Index k = matrix.row_starts()[static_cast<std::size_t>(unknown)];
             k < matrix.row_starts()[static_cast<std::size_t>(unknown) + 1]; ++k) {
          const Index column = matrix.columns()[static_cast<std::size_t>(k)];
          rows[static_cast<std::size_t>(layout_.field_of(column))].emplace_back(
              layout_.place_in_field(column), k);
        }
      for (int g = 0; g < fields; ++g) {
        auto& of_block = rows[static_cast<std::size_t>(g)];
        std::sort(of_block.begin(), of_block.end());
        Block& target = block(f, g);
        for (const auto& [column, source] : of_block) {
          target.columns.push_back(column);
          target.sources.push_back(source);
        }
        target.starts.push_back(static_cast<Index>(target.columns.size()));
      }
    }
  }
  for (Block& target : blocks_) target.values.assign(target.columns.size(), 0.0);
}

/// One factor for all displacements of a field, so that rigid motions stay what they are; other unknowns one
/// by one: a mass or stiffness of its own, else the largest force that the multiplier puts on a motion.
void FieldSplit::scale(const CsrMatrix& matrix) {
  const auto fields = static_cast<std::size_t>(layout_.fields());
  Vector diagonal = Vector::Zero(layout_.fields()), moved = diagonal, count = diagonal;
  scale_.setZero(layout_.unknowns());
  const auto for_each = [&](Index i, auto&& body) {
    for (Index k = matrix.row_starts()[static_cast<std::size_t>(i)];
         k < matrix.row_starts()[static_cast<std::size_t>(i) + 1]; ++k)
      body(matrix.columns()[static_cast<std::size_t>(k)], matrix.values()[static_cast<std::size_t>(k)]);
  };
  for (Index i = 0; i < layout_.unknowns(); ++i) {
    const int f = layout_.field_of(i);
    if (layout_.axis(i) < 0) continue;
    count[f] += 1;
    for_each(i, [&](Index j, double value) {
      if (i == j) diagonal[f] += std::abs(value);
      if (layout_.field_of(j) == f && layout_.axis(j) == layout_.axis(i)) moved[f] += value;
    });
  }
  stiffness_share_.assign(fields, 0.0);
  Vector of_field(layout_.fields());
  for (int f = 0; f < layout_.fields(); ++f) {
    stiffness_share_[static_cast<std::size_t>(f)] =
        moved[f] > 0 ? diagonal[f] / moved[f] : std::numeric_limits<double>::infinity();
    of_field[f] = diagonal[f] > 0 ? std::sqrt(count[f] / diagonal[f]) : 1.0;
  }
  for (Index i = 0; i < layout_.unknowns(); ++i)
    if (layout_.axis(i) >= 0) scale_[i] = of_field[layout_.field_of(i)];
  Vector pull = Vector::Zero(layout_.unknowns()), own = pull;
  for (Index i = 0; i < layout_.unknowns(); ++i)
    for_each(i, [&](Index j, double value) {
      if (layout_.axis(j) >= 0 || layout_.field_of(j) != layout_.field_of(i)) return;
      if (i == j) own[j] = value;
      if (layout_.axis(i) >= 0) pull[j] = std::max(pull[j], scale_[i] * std::abs(value));
    });
  for (Index i = 0; i < layout_.unknowns(); ++i) {
    const double size = std::max(pull[i], std::sqrt(std::max(own[i], 0.0)));
    if (layout_.axis(i) < 0) scale_[i] = size > 0 ? 1 / size : 1.0;
  }
}

void FieldSplit::fill(const CsrMatrix& matrix) {
  for (int f = 0; f < layout_.fields(); ++f)
    for (int g = 0; g < layout_.fields(); ++g) {
      Block& target = block(f, g);
      for (Index i = 0; i < layout_.own(f).all(); ++i) {
        const Index unknown = layout_.unknown(f, i);
        for (Index k = target.starts[static_cast<std::size_t>(i)];
             k < target.starts[static_cast<std::size_t>(i) + 1]; ++k) {
          const Index source = target.sources[static_cast<std::size_t>(k)];
          target.values[static_cast<std::size_t>(k)] =
              source < 0 ? 1.0
                         : scale_[unknown] * scale_[matrix.columns()[static_cast<std::size_t>(source)]] *
                               matrix.values()[static_cast<std::size_t>(source)];
        }
      }
      if (target.matrix == nullptr) continue;
      if (is_shared_) {
        JOUNCE_PETSC(MatUpdateMPIAIJWithArray(target.matrix, target.values.data()));
        continue;
      }
      double* values = nullptr;  // they are those of the block: this tells PETSc that they changed
      JOUNCE_PETSC(MatSeqAIJGetArray(target.matrix, &values));
      JOUNCE_PETSC(MatSeqAIJRestoreArray(target.matrix, &values));
    }
  if (nest_ == nullptr) return;
  JOUNCE_PETSC(MatAssemblyBegin(nest_, MAT_FINAL_ASSEMBLY));
  JOUNCE_PETSC(MatAssemblyEnd(nest_, MAT_FINAL_ASSEMBLY));
}

void FieldSplit::create_matrices() {
  const int fields = layout_.fields();
  const MPI_Comm comm = is_shared_ ? PETSC_COMM_WORLD : PETSC_COMM_SELF;
  std::vector<::Mat> matrices;
  for (int f = 0; f < fields; ++f)
    for (int g = 0; g < fields; ++g) {
      Block& target = block(f, g);
      int is_empty = target.columns.empty() ? 1 : 0;
      if (is_shared_) MPI_Allreduce(MPI_IN_PLACE, &is_empty, 1, MPI_INT, MPI_MIN, comm);
      const Index rows = layout_.own(f).all(), columns = layout_.own(g).all();
      if (is_empty == 0 && is_shared_)
        JOUNCE_PETSC(MatCreateMPIAIJWithArrays(comm, rows, columns, layout_.field_size(f),
                                               layout_.field_size(g), target.starts.data(),
                                               target.columns.data(), target.values.data(), &target.matrix));
      else if (is_empty == 0)
        JOUNCE_PETSC(MatCreateSeqAIJWithArrays(comm, rows, columns, target.starts.data(),
                                               target.columns.data(), target.values.data(), &target.matrix));
      matrices.push_back(target.matrix);
    }
  JOUNCE_PETSC(MatCreateNest(comm, fields, nullptr, fields, nullptr, matrices.data(), &nest_));
  for (::Vec* const v : {&b_, &x_})
    if (is_shared_)
      JOUNCE_PETSC(VecCreateMPIWithArray(comm, 1, layout_.own_size(), layout_.size(), nullptr, v));
    else
      JOUNCE_PETSC(VecCreateSeqWithArray(comm, 1, layout_.size(), nullptr, v));
}

bool FieldSplit::set_up() {
  const QuietErrors quiet;
  motions_.clear();
  KSPDestroy(&ksp_);
  ++set_ups_;
  try {
    const int fields = layout_.fields();
    JOUNCE_PETSC(KSPCreate(is_shared_ ? PETSC_COMM_WORLD : PETSC_COMM_SELF, &ksp_));
    JOUNCE_PETSC(KSPSetOptionsPrefix(ksp_, "split_"));
    JOUNCE_PETSC(KSPSetType(ksp_, KSPGMRES));
    JOUNCE_PETSC(KSPSetPCSide(ksp_, PC_RIGHT));
    JOUNCE_PETSC(KSPGMRESSetRestart(ksp_, kRestart));
    JOUNCE_PETSC(KSPSetOperators(ksp_, nest_, nest_));
    PC pc = nullptr;
    JOUNCE_PETSC(KSPGetPC(ksp_, &pc));
    JOUNCE_PETSC(PCSetType(pc, PCFIELDSPLIT));
    std::vector<IS> places(static_cast<std::size_t>(fields));
    JOUNCE_PETSC(MatNestGetISs(nest_, places.data(), nullptr));
    for (int f = 0; f < fields; ++f)
      JOUNCE_PETSC(PCFieldSplitSetIS(pc, layout_.name(f).c_str(), places[static_cast<std::size_t>(f)]));
    JOUNCE_PETSC(PCFieldSplitSetType(pc, PC_COMPOSITE_MULTIPLICATIVE));
    JOUNCE_PETSC(KSPSetFromOptions(ksp_));
    JOUNCE_PETSC(PCSetUp(pc));
    const std::vector<KSP> of_fields = parts_of(pc, PCFieldSplitGetSubKSP);
    for (int f = 0; f < fields; ++f) set_up_field(f, of_fields[static_cast<std::size_t>(f)]);
  } catch (const PetscFailure&) {
    return false;
  }
  return true;
}

void FieldSplit::set_up_field(int field, KSP ksp) {
  if (layout_.rest(field) == 0) {
    set_up_motions(field, ksp);
    return;
  }
  JOUNCE_PETSC(KSPSetType(ksp, KSPPREONLY));
  PC pc = nullptr;
  JOUNCE_PETSC(KSPGetPC(ksp, &pc));
  JOUNCE_PETSC(PCSetType(pc, PCFIELDSPLIT));
  const MPI_Comm comm = is_shared_ ? PETSC_COMM_WORLD : PETSC_COMM_SELF;
  const FieldLayout::Size own = layout_.own(field);
  const Index first = layout_.own_first(field);
  IS motions = nullptr, rest = nullptr;
  JOUNCE_PETSC(ISCreateStride(comm, own.nodes, first, 1, &motions));
  JOUNCE_PETSC(ISSetBlockSize(motions, layout_.dimension()));
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
  if (stiffness_share_[static_cast<std::size_t>(field)] < kStiff) {
    JOUNCE_PETSC(PCSetType(pc, PCBJACOBI));
    JOUNCE_PETSC(KSPSetFromOptions(ksp));
    return;
  }
  choose_multigrid(pc, matrix, positions_, layout_.dimension());
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
    scale(*matrix_);
    fill(*matrix_);
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
  right_.setZero(layout_.own_size());
  left_.setZero(layout_.size());
  const Index first = offsets_[static_cast<std::size_t>(is_shared_ ? mpi_rank() : 0)];
  for (Index i = 0; i < layout_.unknowns(); ++i) {
    const Index at = layout_.place(i) - first;
    if (at >= 0 && at < right_.size()) right_[at] = scale_[i] * b[i];
  }
  const QuietErrors quiet;
  JOUNCE_PETSC(KSPSetTolerances(ksp_, kAccuracy, 1e-300, 1e10, most));
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
  if (is_shared_)
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, left_.data(), counts_.data(), offsets_.data(),
                   MPI_DOUBLE, PETSC_COMM_WORLD);
  x.resize(layout_.unknowns());
  for (Index i = 0; i < layout_.unknowns(); ++i) x[i] = scale_[i] * left_[layout_.place(i)];
  PetscReal rest = 0;
  KSPGetResidualNorm(ksp_, &rest);
  double norm = right_.squaredNorm();
  if (is_shared_) MPI_Allreduce(MPI_IN_PLACE, &norm, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  is_useful_ = code == 0 && x.allFinite() && rest <= kUseful * std::sqrt(norm);
  return code == 0 && reason > 0 && x.allFinite();
}

void FieldSplit::forget() {
  destroy();
  pattern_.reset();
  blocks_ = {};
}

void FieldSplit::destroy() {
  motions_.clear();
  KSPDestroy(&ksp_);
  MatDestroy(&nest_);
  for (Block& target : blocks_) MatDestroy(&target.matrix);
  VecDestroy(&b_);
  VecDestroy(&x_);
  matrix_ = nullptr;
  is_fresh_ = false;
}

}  // namespace jounce
