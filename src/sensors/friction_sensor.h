#pragma once

#include "sensors/sensor.h"

namespace jounce {

/// Component along a fixed axis (0, 1, 2) of the friction force on the point of a contact, or of its slip
/// velocity. Both are tangential vectors in fixed axes. Throws params::InputError for a contact without
/// friction.
std::function<double(const Observation&)> friction_sensor(const params::Params& entry, const Model& model,
                                                          int pair, int point, int axis);

/// Number of the joint with friction of this name in ContactPairs::joint_frictions(); -1 when there is none.
int find_joint_friction(const Model& model, const std::string& name);

/// Of a joint with friction: friction_force along the axis, friction_moment about it (both on the second
/// part), or slip_velocity at the surface, along the axis where the joint slides, else around. Throws
/// params::InputError for what the joint has not.
std::function<double(const Observation&)> joint_friction_sensor(const params::Params& entry,
                                                                const Model& model, int number);

}  // namespace jounce
