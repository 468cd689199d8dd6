#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "model/model.h"

namespace jounce {

/// A contact whose points overlap at the start by more than round-off.
struct InitialPenetration {
  std::string contact, point;  ///< the deepest one
  double depth = 0;
  int points = 0;  ///< that overlap
  bool is_angular = false;
  std::int64_t number = 0;  ///< of the point in the whole model
};

/// Contacts with a gap below -1e-9 of the largest coordinate, in the order of the deck.
std::vector<InitialPenetration> initial_penetrations(const System& system, const State& state);

/// "contact 'floor' penetrates at the start: by 0.01 m at 'ball' and at 2 more points"
std::string to_text(const InitialPenetration& penetration, const params::Units& units);

/// Refuses initial penetrations where model.inconsistent_start says so.
void check_penetrations(const deck::Deck& deck, const std::vector<InitialPenetration>& found);

/// Makes the initial state one that the joints allow, as model.inconsistent_start says. Returns what changed,
/// in sentences: by how much the joints were violated, and the bodies that were moved most. Throws
/// params::InputError when the deck refuses, or when no state nearby satisfies the joints.
/// @param begun  joints that begin with a later step of the deck: they do not move what stands elsewhere
std::vector<std::string> make_consistent(const deck::Deck& deck, const Model& model, double h, State& state,
                                         const std::set<std::string>& begun = {});

}  // namespace jounce
