#pragma once

#include <algorithm>

namespace jounce {

/// Iterations that one attempt at a step may take: its solutions, restarts and fallbacks have them from here,
/// so that every attempt ends. It counts work and no time: runs repeat bit by bit.
class StepBudget {
 public:
  static constexpr int kSolutions = 8;  ///< that may each take all the iterations of one
  static constexpr int kSweeps = 40;    ///< the same for iterations that converge linearly

  StepBudget() = default;
  explicit StepBudget(int max_iterations) { begin(max_iterations); }

  /// A new attempt. @param max_iterations  of one solution
  void begin(int max_iterations, int solutions = kSolutions) {
    one_ = max_iterations;
    left_ = solutions * max_iterations;
  }
  bool is_spent() const { return left_ <= 0; }
  /// Iterations that the next solution may take.
  int next() const { return std::max(0, std::min(one_, left_)); }
  /// All that are left.
  int rest() const { return std::max(0, left_); }
  void take(int iterations) { left_ -= iterations; }

 private:
  int one_ = 0, left_ = 0;
};

}  // namespace jounce
