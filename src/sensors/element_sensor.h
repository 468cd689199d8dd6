#pragma once

#include <optional>

#include "sensors/sensor.h"

namespace jounce {

/// Sensors of what elements and materials offer (QuantityType): of an element of a block by its number, or of
/// a mesh or mesh group the value of greatest magnitude among its nodes (signed), where a node has the mean
/// over the elements that meet there. Elements of flexible bodies are recovered from the elastic coordinates.
/// std::nullopt when no part declares the quantity. Throws params::InputError for names and components that
/// do not fit.
std::optional<Sensor> element_sensor(const params::Params& entry, const Model& model,
                                     const params::Units& units);

/// Points of the mesh or mesh group that `of` names, as flags over the points of the mesh. Throws
/// params::InputError.
std::vector<std::uint8_t> points_of(const params::Params& entry, const Model& model, const Mesh** found);

}  // namespace jounce
