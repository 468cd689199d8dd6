#pragma once

#include <set>
#include <string>
#include <vector>

#include "keyword/deck_tree.h"
#include "keyword/translation.h"

namespace jounce::keyword {

/// Keys of an [[element]] of type "shell": thickness or layers, offset, direction of anisotropic materials.
/// Throws params::InputError for what such shells have not: *NODAL THICKNESS, *NORMAL, temperatures.
/// @param strain  "logarithmic" or "green-lagrange"
params::Node shell_keys(const Input& input, const ElementGroup& group, const char* strain);

/// Nodes of such shells, which have rotations; none where shells are solids.
std::set<int> nodes_of_shells(const Input& input);

/// What --shells does to a file, in a sentence; empty where it has no shells.
std::string shell_note(const Input& input);

/// Held rotations of nodes of shells, the degrees of freedom 4 to 6 (`dofs` as bits 1, 2, 4).
struct HeldRotations {
  int node = -1;
  int dofs = 0;
  bool begins_later = false;       ///< than with the first step,
  bool is_fixed = true;            ///< where the node stands then
  std::vector<std::string> steps;  ///< none: all
  params::Location where;
};

/// Entries for them: all three are held by [[boundary]], others by joints `rotation-support`. Throws
/// params::InputError for some of those about axes of *TRANSFORM, and for what begins in a later step, unless
/// all three are FIXED there: joints hold what a node has at the start of the run.
void add_rotations(const Input& input, const std::vector<HeldRotations>& held, DeckTree& deck);

}  // namespace jounce::keyword
