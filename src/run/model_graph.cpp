#include "run/model_graph.h"

#include <algorithm>
#include <cmath>

#include "elements/floating_body.h"

namespace jounce {
namespace {

/// Keeps the nodes of every matrix block that comes in, and no values.
class NodeSink final : public MatrixSink {
 public:
  NodeSink(const std::vector<int>& node_of_dof, NodeSets& sets) : node_of_dof_(node_of_dof), sets_(sets) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double*) override {
    nodes_.clear();
    for (const Index dof : rows) nodes_.push_back(node_of_dof_[as_size(dof)]);
    for (const Index dof : cols) nodes_.push_back(node_of_dof_[as_size(dof)]);
    sets_.add(nodes_);
  }

 private:
  const std::vector<int>& node_of_dof_;
  NodeSets& sets_;
  std::vector<int> nodes_;
};

/// Adds the nodes of every cell.
void add_cells(const Connectivity& cells, const std::vector<int>& node_of_dof, NodeSets& sets) {
  std::vector<int> nodes;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    nodes.clear();
    for (const int node : cells.cell(i)) nodes.push_back(node_of_dof[as_size(cells.dofs[as_size(node)])]);
    sets.add(nodes);
  }
}

/// For every node, the sets that it is in.
struct Incidence {
  std::vector<std::size_t> starts;
  std::vector<int> sets;

  Incidence(const NodeSets& of, int nodes) : starts(as_size(nodes) + 1, 0) {
    for (int set = 0; set < of.size(); ++set)
      for (const int node : of.of(set)) ++starts[as_size(node) + 1];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    sets.resize(starts.back());
    std::vector<std::size_t> next = starts;
    for (int set = 0; set < of.size(); ++set)
      for (const int node : of.of(set)) sets[next[as_size(node)]++] = set;
  }
  std::span<const int> of(int node) const {
    return std::span<const int>(sets).subspan(starts[as_size(node)],
                                              starts[as_size(node) + 1] - starts[as_size(node)]);
  }
};

}  // namespace

void NodeSets::add(std::vector<int>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes_.insert(nodes_.end(), nodes.begin(), std::unique(nodes.begin(), nodes.end()));
  starts_.push_back(nodes_.size());
}

ModelGraph::ModelGraph(const Model& model) {
  number_nodes(model.system);
  collect_elements(model.system);
  for (const auto& constraint : model.system.constraints()) {
    std::vector<int> touched = nodes_of(constraint->dofs());
    constraints.add(touched);
    unknowns.push_back(constraint->rows());
  }
  collect_contacts(model.system);
  connect(model.system);
  weigh(model.system);
}

std::vector<int> ModelGraph::nodes_of(std::span<const Index> dofs) const {
  std::vector<int> list;
  for (const Index dof : dofs) list.push_back(node_of_dof[as_size(dof)]);
  return list;
}

void ModelGraph::number_nodes(const System& system) {
  node_of_dof.assign(as_size(system.nv()), -1);
  for (const NodePlace& place : system.places()) {
    bool is_used = false;
    const auto take = [&](Index dof) {
      if (dof < 0) return;
      node_of_dof[as_size(dof)] = nodes;
      is_used = true;
    };
    for (const Index dof : place.position) take(dof);
    take(place.angle);
    for (const Index dof : place.orientation) take(dof);
    if (is_used) ++nodes;
  }
  for (const FloatingBodyBlock* const body : floating_bodies_of(system.blocks()))
    for (const Index dof : body->frame().elastic)
      node_of_dof[as_size(dof)] = node_of_dof[as_size(body->frame().translation[0])];
  for (int& node : node_of_dof)
    if (node < 0) node = nodes++;  // moves with nothing else
  unknowns.assign(as_size(nodes), 0);
  for (Index dof = 0; dof < system.n_free(); ++dof) ++unknowns[as_size(node_of_dof[as_size(dof)])];
}

void ModelGraph::collect_elements(const System& system) {
  is_body.assign(as_size(nodes), 0);
  const State& state = system.initial_state();
  for (const auto& block : system.blocks()) {
    first_elements.push_back(elements.size());
    if (const Connectivity cells = block->connectivity(); cells.size() > 0) {
      add_cells(cells, node_of_dof, elements);
      continue;
    }
    const int first = couplings.size();
    NodeSink sink(node_of_dof, couplings);
    block->add_mass(state, 1, sink);
    if (block->is_body())
      for (int set = first; set < couplings.size(); ++set)
        for (const int node : couplings.of(set)) is_body[as_size(node)] = 1;
    block->add_tangent(state, 1, 1, sink);
  }
}

/// Contacts that may close weigh on their nodes; those that a search finds at the start join them, too.
void ModelGraph::collect_contacts(const System& system) {
  contact_rows_.assign(as_size(nodes), 0);
  may_touch.assign(as_size(nodes), 0);
  for (std::size_t i = 0; i < system.contact_pairs().size(); ++i)
    weigh_contacts(*system.contact_pairs()[i], static_cast<int>(i));
  std::vector<ContactRow> rows;
  system.search(system.initial_state(), SearchRange(INFINITY), rows);
  std::vector<Index> dofs;
  for (const ContactRow& row : rows) {
    dofs.clear();
    system.contact_pairs()[as_size(row.pair)]->append_dofs(row, dofs);
    std::vector<int> touched = nodes_of(dofs);
    contacts.add(touched);
  }
}

void ModelGraph::weigh_contacts(const ContactPair& pair, int number) {
  std::vector<Index> dofs;
  pair.append_searched_parts(dofs);
  std::vector<int> touched = nodes_of(dofs);
  for (int point = 0; point < pair.points(); ++point) {
    dofs.clear();
    pair.append_dofs(pair.row(point, number), dofs);
    std::vector<int> list = nodes_of(dofs);
    std::sort(list.begin(), list.end());
    touched.insert(touched.end(), list.begin(), std::unique(list.begin(), list.end()));
  }
  for (const int node : touched) {
    may_touch[as_size(node)] = 1;
    contact_rows_[as_size(node)] += 1 + pair.law().tangents;
  }
}

void ModelGraph::connect(const System& system) {
  const Incidence in_elements(elements, nodes), in_couplings(couplings, nodes), in_contacts(contacts, nodes),
      in_constraints(constraints, nodes);
  std::vector<int> seen(as_size(nodes), -1);
  nonzeros.assign(as_size(nodes), 0);
  const auto add_edge = [&](int from, int to, double factor) {
    graph.neighbours.push_back(to);
    graph.edge_weights.push_back(factor * std::max(1, unknowns[as_size(from)] + unknowns[as_size(to)]));
  };
  const auto add_edges = [&](int node, const NodeSets& sets, const Incidence& incidence) {
    for (const int set : incidence.of(node))
      for (const int other : sets.of(set)) {
        if (seen[as_size(other)] == node) continue;
        seen[as_size(other)] = node;
        add_edge(node, other, 1);
      }
  };
  for (int node = 0; node < nodes; ++node) {
    seen[as_size(node)] = node;
    const std::size_t first = graph.neighbours.size();
    add_edges(node, elements, in_elements);
    add_edges(node, couplings, in_couplings);
    int columns = unknowns[as_size(node)];
    for (std::size_t k = first; k < graph.neighbours.size(); ++k)
      columns += unknowns[as_size(graph.neighbours[k])];
    nonzeros[as_size(node)] = static_cast<double>(unknowns[as_size(node)]) * columns;
    add_edges(node, contacts, in_contacts);
    for (const int constraint : in_constraints.of(node))
      add_edge(node, nodes + constraint, kConstraintWeight);
    graph.starts.push_back(static_cast<Index>(graph.neighbours.size()));
  }
  for (std::size_t i = 0; i < system.constraints().size(); ++i) {
    const int constraint = static_cast<int>(i);
    for (const int node : constraints.of(constraint)) add_edge(nodes + constraint, node, kConstraintWeight);
    graph.starts.push_back(static_cast<Index>(graph.neighbours.size()));
  }
}

void ModelGraph::weigh(const System& system) {
  std::vector<double> entries(unknowns.size(), 0), shares(unknowns.size(), 0);
  contact_rows_.resize(unknowns.size(), 0);
  for (int node = 0; node < nodes; ++node)
    entries[as_size(node)] =
        nonzeros[as_size(node)] + 2 * contact_rows_[as_size(node)] * unknowns[as_size(node)];
  for (std::size_t i = 0; i < system.constraints().size(); ++i)
    for (const int node : constraints.of(static_cast<int>(i)))
      entries[as_size(nodes) + i] += 2.0 * system.constraints()[i]->rows() * unknowns[as_size(node)];
  for (int element = 0; element < elements.size(); ++element)
    for (const int node : elements.of(element))
      shares[as_size(node)] += 1 / static_cast<double>(elements.of(element).size());
  graph.vertex_loads = {std::move(entries), std::move(shares), contact_rows_};
}

}  // namespace jounce
