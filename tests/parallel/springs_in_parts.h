#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "la/csr_matrix.h"
#include "parallel/communicator.h"

namespace jounce::test {

/// A bar of points that are joined to their neighbours by springs and held by soft ones, cut across its
/// length into parts of as many ranks; every rank has the springs of its part, and rows of other kinds that
/// it owns. Behind the points come multipliers. Ranks behind the parts have nothing.
class SpringsInParts {
 public:
  static constexpr Index kSide = 6;

  SpringsInParts(int parts, Index length)
      : parts_(std::min(parts, ranks_.size())), points_(kSide * kSide * length), length_(length) {
    owners.assign(static_cast<std::size_t>(points_), 0);
    for (Index k = 0; k < length; ++k)
      for (Index j = 0; j < kSide; ++j)
        for (Index i = 0; i < kSide; ++i) {
          const Index a = point(i, j, k);
          owners[static_cast<std::size_t>(a)] = part_of(k);
          add(part_of(k), a, a, 0.01);
          if (i + 1 < kSide) add_spring(part_of(k), a, point(i + 1, j, k));
          if (j + 1 < kSide) add_spring(part_of(k), a, point(i, j + 1, k));
          if (k + 1 < length) add_spring(part_of(k), a, point(i, j, k + 1));
        }
  }

  static Index point(Index i, Index j, Index k) { return i + kSide * (j + kSide * k); }
  Index points() const { return points_; }
  Index size() const { return static_cast<Index>(owners.size()); }
  int part_of(Index layer) const { return static_cast<int>(static_cast<long>(layer) * parts_ / length_); }

  /// Every rank keeps what `holder` adds.
  void add(int holder, Index row, Index column, double value) {
    terms_.push_back({holder, row, column, value});
  }
  void add_spring(int holder, Index a, Index b, double stiffness = 1) {
    add(holder, a, a, stiffness);
    add(holder, b, b, stiffness);
    add(holder, a, b, -stiffness);
    add(holder, b, a, -stiffness);
  }
  /// A row x_a - x_b = c; open: its multiplier is c.
  void add_tie(Index a, Index b, bool open = false) {
    const Index m = size();
    owners.push_back(owners[static_cast<std::size_t>(a)]);
    for (const auto& [at, value] : {std::pair<Index, double>{a, 1.0}, {b, -1.0}}) {
      add(owners.back(), m, at, open ? 0 : value);
      add(owners[static_cast<std::size_t>(at)], at, m, open ? 0 : value);
    }
    add(owners.back(), m, m, open ? -2 : 0);
  }

  /// The terms of this rank, or all of them.
  CsrMatrix part() const {
    CsrMatrix matrix;
    PatternBuilder pattern(size());
    fill(pattern, false);
    pattern.build_part(matrix, std::make_shared<const std::vector<int>>(owners));
    fill(matrix, false);
    return matrix;
  }
  CsrMatrix whole() const {
    CsrMatrix matrix;
    PatternBuilder pattern(size());
    fill(pattern, true);
    pattern.build(matrix);
    fill(matrix, true);
    return matrix;
  }
  /// The same pattern with other values.
  void refill(CsrMatrix& matrix, bool is_whole, double factor) const {
    matrix.set_zero();
    fill(matrix, is_whole, factor);
  }

  std::vector<int> owners;

 private:
  struct Term {
    int holder;
    Index row, column;
    double value;
  };

  void fill(MatrixSink& sink, bool is_whole, double factor = 1) const {
    for (const Term& term : terms_) {
      if (!is_whole && term.holder != ranks_.rank()) continue;
      const std::array<Index, 1> row = {term.row}, column = {term.column};
      const double value = factor * term.value;
      sink.add(row, column, &value);
    }
  }

  parallel::Communicator ranks_;
  int parts_;
  Index points_, length_;
  std::vector<Term> terms_;
};

}  // namespace jounce::test
