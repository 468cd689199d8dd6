#pragma once

#include "sensors/sensor.h"

namespace jounce {

/// Number (bodies) or mass of bodies that come and go: of a pool those that are there, of an inflow or
/// outflow those that passed since the start. Throws params::InputError when `of` names none of these.
Sensor exchange_sensor(const params::Params& entry, const Model& model, const params::Units& units);

}  // namespace jounce
