#pragma once

#include <optional>

#include "sensors/sensor.h"

namespace jounce {

/// Quantities of a contact between shapes of bodies: of = "contact" for all its points together,
/// "contact:shape" for those of one shape with all others, "contact:shape|other" for those of two shapes:
///
///   contact_impulse, contact_force   sum of the normal ones
///   friction_force                   sum of the tangential ones along an axis, on `shape` (of all points: on
///   the
///                                    second shape of each)
///   gap                              smallest one of the points that the last search found, infinite without
///   any contacts                         number of points with a force
///
/// @return nothing when `of` names no contact between bodies. Throws params::InputError for names of shapes
/// that the contact does not have and for other quantities.
std::optional<Sensor> body_contact_sensor(const params::Params& entry, const Model& model,
                                          const params::Units& units);

}  // namespace jounce
