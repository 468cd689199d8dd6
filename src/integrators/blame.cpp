#include "integrators/blame.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {
namespace {

/// Notices whether anything is assembled in the row of one degree of freedom.
class RowWatcher final : public MatrixSink {
 public:
  explicit RowWatcher(Index row) : row_(row) {}
  void add(std::span<const Index> rows, std::span<const Index>, const double*) override {
    seen_ |= std::find(rows.begin(), rows.end(), row_) != rows.end();
  }
  bool seen() const { return seen_; }

 private:
  Index row_;
  bool seen_ = false;
};

}  // namespace

std::string describe_dof(const System& system, Index dof) {
  const State& state = system.initial_state();
  for (const bool mass : {true, false})
    for (const auto& block : system.blocks()) {
      RowWatcher watcher(dof);
      if (mass)
        block->add_mass(state, 1.0, watcher);
      else
        block->add_tangent(state, 1.0, 1.0, watcher);
      if (watcher.seen()) return fmt::format("'{}' (degree of freedom {})", block->name(), dof);
    }
  return fmt::format("degree of freedom {}", dof);
}

}  // namespace jounce
