#pragma once

#include <string>

#include "run/cost.h"
#include "run/model_partition.h"

namespace jounce {

/// Memory that the ranks of a run are expected to take (bytes): the least and the most of them.
struct RankMemory {
  double least = 0, most = 0;
};

/// A rank has the whole model, 28 MB of PETSc and MPI, and beside these the larger of
///
///   the graph of the model while METIS cuts it   40 bytes for an end of an edge: graph, its copy, METIS
///   vectors, matrices, factors, contact problems  as `cost` estimates them for one rank; ranks that share
///                                                elements have the share of their nonzeros of the matrices
///
/// Where ranks have parts of the model: the program, PETSc and MPI, and the larger of the whole meshes while
/// they are cut (500 bytes a node) and the part's share of the model, vectors and matrices.
RankMemory rank_memory(const Cost& cost, const ModelPartition& partition, Sharing sharing);

/// Line of `jounce check --partition`, indented by two blanks.
std::string rank_memory_text(const Cost& cost, const ModelPartition& partition, Sharing sharing);

}  // namespace jounce
