#pragma once

#include <vector>

#include "integrators/ggl/ggl_step.h"
#include "la/csr_matrix.h"
#include "la/linear_solver.h"

namespace jounce {

/// S_t of (B 44), its pattern kept while the contact rows stay. Where its systems are solved field by field
/// (FieldSplit), ranks that share elements fill their own rows only.
class GglMatrix {
 public:
  GglMatrix(const System& system, const GglStep& equations) : system_(system), equations_(equations) {}

  /// Its systems are solved field by field from now on.
  void split();
  bool is_split() const { return is_split_; }
  /// This rank fills its own rows only.
  bool is_partial() const { return is_split_ && system_.has_partial_matrices(); }
  bool shares_all_mass() const { return shares_all_mass_; }
  /// What its unknowns are, where they are solved field by field; else null.
  const UnknownFields* fields() const;

  const CsrMatrix& get() const { return matrix_; }
  /// Fills the matrix for the sets in use; lays it out before, if need be.
  void assemble();
  bool is_laid_out() const { return is_laid_out_; }
  void forget_layout() { is_laid_out_ = false; }

 private:
  void name_fields();
  void share();

  const System& system_;
  const GglStep& equations_;
  CsrMatrix matrix_;
  bool is_laid_out_ = false;
  bool is_split_ = false;
  bool shares_all_mass_ = false;  ///< see has_shareable_mass
  UnknownFields fields_;
  // Where ranks share it
  std::shared_ptr<const std::vector<int>> owners_;  ///< of its rows
  std::vector<std::uint8_t> own_rows_;              ///< one flag for each
};

}  // namespace jounce
