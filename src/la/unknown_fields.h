#pragma once

#include <string>
#include <vector>

#include "la/node_unknowns.h"

namespace jounce {

/// What the unknowns of a matrix are, for solvers that treat one kind after the other. The matrix has a row
/// of blocks for each of several fields; every field begins with the same motions, some of which are
/// displacements of nodes, and ends with rows of its own (multipliers).
struct UnknownFields {
  struct Field {
    std::string name;
    Index size = 0;
  };
  NodeUnknowns nodes;  ///< numbers within a field
  std::vector<Field> fields;
  std::vector<int> owners = {};  ///< rank of every node where ranks share the matrix; empty: as many for each
};

}  // namespace jounce
