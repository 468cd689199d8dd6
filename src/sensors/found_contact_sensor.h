#pragma once

#include <optional>

#include "sensors/sensor.h"

namespace jounce {

/// Quantities of a contact whose points come and go, between surfaces of solids or shapes of bodies: of =
/// "contact" for all its points together; of bodies also "contact:shape" for those of one shape with all
/// others, "contact:shape|other" for those of two shapes:
///
///   contact_impulse, contact_force   sum of the normal ones
///   contact_pressure                 largest force of a point over its area (surfaces); areas below 1e-9 of
///                                    the largest do not count
///   friction_force                   sum of the tangential ones along an axis: of bodies on `shape` (of all
///                                    points on the second shape of each), of surfaces on `surface`
///   gap                              smallest one, of the points that the step knows; where there are none,
///   of those
///                                    that a search without limits finds; infinite only where nothing is
///                                    there that could touch
///   contacts                         number of points with a force
///
/// @return nothing when `of` names no such contact. Throws params::InputError for names of shapes that the
/// contact does not have and for other quantities.
std::optional<Sensor> found_contact_sensor(const params::Params& entry, const Model& model,
                                           const params::Units& units);

}  // namespace jounce
