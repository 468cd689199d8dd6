#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/part.h"

namespace jounce {

/// The two markers that a joint, or an element between two points, connects.
struct MarkerPair {
  std::shared_ptr<const Marker> A, B;
  MarkerKinematics initial_A, initial_B;
};

/// Reads `between` and `at`: with `at`, the joint sits at that point of both bodies; without, at the markers
/// named.
MarkerPair marker_pair(const params::Params& params, ModelBuilder& builder);

/// Keys common to the parts between two markers.
std::vector<params::Key> marker_pair_keys();

/// `axis` of a joint as a direction fixed in A's frame.
Vector3 axis_in_A(const params::Params& params, const MarkerPair& markers);

/// Keys of a relative coordinate: `coordinate` (displacement, distance or angle) and `axis`.
std::vector<params::Key> relative_coordinate_keys();

/// The relative coordinate that `quantity` names: "displacement" of B along `axis` (fixed in A) from the
/// initial place, "distance" of the points, "angle" of B about `axis` (z in the plane) from the initial
/// orientation.
std::shared_ptr<RelativeCoordinate> relative_coordinate(const params::Params& params, ModelBuilder& builder,
                                                        const MarkerPair& markers,
                                                        const std::string& quantity);

}  // namespace jounce
