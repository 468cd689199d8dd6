#pragma once

#include <span>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "mesh/mesh.h"

namespace jounce {

/// Meshes with nodes of elements at the same place (to 1e-9 of the mesh's size), which move apart unless
/// something joins them: how many and where the first ones are, in sentences. Meshes that a tie, an equation
/// or a contact names are left out, as are lines with springs and joints between them.
std::vector<std::string> coincident_nodes(const deck::Deck& deck, std::span<const Mesh> meshes);

}  // namespace jounce
