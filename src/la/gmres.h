#pragma once

#include <functional>
#include <memory>

#include "la/types.h"

namespace jounce {

/// GMRES (Y. Saad, M. H. Schultz, SIAM J. Sci. Stat. Comput. 7 (1986) 856) of PETSc for a matrix that is
/// known by its products, preconditioned from the right.
class Gmres {
 public:
  /// y = A x; both have the size of the matrix.
  using Product = std::function<void(const Vector& x, Vector& y)>;

  Gmres();
  ~Gmres();
  Gmres(const Gmres&) = delete;
  Gmres& operator=(const Gmres&) = delete;

  /// Solves A x = b from x = 0 until the residual is `tolerance` times |b|, or `most` iterations are made.
  /// @param preconditioner  y = P^-1 x with P near A
  /// @return whether the residual became so small
  bool solve(const Product& A, const Product& preconditioner, const Vector& b, double tolerance, int most,
             Vector& x);
  long iterations() const { return iterations_; }  ///< of all solutions so far

 private:
  struct Products;
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
  long iterations_ = 0;
};

}  // namespace jounce
