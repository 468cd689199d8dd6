#pragma once

#include <memory>

#include "deck/deck.h"
#include "integrators/integrator.h"
#include "model/model.h"

namespace jounce {

/// The table that says how a run goes on, with its step, start, end and max_cuts: [integrator], or [analysis]
/// of a static one. Throws params::InputError when the deck lacks it or has both.
const params::Params& control_table(const deck::Deck& deck);

/// True for [analysis] type = "static".
bool is_static(const deck::Deck& deck);

/// The integrator of [integrator] in a dynamic analysis.
std::unique_ptr<Integrator> make_integrator(const deck::Deck& deck, const System& system);
/// The equilibria along a load path of a static one.
std::unique_ptr<Stepper> make_statics(const deck::Deck& deck, const System& system);
/// The one of both that the deck asks for.
std::unique_ptr<Stepper> make_stepper(const deck::Deck& deck, const System& system);

/// Refuses decks with bodies that come and go.
void refuse_passing_bodies(const deck::Deck& deck, const std::string& why);

/// Refuses elements without tangents. @param why  what needs them, a clause
void refuse_no_tangents(const deck::Deck& deck, const std::string& why, bool in_flexible_bodies_only = false);

/// Refuses inflows that start before the run, or whose layers come faster than steps of the integrator.
void check_inflows(const deck::Deck& deck, const Model& model);

}  // namespace jounce
