#pragma once

#include <memory>
#include <vector>

#include "la/csr_matrix.h"

namespace jounce {

/// Factors of a sparse matrix that leave a border b of its unknowns over, after all others i:
///
///   A = [ A_ii  A_ib ],   S = A_bb - A_bi A_ii^-1 A_ib
///       [ A_bi  A_bb ]
///
/// so that matrices which differ from A within the border alone are solved by dense factors of S and that
/// difference. A solution comes in two halves: what the others leave to the border, and the others for given
/// values of the border. A may be unsymmetric and have zeros on its diagonal; A_ii must be regular, as that
/// of bodies is which stand free but for the border. By MUMPS.
class SchurFactor {
 public:
  SchurFactor();
  ~SchurFactor();
  SchurFactor(SchurFactor&&) noexcept;
  SchurFactor& operator=(SchurFactor&&) noexcept;

  /// @param border  unknowns, ascending, some but not all
  /// @return false when A_ii is singular to round-off
  bool factor(const CsrMatrix& A, const std::vector<Index>& border);
  /// S in the order of the border.
  const DenseMatrix& complement() const;

  /// First half of A x = b. @return b_b - A_bi A_ii^-1 b_i
  const Vector& begin(const Vector& b);
  /// Second half: x_i = A_ii^-1 (b_i - A_ib x_b), and x_b at the border.
  void finish(const Vector& x_b, Vector& x);

  long factorisations() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
