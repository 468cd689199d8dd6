#include <fmt/format.h>

#include <cmath>

#include "model/builder.h"

// Flexible bodies in floating frames: their nodes, names and markers.

namespace jounce {

void ModelBuilder::add_floating_body(const std::string& name, const Vector3& position,
                                     const Quaternion& orientation, const Vector3& velocity,
                                     const Vector3& angular_velocity,
                                     std::shared_ptr<const FlexibleBody> body,
                                     std::shared_ptr<const Model> own_model) {
  if (dimension() == 3) {
    add_spatial_body(name, position, orientation, velocity, angular_velocity);
  } else {
    const double angle = 2 * std::atan2(orientation.z(), orientation.w());
    add_body(name, position, angle, true, velocity, angular_velocity.z());
  }
  const int number = bodies_.back().node;
  nodes_.add_amplitudes(number, static_cast<int>(body->n));
  if (own_model != nullptr) model_.flexible_parts.push_back({name, std::move(own_model), body, {}});
  floating_[number].body = std::move(body);
}

const ModelBuilder::FloatingBody* ModelBuilder::find_floating(int node) const {
  const auto place = floating_.find(node);
  return place == floating_.end() ? nullptr : &place->second;
}

const ModelBuilder::FloatingBody& ModelBuilder::floating_body(const std::string& name) const {
  return floating_.at(bodies_.find(name)->node);
}

void ModelBuilder::place_floating_bodies() {
  for (const Body& body : bodies_) {
    const auto place = floating_.find(body.node);
    if (place == floating_.end()) continue;
    const NodeTable::Node& node = nodes_[body.node];
    const std::vector<Index> reference = dofs(body.node);
    FloatingFrame& frame = place->second.frame;
    frame.dimension = dimension();
    for (int i = 0; i < node.coordinates; ++i) frame.translation[i] = reference[i];
    for (int i = 0; i < node.rotations; ++i)
      frame.rotation[3 - node.rotations + i] = reference[node.coordinates + i];
    if (dimension() == 3) {
      const Manifold& manifold = model_.system.manifold();
      const int rotation = manifold.rotation_of(frame.rotation[0]);
      frame.quaternion = manifold.rotations()[rotation].quaternion;
    }
    frame.elastic = nodes_.amplitudes(body.node);
    for (FlexiblePart& part : model_.flexible_parts)
      if (part.body == body.name) part.elastic = frame.elastic;
  }
}

void ModelBuilder::add_floating_groups() {
  for (const Body& body : bodies_) {
    const auto place = floating_.find(body.node);
    if (place == floating_.end()) continue;
    for (const auto& [group, nodes] : place->second.body->groups) {
      if (nodes.size() != 1) continue;
      const std::string name = body.name + "." + group;
      model_.markers.emplace_back(name, std::make_shared<FloatingMarker>(name, *place->second.body,
                                                                         place->second.frame, nodes.front()));
    }
  }
}

std::shared_ptr<const Marker> ModelBuilder::floating_marker(const Params& source, const std::string& key,
                                                            const std::string& name, const FloatingBody& body,
                                                            const Vector3& place, const Matrix3& R_0) const {
  constexpr double kSamePlace = 1e-6;  // of the size of the body
  const int node = body.body->node_at(place, kSamePlace * body.body->extent());
  if (node < 0)
    source.fail(key,
                fmt::format("'{}' is flexible and has no node at this point, ({:.6g}, {:.6g}, {:.6g}) in its "
                            "frame: markers and joints sit on nodes",
                            name, place.x(), place.y(), place.z()));
  return std::make_shared<FloatingMarker>(name, *body.body, body.frame, node, R_0);
}

std::vector<std::shared_ptr<const Marker>> ModelBuilder::floating_group(const std::string& name) const {
  std::vector<std::shared_ptr<const Marker>> found;
  if (floating_.empty()) return found;
  for (const Body& body : bodies_) {
    const FloatingBody* floating = find_floating(body.node);
    if (floating == nullptr) continue;
    for (const auto& [group, nodes] : floating->body->groups) {
      if (name != body.name + "." + group) continue;
      for (std::size_t i = 0; i < nodes.size(); ++i)
        found.push_back(std::make_shared<FloatingMarker>(fmt::format("{}[{}]", name, i), *floating->body,
                                                         floating->frame, nodes[i]));
    }
  }
  return found;
}

}  // namespace jounce
