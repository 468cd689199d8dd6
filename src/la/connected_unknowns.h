#pragma once

#include <span>
#include <vector>

#include "la/sink.h"

namespace jounce {

/// Which unknowns the entries other than zero of a symmetric matrix couple, by a chain of them. Nothing else
/// is kept of what is assembled.
class ConnectedUnknowns final : public MatrixSink {
 public:
  explicit ConnectedUnknowns(Index n);

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;
  /// Those that are coupled to any of `from`, which are among them; ascending.
  std::vector<Index> with(std::span<const Index> from);

  void join(Index a, Index b) { above_[root(a)] = root(b); }
  /// An unknown that stands for all that are coupled to this one.
  Index root(Index dof);
  /// Number of the part of every unknown, parts being what is coupled; in the order of their first unknowns.
  std::vector<int> parts(int& count);

 private:
  std::vector<Index> above_;  ///< trees: every entry joins two of them, and every way up gets shorter
};

}  // namespace jounce
