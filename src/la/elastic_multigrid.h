#pragma once

#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "la/node_unknowns.h"

namespace jounce {

/// A linear combination of unknowns that a preconditioner has to know of.
struct StiffRow {
  std::vector<Index> unknowns;
  std::vector<double> values;
  double stiffness = 0;  ///< adds stiffness w w^T to the matrix
};

/// Algebraic multigrid for stiffness matrices of solids: one V-cycle of smoothed aggregation (P. Vanek,
/// J. Mandel, M. Brezina, Computing 56 (1996) 179) by PETSc's PCGAMG, with the rigid motions as near-null
/// space, so that coarse grids have six unknowns an aggregate in space, three in the plane. Chebyshev
/// smoothing before and after makes it symmetric; it is the same linear operator at every application.
///
/// It is made for the matrix in the space that rows of single nodes leave: with N_i, the projection of the
/// node i onto the motions that such rows allow,
///
///   A_ij = N_i K_ij N_j,   plus the mean stiffness of the node along what is taken out (and where it is
///   held)
///
/// A node that leans against a wall costs the coarse grids nothing then, as one that is supported.
class ElasticMultigrid {
 public:
  explicit ElasticMultigrid(NodeUnknowns nodes);
  ~ElasticMultigrid();
  ElasticMultigrid(ElasticMultigrid&&) noexcept;
  ElasticMultigrid& operator=(ElasticMultigrid&&) noexcept;

  /// For K, the first `unknowns` rows and columns of a symmetric matrix, plus the stiffness of rows. Each row
  /// of `held` has unknowns of one node, rows of one node are linearly independent; other rows are no part of
  /// N. @return false when PETSc cannot set it up: K is not positive definite by far
  bool set_up(const CsrMatrix& matrix, Index unknowns, const std::vector<StiffRow>& held,
              const std::vector<StiffRow>& stiff);
  /// z = M r, over the unknowns.
  void apply(const Vector& r, Vector& z);

  /// Gives the memory of the coarse matrices back.
  void release();

  /// Node of an unknown.
  Index node(Index unknown) const;
  /// Rigid motions of all nodes, one a column, over the unknowns.
  DenseMatrix rigid_motions(Index unknowns) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace jounce
