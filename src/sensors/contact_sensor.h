#pragma once

#include <utility>

#include "sensors/sensor.h"

namespace jounce {

/// Pair and point of a contact with a fixed list of points that "wall" or "wall:bar.start" in the key `of`
/// stands for. Throws params::InputError with the known names.
std::pair<int, int> contact_of(const params::Params& entry, const Model& model);

/// gap, gap_velocity, contact_impulse, contact_force or position_multiplier of such a point, and its unit. Of
/// a contact with several points impulse and force are the sums over these.
std::function<double(const Observation&)> contact_quantity(const params::Params& entry, const Model& model);
std::string contact_unit(const params::Params& entry, const Model& model, const params::Units& units);

}  // namespace jounce
