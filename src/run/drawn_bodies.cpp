#include "run/drawn_bodies.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "collision/polyhedron.h"
#include "collision/triangle_surface.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using collision::Shape;

double number_of(Shape::Kind kind) {
  switch (kind) {
    case Shape::Kind::sphere:
      return 1;
    case Shape::Kind::capsule:
      return 2;
    case Shape::Kind::box:
      return 3;
    case Shape::Kind::cylinder:
      return 4;
    case Shape::Kind::hull:
      return 5;
    case Shape::Kind::surface:
      return 6;
    case Shape::Kind::plane:
      break;
  }
  return 0;
}

/// Farthest point of a shape from the origin of the axes in which it lies at `pose`.
double reach(const Shape& shape, const collision::Pose& pose) {
  double farthest = 0;
  const auto look_at = [&](const Vector3& point) {
    farthest = std::max(farthest, (pose.x + pose.R * point).norm());
  };
  switch (shape.kind) {
    case Shape::Kind::plane:
      return 0;
    case Shape::Kind::sphere:
      return pose.x.norm() + shape.radius;
    case Shape::Kind::capsule:
      for (const double end : {-1.0, 1.0}) look_at({0, 0, end * shape.half.z()});
      return farthest + shape.radius;
    case Shape::Kind::cylinder: {
      // On the rims, where they reach farthest from the axis that goes through the origin.
      const Vector3 origin = -(pose.R.transpose() * pose.x);
      Vector3 away(-origin.x(), -origin.y(), 0);
      away = away.norm() > 0 ? Vector3(away.normalized() * shape.radius) : Vector3(shape.radius, 0, 0);
      for (const double end : {-1.0, 1.0}) look_at({away.x(), away.y(), end * shape.half.z()});
      return farthest;
    }
    case Shape::Kind::box:
      for (int corner = 0; corner < 8; ++corner)
        look_at({(corner & 1) != 0 ? shape.half.x() : -shape.half.x(),
                 (corner & 2) != 0 ? shape.half.y() : -shape.half.y(),
                 (corner & 4) != 0 ? shape.half.z() : -shape.half.z()});
      return farthest;
    case Shape::Kind::hull:
      for (const Vector3& point : shape.polyhedron->vertices) look_at(point);
      return farthest;
    case Shape::Kind::surface:
      for (const Vector3& point : shape.surface->vertices) look_at(point);
      return farthest;
  }
  return farthest;
}

/// Shapes of one body.
struct Body {
  std::set<const PlacedShape*> known;  ///< several contacts may look at one shape
  double kind = 0, radius = 0;
  Vector3 half = Vector3::Zero();
};

void add(Body& body, const BodyShape& piece) {
  if (piece.shape().kind == Shape::Kind::plane || !body.known.insert(piece.form.get()).second) return;
  body.kind = body.known.size() == 1 ? number_of(piece.shape().kind) : 7;
  body.radius = std::max(body.radius, reach(piece.shape(), piece.pose()));
  const collision::Bounds box = collision::bounds(piece.shape(), piece.pose());
  body.half = body.half.cwiseMax(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()));
}

/// Places of the quaternions of nodes in q, by the first degree of freedom of the node.
std::unordered_map<Index, Index> quaternions_of_nodes(const Model& model) {
  std::unordered_map<Index, Index> places;
  const Manifold& manifold = model.system.manifold();
  if (manifold.is_flat()) return places;
  for (const NodePlace& node : model.system.dofs().places)
    if (node.position[0] >= 0 && node.orientation[0] >= 0)
      places[node.position[0]] =
          manifold.rotations()[static_cast<std::size_t>(manifold.rotation_of(node.orientation[0]))]
              .quaternion;
  return places;
}

}  // namespace

bool has_turning_points(const Model& model) {
  const std::unordered_map<Index, Index> quaternions = quaternions_of_nodes(model);
  for (const Drawing& drawing : model.drawings) {
    for (const auto& marker : drawing.markers)
      if (marker->has_rotation()) return true;
    const auto d = static_cast<std::size_t>(std::max(drawing.coordinates, 1));
    for (std::size_t k = 0; k < drawing.node_dofs.size() && !quaternions.empty(); k += d)
      if (quaternions.contains(drawing.node_dofs[k])) return true;
  }
  return false;
}

bool has_body_shapes(const Model& model) {
  bool found = false;
  for_shapes(model, [&](const BodyShape& piece) {
    found = found || (piece.group >= 0 && piece.shape().kind != Shape::Kind::plane);
  });
  return found;
}

DrawnBodies::DrawnBodies(const Model& model) : has_shapes_(has_body_shapes(model)) {
  std::unordered_map<Index, Body> bodies;  // by their first degree of freedom
  for_shapes(model, [&](const BodyShape& piece) {
    if (piece.group >= 0 && !piece.body->dofs().empty()) add(bodies[piece.body->dofs()[0]], piece);
  });
  const std::unordered_map<Index, Index> quaternions = quaternions_of_nodes(model);
  for (const Drawing& drawing : model.drawings) {
    const bool is_body = drawing.is_of_bodies || drawing.markers.size() == 1;
    for (std::size_t i = 0; i < drawing.points(); ++i) {
      const bool turns = i < drawing.markers.size() && drawing.markers[i]->has_rotation();
      turning_.push_back({turns ? drawing.markers[i].get() : nullptr, -1});
      if (!drawing.node_dofs.empty() && !quaternions.empty()) {
        const auto node =
            quaternions.find(drawing.node_dofs[i * static_cast<std::size_t>(drawing.coordinates)]);
        if (node != quaternions.end()) turning_.back().quaternion = node->second;
      }
      const auto found = is_body && turns && !drawing.markers[i]->dofs().empty()
                             ? bodies.find(drawing.markers[i]->dofs()[0])
                             : bodies.end();
      const Body none;
      const Body& body = found == bodies.end() ? none : found->second;
      shapes_.push_back(body.kind);
      radii_.push_back(body.radius);
      half_sizes_.insert(half_sizes_.end(), body.half.begin(), body.half.end());
    }
  }
}

void DrawnBodies::orientations(const State& state, std::vector<double>& quaternions) const {
  quaternions.clear();
  MarkerKinematics k;
  for (const Turning& turning : turning_) {
    Quaternion q = Quaternion::Identity();
    if (turning.marker != nullptr) {
      turning.marker->evaluate(state, Derivatives::none, k);
      q = Quaternion(k.R);
    } else if (turning.quaternion >= 0) {
      const double* w = &state.q[turning.quaternion];
      q = Quaternion(w[0], w[1], w[2], w[3]);
    }
    if (q.w() < 0) q.coeffs() *= -1;
    quaternions.insert(quaternions.end(), {q.x(), q.y(), q.z()});
  }
}

}  // namespace jounce
