#pragma once

#include "keyword/deck_tree.h"

namespace jounce::keyword {

/// Entries of [[boundary]]: supports by node and degree of freedom, of which the last of a step counts; equal
/// ones are one entry. What other steps than those of the translation hold or move is held.
void add_supports(const Input& input, const Translation& translation, DeckTree& deck);

/// Whether supports begin or end in some of the steps.
bool supports_change(const Input& input, const Translation& translation);

/// Entries of [[load]] and [[initial]]. Throws params::InputError for loads that have no counterpart.
void add_loads(const Input& input, const Translation& translation, DeckTree& deck);

/// Entries of [[load]] type = "temperature" for all nodes of the mesh, where a material of the translation
/// feels temperatures: *INITIAL CONDITIONS, TYPE=TEMPERATURE and *TEMPERATURE.
void add_temperatures(const Input& input, const Translation& translation, DeckTree& deck);

}  // namespace jounce::keyword
