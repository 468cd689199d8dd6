#pragma once

#include "keyword/input.h"
#include "params/node.h"

namespace jounce::keyword {

/// The kind of a *PLASTIC: "ISOTROPIC" unless the card says another.
std::string hardening_of(const Card& plastic);

/// Keys of [[material]] for *PLASTIC and what goes with it, `type` included: *CYCLIC HARDENING, *RATE
/// DEPENDENT, and in adiabatic steps *INELASTIC HEAT FRACTION and *SPECIFIC HEAT. Throws params::InputError.
/// Precondition: the material has *PLASTIC.
params::Node hardening_keys(const Material& material, bool adiabatic);

/// Whether the yield stress changes with temperature.
bool yields_by_temperature(const Material& material);

}  // namespace jounce::keyword
