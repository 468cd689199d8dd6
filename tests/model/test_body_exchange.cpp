#include "model/body_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

using ::testing::HasSubstr;

/// Six bodies in a row, of mass 1, 2, ..., of which those with a mark are not there.
class Exchange : public ::testing::Test {
 public:
  Exchange() {
    constexpr Index n = 6;
    state.q = Vector::Zero(6 * n + 4 * n);
    state.v = Vector::Constant(6 * n, 7.0);
    state.dormant.assign(6 * n, 0);
    BodyPool pool{"balls", {}, false};
    for (Index i = 0; i < n; ++i) {
      BodyPool::Body body;
      for (Index k = 0; k < 6; ++k) body.dofs[k] = 6 * i + k;
      body.quaternion = 6 * n + 4 * i;
      body.mass = static_cast<double>(i + 1);
      state.q[6 * i] = 100.0 + static_cast<double>(i);
      state.q[body.quaternion] = 0.6;
      state.q[body.quaternion + 1] = 0.8;
      pool.bodies.push_back(body);
    }
    exchange.add(pool);
    inflow.name = "feed";
    inflow.place = {10, 0, 0};
    inflow.velocity = {2, 0, 0};
    inflow.thickness = 0.5;
    inflow.start = 1;
    inflow.first = {0.25, 1, 2};
    inflow.counts = {1, 2, 1};
    inflow.spacing = {1, 3, 1};
    inflow.velocity_spread = {0, 0.5, 0.25};
  }
  void take_away(const std::vector<int>& bodies) {
    for (const int i : bodies)
      for (int k = 0; k < 6; ++k) state.dormant[6 * i + k] = 1;
  }
  bool there(int i) const { return !state.is_dormant(6 * i); }

  BodyExchange exchange;
  Inflow inflow;
  State state;
};

TEST_F(Exchange, PlaneIsSetBackWhenItHasMovedByALayer) {
  EXPECT_EQ(inflow.layers(0.9), 0);
  EXPECT_FALSE(inflow.moves(0.9));
  EXPECT_EQ(inflow.shift(0.9).norm(), 0);
  EXPECT_EQ(inflow.layers(1.0), 1);
  EXPECT_TRUE(inflow.moves(1.0));
  EXPECT_NEAR(inflow.shift(1.2).x(), 0.4, 1e-15);
  EXPECT_EQ(inflow.layers(1.2), 1);
  EXPECT_EQ(inflow.layers(1.25), 2);
  EXPECT_NEAR(inflow.shift(1.25).x(), 0, 1e-15);
  EXPECT_NEAR(inflow.shift(1.3).x(), 0.1, 1e-14);  // mean speed 2, also where no step meets a whole layer
}

TEST_F(Exchange, PlaneRestsFromTheEndOnAndNoLayerBeginsThen) {
  inflow.end = 1.5;  // two layers, the third would begin then
  EXPECT_TRUE(inflow.moves(1.49));
  EXPECT_FALSE(inflow.moves(1.5));
  EXPECT_FALSE(inflow.moves(0.9));
  EXPECT_EQ(inflow.layers(1.49), 2);
  EXPECT_EQ(inflow.layers(1.5), 2);
  EXPECT_EQ(inflow.layers(7), 2);
  EXPECT_NEAR(inflow.shift(1.5).x(), 0.5, 1e-14);
  EXPECT_NEAR(inflow.shift(7).x(), 0.5, 1e-14);
  inflow.end = 1.35;  // within the second layer
  EXPECT_EQ(inflow.layers(1.3), 2);
  EXPECT_EQ(inflow.layers(7), 2);
  EXPECT_NEAR(inflow.shift(7).x(), 0.2, 1e-14);
  inflow.end = 1 + 1e-12;  // a layer that has come stays
  EXPECT_EQ(inflow.layers(1), 1);
  EXPECT_EQ(inflow.layers(7), 1);
}

TEST_F(Exchange, LayersAreDueAtWholeMultiplesOfTheStepInSpiteOfRoundOff) {
  inflow.velocity = {1, 0, 0};
  inflow.thickness = 0.94e-3;
  inflow.start = 0;
  for (long step = 0; step < 94 * 2000; ++step) {
    const double t = static_cast<double>(step) * 1e-5;
    ASSERT_EQ(inflow.layers(t), step / 94 + 1) << step;
    ASSERT_NEAR(inflow.shift(t).x(), 1e-5 * static_cast<double>(step % 94), 1e-12) << step;
    ASSERT_GE(inflow.shift(t).x(), 0) << step;
  }
}

TEST_F(Exchange, BodiesComeInAscendingOrderWithTheLayer) {
  take_away({1, 3, 4, 5});
  exchange.add(inflow);
  exchange.finish(state);
  EXPECT_EQ(state.v[6 * 3], 0);
  EXPECT_EQ(state.v[6 * 2], 7);
  EXPECT_EQ(exchange.present(0, state), (std::array<double, 2>{2, 1 + 3}));
  state.t = 1.25 - 1e-3;
  EXPECT_TRUE(exchange.apply(state));
  EXPECT_TRUE(there(1) && there(3));
  EXPECT_FALSE(there(4) || there(5));
  EXPECT_EQ(exchange.passed(0, state), (std::array<double, 2>{2, 2 + 4}));
  EXPECT_EQ(exchange.present(0, state), (std::array<double, 2>{4, 1 + 2 + 3 + 4}));
  EXPECT_NEAR(state.q[6], 10 + 0.498 + 0.25, 1e-14);
  EXPECT_EQ(state.q[7], 1);
  EXPECT_EQ(state.q[6 * 3 + 1], 4);
  EXPECT_EQ(state.q[8], 2);
  EXPECT_EQ(state.q[36 + 4], 1);  // quaternion
  EXPECT_EQ(state.q[36 + 5], 0);
  for (const Index body : {1, 3}) {
    EXPECT_EQ(state.v[6 * body], 2);
    EXPECT_GT(std::abs(state.v[6 * body + 1]), 0);
    EXPECT_LE(std::abs(state.v[6 * body + 1]), 0.5);
    EXPECT_LE(std::abs(state.v[6 * body + 2]), 0.25);
    for (Index k = 3; k < 6; ++k) EXPECT_EQ(state.v[6 * body + k], 0);
  }
  EXPECT_NE(state.v[6 + 1], state.v[6 * 3 + 1]);
  EXPECT_EQ(state.v[0], 7);  // others stay as they are
  EXPECT_FALSE(exchange.apply(state));
}

TEST_F(Exchange, LayersDifferAndAreTheSameWhenRepeated) {
  take_away({0, 1, 2, 3, 4, 5});
  exchange.add(inflow);
  exchange.finish(state);
  State other = state;
  for (State* s : {&state, &other})
    for (const double t : {1.0, 1.25}) {
      s->t = t;
      EXPECT_TRUE(exchange.apply(*s));
    }
  EXPECT_EQ((state.v - other.v).norm(), 0);
  EXPECT_NE(state.v[1], state.v[6 * 2 + 1]);
  other = state;
  Inflow seeded = inflow;
  seeded.seed = 2;
  BodyExchange second;
  second.add(exchange.pools()[0]);
  second.add(seeded);
  take_away({0, 1, 2, 3, 4, 5});
  second.finish(state);
  state.t = 1;
  EXPECT_TRUE(second.apply(state));
  EXPECT_NE(state.v[1], other.v[1]);
}

TEST_F(Exchange, ExhaustedPoolIsSaidWithItsSizeAndChangesNothing) {
  take_away({2});
  exchange.add(inflow);
  exchange.finish(state);
  state.t = 1;
  const State before = state;
  try {
    exchange.apply(state);
    FAIL();
  } catch (const PoolExhausted& error) {
    EXPECT_THAT(error.what(), HasSubstr("'feed' needs 2 bodies at t = 1"));
    EXPECT_THAT(error.what(), HasSubstr("of the 6 bodies of 'balls' only 1 are not in use"));
    EXPECT_THAT(error.what(), HasSubstr("raise 'spare' of 'balls' by at least 1"));
    EXPECT_EQ(error.pool(), 0);
  }
  EXPECT_EQ((state.q - before.q).norm() + (state.v - before.v).norm(), 0);
  EXPECT_EQ(state.dormant, before.dormant);
  EXPECT_EQ(state.passed, before.passed);
  EXPECT_EQ(exchange.need(0, 1.6), 6);
}

TEST_F(Exchange, TwoLayersAtOnceAreRefused) {
  take_away({0, 1, 2, 3, 4, 5});
  exchange.add(inflow);
  exchange.finish(state);
  state.t = 1.25;
  EXPECT_THROW(exchange.apply(state), std::runtime_error);
}

TEST_F(Exchange, BodiesBeyondAPlaneGoAndStayThere) {
  Outflow outflow;
  outflow.name = "exit";
  outflow.at = {103.5, 0, 0};
  outflow.normal = {2, 0, 0};
  take_away({5});
  exchange.add(outflow);
  exchange.finish(state);
  EXPECT_TRUE(exchange.apply(state));
  EXPECT_TRUE(there(3));
  EXPECT_FALSE(there(4));
  EXPECT_EQ(exchange.passed(0, state), (std::array<double, 2>{1, 5}));
  EXPECT_EQ(state.q[6 * 4], 104);
  EXPECT_EQ(state.v.segment(6 * 4, 6).norm(), 0);
  EXPECT_FALSE(exchange.apply(state));
}

TEST_F(Exchange, BodiesOutsideOfABoxGo) {
  Outflow outflow;
  outflow.region = Outflow::Region::outside_box;
  outflow.low = {101, -1, -1};
  outflow.high = {104, 1, 1};
  state.q[6 * 2 + 1] = 1.5;
  exchange.add(outflow);
  exchange.finish(state);
  EXPECT_TRUE(exchange.apply(state));
  const std::vector<bool> stays = {false, true, false, true, true, false};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(there(i), stays[i]) << i;
}

TEST_F(Exchange, BodiesThatGoComeBackOnlyWithTheNextStep) {
  Outflow outflow;
  outflow.at = {104.5, 0, 0};
  take_away({0, 1});
  exchange.add(inflow);
  exchange.add(outflow);
  exchange.finish(state);
  state.t = 1;
  EXPECT_TRUE(exchange.apply(state));  // bodies 0 and 1 come, 5 goes
  EXPECT_TRUE(there(0) && there(1));
  EXPECT_FALSE(there(5));
  EXPECT_EQ(exchange.passed(1, state), (std::array<double, 2>{1, 6}));
}

}  // namespace
}  // namespace jounce
