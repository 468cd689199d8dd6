#pragma once

#include <cstdint>
#include <vector>

#include "la/surface_factor.h"
#include "model/row_jacobian.h"

namespace jounce {

/// The factors of S and M of a motion, and what forces along contact rows move at contact rows: columns of
/// W^T S^-1 W and W^T M^-1 W, where W has the normals C and then the tangents D. Such a column costs a
/// solution. Where many contacts touch, both matrices are factorised with the unknowns of these contacts
/// last, and columns are products with the dense compliance of this surface (SurfaceFactor); rows that reach
/// beyond the surface answer with zeros there.
class MotionCompliance {
 public:
  /// Unknowns that a surface has at most: its dense matrices take 160 MB each then.
  static constexpr std::size_t kWidest = 4500;

  void factor_S(const CsrMatrix& S);
  void factor_M(const CsrMatrix& M);
  /// Forces at the surface alone take half of the work.
  void solve_S(const Vector& f, Vector& x) { solve(S_, f, x); }
  void solve_M(const Vector& f, Vector& x) { solve(M_, f, x); }

  /// Rows C and D of `n` free unknowns. Columns stay known while the rows are the same but for `turned`, a
  /// part of the largest entry. @return true when they are others
  bool use_rows(const RowJacobian& C, const RowJacobian& D, Index n, double turned);
  /// Unknowns to be eliminated last from the next factorisations on, ascending; empty: none.
  void use_surface(std::vector<Index> dofs);
  bool has_surface() const { return !surface_.empty(); }
  bool reaches(int row) const;
  /// S^-1 f and M^-1 f at the surface, of forces at the surface; x stays elsewhere.
  void move_surface_by_S(const Vector& f, Vector& x) { move_surface(S_, f, x); }
  void move_surface_by_M(const Vector& f, Vector& x) { move_surface(M_, f, x); }
  /// The free unknowns of a row.
  void append_dofs(int row, std::vector<Index>& dofs) const;

  /// The compliances of all rows, lower triangles; of a surface that reaches them all.
  const DenseMatrix& rows_S() { return rows_of(S_, K_S_); }
  const DenseMatrix& rows_M() { return rows_of(M_, K_M_); }
  bool reaches_all() const;

  const Vector& column_S(int row) { return column(S_, columns_S_, row); }
  const Vector& column_M(int row) { return column(M_, columns_M_, row); }

  long factorisations() const { return S_.factorisations() + M_.factorisations(); }

 private:
  /// Entries of a row at free unknowns: places on the surface (-1: beyond it) or, without one, the unknowns.
  void find_places();
  const DenseMatrix& rows_of(SurfaceFactor& A, DenseMatrix& K);
  const Vector& column(SurfaceFactor& A, std::vector<Vector>& known, int row);
  void solve(SurfaceFactor& A, const Vector& f, Vector& x);
  bool acts_at_surface(const Vector& f) const;
  void move_surface(SurfaceFactor& A, const Vector& f, Vector& x);

  SurfaceFactor S_, M_;
  std::vector<Index> surface_, place_;
  Index n_ = 0;
  std::vector<Index> starts_ = {0}, dofs_;
  std::vector<double> values_;
  double largest_ = 0;  ///< of them
  std::vector<std::uint8_t> reaches_;
  std::vector<Vector> columns_S_, columns_M_;  ///< of every row; empty: not known
  DenseMatrix K_S_, K_M_;                      ///< of all rows; empty: not known
  Vector force_, at_surface_, moved_;
};

}  // namespace jounce
