#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

// Cards by which a step changes the model. All throw params::InputError at the line that is wrong.

/// Lines of *CONTACT PAIR, *TIE and *MODEL CHANGE: the names of two surfaces.
void read_surface_pairs(const Card& card, std::vector<SurfacePair>& pairs);
/// *MODEL CHANGE, TYPE=CONTACT PAIR with ADD or REMOVE.
void read_model_change(const Card& card, const Input& input, StepChanges& changes);
/// *CHANGE FRICTION, *CHANGE SURFACE BEHAVIOR: where the cards that follow are kept.
std::vector<const Card*>& changed_interaction(const Card& card, const Input& input, StepChanges& changes);
/// *EQUATION, REMOVE with lines of node (or set), first and last degree of freedom, and REMOVE ALL.
void remove_equations(const Card& card, const Input& input, StepChanges& changes);

/// The interaction of a pair as it is in a step, by its place among the file's: each *FRICTION and *SURFACE
/// BEHAVIOR of a change takes the place of the one before.
Interaction interaction_in(const Input& input, const SurfacePair& pair, std::size_t step);
/// Whether *MODEL CHANGE has left a pair in the model in a step.
bool is_in_contact(const Input& input, const SurfacePair& pair, std::size_t step);
/// Whether an equation still holds in a step.
bool holds(const Input& input, const Equation& equation, std::size_t step);

/// Whether contacts or equations differ between the steps that a deck runs through.
bool contacts_or_equations_change(const Input& input, const std::vector<std::size_t>& steps);

}  // namespace jounce::keyword
