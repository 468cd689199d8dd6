#pragma once

#include <vector>

#include "deck/deck.h"
#include "model/model.h"

namespace jounce {

/// Materials, sections, meshes, shapes and parameters that nothing in the deck names, each with its place.
std::vector<params::Diagnostic> unused_entries(const deck::Deck& deck);

/// Throws std::runtime_error where a part has neither mass nor a joint to hold it, as a mesh without
/// elements; the message names the body, or node and mesh.
void check_masses(const Model& model, const State& state);

}  // namespace jounce
