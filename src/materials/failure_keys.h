#pragma once

#include <optional>
#include <vector>

#include "materials/material_part.h"
#include "materials/visco_plastic.h"

namespace jounce {

// Keys that types of [[material]] share whose elements may fail: the plastic strain at failure as a table
// over the triaxiality, and whether elements that fail are deleted.

std::vector<params::Key> failure_keys();

/// Whether one of them is given.
bool has_failure_keys(const params::Params& material);

/// The table, if the deck has one. Throws params::InputError.
std::optional<FailureStrain> tabulated_failure(const params::Params& material);

/// How the stiffness falls after that, if the deck says so. Throws params::InputError.
std::optional<DamageEvolution> evolution_of(const params::Params& material,
                                            const std::optional<FailureStrain>& failure);

/// Whether elements that fail are deleted. Throws params::InputError where nothing says when they fail.
bool deletion_of(const params::Params& material, const std::optional<FailureStrain>& failure);

}  // namespace jounce
