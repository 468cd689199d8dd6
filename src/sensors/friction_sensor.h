#pragma once

#include "sensors/sensor.h"

namespace jounce {

/// Component along a fixed axis (0, 1, 2) of the friction force on the point of a contact, or of its slip
/// velocity. Both are tangential vectors in fixed axes. Throws params::InputError for a contact without
/// friction.
std::function<double(const Observation&)> friction_sensor(const params::Params& entry, const Model& model,
                                                          int pair, int point, int axis);

}  // namespace jounce
