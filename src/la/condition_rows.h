#pragma once

#include <string>
#include <vector>

#include "la/csr_matrix.h"
#include "la/elastic_multigrid.h"
#include "la/sparse_cholesky.h"

namespace jounce {

/// The rows below the first n of a symmetric saddle point matrix and what they say about the first n
/// unknowns:
///
///   [ K   -W^T ] [ x ]   [ b ]
///   [ R    D   ] [ y ] = [ c ]      D diagonal, every row of R a multiple of the one of W: R_j = a_j W_j
///
/// - condition (D_jj = 0):          w . x = c_j / a_j, y_j its multiplier
/// - spring (D_jj and a_j not 0):   y_j = (c_j - a_j w . x) / D_jj, which adds (a_j / D_jj) w w^T to K
/// - free (a_j = 0):                y_j = c_j / D_jj
///
/// P = I - W^T (W W^T)^-1 W is the projection onto what the conditions leave.
class ConditionRows {
 public:
  /// Takes the rows apart. @return false, with trouble() saying why, when they are not of this form
  bool take(const CsrMatrix& matrix, Index n);
  const std::string& trouble() const { return trouble_; }

  const std::vector<StiffRow>& conditions() const { return conditions_; }
  const std::vector<StiffRow>& springs() const { return springs_; }

  /// x = the shortest that meets the conditions of the right-hand side r = (b, c).
  void particular(const Vector& r, Vector& x);
  /// b of r, without the conditions: that which free rows and springs push with is added.
  void load(const Vector& r, Vector& b) const;
  /// y += sum of springs times x.
  void add_springs(const Vector& x, Vector& y) const;
  /// f = P f.
  void project(Vector& f);
  /// The y of all rows, given x and the imbalance K x - b (with springs) of the first n equations.
  void multipliers(const Vector& r, const Vector& x, const Vector& imbalance, Vector& y);

 private:
  enum class Kind : std::uint8_t { condition, spring, free };
  struct Row {
    Kind kind = Kind::free;
    std::size_t place = 0;  ///< among those of its kind; free ones have their w among free_
    double a = 0, d = 0;
    double length = 1;  ///< of w before it was made a unit vector
  };
  bool sort_row(Index row, std::vector<StiffRow>& columns, const CsrMatrix& matrix);
  bool factor_products();
  void products(const Vector& f);  ///< work_ = (W W^T)^-1 W f

  Index n_ = 0;
  std::vector<Row> rows_;
  std::vector<StiffRow> conditions_, springs_, free_;  ///< unit vectors
  SparseCholesky cholesky_;
  Vector work_, right_;
  std::string trouble_;
};

}  // namespace jounce
