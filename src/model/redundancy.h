#pragma once

#include <string>
#include <vector>

#include "model/system.h"

namespace jounce {

/// Joint rows that follow from other joint rows: the rank of G at one configuration.
///
/// Rows of a joint that has degrees of freedom of its own to pivot on (a leaf of the tree of joints) are
/// independent of all others; such joints are peeled off one after the other, so that open chains cost O(n).
/// What remains are loops: a rank-revealing QR factorisation of G M^-1/2 with rows scaled to length 1, dense
/// up to kMaxDenseRows rows a loop and sparse above. M^-1/2 stands for the diagonal of the mass matrix.
class Redundancy {
 public:
  static constexpr int kMaxDenseRows = 1500;

  /// One dependent row and the rows it follows from (empty for loops beyond the dense limit).
  struct Dependence {
    int row = 0;
    std::vector<int> from;
  };

  Redundancy() = default;
  Redundancy(const System& system, const State& state);

  bool any() const { return !dependences_.empty(); }
  const std::vector<Dependence>& dependences() const { return dependences_; }

  /// One sentence a dependent row: "row tilt_2 of joint 'pin_6' is redundant in the initial configuration: it
  /// follows from the joints 'pin_1', ...".
  std::vector<std::string> describe(const System& system,
                                    const std::string& where = "in the initial configuration") const;

  /// Replaces the forces of the joint rows by those of least Euclidean norm (in the deck's units) that exert
  /// the same generalised forces G^T lambda at this state. Loops beyond the dense limit keep theirs.
  void minimise(const System& system, const State& state, Vector& lambda) const;

 private:
  void factor(const RowJacobian& G, const Vector& scale, const std::vector<int>& rows);

  std::vector<Dependence> dependences_;
  std::vector<std::vector<int>> loops_;  ///< rows of every loop with a dependent row
};

}  // namespace jounce
