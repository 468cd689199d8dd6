#pragma once

#include "keyword/deck_tree.h"

namespace jounce::keyword {

/// Entries of [[element]] for springs and dashpots, by the names of connector_name.
///
/// SPRINGA, DASHPOTA: along the line of two nodes, which turns with them where the model has finite strain
/// and else keeps its first direction. SPRING1, DASHPOT1: between a degree of freedom of a node and the
/// ground, SPRING2, DASHPOT2: between the same of two nodes, with elongation u_1 - u_2; fixed directions.
/// GAPUNI: a contact, d + n . (u_2 - u_1) >= 0 with the clearance d along a fixed direction n; where a
/// stiffness k is given, a spring with F = k (d + n . (u_2 - u_1)) < 0. Throws params::InputError.
void add_connectors(const Input& input, const Translation& translation, DeckTree& deck);

/// *DISTRIBUTING COUPLING as equations: the node of its DCOUP3D moves as the weighted mean of the others.
/// Throws params::InputError.
void add_distributing_couplings(Input& input);

/// Name of the entry of a connector, by its number in the file.
inline std::string connector_name(const Element& element) {
  return fmt::format("{}_{}", element.type->name, element.number);
}

}  // namespace jounce::keyword
