#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "../support/deck_run.h"
#include "parallel/communicator.h"
#include "run/share_elements.h"

#include <gtest/gtest.h>

namespace jounce::test {

inline double difference(const Vector& a, const Vector& b) { return (a - b).lpNorm<Eigen::Infinity>(); }

/// The same model whole on every rank, and with shared elements.
struct WholeAndShared {
  DeckRun whole, shared;
  parallel::Communicator ranks;

  WholeAndShared(const std::string& text, const std::vector<std::string>& of_whole,
                 const std::vector<std::string>& of_shared)
      : WholeAndShared(text, of_whole, of_shared, Sharing::none) {}
  /// @param sharing  none: as the scheme says
  WholeAndShared(const std::string& text, const std::vector<std::string>& of_whole,
                 const std::vector<std::string>& of_shared, Sharing sharing)
      : whole(text, of_whole), shared(text, of_shared) {
    if (sharing == Sharing::none) sharing = shared.integrator->sharing();
    EXPECT_NE(sharing, Sharing::none);
    share_elements(*shared.model, sharing, ranks.size(), ranks.rank());
    shared.integrator->refresh();
    shared.integrator->initialise(shared.state, shared.h);
  }
};

/// Greatest differences of positions, velocities, and impulses relative to the largest one so far.
struct StepTolerances {
  double q, v, impulse;
};

/// Steps of both make the same motion with the same contacts.
inline void compare_steps(WholeAndShared& pair, int steps, const StepTolerances& tolerances) {
  double impulse_scale = 1e-300;
  for (int i = 0; i < steps; ++i) {
    ASSERT_TRUE(pair.whole.step()) << i << ": " << pair.whole.result.failure_cause;
    ASSERT_TRUE(pair.shared.step()) << i << ": " << pair.shared.result.failure_cause;
    const StepResult &a = pair.whole.result, &b = pair.shared.result;
    ASSERT_EQ(a.active_contacts, b.active_contacts) << i;
    ASSERT_EQ(a.impacts.size(), b.impacts.size()) << i;
    ASSERT_LT(difference(pair.whole.state.q, pair.shared.state.q), tolerances.q) << i;
    ASSERT_LT(difference(pair.whole.state.v, pair.shared.state.v), tolerances.v) << i;
    ASSERT_EQ(a.impulse.size(), b.impulse.size()) << i;
    if (a.impulse.size() == 0) continue;
    impulse_scale = std::max(impulse_scale, a.impulse.maxCoeff());
    ASSERT_LT(difference(a.impulse, b.impulse), tolerances.impulse * impulse_scale) << i;
  }
}

/// Every rank has the same state, bit by bit.
inline void expect_the_same_on_all_ranks(WholeAndShared& pair) {
  const Vector& q = pair.shared.state.q;
  for (Index i = 0; i < q.size(); ++i) {
    const double greatest = pair.ranks.max(q[i]), least = -pair.ranks.max(-q[i]);
    ASSERT_EQ(greatest, least) << i;
  }
}

}  // namespace jounce::test
