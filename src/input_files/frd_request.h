#pragma once

#include <map>
#include <string>
#include <vector>

#include "keyword/input.h"

namespace jounce {

/// What *NODE FILE, *EL FILE, *CONTACT FILE and their OUTPUT forms of a step ask of the .frd.
struct FrdRequest {
  std::map<std::string, std::string> sets;  ///< of nodes, by what is asked for; an empty name: all nodes
  const keyword::Print* timing = nullptr;   ///< what says when; null: every increment
  bool wants(const std::string& quantity) const { return sets.contains(quantity); }
};

FrdRequest frd_request_of(const keyword::Step& step);

/// Throws params::InputError where a card names a set that does not exist.
void check_frd_sets(const keyword::Input& input);

/// Thin elements as lines and faces: the last OUTPUT parameter of the FILE cards.
bool wants_flat_elements(const keyword::Input& input);

/// Asked for by the OUTPUT forms of the cards.
bool wants_binary_frd(const keyword::Input& input);

/// What cards ask for that is not written: a note for each.
std::vector<std::string> unwritten_frd_requests(const keyword::Input& input);

}  // namespace jounce
