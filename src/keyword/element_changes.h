#pragma once

#include "keyword/deck_tree.h"
#include "keyword/translation.h"

namespace jounce::keyword {

/// *MODEL CHANGE, TYPE=ELEMENT with REMOVE or ADD, and *CHANGE SOLID SECTION. Throws params::InputError.
void read_element_change(const Card& card, const Input& input, StepChanges& changes);

/// Sections of elements in a step, by its place among the file's; nullptr: the element is out of the model.
/// `at_start`: those that the file begins with.
std::vector<const Section*> sections_in_step(const Input& input, const std::vector<const Section*>& at_start,
                                             std::size_t step);

/// Whether steps after the first one change elements, or the first one removes some.
bool elements_change(const Input& input, const std::vector<std::size_t>& steps);

/// Holds the nodes that have lost all their elements where they stand.
void add_idle_nodes(const Input& input, const Translation& translation, DeckTree& deck);

}  // namespace jounce::keyword
