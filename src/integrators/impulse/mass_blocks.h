#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "contact_problem/body_problem.h"
#include "integrators/impulse/wide_body.h"
#include "math/distinct_arrays.h"
#include "model/system.h"

namespace jounce {

/// Mass matrix as a list of blocks, one for each body: M = L L^T with L block by block. A block has the free
/// degrees of freedom that M couples: at most six, or those of a flexible body in a floating frame, with D
/// and K in M (see `WideBody`). In w = L^T v the mass is the identity. Blocks have places of six numbers in
/// w: one, or as many as a wide body needs, which come after the others.
class MassBlocks {
 public:
  static constexpr int kSize = contact_problem::BodyProblem::kBody;
  using Values = std::array<double, kSize>;

  /// Finds the blocks where that was not done, and factorises at `state` what depends on it. @param h step
  /// of implicit elastic forces; 0: M alone. Throws std::runtime_error when a body that is not flexible has
  /// more than six degrees of freedom, or a mass that is not positive.
  void factor(const System& system, const State& state, double h);
  /// Smallest over the flexible bodies of the step that explicit elastic forces allow, and whose it is;
  /// infinite without any. `factor` comes before.
  std::pair<double, std::string> greatest_explicit_step(const System& system, const State& state);

  bool is_empty() const { return block_.empty(); }
  bool has_wide_bodies() const { return !wide_.empty(); }
  /// M couples free degrees of freedom with prescribed ones.
  bool couples_prescribed() const { return couples_prescribed_; }
  /// Number of places; the number after the last is the ground's.
  int size() const { return n_places_; }
  /// Block of a degree of freedom, by its first place, and its component in it; the ground's for prescribed
  /// ones.
  int block(Index dof) const { return block_[dof]; }
  int component(Index dof) const { return component_[dof]; }
  bool is_wide(int block) const { return block >= n_narrow() && block < n_places_; }
  int places(int block) const { return is_wide(block) ? wide(block).places() : 1; }
  /// Components that no degree of freedom has, at the end of the last place.
  int spare(int block) const {
    return is_wide(block) ? kSize * places(block) - static_cast<int>(wide(block).size())
                          : kSize - block_size(block);
  }

  void scale(int block, double* x) const;                        ///< x = L^-1 x
  void to_scaled(const Vector& v, Vector& w) const;              ///< w = L^T v, kSize entries a block
  void add_impulse(const Vector& f, double h, Vector& w) const;  ///< w += h L^-1 f
  void to_velocity(const Vector& w, Vector& v) const;            ///< v = L^-T w; prescribed entries of v stay
  /// f -= h K v of flexible bodies.
  void add_elastic_change(const Vector& v, double h, Vector& f) const;

 private:
  static constexpr int kPacked = kSize * (kSize + 1) / 2;

  const std::array<double, kPacked>& factor_of(int block) const { return factors_[block]; }
  int n_narrow() const { return static_cast<int>(starts_.size()) - 1; }
  int block_size(int block) const { return starts_[block + 1] - starts_[block]; }
  const WideBody& wide(int block) const { return wide_[wide_at_[block - n_narrow()]]; }
  void find_blocks(const System& system, const State& state);
  void find_sources(const System& system, const State& state);
  void factor_narrow(const System& system, const State& state);
  void assemble_wide(const System& system, const State& state);
  /// work(body, first of its entries in w) for all wide bodies.
  template <class Work>
  void each_wide(const Work& work) const;

  std::vector<Index> dofs_;  ///< of the narrow blocks, one behind the other
  std::vector<int> starts_;
  std::vector<int> block_;
  std::vector<std::uint16_t> component_;
  int n_places_ = 0;
  bool couples_prescribed_ = false, narrow_changes_ = false;
  std::vector<WideBody> wide_;
  std::vector<int> wide_at_;                  ///< of the places after the narrow blocks: number of the body
  std::vector<const ElementBlock*> sources_;  ///< elements with mass on wide bodies
  DistinctArrays<kPacked> factors_;  ///< of the narrow blocks: L row by row, inverse of the diagonal on it
};

}  // namespace jounce
