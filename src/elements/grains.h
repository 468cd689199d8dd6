#pragma once

#include <vector>

#include "collision/shape.h"
#include "math/rotation.h"
#include "params/params.h"

namespace jounce {

/// One of many bodies of a kind: where it begins and what it is.
struct Grain {
  Vector3 position = Vector3::Zero(), velocity = Vector3::Zero();
  Quaternion orientation = Quaternion::Identity();
  double size = 1;        ///< factor on all lengths
  int variant = 0;        ///< of the shapes of `GrainShapes`
  bool is_spare = false;  ///< not there at the start
};

/// Shapes of grains of size 1, and their mass and inertia about the origin, which is the centre of mass.
struct GrainShape {
  collision::Shape shape;
  double mass = 0;
  Matrix3 inertia = Matrix3::Zero();
};

/// Layout of the grains that a body of type "grains" stands for, always the same for the same parameters:
/// a lattice with random shifts, sizes, orientations and velocities.
std::vector<Grain> grains_of(const params::Params& params);

/// Whether grains of this entry may come and go.
bool come_and_go(const params::Params& params);

/// One shape for balls and boxes, several for rocks.
std::vector<GrainShape> grain_shapes(const params::Params& params);

/// The same shape, `size` times as large.
collision::Shape scaled(const collision::Shape& shape, double size);

}  // namespace jounce
