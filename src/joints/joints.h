#pragma once

#include "model/part.h"

// Declarations of the joints that decks may use; each is defined in its own file and listed in
// src/registry.cpp.

namespace jounce {

ModelPart revolute_part();
ModelPart spherical_part();
ModelPart universal_part();
ModelPart prismatic_part();
ModelPart cylindrical_part();
ModelPart planar_part();
ModelPart fixed_part();
ModelPart point_on_line_part();
ModelPart distance_part();
ModelPart equation_part();
ModelPart collinear_part();
ModelPart coplanar_part();
ModelPart symmetry_part();
ModelPart rotation_support_part();
ModelPart mean_rotation_part();
ModelPart knot_part();
ModelPart motion_part();
ModelPart gear_part();
ModelPart rack_and_pinion_part();
ModelPart knife_edge_part();
ModelPart rolling_wheel_part();

}  // namespace jounce
