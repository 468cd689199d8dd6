#pragma once

#include <numeric>
#include <vector>

#include "model/system.h"

namespace jounce {

/// Square of the singular value below which a motion is free.
inline constexpr double kFreeMotion = 1e-12;

inline std::size_t as_size(Index i) { return static_cast<std::size_t>(i); }

/// Numbers that belong together.
class JoinedNumbers {
 public:
  explicit JoinedNumbers(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[as_size(i)] != i) i = parent_[as_size(i)] = parent_[as_size(parent_[as_size(i)])];
    return i;
  }
  void join(int a, int b) { parent_[as_size(root(a))] = root(b); }

 private:
  std::vector<int> parent_;
};

using Row6 = Eigen::Matrix<double, 1, 6>;

/// The rigid motions of all pieces: three translations, three rotations about the piece's centre over its
/// size.
struct RigidMotions {
  std::vector<int> piece_of_dof;               ///< -1: a rigid motion does not move it
  std::vector<Row6> rows;                      ///< by degree of freedom
  std::vector<Vector3> centres;                ///< by piece
  std::vector<double> sizes;                   ///< by piece
  std::vector<std::vector<int>> nodes;         ///< by piece
  std::vector<Eigen::Matrix<double, 6, 6>> V;  ///< columns: directions of motions, orthonormal
  std::vector<int> ranks;                      ///< how many of the first columns are motions at all

  explicit RigidMotions(const System& system);
  int pieces() const { return static_cast<int>(centres.size()); }
};

}  // namespace jounce
