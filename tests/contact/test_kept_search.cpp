// Searches that serve for many short steps, against searches anew.

#include "contact/kept_search.h"

#include <gtest/gtest.h>

#include <map>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"

namespace jounce::test {
namespace {

/// A block slides over a plate of other cells and turns.
std::string sliding_block() {
  return scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1000}) +
         solid_block("plate", "[0, 0, -0.2]", "[2, 2, 0]", "[6, 6, 1]") +
         solid_block("block", "[0.3, 0.4, 0.001]", "[1.1, 1, 0.4]", "[4, 3, 2]") + R"(
[[contact]]
name = "c"
type = "surfaces"
surface = "block.z_min"
against = "plate.z_max"
friction = 0.1
[integrator]
type = "half-explicit"
step = 1e-4
end = 1
)";
}

/// Bends the plate to waves, so that its faces are no continuations of each other, and moves the block, whose
/// places are above it.
State moved_block(const DeckRun& run, double way) {
  State state = run.state;
  for (const auto& node : run.system().dofs().places) {
    Vector3 x(state.q[node.position[0]], state.q[node.position[1]], state.q[node.position[2]]);
    if (!(x.z() > 0.0005)) {
      state.q[node.position[2]] += 0.02 * std::sin(5 * x.x()) * std::cos(4 * x.y());
      continue;
    }
    const Vector3 pivot(0.7, 0.7, 0);
    x = pivot + Eigen::AngleAxisd(0.4 * way, Vector3::UnitZ()) * (x - pivot);
    x += Vector3(0.5 * way, 0.2 * way, -0.002 * way);
    for (int k = 0; k < 3; ++k) state.q[node.position[k]] = x[k];
  }
  state.t = way;
  return state;
}

TEST(KeptSearch, FindsTheRowsThatASearchAnewFinds) {
  const DeckRun run(sliding_block());
  const ContactPair& kept = *run.system().contacts().all()[0];
  const SearchRange range(0.04, 0);
  int rows_found = 0, differ = 0;
  for (int i = 0; i < 300; ++i) {
    const State state = moved_block(run, 1e-3 * i);
    std::vector<ContactRow> rows, expected;
    kept.search(state, range, 0, rows);
    if (i % 3 != 0) continue;
    const DeckRun other(sliding_block());  // knows nothing of earlier searches
    const ContactPair& anew = *other.system().contacts().all()[0];
    anew.search(state, range, 0, expected);
    std::map<std::int64_t, double> gaps;
    for (const ContactRow& row : expected) gaps[row.point] = anew.gap(state, row);
    for (const ContactRow& row : rows) {
      ++rows_found;
      if (!gaps.contains(row.point)) {
        ++differ;
        continue;
      }
      // A point goes beyond its face by a twentieth of an edge: a hundredth, where the next one leans by a
      // tenth.
      EXPECT_NEAR(kept.gap(state, row), gaps[row.point], 2e-4) << i;
      gaps.erase(row.point);
    }
    differ += static_cast<int>(gaps.size());
  }
  EXPECT_GT(rows_found, 1000);
  EXPECT_LT(differ, 10) << "gaps at the end of the range";
}

/// The search that is kept at the start is without rows: the block is beyond its range, but within the reach.
TEST(KeptSearch, FindsWhatComesNearFromBeyondItsRange) {
  const DeckRun run(sliding_block());
  const ContactPair& pair = *run.system().contacts().all()[0];
  std::size_t most = 0;
  for (int i = 0; i <= 60; ++i) {
    State state = run.state;
    state.t = i;
    for (const auto& node : run.system().dofs().places)
      if (state.q[node.position[2]] > 0.0005) state.q[node.position[2]] += 0.3 - 5e-3 * i;
    std::vector<ContactRow> rows, all;
    pair.search(state, {0.01, 0}, 0, rows);
    pair.search(state, {std::numeric_limits<double>::infinity(), 0}, 0, all);  // never from a kept one
    std::erase_if(all, [&](const ContactRow& row) { return pair.gap(state, row) > 0.01; });
    EXPECT_EQ(rows.size(), all.size()) << i;
    most = std::max(most, rows.size());
  }
  EXPECT_EQ(most, 20U);
}

TEST(KeptSearch, LeavesOutWhatIsFar) {
  const DeckRun run(sliding_block());
  const ContactPair& pair = *run.system().contacts().all()[0];
  std::vector<ContactRow> rows;
  pair.search(run.state, {1e-4, 0}, 0, rows);  // a tenth of the gap
  EXPECT_TRUE(rows.empty());
  pair.search(run.state, {2e-3, 0}, 0, rows);
  EXPECT_EQ(rows.size(), 20U);
  EXPECT_EQ(rows[0].found, rows[19].found);
  rows.clear();
  pair.search(run.state, {std::numeric_limits<double>::infinity(), 0}, 0, rows);
  EXPECT_EQ(rows.size(), 20U);
}

TEST(KeptSearch, OnlyRowsHaveTheirPointsAlone) {
  const DeckRun run(sliding_block());
  const ContactPair& pair = *run.system().contacts().all()[0];
  std::vector<ContactRow> rows;
  pair.search(run.state, {2e-3, 0}, 0, rows);
  const auto& found = dynamic_cast<const FacingPoints&>(*rows[0].found);
  const auto few = only_rows(found, {3, 7});
  ASSERT_EQ(few->rows.size(), 2U);
  EXPECT_LT(few->points.size(), found.points.size());
  for (const std::size_t k : {0U, 1U}) {
    const auto& row = found.rows[k == 0 ? 3 : 7];
    EXPECT_EQ(few->rows[k].point, row.point);
    const auto a = few->nodes_of(few->rows[k]), b = found.nodes_of(row);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
    const auto s = few->shares_of(few->rows[k]), t = found.shares_of(row);
    ASSERT_EQ(s.size(), t.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
      EXPECT_EQ(s[i].weight, t[i].weight);
      EXPECT_EQ(few->points[s[i].point].xi_opposite, found.points[t[i].point].xi_opposite);
    }
  }
}

}  // namespace
}  // namespace jounce::test
