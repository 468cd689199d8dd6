#include "la/field_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/petsc.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

void reduce(Vector& values, MPI_Op operation) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, operation,
                MPI_COMM_WORLD);
}

}  // namespace

void FieldBlocks::create(const CsrMatrix& matrix, const UnknownFields& fields, bool is_shared) {
  destroy();
  is_shared_ = is_shared;
  is_partial_ = is_shared && matrix.owners() != nullptr;
  layout_ = FieldLayout(fields, is_shared ? mpi_rank() : 0, is_shared ? mpi_size() : 1);
  if (is_partial_) parts_.lay_out(matrix, [&](Index row) { return layout_.rank_of(row); });
  lay_out(matrix);
  fill(matrix, true);
  create_matrices();
}

/// Calls visit(row, column, value) with unknowns, but not for those that are held.
template <class Visit>
void FieldBlocks::each_entry(const Visit& visit) {
  for (int f = 0; f < layout_.fields(); ++f)
    for (int g = 0; g < layout_.fields(); ++g)
      for (const int h : {0, 1}) {
        const Half& half = block(f, g).halves[h];
        double* const values = values_.data() + half.first_value;
        for (Index i = 0; i < layout_.own(f).all(); ++i) {
          const Index row = layout_.unknown(f, i);
          if (row < 0) continue;
          for (auto k = static_cast<std::size_t>(half.starts[i]);
               k < static_cast<std::size_t>(half.starts[i + 1]); ++k)
            visit(row, h == 1 ? half.unknowns[k] : layout_.unknown(g, half.columns[k]), values[k]);
        }
      }
}

/// One factor for all displacements of a field, so that rigid motions stay what they are; other unknowns one
/// by one: a mass or stiffness of its own, else the largest force that the multiplier puts on a motion.
void FieldBlocks::choose_scale() {
  const Index fields = layout_.fields();
  Vector sums = Vector::Zero(3 * fields);
  auto diagonal = sums.head(fields), moved = sums.segment(fields, fields), count = sums.tail(fields);
  each_entry([&](Index i, Index j, double value) {
    const int f = layout_.field_of(i);
    if (layout_.axis(i) < 0 || layout_.field_of(j) != f) return;
    if (i == j) {
      diagonal[f] += std::abs(value);
      count[f] += 1;
    }
    if (layout_.axis(j) == layout_.axis(i)) moved[f] += value;
  });
  if (is_shared_) reduce(sums, MPI_SUM);
  stiffness_share_.assign(fields, 0.0);
  Vector of_field(fields);
  for (Index f = 0; f < fields; ++f) {
    stiffness_share_[f] = moved[f] > 0 ? diagonal[f] / moved[f] : std::numeric_limits<double>::infinity();
    of_field[f] = diagonal[f] > 0 ? std::sqrt(count[f] / diagonal[f]) : 1.0;
  }
  scale_.setZero(layout_.unknowns());
  for (Index i = 0; i < layout_.unknowns(); ++i)
    if (layout_.axis(i) >= 0) scale_[i] = of_field[layout_.field_of(i)];
  Vector pull = Vector::Zero(layout_.unknowns()), own = pull;
  each_entry([&](Index i, Index j, double value) {
    if (layout_.axis(j) >= 0 || layout_.field_of(j) != layout_.field_of(i)) return;
    if (i == j) own[j] = value;
    if (layout_.axis(i) >= 0) pull[j] = std::max(pull[j], scale_[i] * std::abs(value));
  });
  if (is_shared_) {
    reduce(own, MPI_SUM);
    reduce(pull, MPI_MAX);
  }
  for (Index i = 0; i < layout_.unknowns(); ++i) {
    const double size = std::max(pull[i], std::sqrt(std::max(own[i], 0.0)));
    if (layout_.axis(i) < 0) scale_[i] = size > 0 ? 1 / size : 1.0;
  }
}

void FieldBlocks::fill(const CsrMatrix& matrix, bool rescales) {
  std::ranges::fill(values_, 0.0);
  for (const Index k : ones_) values_[k] = 1.0;
  std::size_t next = 0;
  for (int f = 0; f < layout_.fields(); ++f)
    for (Index i = 0; i < layout_.own(f).all(); ++i) {
      const Index unknown = layout_.unknown(f, i);
      if (unknown < 0) continue;
      for (auto k = static_cast<std::size_t>(matrix.row_starts()[unknown]);
           k < static_cast<std::size_t>(matrix.row_starts()[unknown + 1]); ++k)
        values_[targets_[next++]] += matrix.values()[k];
    }
  if (is_partial_) {
    const std::vector<double>& received = parts_.exchange(matrix);
    for (std::size_t k = 0; k < received.size(); ++k) values_[received_targets_[k]] += received[k];
  }
  if (rescales) choose_scale();
  each_entry([&](Index i, Index j, double& value) { value *= scale_[i] * scale_[j]; });
  if (nest_ != nullptr) tell_petsc();
}

void FieldBlocks::create_matrices() {
  const int fields = layout_.fields();
  const MPI_Comm comm = is_shared_ ? MPI_COMM_WORLD : PETSC_COMM_SELF;
  std::vector<::Mat> matrices;
  for (int f = 0; f < fields; ++f)
    for (int g = 0; g < fields; ++g) {
      Block& target = block(f, g);
      Half &own = target.halves[0], &others = target.halves[1];
      int is_empty = own.columns.empty() && others.columns.empty() ? 1 : 0;
      if (is_shared_) MPI_Allreduce(MPI_IN_PLACE, &is_empty, 1, MPI_INT, MPI_MIN, comm);
      const Index rows = layout_.own(f).all(), columns = layout_.own(g).all();
      if (is_empty == 0 && is_shared_)
        JOUNCE_PETSC(MatCreateMPIAIJWithSplitArrays(
            comm, rows, columns, layout_.field_size(f), layout_.field_size(g), own.starts.data(),
            own.columns.data(), values_.data() + own.first_value, others.starts.data(), others.columns.data(),
            values_.data() + others.first_value, &target.matrix));
      else if (is_empty == 0)
        JOUNCE_PETSC(MatCreateSeqAIJWithArrays(comm, rows, columns, own.starts.data(), own.columns.data(),
                                               values_.data() + own.first_value, &target.matrix));
      matrices.push_back(target.matrix);
    }
  JOUNCE_PETSC(MatCreateNest(comm, fields, nullptr, fields, nullptr, matrices.data(), &nest_));
}

/// The values that PETSc works on have changed.
void FieldBlocks::tell_petsc() {
  const auto touch = [](::Mat matrix) {
    double* values = nullptr;
    JOUNCE_PETSC(MatSeqAIJGetArray(matrix, &values));
    JOUNCE_PETSC(MatSeqAIJRestoreArray(matrix, &values));
  };
  for (const Block& target : blocks_) {
    if (target.matrix == nullptr) continue;
    if (!is_shared_) {
      touch(target.matrix);
      continue;
    }
    ::Mat own = nullptr, others = nullptr;
    JOUNCE_PETSC(MatMPIAIJGetSeqAIJ(target.matrix, &own, &others, nullptr));
    touch(own);
    touch(others);
    JOUNCE_PETSC(MatAssemblyBegin(target.matrix, MAT_FINAL_ASSEMBLY));
    JOUNCE_PETSC(MatAssemblyEnd(target.matrix, MAT_FINAL_ASSEMBLY));
  }
  JOUNCE_PETSC(MatAssemblyBegin(nest_, MAT_FINAL_ASSEMBLY));
  JOUNCE_PETSC(MatAssemblyEnd(nest_, MAT_FINAL_ASSEMBLY));
}

void FieldBlocks::destroy() {
  MatDestroy(&nest_);
  for (Block& target : blocks_) MatDestroy(&target.matrix);
  blocks_.clear();
}

}  // namespace jounce
