#pragma once

#include <span>
#include <variant>
#include <vector>

#include "la/symmetric_blocks.h"

namespace jounce {

/// Constant stiffness and mass of nodes with two or three unknowns each. Whoever made them keeps them.
struct NodalMatrices {
  std::variant<const SymmetricBlocks<2>*, const SymmetricBlocks<3>*> K;
  const SymmetricBlocks<1>* M = nullptr;  ///< the same for all directions, with the pattern of K
  std::span<const Index> dofs;            ///< number of every unknown, node by node

  Index directions() const { return K.index() == 0 ? 2 : 3; }
  Index nodes() const { return M->rows(); }
};

/// The matrix sum_parts (w_K K + w_M M) of some unknowns, as products with what the parts keep: nothing is
/// assembled. Its vectors have the places of the nodes' unknowns where there is one part, some of them empty
/// (of unknowns that are left out, 0), and no others than those of the unknowns where there are several.
class NodalSum {
 public:
  NodalSum() = default;
  /// @param dofs numbers of the unknowns, ascending @param places for numbers of unknowns, -1 on entry: gets
  /// the place of each of `dofs`; numbers beyond its end are left out
  NodalSum(std::span<const NodalMatrices> parts, double w_K, double w_M, std::span<const Index> dofs,
           std::vector<Index>& places);

  Index size() const { return size_; }  ///< of vectors
  /// y += w A x; x is 0 at empty places, and y stays so.
  void add_product(double w, const double* x, double* y) const;
  Vector diagonal() const;  ///< 0 at empty places

 private:
  /// All directions of the nodes of a part or, where only masses count, one of them.
  struct Piece {
    NodalMatrices of;
    Index first = 0;            ///< direction
    Index directions = 1;       ///< 1: M alone
    std::vector<Index> places;  ///< of the nodes' unknowns in vectors, -1: left out
  };

  void add_piece(const NodalMatrices& part, Index first, Index directions, const std::vector<Index>& wanted);
  void number(std::span<const Index> dofs, std::vector<Index>& places);
  void add_product(const Piece& piece, double w, const double* x, double* y) const;

  double w_K_ = 0, w_M_ = 0;
  Index size_ = 0;
  bool is_direct_ = false;  ///< one piece, whose places are those of vectors
  std::vector<Piece> pieces_;
  std::vector<Index> empty_;  ///< places, of the one piece
  mutable std::vector<double> x_, y_;
};

}  // namespace jounce
