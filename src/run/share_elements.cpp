#include "run/share_elements.h"

#include <algorithm>

#include "run/model_partition.h"

namespace jounce {
namespace {

/// Elements of every block on a rank. The partition counts those of all blocks one after another.
std::vector<std::vector<int>> elements_of(const System& system, const ModelPartition& partition, int rank) {
  std::vector<std::vector<int>> elements;
  for (std::size_t i = 0; i < system.blocks().size(); ++i) {
    auto& list = elements.emplace_back();
    for (int k = 0; k < system.blocks()[i]->shareable(); ++k)
      if (partition.part_of_element[as_size(partition.of.first_elements[i] + k)] == rank) list.push_back(k);
  }
  return elements;
}

}  // namespace

void share_elements(Model& model, Sharing sharing, int ranks, int rank) {
  System& system = model.system;
  const ModelPartition partition(model, ranks);
  const std::vector<int>& first = partition.of.first_elements;

  // A node belongs to the rank that the partition gave it to when that has elements around it, else to the
  // first of those that have.
  std::vector<int> owner_of_node(as_size(partition.of.nodes), -1);
  std::vector<std::uint8_t> is_touched(as_size(partition.of.nodes), 0);
  for (std::size_t i = 0; i < system.blocks().size(); ++i)
    for (int k = 0; k < system.blocks()[i]->shareable(); ++k) {
      const int part = partition.part_of_element[as_size(first[i] + k)];
      for (const int node : partition.of.elements.of(first[i] + k)) {
        int& owner = owner_of_node[as_size(node)];
        if (owner < 0 || part == partition.part_of_vertex[as_size(node)]) owner = part;
        if (part == rank) is_touched[as_size(node)] = 1;
      }
    }
  std::vector<int> owner(as_size(system.nv()), 0);
  std::vector<Index> touched;
  for (Index dof = 0; dof < system.nv(); ++dof) {
    const int node = partition.of.node_of_dof[as_size(dof)];
    owner[as_size(dof)] = std::max(0, owner_of_node[as_size(node)]);
    if (dof < system.n_free() && is_touched[as_size(node)] != 0) touched.push_back(dof);
  }
  system.share(std::make_unique<ElementShare>(std::move(owner), std::move(touched),
                                              elements_of(system, partition, rank)));
  system.share()->fill_whole_matrices(sharing == Sharing::forces);
}

}  // namespace jounce
