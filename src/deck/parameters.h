#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "deck/diagnostics.h"
#include "deck/tree.h"
#include "params/expression.h"

namespace jounce::deck {

/// The named numbers of a deck.
struct Parameters {
  params::Scope scope;                                 ///< for all expressions of the deck
  std::vector<std::pair<std::string, double>> values;  ///< in the order of the deck
  std::set<std::string, std::less<>> broken;  ///< names whose own value is wrong: do not report them again
};

/// Evaluates the table [parameters], whose values are numbers or expressions of other parameters in any
/// order.
Parameters read_parameters(const Node* table, Diagnostics& diagnostics);

}  // namespace jounce::deck
