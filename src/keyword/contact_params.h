#pragma once

#include "keyword/deck_tree.h"

namespace jounce::keyword {

/// Entries of [[contact]] (*CONTACT PAIR) and of [[joint]] type = "tie" (*TIE). Surfaces of nodes stand for
/// the outer faces whose corners they hold. Throws params::InputError for surfaces that do not exist.
void add_contacts(const Input& input, const Translation& translation, DeckTree& deck);

/// What of the contact cards the deck does not follow: contact is hard there, without the penalty laws of
/// *SURFACE BEHAVIOR and the stiffness of sticking of *FRICTION.
std::vector<std::string> contact_notes(const Input& input, bool is_static);

}  // namespace jounce::keyword
