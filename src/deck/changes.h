#pragma once

#include <string>
#include <vector>

#include "deck/deck.h"

namespace jounce::deck {

/// A value in which two decks differ.
struct Change {
  std::string path;           ///< "material.elastic.E"
  std::string before, after;  ///< as TOML; "nothing" where a deck does not have it
  params::Location where;     ///< in the later deck, of the nearest table that it has
};

/// In which values that describe the model a deck differs from one that Deck::resolved_toml wrote earlier.
/// What only says how far, how finely and how exactly it is solved and what is written counts as equal: the
/// title, [output], [[history]], most of [integrator] and [analysis]; so do parameters that no function of
/// time uses, as their values stand in what they were put into. Throws params::InputError when `before` is
/// not TOML.
std::vector<Change> model_changes(const std::string& before, const Deck& after);

}  // namespace jounce::deck
