#pragma once

#include <memory>
#include <vector>

#include "model/model.h"

namespace jounce {

/// Calls visit(shape) for the shapes of a model. Several contacts may look at one shape.
template <class Visit>
void for_shapes(const Model& model, const Visit& visit) {
  for (const auto& pair : model.system.contacts().all())
    for (const BodyShape& shape : pair->body_shapes()) visit(shape);
  for (const BodyShape& shape : model.idle_shapes) visit(shape);
}

/// What the points of the drawings are that stand for whole bodies: their shapes and how they lie.
class DrawnBodies {
 public:
  explicit DrawnBodies(const Model& model);

  /// Some body has a shape.
  bool has_shapes() const { return has_shapes_; }

  /// Number of the kind of a shape, as fields have it: 0 no shape, 1 sphere, 2 capsule, 3 box, 4 cylinder, 5
  /// convex polyhedron (hull), 6 surface of triangles, 7 several shapes; 1 a point.
  const std::vector<double>& shapes() const { return shapes_; }
  /// Of a sphere its radius, of everything else that of the ball about the body's centre that holds its
  /// shapes; 1 a point, 0 without shapes.
  const std::vector<double>& radii() const { return radii_; }
  /// Half lengths of the box, along the axes of the body, around its shapes; 3 a point.
  const std::vector<double>& half_sizes() const { return half_sizes_; }
  /// Vector part x, y, z of the unit quaternion with w = sqrt(1 - x^2 - y^2 - z^2) >= 0 that turns the axes
  /// of a body, of a point of one, or of a node of a beam in space; 3 a point, zero for points that do not
  /// turn.
  void orientations(const State& state, std::vector<double>& quaternions) const;

 private:
  /// What a point turns with: a marker, or a quaternion at a place in q.
  struct Turning {
    const Marker* marker = nullptr;
    Index quaternion = -1;
  };
  std::vector<Turning> turning_;  ///< of every point
  std::vector<double> shapes_, radii_, half_sizes_;
  bool has_shapes_ = false;
};

/// Whether some body of the model has a shape.
bool has_body_shapes(const Model& model);

/// Whether some point of the drawings turns: a body, a point of one, a node of a beam in space.
bool has_turning_points(const Model& model);

}  // namespace jounce
