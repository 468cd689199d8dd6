#pragma once

#include "keyword/input.h"
#include "params/node.h"

namespace jounce::keyword {

/// *INITIAL CONDITIONS, TYPE=STRESS and, in files of CalculiX, TYPE=PLASTIC STRAIN, by elements: in files of
/// CalculiX a line for every integration point, which must all be alike in an element; in files of Abaqus a
/// line for an element or a set. Throws params::InputError.
void read_initial_state(const Card& card, Input& input);

/// Refuses steps in which they would count as loads: *BUCKLE and motions in modes. Throws params::InputError.
void check_initial_states(const Input& input);

/// Keys of the deck's solid for elements that start alike; none for those without stress and strain.
params::Node initial_state_keys(const InitialState& state);

}  // namespace jounce::keyword
