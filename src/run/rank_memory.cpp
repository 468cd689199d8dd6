#include "run/rank_memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {
namespace {

constexpr double kGraph = 80;    ///< bytes for an edge, of which both ends are kept
constexpr double kRanks = 28e6;  ///< of PETSc and MPI, which one rank may do without
constexpr double kProgram = 16e6;
constexpr double kCut = 500;  ///< bytes for a node while the meshes are cut

/// The part's share of the nonzeros; all of them where ranks share forces alone, or nothing.
double share_of_matrices(const PartContent& part, double all, Sharing sharing) {
  return sharing == Sharing::matrices && all > 0 ? part.nonzeros / all : 1;
}

const char* what_ranks_have(Sharing sharing) {
  switch (sharing) {
    case Sharing::forces:
      return "ranks share the forces of elements, and every rank has whole matrices";
    case Sharing::matrices:
      return "ranks share the elements and their matrices";
    case Sharing::model:
      return "every rank has a part of the model";
    default:
      return "every rank has all elements and matrices";
  }
}

}  // namespace

RankMemory rank_memory(const Cost& cost, const ModelPartition& partition, Sharing sharing) {
  double all = 0;
  for (const PartContent& part : partition.contents) all += part.nonzeros;
  const double graph = sharing == Sharing::none ? 0 : kGraph * partition.edges;
  double dofs = 0;
  for (const PartContent& part : partition.contents) dofs += part.dofs;
  RankMemory memory;
  for (const PartContent& part : partition.contents) {
    const double of_steps = share_of_matrices(part, all, sharing) * cost.solver_bytes + cost.vector_bytes;
    double bytes = cost.model_bytes + kRanks + std::max(graph, of_steps);
    if (sharing == Sharing::model) {
      const double share = dofs > 0 ? (part.dofs + part.halo) / dofs : 1;
      const double whole = cost.model_bytes - kProgram + cost.vector_bytes + cost.solver_bytes;
      bytes = kProgram + kRanks + std::max(kCut * partition.of.nodes, share * whole);
    }
    memory.least = memory.most == 0 ? bytes : std::min(memory.least, bytes);
    memory.most = std::max(memory.most, bytes);
  }
  return memory;
}

std::string rank_memory_text(const Cost& cost, const ModelPartition& partition, Sharing sharing) {
  const RankMemory memory = rank_memory(cost, partition, sharing);
  const std::string least = bytes_text(memory.least), most = bytes_text(memory.most);
  return fmt::format("  memory of a rank about {}; {}\n", least == most ? most : least + " to " + most,
                     what_ranks_have(sharing));
}

}  // namespace jounce
