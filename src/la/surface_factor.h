#pragma once

#include <memory>
#include <vector>

#include "la/csr_matrix.h"

namespace jounce {

/// Cholesky factorisation of a large sparse symmetric positive definite matrix that eliminates the unknowns s
/// of a surface last, after all others i:
///
///   P A P^T = L L^T,   L = [ L_ii   0   ],   (A^-1)_ss = (L_ss L_ss^T)^-1
///                          [ L_si  L_ss ]
///
/// The compliance of the surface (A^-1)_ss is dense, and no column of it costs a solution with A. A solution
/// comes in two halves: the first one gives its values at the surface, and forces at the surface may be added
/// before the second one. By CHOLMOD; the others are ordered by METIS.
class SurfaceFactor {
 public:
  SurfaceFactor();
  ~SurfaceFactor();
  SurfaceFactor(SurfaceFactor&&) noexcept;
  SurfaceFactor& operator=(SurfaceFactor&&) noexcept;

  /// @param surface  unknowns of the surface, ascending
  /// Throws SingularMatrix when A is not positive definite to round-off.
  void factor(const CsrMatrix& A, const std::vector<Index>& surface);
  /// (A^-1)_ss in the order of the surface's unknowns, symmetric.
  const DenseMatrix& compliance() const;

  /// First half of A x = b. @return x at the surface
  const Vector& begin(const Vector& b);
  /// Second half, for A x = b + f, where f acts at the surface. May be called again with another f.
  void finish(const Vector& f, Vector& x);
  /// Both halves of A x = f, where f acts at the surface.
  void respond(const Vector& f, Vector& x);

  long factorisations() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
