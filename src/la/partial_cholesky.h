#pragma once

#include <vector>

#include "la/sparse_cholesky.h"
#include "la/types.h"

namespace jounce {

/// Cholesky factorisation that eliminates the inner unknowns i of a sparse symmetric matrix, and leaves its
/// border s over:
///
///   P [ A_ii  A_is ] P^T = [ L_ii  0 ] [ I  0 ] [ L_ii^T  L_si^T ],   S = A_ss - L_si L_si^T
///     [ A_si  A_ss ]       [ L_si  I ] [ 0  S ] [   0       I    ]
///
/// Columns are taken together in supernodes, each updated by those before it (E. G. Ng, B. W. Peyton, SIAM J.
/// Sci. Comput. 14 (1993) 1034), in products of dense blocks. CHOLMOD finds the supernodes, METIS the order
/// P of the inner unknowns, once a pattern.
class PartialCholesky {
 public:
  /// @param inner  columns of the inner unknowns, numbered before those of the border; values are not read
  /// @param border  number of unknowns of the border
  void analyse(const LowerTriangle& inner, Index border);
  /// Multiplications and additions of a factorisation.
  double operations() const;

  /// @param values  of the pattern analysed
  /// @param S  lower half of A_ss, which becomes that of S
  /// @return false when A_ii is not positive definite to round-off
  bool factor(const std::vector<double>& values, DenseMatrix& S);

  /// Smallest square of a diagonal entry of L_ii.
  double smallest_pivot() const;

  /// First half of a solution. @return -A_si A_ii^-1 b_i, what a load of the inner unknowns adds at the
  /// border
  const Vector& begin(const Vector& b_i);
  /// Second half: x_i = A_ii^-1 (b_i - A_is x_s).
  void finish(const Vector& x_s, Vector& x_i);

 private:
  /// Columns from `first` with the same rows below them, a dense block of the factor.
  struct Supernode {
    int first, width;
    std::size_t rows, height;  ///< first of its rows in rows_, their number; those of its columns come first
    std::size_t values;        ///< first of its values in L_, column by column
  };

  void take_supernodes(const LowerTriangle& inner);
  void find_places(const LowerTriangle& inner);
  void subtract_products(std::size_t k);
  bool eliminate(const Supernode& node);
  void subtract_from(DenseMatrix& S, const Supernode& node);
  void enlist(std::size_t k);
  double* room(std::size_t entries);

  int inner_ = 0, border_ = 0;
  std::vector<int> order_;  ///< inner unknown at every place
  std::vector<Supernode> supernodes_;
  std::vector<int> rows_;
  std::vector<int> supernode_of_;    ///< of every inner column
  std::vector<std::size_t> places_;  ///< in L_, of the values of the pattern
  std::vector<double> L_, products_;
  // While factorising: supernodes that update a later one next are in its list, each at a row of its own
  std::vector<int> first_in_list_, next_in_list_, row_in_block_, target_rows_;
  std::vector<std::size_t> reached_;
  Vector y_, at_border_, gathered_;
};

}  // namespace jounce
