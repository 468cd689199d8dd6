#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "../support/differences.h"
#include "../support/markers.h"
#include "directions.h"

namespace jounce::test {

/// Moves a state along the configuration's tangent space; without a system q is flat.
using Move = std::function<State(const State&, const Vector&)>;

inline State flat(const State& state, const Vector& increment) { return with_q(state, state.q + increment); }

inline Vector direction_row(const ContactPair& pair, const State& state, const ContactRow& row,
                            Direction direction) {
  std::vector<Index> dofs;
  pair.append_dofs(row, dofs);
  Vector own(static_cast<Index>(dofs.size())), all = Vector::Zero(state.v.size());
  pair.jacobian(state, row, direction, own.data());
  for (std::size_t i = 0; i < dofs.size(); ++i) all[dofs[i]] += own[static_cast<Index>(i)];
  return all;
}

/// The derivatives that every contact pair owes, at one state, for these rows.
inline void expect_derivatives(const ContactPair& pair, const State& state,
                               const std::vector<ContactRow>& rows, const Move& move = flat) {
  const auto n = static_cast<Index>(state.v.size());
  const Vector zero = Vector::Zero(n);
  for (const ContactRow& row : rows) {
    const auto gap = [&](const Vector& d) {
      return Vector::Constant(1, pair.gap(move(state, d), row)).eval();
    };
    EXPECT_TRUE(
        close(direction_row(pair, state, row, Direction::normal).transpose(), differences(gap, zero)));
    for (const Direction direction : kDirections) {
      SCOPED_TRACE("direction " + std::to_string(static_cast<int>(direction)));
      const auto directed = [&](const Vector& d) {
        return direction_row(pair, move(state, d), row, direction);
      };
      const DenseMatrix derivative = differences(directed, zero);
      DenseMatrix velocity = DenseMatrix::Zero(n, n), reaction = velocity;
      DenseSink velocity_sink(velocity), reaction_sink(reaction);
      pair.add_velocity_gradient(state, row, direction, 1.3, 1, velocity_sink);
      EXPECT_TRUE(close(velocity.row(1), 1.3 * state.v.transpose() * derivative));
      EXPECT_EQ(velocity.row(0).norm() + velocity.bottomRows(n - 2).norm(), 0);
      pair.add_reaction_gradient(state, row, direction, 0.7, -1.1, reaction_sink);
      EXPECT_TRUE(close(reaction, -1.1 * 0.7 * derivative));
    }
  }
}

/// The same for all rows.
inline void expect_derivatives(const ContactPair& pair, const State& state, const Move& move = flat) {
  std::vector<ContactRow> rows;
  pair.search(state, std::numeric_limits<double>::infinity(), 0, rows);
  expect_derivatives(pair, state, rows, move);
}

}  // namespace jounce::test
