#pragma once

#include "deck/deck.h"
#include "model/builder.h"

namespace jounce::deck {

/// True when a mesh belongs to a body of type "flexible": it is then no part of the system by itself.
bool is_flexible_mesh(const Deck& deck, const std::string& mesh);
/// True for elements on such a mesh.
bool is_flexible_element(const Deck& deck, const params::Params& element);

/// Phase 1 of a flexible body: builds its linear model from its mesh and elements, its imported matrices or a
/// saved body, chooses the elastic coordinates and adds its node. Throws params::InputError.
void add_flexible_body(const Deck& deck, const params::Params& body, ModelBuilder& builder);

}  // namespace jounce::deck
