#pragma once

#include <array>
#include <string>
#include <vector>

#include "run/model_graph.h"

namespace jounce {

/// What a rank would have of a model.
struct PartContent {
  int dofs = 0;           ///< free degrees of freedom
  int elements = 0;       ///< solids, bars, beams
  double nonzeros = 0;    ///< of the stiffness, in the rows of the dofs
  int contact_nodes = 0;  ///< nodes that may come into contact
  int joints = 0;         ///< joints, ties, equations
  int bodies = 0;         ///< point masses, rigid and flexible bodies
  int neighbours = 0;     ///< other parts that it exchanges values with
  int halo = 0;           ///< degrees of freedom and reactions of other parts that its rows refer to
};

/// A model cut among ranks (mesh/graph_partition.h). An element belongs to the part with most of its nodes.
/// Elements of a layer that lies between two parts are as near to both: the part with fewer elements gets the
/// first of these that it lacks, one after the other, so that few nodes have elements of both parts. Of more
/// than two such parts the one with the fewest elements so far takes it.
struct ModelPartition {
  ModelPartition(const Model& model, int parts);

  ModelGraph of;
  int parts;
  std::vector<int> part_of_vertex;   ///< nodes, then constraints
  std::vector<int> part_of_element;  ///< of ModelGraph::elements
  std::vector<PartContent> contents;
  int edges = 0, cut_edges = 0;  ///< of the graph, and those between parts
  int straddling_joints = 0;     ///< joints with nodes of more than one part

  /// Bytes that all ranks together receive when every one renews its halo of one vector.
  long halo_bytes() const;

 private:
  void assign_elements();
  std::vector<int> parts_with_most_nodes(int element, std::vector<int>& nodes_in) const;
  void count();
  void count_exchange();
};

/// Names and values of the columns of PartContent, in the order of the table.
struct PartColumn {
  const char* name;
  double (*value)(const PartContent&);
};
const std::array<PartColumn, 8>& part_columns();

/// The largest part's share of the sum of a column, 0 where the sum is.
double largest_share(const ModelPartition& partition, const PartColumn& column);

/// The table that `jounce check --partition` prints.
std::string partition_text(const ModelPartition& partition);
/// The same as CSV, one row a part.
std::string partition_csv(const ModelPartition& partition);

}  // namespace jounce
