#pragma once

#include <span>
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

/// The stiffness of solids in whole blocks of nodes, held or not, in compressed rows: with b displacements of
/// a node, rows b i to b i + b - 1 are those of the node i. Nodes that can move stand in the order of their
/// unknowns; of a matrix in parts in the order of their ranks, and a rank has the rows of its nodes.
///
/// It is made for the space that rows of single nodes leave: with N_i, the projection of the node i onto the
/// motions that such rows allow,
///
///   A_ij = N_i K_ij N_j,   plus the mean stiffness of the node along what is taken out (and where it is
///   held)
class NodeBlocks {
 public:
  explicit NodeBlocks(NodeUnknowns nodes);

  /// @param owners  rank of every unknown; the unknowns of a node are on one rank
  void share(std::span<const int> owners, int rank);
  bool is_shared() const { return is_shared_; }
  /// K is the first `unknowns` rows and columns of a matrix with the complete rows of this rank; see
  /// ElasticMultigrid::set_up.
  void take(const CsrMatrix& matrix, Index unknowns, const std::vector<StiffRow>& held,
            const std::vector<StiffRow>& stiff);
  void drop_values();  ///< and columns, which somebody has copied
  void release();

  int width() const { return b_; }                      ///< b
  Index size() const { return (last_ - first_) * b_; }  ///< rows of this rank
  const std::vector<Index>& starts() const { return starts_; }
  const std::vector<Index>& columns() const { return columns_; }
  std::vector<double>& values() { return values_; }
  Matrix3X positions() const;  ///< of this rank's nodes
  const NodeUnknowns& nodes() const { return nodes_; }
  Index node(Index unknown) const { return node_of_[unknown]; }  ///< of an unknown

  /// work(unknown, its row among those of this rank)
  template <class Work>
  void each_own(const Work& work) const {
    for (Index i = first_; i < last_; ++i)
      for (int c = 0; c < b_; ++c)
        if (const Index unknown = numbers(i)[c]; unknown >= 0) work(unknown, (i - first_) * b_ + c);
  }

 private:
  void take_places();
  void lay_out(const CsrMatrix& matrix, const std::vector<StiffRow>& stiff);
  void add(const StiffRow& row);
  void take_out(const std::vector<StiffRow>& held);

  bool is_own(Index node) const { return node >= first_ && node < last_; }
  Index place(Index unknown) const { return places_[unknown]; }
  const std::array<Index, 3>& numbers(Index i) const { return nodes_.numbers[used_[i]]; }
  Index first_block(Index i) const { return block_starts_[i - first_]; }
  Index block(Index i, Index j) const;  ///< its number
  /// Of entry (a, c) of the block number k, which is in the block row i.
  Index place_in_values(Index i, int a, Index k, int c) const {
    const Index first = first_block(i);
    const Index length = first_block(i + 1) - first;
    return b_ * b_ * first + b_ * length * a + b_ * (k - first) + c;
  }
  double& entry(Index i, int a, Index k, int c) { return values_[place_in_values(i, a, k, c)]; }

  NodeUnknowns nodes_;
  int b_;
  Index n_ = 0;                          ///< unknowns of the matrix
  std::vector<Index> node_of_, places_;  ///< of unknowns; in vectors of whole nodes
  std::vector<Index> used_;              ///< nodes that can move
  Index first_ = 0, last_ = 0;           ///< those of this rank
  bool is_shared_ = false;
  std::vector<Index> block_starts_, block_columns_;
  std::vector<Index> starts_, columns_;
  std::vector<double> values_;
};

}  // namespace jounce
