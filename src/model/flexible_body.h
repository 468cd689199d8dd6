#pragma once

#include <Eigen/SparseCore>
#include <array>
#include <string>
#include <vector>

#include "la/types.h"

namespace jounce {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

/// Square matrices with one pattern, stored by columns: what a flexible body needs is sums of them.
class MatrixFamily {
 public:
  MatrixFamily() = default;
  /// Lays out the union of the patterns.
  MatrixFamily(Index n, const std::vector<const SparseMatrix*>& matrices);

  Index size() const { return n_; }
  std::size_t nonzeros() const { return rows_.size(); }
  bool is_full() const { return rows_.size() == static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_); }
  const std::vector<Index>& column_starts() const { return starts_; }
  const std::vector<Index>& rows() const { return rows_; }
  /// Values of a matrix whose pattern lies within the common one.
  std::vector<double> values(const SparseMatrix& matrix) const;
  /// y += w A x
  void multiply(const std::vector<double>& A, double w, const Vector& x, Vector& y) const;

 private:
  Index n_ = 0;
  std::vector<Index> starts_, rows_;
};

/// A linear elastic body in its floating frame, as numbers: a point with place r in the undeformed body is at
/// r + S(r) q, q the n elastic coordinates (nodal or modal). The inertia shape integrals (R, appendix C, with
/// three components for bodies in space and in the plane alike) are
///
///   m,  c = int rho r,  Sbar = int rho S,  J0 = int rho (|r|^2 I - r r^T),
///   b_kl = int rho r_k S_l,  H_kl = int rho S_k^T S_l,  M = int rho S^T S
///
/// J0, M and the antisymmetric part of b (the coupling of rotation and deformation, I_4 of R) include the
/// rotary inertia of sections. K: stiffness, C: damping of the elastic coordinates. G_kl, with
/// geometric stiffening: change of stiffness by the stresses that unit W_kl = Omega^2 delta_kl - Omega_k
/// Omega_l causes.
struct FlexibleBody {
  int dimension = 3;
  Index n = 0;
  double mass = 0;
  Vector3 first_moment = Vector3::Zero();
  Matrix3 inertia = Matrix3::Zero();  ///< J0 about the frame's origin
  DenseMatrix Sbar;                   ///< 3 x n
  std::array<Vector, 9> b;            ///< b[3 k + l]; empty: zero
  MatrixFamily family;
  std::vector<double> M, K, C;           ///< of the family; C empty: none
  std::array<std::vector<double>, 9> H;  ///< H[3 k + l]; empty: zero
  std::array<std::vector<double>, 9> G;  ///< G[3 k + l]; empty: none
  DenseMatrix conditions;                ///< rows of mean axis conditions Q q = 0; none for most bodies

  // Recovery of nodal displacements, x = Phi q
  std::vector<Vector3> points;             ///< undeformed places of the nodes in the frame
  std::vector<std::array<Index, 6>> rows;  ///< rows of Phi of a node's displacements and rotations; -1: none
  Eigen::SparseMatrix<double, Eigen::RowMajor, Index> Phi;
  std::vector<std::pair<std::string, std::vector<int>>> groups;  ///< named nodes
  std::vector<std::array<int, 2>> lines;                         ///< for pictures
  Vector omega_squared;  ///< of the modes, where the coordinates are modal

  /// Node at a place of the frame, up to `tolerance`; -1 when there is none.
  int node_at(const Vector3& place, double tolerance) const;
  /// Largest distance between a coordinate of two nodes.
  double extent() const;
};

}  // namespace jounce
