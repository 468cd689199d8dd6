#pragma once

#include <new>
#include <stdexcept>

#include "deck/deck.h"

namespace jounce::deck {

/// Blames the largest number of elements, bodies, frames or the like that the deck asks for. Throws
/// params::InputError.
[[noreturn]] void refuse_for_memory(const Deck& deck);

/// Does the work on a deck; where it wants more memory than there is, the number of the deck that asks for so
/// much is refused.
template <class Work>
auto within_memory(const Deck& deck, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    refuse_for_memory(deck);
  } catch (const std::length_error&) {  // of a container
    refuse_for_memory(deck);
  }
}

}  // namespace jounce::deck
