#include "keyword/node_groups.h"

#include <gtest/gtest.h>

namespace jounce::keyword {
namespace {

/// Counts comparisons.
struct CountingOrder {
  static inline int count = 0;
  bool operator()(double a, double b) const {
    ++count;
    return a < b;
  }
};

TEST(NodeGroups, InTheOrderOfTheFirstNodes) {
  NodeGroups<double> groups;
  const std::vector<double> values = {5, 1, 5, 3, 1};
  for (int node = 0; node < 5; ++node) groups.add(values[static_cast<std::size_t>(node)], node);
  const std::vector<std::pair<double, std::vector<int>>> expected = {{5, {0, 2}}, {1, {1, 4}}, {3, {3}}};
  EXPECT_EQ(std::vector(groups.begin(), groups.end()), expected);
}

// Pairwise comparison takes n^2 / 2.
TEST(NodeGroups, ManyValuesAreNotComparedInPairs) {
  constexpr int n = 4096;
  CountingOrder::count = 0;
  NodeGroups<double, CountingOrder> groups;
  for (int node = 0; node < n; ++node) groups.add(node * 7919 % n, node);
  EXPECT_EQ(std::distance(groups.begin(), groups.end()), n);
  EXPECT_LT(CountingOrder::count, 40 * n);
}

}  // namespace
}  // namespace jounce::keyword
