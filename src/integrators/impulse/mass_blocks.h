#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contact_problem/body_problem.h"
#include "math/distinct_arrays.h"
#include "model/system.h"

namespace jounce {

/// Mass matrix as a list of small blocks, one for each body: M = L L^T with L block by block. A block has the
/// free degrees of freedom that M couples, at most six. In w = L^T v the mass is the identity.
class MassBlocks {
 public:
  static constexpr int kSize = contact_problem::BodyProblem::kBody;
  using Values = std::array<double, kSize>;

  /// Finds the blocks and factorises them at `state`. Throws std::runtime_error when a body has more than six
  /// degrees of freedom, or a mass that is not positive.
  void factor(const System& system, const State& state);

  bool is_empty() const { return starts_.empty(); }
  /// Number of blocks; the number after the last is the ground's.
  int size() const { return static_cast<int>(starts_.size()) - 1; }
  /// Block of a degree of freedom and its place in it; the ground's for prescribed ones.
  int block(Index dof) const { return block_[static_cast<std::size_t>(dof)]; }
  int place(Index dof) const { return place_[static_cast<std::size_t>(dof)]; }
  int block_size(int block) const {
    return starts_[static_cast<std::size_t>(block) + 1] - starts_[static_cast<std::size_t>(block)];
  }

  void scale(int block, double* x) const;                        ///< x = L^-1 x
  void to_scaled(const Vector& v, Vector& w) const;              ///< w = L^T v, kSize entries a block
  void add_impulse(const Vector& f, double h, Vector& w) const;  ///< w += h L^-1 f
  void to_velocity(const Vector& w, Vector& v) const;            ///< v = L^-T w; prescribed entries of v stay

 private:
  static constexpr int kPacked = kSize * (kSize + 1) / 2;

  const std::array<double, kPacked>& factor_of(int block) const {
    return factors_[static_cast<std::size_t>(block)];
  }
  void find_blocks(const System& system, const State& state);

  std::vector<Index> dofs_;  ///< of the blocks, one behind the other
  std::vector<int> starts_;
  std::vector<int> block_;
  std::vector<std::uint8_t> place_;
  DistinctArrays<kPacked> factors_;  ///< of the blocks: L row by row, inverse of the diagonal on it
};

}  // namespace jounce
