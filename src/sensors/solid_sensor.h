#pragma once

#include <optional>

#include "sensors/sensor.h"

namespace jounce {

/// Sensors of supports and energies; std::nullopt when the quantity is none of theirs.
///   support_force   of a mesh or mesh group: sum over its held degrees of freedom of the force that
///                   holds them, M a - f - G^T lambda - W Lambda / h, the mean of contact forces over the
///                   step
///   strain_energy, kinetic_energy   of an element entry
/// Throws params::InputError for names and components that do not fit.
std::optional<Sensor> solid_sensor(const params::Params& entry, const Model& model,
                                   const params::Units& units);

}  // namespace jounce
