#pragma once

#include <string>

#include "la/types.h"

namespace jounce::picture {

/// How a scene is looked at: by parallel rays, or from an eye.
struct Camera {
  Vector3 right, up, towards;        ///< unit vectors; the last one points to who looks
  Vector3 target = Vector3::Zero();  ///< what the eye looks at
  double distance = 0;               ///< of the eye from the target; 0: parallel rays

  /// A place of the picture: lengths to the right and up, true to scale at the target; nearness, which is
  /// linear over straight lines of the picture; w, the distance from the eye over that of the target (1 for
  /// parallel rays).
  struct Place {
    double x, y, nearness, w;
  };
  Place place(const Vector3& point) const;
};

/// By a name: "iso" from all sides alike, "x", "y", "z" and "-x", "-y", "-z" from that end of an axis, with z
/// upwards (y of "z"), or two angles in degrees, "AZIMUTH,ELEVATION": from x about z, and upwards. Empty: "z"
/// for what lies in a plane, else obliquely from the front, as `jounce view` begins. Throws
/// std::invalid_argument.
Camera camera_of(const std::string& view, bool is_plane);

}  // namespace jounce::picture
