#pragma once

#include "keyword/deck_text.h"

namespace jounce::keyword {

/// Entries of [[element]] for springs and dashpots, by the names of connector_name.
///
/// SPRINGA, DASHPOTA: along the line of two nodes, which turns with them where the model has finite strain
/// and else keeps its first direction. SPRING1, DASHPOT1: between a degree of freedom of a node and the
/// ground, SPRING2, DASHPOT2: between the same of two nodes, with elongation u_1 - u_2; fixed directions.
/// Throws params::InputError.
void write_connectors(const Input& input, const Translation& translation, DeckText& deck);

/// Name of the entry of a connector, by its number in the file.
inline std::string connector_name(const Element& element) {
  return fmt::format("{}_{}", element.type->name, element.number);
}

}  // namespace jounce::keyword
