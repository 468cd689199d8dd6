#include "mesh/graph_partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

namespace jounce {
namespace {

using Edges = std::map<std::pair<Index, Index>, double>;

Graph graph_of(Index size, const Edges& edges) {
  Graph graph;
  for (Index i = 0; i < size; ++i) {
    for (const auto& [ends, weight] : edges)
      for (const Index other : {ends.first, ends.second})
        if (other != i && (ends.first == i || ends.second == i)) {
          graph.neighbours.push_back(other);
          graph.edge_weights.push_back(weight);
        }
    graph.starts.push_back(static_cast<Index>(graph.neighbours.size()));
  }
  graph.vertex_loads = {std::vector<double>(static_cast<std::size_t>(size), 1.0)};
  return graph;
}

Edges grid(Index columns, Index rows, Index first = 0) {
  Edges edges;
  for (Index i = 0; i < columns; ++i)
    for (Index j = 0; j < rows; ++j) {
      const Index vertex = first + i * rows + j;
      if (i + 1 < columns) edges[{vertex, vertex + rows}] = 1;
      if (j + 1 < rows) edges[{vertex, vertex + 1}] = 1;
    }
  return edges;
}

Edges path(Index size) { return grid(size, 1); }

TEST(GraphPartition, GridIsCutAcrossItsShortSide) {
  const Graph graph = graph_of(200, grid(20, 10));
  const auto part_of = partition(graph, 2);
  EXPECT_EQ(imbalance(graph, part_of, 2), 1);
  EXPECT_EQ(cut_weight(graph, part_of), 10);
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(part_of[i], part_of[i < 100 ? 0 : 199]) << i;
}

TEST(GraphPartition, MorePartsAreBalanced) {
  const Graph graph = graph_of(900, grid(30, 30));
  for (const int parts : {3, 4, 7, 8, 16, 30}) {
    const auto part_of = partition(graph, parts);
    EXPECT_EQ(std::set<int>(part_of.begin(), part_of.end()).size(), static_cast<std::size_t>(parts));
    // 900 vertices in 7 parts: 129 at best, and a vertex more or less is 3 % of a thirtieth.
    EXPECT_LE(imbalance(graph, part_of, parts), kBalance + 0.05) << parts;
  }
}

TEST(GraphPartition, SeparatePiecesStayWhole) {
  Edges edges = grid(9, 9);
  edges.merge(grid(9, 9, 81));
  const Graph graph = graph_of(162, edges);
  const auto part_of = partition(graph, 2);
  EXPECT_EQ(cut_weight(graph, part_of), 0);
  EXPECT_EQ(imbalance(graph, part_of, 2), 1);
}

TEST(GraphPartition, PiecesOfDifferentSizesAreCutForBalance) {
  Edges edges = grid(12, 5);
  edges.merge(grid(2, 5, 60));
  const Graph graph = graph_of(70, edges);
  const auto part_of = partition(graph, 2);
  EXPECT_LE(imbalance(graph, part_of, 2), kBalance);
  EXPECT_EQ(cut_weight(graph, part_of), 5);  // 35 = 7 columns against 5 columns and the small piece
}

TEST(GraphPartition, HeavyEdgeIsNotCut) {
  Edges edges = path(100);
  edges[{49, 50}] = 50;  // where equal halves would be cut
  const Graph graph = graph_of(100, edges);
  const auto part_of = partition(graph, 2);
  EXPECT_EQ(part_of[49], part_of[50]);
  EXPECT_EQ(cut_weight(graph, part_of), 1);
  EXPECT_LE(imbalance(graph, part_of, 2), kBalance);
}

TEST(GraphPartition, EveryLoadIsBalanced) {
  Graph graph = graph_of(400, grid(20, 20));
  std::vector<double> second(400, 0.0);
  for (std::size_t i = 0; i < 60; ++i) second[i] = 0.25;  // three columns at one side
  graph.vertex_loads.push_back(second);
  graph.vertex_loads.emplace_back(400, 0.0);  // what nothing has disturbs nothing
  const auto part_of = partition(graph, 2);
  EXPECT_LE(imbalance(graph, part_of, 2), kBalance);
  EXPECT_LE(cut_weight(graph, part_of), 24) << "across the columns: 20";

  graph.vertex_loads[1].assign(400, 0.0);
  graph.vertex_loads[1][0] = 1;  // cannot be balanced, and does not keep the others from it
  const auto without = partition(graph, 2);
  EXPECT_EQ(imbalance(graph, without, 2), 2);
  graph.vertex_loads.resize(1);
  EXPECT_LE(imbalance(graph, without, 2), kBalance);
  EXPECT_EQ(without, partition(graph, 2));
}

TEST(GraphPartition, IsTheSameEveryTime) {
  const Graph graph = graph_of(400, grid(20, 20));
  EXPECT_EQ(partition(graph, 5), partition(graph, 5));
}

TEST(GraphPartition, SmallCases) {
  const Graph graph = graph_of(3, path(3));
  EXPECT_EQ(partition(graph, 1), std::vector<int>({0, 0, 0}));
  EXPECT_EQ(partition(graph, 3), std::vector<int>({0, 1, 2}));
  EXPECT_EQ(partition(graph, 5), std::vector<int>({0, 1, 2}));
  EXPECT_TRUE(partition(Graph(), 2).empty());
  EXPECT_TRUE(partition(Graph(), 1).empty());
  EXPECT_THROW(partition(graph, 0), std::invalid_argument);
  EXPECT_THROW(partition(graph, -2), std::invalid_argument);
}

TEST(GraphPartition, MeasuresAreThoseOfTheirDefinitions) {
  const Graph graph = graph_of(4, {{{0, 1}, 2}, {{1, 2}, 3}, {{2, 3}, 4}});
  const std::vector<int> part_of = {0, 0, 0, 1};
  EXPECT_EQ(cut_weight(graph, part_of), 4);
  EXPECT_EQ(imbalance(graph, part_of, 2), 1.5);
  EXPECT_EQ(imbalance(graph, part_of, 4), 3);
}

}  // namespace
}  // namespace jounce
