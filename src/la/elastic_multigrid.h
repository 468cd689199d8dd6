#pragma once

#include <memory>
#include <vector>

#include "la/node_blocks.h"

namespace jounce {

/// Algebraic multigrid for stiffness matrices of solids: one V-cycle of smoothed aggregation (P. Vanek,
/// J. Mandel, M. Brezina, Computing 56 (1996) 179) by PETSc's PCGAMG, with the rigid motions as near-null
/// space, so that coarse grids have six unknowns an aggregate in space, three in the plane. Chebyshev
/// smoothing before and after makes it symmetric; it is the same linear operator at every application.
///
/// It is made for the matrix in the space that rows of single nodes leave (NodeBlocks).
/// A node that leans against a wall costs the coarse grids nothing then, as one that is supported.
class ElasticMultigrid {
 public:
  explicit ElasticMultigrid(NodeUnknowns nodes);
  ~ElasticMultigrid();
  ElasticMultigrid(ElasticMultigrid&&) noexcept;
  ElasticMultigrid& operator=(ElasticMultigrid&&) noexcept;

  /// For K, the first `unknowns` rows and columns of a symmetric matrix, plus the stiffness of rows. Each row
  /// of `held` has unknowns of one node, rows of one node are linearly independent; other rows are no part of
  /// N. Of a matrix in parts (CsrMatrix::owners) a rank gives its complete rows, and calls are collective;
  /// the unknowns of a node are on one rank. @return false when PETSc cannot set it up: K is not positive
  /// definite by far
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
