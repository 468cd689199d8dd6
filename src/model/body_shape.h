#pragma once

#include <memory>
#include <string>

#include "collision/shape.h"
#include "model/marker.h"

namespace jounce {

/// A shape on a body, for contact between bodies.
struct BodyShape {
  std::string name;
  std::shared_ptr<const Marker> body;  ///< centre and axes of the body
  collision::Shape shape;
  collision::Pose pose;  ///< in axes of the body
  int group = -1;        ///< node of the body, -1 of the ground: shapes of one body do not touch each other
};

/// The pose in space of a shape that lies at `pose` in axes of the body.
inline collision::Pose composed(const MarkerKinematics& body, const collision::Pose& pose) {
  return {body.x + body.R * pose.x, body.R * pose.R};
}

}  // namespace jounce
