#pragma once

#include <memory>
#include <vector>

#include "materials/hardening.h"
#include "materials/material_part.h"

namespace jounce {

// Keys that types of [[material]] with a yield stress share: the factor for the rate, and heating by plastic
// work.

std::vector<params::Key> flow_keys();

/// Whether one of them is given.
bool has_flow_keys(const params::Params& material);

/// The hardening law with the factor for the rate that the deck gives, if any. Throws params::InputError.
/// @param rate_is_used  'reference_rate' serves another law, too
std::unique_ptr<const Hardening> with_rate_factor(const params::Params& material,
                                                  std::unique_ptr<const Hardening> law,
                                                  bool rate_is_used = false);

/// eta / (rho c_p); 0 without a specific heat. Throws params::InputError.
double heating_of(const params::Params& material);

}  // namespace jounce
