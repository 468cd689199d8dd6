#pragma once

#include <petscmat.h>

#include <array>
#include <cstdint>
#include <vector>

#include "la/csr_matrix.h"
#include "la/field_layout.h"
#include "la/row_parts.h"

namespace jounce {

/// A matrix of several fields as nested blocks of PETSc (MATNEST), one for each pair of fields, in scales of
/// its own: S A S. Ranks that share it have the rows of their unknowns (FieldLayout), of a matrix that every
/// rank has whole or in parts (CsrMatrix::owners). PETSc works on the values in place. Files of
/// src/la use it.
class FieldBlocks {
 public:
  FieldBlocks() = default;
  ~FieldBlocks() { destroy(); }
  FieldBlocks(const FieldBlocks&) = delete;
  FieldBlocks& operator=(const FieldBlocks&) = delete;

  /// Lays out the blocks for a matrix and takes its values; collective, as is `fill`, where ranks share it.
  void create(const CsrMatrix& matrix, const UnknownFields& fields, bool is_shared);
  void destroy();
  bool exists() const { return nest_ != nullptr; }
  /// Other values of the same pattern.
  /// @param rescales  chooses the scales again; else they stay
  void fill(const CsrMatrix& matrix, bool rescales);

  const FieldLayout& layout() const { return layout_; }
  bool is_shared() const { return is_shared_; }
  ::Mat nest() const { return nest_; }
  const Vector& scale() const { return scale_; }  ///< S, per unknown
  /// The diagonal over what a translation feels, of the displacements of a field.
  double stiffness_share(int field) const { return stiffness_share_[field]; }

 private:
  /// Entries of a block in columns of this rank, numbered from the first of these, or of others, by their
  /// numbers in the field until PETSc takes them over; their values are a part of values_.
  struct Half {
    std::vector<Index> starts, columns;
    std::vector<Index> unknowns;  ///< the columns of others
    std::size_t first_value = 0;
  };
  struct Block {
    std::array<Half, 2> halves;  ///< own columns, those of others
    ::Mat matrix = nullptr;
  };

  /// An entry of a row on its way into the blocks.
  struct PlacedEntry {
    std::uint8_t half;
    Index column;   ///< in its half
    Index unknown;  ///< of the column; -1: the one of a displacement that is held
    Index* target;  ///< receives its place in the half
  };

  void lay_out(const CsrMatrix& matrix);
  void choose_scale();
  void apply_scale();
  void create_matrices();
  void tell_petsc();
  std::size_t reserve(const CsrMatrix& matrix);
  void add_row(int field, std::vector<PlacedEntry>& row);
  void name_targets(std::vector<Index>& targets, const std::vector<std::uint8_t>& halves);
  template <class Visit>
  void each_entry(const Visit& visit);

  std::uint8_t half_of(int row, int column, bool is_other) const {
    return static_cast<std::uint8_t>(2 * (row * layout_.fields() + column) + (is_other ? 1 : 0));
  }
  Half& at(std::size_t half) { return blocks_[half / 2].halves[half % 2]; }
  Block& block(int row, int column) { return blocks_[row * layout_.fields() + column]; }

  bool is_shared_ = false, is_partial_ = false;
  FieldLayout layout_;
  RowParts parts_;
  std::vector<Block> blocks_;
  std::vector<double> values_;
  std::vector<Index> targets_;           ///< in values_, of the entries of the matrix in this rank's rows
  std::vector<Index> received_targets_;  ///< and of those that other ranks have
  std::vector<Index> ones_;              ///< in values_: diagonal of displacements that are held
  Vector scale_;
  std::vector<double> stiffness_share_;
  ::Mat nest_ = nullptr;
};

}  // namespace jounce
