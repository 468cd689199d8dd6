// Nodes and edges that were on their way through faces and past edges have rows of their own from then on.

#include "contact/held_parts.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "contact/limited_reach.h"
#include "features.h"

namespace jounce::test {
namespace {

/// Two blocks, the upper one across the lower one, which lie flat on each other where the gap is zero.
struct FlatBlocks : testing::Test {
  static std::string deck() {
    return scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1000}) +
           solid_block("low", "[-2, -1, -1]", "[2, 1, 0]", "[4, 2, 1]") +
           solid_block("high", "[-0.7, -1.6, 0.1]", "[0.8, 1.7, 1.1]", "[2, 4, 1]") + R"(
[[contact]]
name = "c"
type = "surfaces"
surface = "high.boundary"
against = "low.boundary"
)" + kOneStep;
  }
  DeckRun run{deck()};
  const ContactPair& pair = *run.system().contacts().all()[0];

  /// The upper block at a gap.
  void lift(double gap, double time) {
    run.state.t = time;
    for (const auto& node : run.system().dofs().places)
      if (double& z = run.state.q[node.position[2]]; run.system().initial_state().q[node.position[2]] > 0.05)
        z = run.system().initial_state().q[node.position[2]] + gap - 0.1;
  }
  /// The crossing from one gap to another.
  bool passes(double from, double to, double time) {
    lift(from, time);
    const State begin = run.state;
    lift(to, time + 1);
    return pair.limited_reach()->crossing(begin, run.state).has_value();
  }
  /// Rows of edges and corners, by what their names have.
  long count(const std::string& part) {
    const std::vector<ContactRow> rows = feature_rows(run, 0.01);
    return std::ranges::count_if(
        rows, [&](const ContactRow& row) { return pair.point_name(row).find(part) != std::string::npos; });
  }
};

TEST_F(FlatBlocks, HaveNoRowsOfTheirNodesAndEdges) {
  lift(-0.3, 0);
  EXPECT_EQ(count(" on "), 0);
}

TEST_F(FlatBlocks, HaveThemWhenTheyHaveCrossed) {
  EXPECT_FALSE(passes(0.1, -0.2, 0));
  EXPECT_EQ(count(" on "), 0) << "less than a quarter of the walls";
  EXPECT_TRUE(passes(0.1, -0.3, 2));
  // The upper block has 3 x 5 nodes below, of which 3 x 3 are over the lower one, whose 5 x 3 nodes above
  // have two columns below it. Two edges along y cross two along x.
  EXPECT_EQ(count("on the face of low"), 9);
  EXPECT_EQ(count("on the face of high"), 3);
  EXPECT_EQ(count("edge of high"), 4);
  for (const ContactRow& row : feature_rows(run, 0.01)) {
    EXPECT_NEAR(pair.gap(run.state, row), -0.3, 1e-9) << pair.point_name(row);
    EXPECT_NEAR(std::abs(pair.axis(run.state, row, Direction::normal).z()), 1, 1e-9);
  }
}

TEST_F(FlatBlocks, AreNotFoundCrossingAgainWhileTheyAreHeld) {
  ASSERT_TRUE(passes(0.1, -0.3, 0));
  EXPECT_GT(count(" on "), 0);
  EXPECT_FALSE(passes(0.1, -0.3, 0)) << "the same step, tried again with these rows";
}

TEST_F(FlatBlocks, ArePassedThroughWhereNoRowHoldsThem) {
  ASSERT_TRUE(passes(0.1, -0.3, 0));
  EXPECT_TRUE(passes(0.1, -0.9, 2));
}

/// As after a restart, which knows nothing of what was held before.
TEST_F(FlatBlocks, ArePassedThroughFromInside) {
  EXPECT_FALSE(passes(-0.3, -0.4, 0));
  EXPECT_TRUE(passes(-0.6, -0.9, 2));
}

TEST_F(FlatBlocks, AreReleasedWhenTheyAreApart) {
  ASSERT_TRUE(passes(0.1, -0.3, 0));
  EXPECT_GT(count(" on "), 0);
  lift(3, 2);
  EXPECT_EQ(count(" on "), 0);
  lift(-0.3, 3);
  EXPECT_EQ(count(" on "), 0);
}

TEST(HeldParts, KnowEdgesByTheirNodesInAnyOrder) {
  HeldParts held(4, 2);
  EXPECT_EQ(held.version(), 0);
  held.hold(0, HeldParts::Nodes{3, 1});
  held.hold(0, HeldParts::Nodes{1, 3});
  held.hold(1, 1, Vector3::UnitZ());
  EXPECT_EQ(held.version(), 2);
  EXPECT_TRUE(held.has(0, HeldParts::Nodes{1, 3}));
  EXPECT_FALSE(held.has(1, HeldParts::Nodes{1, 3}));
  EXPECT_TRUE(held.has(1, 1));
  EXPECT_FALSE(held.has(0, 1));
  held.touch(0, HeldParts::Nodes{1, 3});
  held.touch(0, HeldParts::Nodes{0, 2});  // is not held
  EXPECT_TRUE(held.touches(0, HeldParts::Nodes{3, 1}));
  EXPECT_FALSE(held.touches(0, HeldParts::Nodes{0, 2}));
  held.part();
  EXPECT_FALSE(held.touches(0, HeldParts::Nodes{3, 1}));
  held.release_edges([](std::size_t, const HeldParts::Nodes&) { return true; });
  held.release(1, 1);
  EXPECT_FALSE(held.has(0, HeldParts::Nodes{1, 3}));
  EXPECT_EQ(held.version(), 4);
}

}  // namespace
}  // namespace jounce::test
