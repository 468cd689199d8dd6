#pragma once

#include <filesystem>

#include "deck/deck.h"
#include "reduction/linear_model.h"

namespace jounce::deck {

/// Linear model from exported matrices: `mass_matrix` and `stiffness_matrix` in coordinate text (row, column,
/// value, counted from 1, both triangles or Matrix Market with its symmetric header), unknowns node by node,
/// and `nodes`, an Abaqus input file whose *Node and *Nset blocks give places and groups. Throws
/// params::InputError at the key of the file that is wrong.
LinearModel import_matrices(const Deck& deck, const params::Params& body, int dimension);

/// A reduced body as an HDF5 file: inertia shape integrals, M, K, C, nodes, groups and the basis for
/// recovery. Throws params::InputError at `key` for a file that cannot be written or read.
void save_body(const params::Params& body, const std::string& key, const std::filesystem::path& path,
               const FlexibleBody& data);
FlexibleBody load_body(const params::Params& body, const std::string& key, const std::filesystem::path& path);

}  // namespace jounce::deck
