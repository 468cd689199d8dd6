#pragma once

#include "joints/marker_rows.h"

namespace jounce {

// Friction of the classical joints: keys, and JointFriction from them. Pads are the places where the surfaces
// press on each other: two at +- L/2 from B's point along the axis for a part of length L, which share the
// force F across the axis and the moment M about the axes across it,
//
//   N_1,2 = F/2 +- M x a/L,      N = |N_1| + |N_2|
//
// Without a length N = |F|: the moment then takes no part.

/// True when the deck gives the joint a coefficient of friction or a constant part (`preload_key`).
bool has_joint_friction(const params::Params& params, const char* preload_key);

/// Keys of a pin: `friction`, `radius`, `bearing_length`, `collar_radius`, `friction_torque`.
std::vector<params::Key> pin_friction_keys();
/// Friction of the revolute joint that is added next. Rows: x, y in the plane; across_1, across_2, along,
/// tilt_1, tilt_2 (add_parallel_rows_in_A) in space.
void add_pin_friction(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers);

/// Keys of a guide: `friction`, `guide_length`, `guide_width`, `friction_force`.
std::vector<params::Key> guide_friction_keys();
/// Friction of the prismatic joint that is added next: line rows, then orientation rows.
void add_guide_friction(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers);

/// Keys of a sleeve: `friction`, `radius`, `bearing_length`, `friction_force`.
std::vector<params::Key> sleeve_friction_keys();
/// Friction of the cylindrical joint that is added next: line rows, then add_parallel_rows_in_A. One cone for
/// sliding along and around.
void add_sleeve_friction(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers);

}  // namespace jounce
