#pragma once

#include "model/part.h"

// Declarations of the elements, bodies and loads that decks may use; each is defined beside its mechanics and
// listed in src/registry.cpp.

namespace jounce {

/// The mass matrix of elements on a mesh (ModelBuilder::is_lumped).
params::Key mass_key();

ModelPart bar_part();
ModelPart beam_part();
ModelPart euler_bernoulli_part();
ModelPart solid_part();
ModelPart shell_part();
ModelPart spring_part();
ModelPart torsion_spring_part();
ModelPart point_mass_part();
ModelPart rigid_body_part();
ModelPart spatial_body_part();
ModelPart grains_part();
ModelPart bushing_part();
ModelPart actuator_part();
ModelPart flexible_body_part();
ModelPart body_acceleration_part();
ModelPart centrifugal_part();
ModelPart force_part();
ModelPart torque_part();
ModelPart moment_part();
ModelPart pressure_part();
ModelPart traction_part();
ModelPart temperature_part();

}  // namespace jounce
