#pragma once

#include "model/part.h"

namespace jounce {

/// The two markers that a joint connects.
struct JointMarkers {
  std::shared_ptr<const Marker> A, B;
  MarkerKinematics initial_A, initial_B;
};

/// Reads `between` and `at`: with `at`, the joint sits at that point of both bodies; without, at the markers
/// named.
JointMarkers joint_markers(const params::Params& params, ModelBuilder& builder);

/// Keys common to the joints between two markers.
std::vector<params::Key> joint_keys();

/// `axis` of a joint as a direction fixed in A's frame.
Vector3 axis_in_A(const params::Params& params, const JointMarkers& markers);

/// The row that keeps B's frame at its initial angle to A's, both in the plane.
MarkerRow angle_row(const params::Params& params, const JointMarkers& markers);

}  // namespace jounce
