#pragma once

#include <memory>
#include <string>

#include "collision/shape.h"
#include "model/marker.h"

namespace jounce {

/// A shape and its pose in axes of the body.
struct PlacedShape {
  collision::Shape shape;
  collision::Pose pose;
};

/// A shape on a body, for contact between bodies. Equal bodies share what they look like.
struct BodyShape {
  std::string name;
  std::shared_ptr<const Marker> body;  ///< centre and axes of the body
  std::shared_ptr<const PlacedShape> form;
  int group = -1;  ///< node of the body, -1 of the ground: shapes of one body do not touch each other

  const collision::Shape& shape() const { return form->shape; }
  const collision::Pose& pose() const { return form->pose; }
};

/// The pose in space of a shape that lies at `pose` in axes of the body.
inline collision::Pose composed(const MarkerKinematics& body, const collision::Pose& pose) {
  return {body.x + body.R * pose.x, body.R * pose.R};
}

}  // namespace jounce
