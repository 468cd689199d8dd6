#pragma once

#include "io/field_writer.h"
#include "model/model.h"

namespace jounce {

/// The drawings of a model as one mesh of points and cells; the points are those of the initial state.
io::FieldMesh drawn_mesh(const Model& model);

/// Positions of all points of the drawings, 3 a point, and their velocities when asked for.
void drawn_points(const Model& model, const State& state, std::vector<double>& points,
                  std::vector<double>* velocities = nullptr);

/// Angular velocities (3 a point) of points that are bodies, zero for others, and whether the body is there
/// (1 a point: 0 for one that is not, 1 for all other points).
void drawn_bodies(const Model& model, const State& state, std::vector<double>& angular_velocities,
                  std::vector<double>& present);

}  // namespace jounce
