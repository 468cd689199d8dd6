#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/graph_partition.h"
#include "model/model.h"

namespace jounce {

/// A number of a node, an element or a part as an index.
inline std::size_t as_size(int i) { return static_cast<std::size_t>(i); }

/// Lists of nodes, one behind another.
class NodeSets {
 public:
  /// Appends a set; a node that is named twice counts once.
  void add(std::vector<int>& nodes);
  int size() const { return static_cast<int>(starts_.size()) - 1; }
  std::span<const int> of(int set) const {
    const auto i = static_cast<std::size_t>(set);
    return std::span<const int>(nodes_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<std::size_t> starts_ = {0};
  std::vector<int> nodes_;
};

/// A model as a graph, for its partition among ranks.
///
/// Vertices are nodes with all their degrees of freedom (a rigid body is one node, a flexible body in a
/// floating frame too, with its elastic coordinates), then the constraints: joints, ties, equations. Edges
/// join nodes that share an element, a spring, a load or a contact, and constraints with their nodes. The
/// weight of an edge is the number of values that ranks exchange where it is cut; one of a constraint weighs
/// kConstraintWeight times as much, so that a joint straddles parts only where nothing else can be cut.
///
/// Loads to be balanced: entries of matrices (stiffness and mass, Jacobians of constraints and of all
/// contacts that may close); elements, each shared out among its nodes; rows of the contacts that may close.
struct ModelGraph {
  static constexpr double kConstraintWeight = 50;

  explicit ModelGraph(const Model& model);

  int nodes = 0;                        ///< vertices before the constraints
  std::vector<int> node_of_dof;         ///< of all degrees of freedom, prescribed ones included
  std::vector<int> unknowns;            ///< of a vertex: free degrees of freedom, rows of a constraint
  std::vector<double> nonzeros;         ///< of a node: entries of the stiffness in its free rows
  std::vector<std::uint8_t> may_touch;  ///< of a node: on a surface that may come into contact
  std::vector<std::uint8_t> is_body;    ///< of a node: a point mass, a rigid or a flexible body
  NodeSets elements;                    ///< solids, bars, beams
  std::vector<int> first_elements;      ///< of every block of the system, places in `elements`
  NodeSets couplings;                   ///< what else writes into matrices
  NodeSets constraints;                 ///< in the order of System::constraints
  NodeSets contacts;                    ///< found at the initial state
  Graph graph;

 private:
  void number_nodes(const System& system);
  void collect_elements(const System& system);
  void collect_contacts(const System& system);
  void weigh_contacts(const ContactPair& pair, int number);
  void connect(const System& system);
  void weigh(const System& system);
  std::vector<int> nodes_of(std::span<const Index> dofs) const;

  std::vector<double> contact_rows_;  ///< of a node: rows of the contacts that it may have
};

}  // namespace jounce
