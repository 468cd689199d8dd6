#pragma once

#include <optional>

#include "sensors/sensor.h"

namespace jounce {

/// Number (bodies) or mass of bodies that come and go: of a pool those that are there, of an inflow or
/// outflow those that passed since the start. std::nullopt for other quantities. Throws params::InputError
/// when `of` names none of these.
std::optional<Sensor> exchange_sensor(const params::Params& entry, const Model& model,
                                      const params::Units& units);

}  // namespace jounce
