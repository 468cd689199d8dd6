#include "la/field_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "la/petsc.h"
#include "la/petsc_check.h"

namespace jounce {
namespace {

/// An entry of a row on its way into the blocks.
struct PlacedEntry {
  Index column;   ///< in its half of a block
  Index unknown;  ///< of the column; -1: the one of a displacement that is held
  Index* target;  ///< where its place is to be written
};

/// Entries that came from others, row by row.
class EntriesByRow {
 public:
  EntriesByRow(const std::vector<RowParts::Entry>& entries, Index size)
      : entries_(entries), order_(entries.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(order_, {}, [&](Index k) { return row(k); });
    starts_.reserve(static_cast<std::size_t>(size) + 1);
    std::size_t at = 0;
    for (Index i = 0; i <= size; ++i) {
      while (at < order_.size() && row(order_[at]) < i) ++at;
      starts_.push_back(at);
    }
  }
  std::span<const Index> of(Index i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span(order_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }

 private:
  Index row(Index k) const { return entries_[static_cast<std::size_t>(k)].row; }

  const std::vector<RowParts::Entry>& entries_;
  std::vector<Index> order_;
  std::vector<std::size_t> starts_;
};

void reduce(Vector& values, MPI_Op operation) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, operation,
                PETSC_COMM_WORLD);
}

}  // namespace

void FieldBlocks::create(const CsrMatrix& matrix, const UnknownFields& fields, bool is_shared) {
  destroy();
  is_shared_ = is_shared;
  is_partial_ = is_shared && fields.is_partial;
  layout_ = FieldLayout(fields, is_shared ? mpi_rank() : 0, is_shared ? mpi_size() : 1);
  if (is_partial_) parts_.lay_out(matrix, [&](Index row) { return layout_.rank_of(row); });
  lay_out(matrix);
  fill(matrix, true);
  create_matrices();
}

void FieldBlocks::lay_out(const CsrMatrix& matrix) {
  const int fields = layout_.fields();
  static const std::vector<RowParts::Entry> none;
  const std::vector<RowParts::Entry>& received = is_partial_ ? parts_.entries() : none;
  const EntriesByRow received_of(received, is_partial_ ? matrix.size() : 0);
  blocks_.assign(static_cast<std::size_t>(fields * fields), {});
  for (Block& target : blocks_)
    for (Half& half : target.halves) half.starts.assign(1, 0);
  std::size_t count = 0;
  for (Index i = 0; i < matrix.size(); ++i)
    if (layout_.rank_of(i) == layout_.rank())
      count += static_cast<std::size_t>(matrix.row_starts()[static_cast<std::size_t>(i) + 1] -
                                        matrix.row_starts()[static_cast<std::size_t>(i)]);
  targets_.assign(count, 0);
  received_targets_.assign(received.size(), 0);
  std::vector<Index*> of_ones;
  std::vector<std::uint8_t> halves(count), received_halves(received.size());
  std::vector<std::vector<PlacedEntry>> row(static_cast<std::size_t>(2 * fields));
  std::size_t next = 0;
  ones_.clear();
  std::vector<std::uint8_t> ones_halves;
  for (int f = 0; f < fields; ++f) {
    for (Index i = 0; i < layout_.own(f).all(); ++i) {
      for (auto& of_half : row) of_half.clear();
      const auto put = [&](Index column, Index* target, std::uint8_t& half) {
        const int g = layout_.field_of(column);
        const bool is_other = layout_.rank_of(column) != layout_.rank();
        const Index place = layout_.place_in_field(column) - (is_other ? 0 : layout_.own_first(g));
        const auto at = static_cast<std::size_t>(2 * g + (is_other ? 1 : 0));
        row[at].push_back({place, column, target});
        half = static_cast<std::uint8_t>(2 * f * fields + static_cast<int>(at));
      };
      const Index unknown = layout_.unknown(f, i);
      if (unknown < 0) {
        ones_.push_back(static_cast<Index>(block(f, f).halves[0].columns.size()));
        ones_halves.push_back(static_cast<std::uint8_t>(2 * (f * fields + f)));
        row[static_cast<std::size_t>(2 * f)].push_back({i, -1, nullptr});
      } else {
        for (Index k = matrix.row_starts()[static_cast<std::size_t>(unknown)];
             k < matrix.row_starts()[static_cast<std::size_t>(unknown) + 1]; ++k, ++next)
          put(matrix.columns()[static_cast<std::size_t>(k)], &targets_[next], halves[next]);
        if (is_partial_)
          for (const Index k : received_of.of(unknown)) {
            const auto at = static_cast<std::size_t>(k);
            put(received[at].column, &received_targets_[at], received_halves[at]);
          }
      }
      for (int g = 0; g < fields; ++g)
        for (const int h : {0, 1}) {
          auto& entries = row[static_cast<std::size_t>(2 * g + h)];
          Half& half = block(f, g).halves[static_cast<std::size_t>(h)];
          std::ranges::sort(entries, {}, &PlacedEntry::column);
          for (const PlacedEntry& entry : entries) {
            const bool is_new = half.columns.size() == static_cast<std::size_t>(half.starts.back()) ||
                                half.columns.back() != entry.column;
            if (is_new) half.columns.push_back(entry.column);
            if (is_new && h == 1) half.unknowns.push_back(entry.unknown);
            if (entry.target != nullptr) *entry.target = static_cast<Index>(half.columns.size()) - 1;
          }
          half.starts.push_back(static_cast<Index>(half.columns.size()));
        }
    }
  }
  std::size_t values = 0;
  for (Block& target : blocks_)
    for (Half& half : target.halves) {
      half.first_value = values;
      values += half.columns.size();
    }
  values_.assign(values, 0.0);
  name_targets(targets_, halves);
  name_targets(received_targets_, received_halves);
  name_targets(ones_, ones_halves);
}

/// Places in a half become places in values_.
void FieldBlocks::name_targets(std::vector<Index>& targets, const std::vector<std::uint8_t>& halves) const {
  for (std::size_t k = 0; k < targets.size(); ++k)
    targets[k] += static_cast<Index>(blocks_[halves[k] / 2].halves[halves[k] % 2].first_value);
}

/// Calls visit(row, column, value) with unknowns, but not for those that are held.
template <class Visit>
void FieldBlocks::each_entry(const Visit& visit) {
  for (int f = 0; f < layout_.fields(); ++f)
    for (int g = 0; g < layout_.fields(); ++g)
      for (const int h : {0, 1}) {
        const Half& half = block(f, g).halves[static_cast<std::size_t>(h)];
        double* const values = values_.data() + half.first_value;
        for (Index i = 0; i < layout_.own(f).all(); ++i) {
          const Index row = layout_.unknown(f, i);
          if (row < 0) continue;
          for (auto k = static_cast<std::size_t>(half.starts[static_cast<std::size_t>(i)]);
               k < static_cast<std::size_t>(half.starts[static_cast<std::size_t>(i) + 1]); ++k)
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
  stiffness_share_.assign(static_cast<std::size_t>(fields), 0.0);
  Vector of_field(fields);
  for (Index f = 0; f < fields; ++f) {
    stiffness_share_[static_cast<std::size_t>(f)] =
        moved[f] > 0 ? diagonal[f] / moved[f] : std::numeric_limits<double>::infinity();
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
  for (const Index k : ones_) values_[static_cast<std::size_t>(k)] = 1.0;
  std::size_t next = 0;
  for (int f = 0; f < layout_.fields(); ++f)
    for (Index i = 0; i < layout_.own(f).all(); ++i) {
      const Index unknown = layout_.unknown(f, i);
      if (unknown < 0) continue;
      for (auto k = static_cast<std::size_t>(matrix.row_starts()[static_cast<std::size_t>(unknown)]);
           k < static_cast<std::size_t>(matrix.row_starts()[static_cast<std::size_t>(unknown) + 1]); ++k)
        values_[static_cast<std::size_t>(targets_[next++])] += matrix.values()[k];
    }
  if (is_partial_) {
    const std::vector<double>& received = parts_.exchange(matrix);
    for (std::size_t k = 0; k < received.size(); ++k)
      values_[static_cast<std::size_t>(received_targets_[k])] += received[k];
  }
  if (rescales) choose_scale();
  each_entry([&](Index i, Index j, double& value) { value *= scale_[i] * scale_[j]; });
  if (nest_ != nullptr) tell_petsc();
}

void FieldBlocks::create_matrices() {
  const int fields = layout_.fields();
  const MPI_Comm comm = is_shared_ ? PETSC_COMM_WORLD : PETSC_COMM_SELF;
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
