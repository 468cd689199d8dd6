#include "model/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "mesh/mesh_names.h"

namespace jounce {

ModelBuilder::ModelBuilder(int dimension, const Vector3& gravity) : gravity_(gravity) {
  model_.dimension = dimension;
}

void ModelBuilder::add_rotations(int node) {
  if (nodes_[node].rotations == 0) nodes_.add_rotations(node, dimension() == 3 ? 3 : 1);
}

bool ModelBuilder::is_body(int node) const {
  // Their nodes ascend.
  const auto place = std::ranges::lower_bound(bodies_, node, {}, &Body::node);
  return place != bodies_.end() && place->node == node;
}

void ModelBuilder::add_body(const std::string& name, const Vector3& position, double angle, bool rotation,
                            const Vector3& velocity, double angular_velocity) {
  const int node = nodes_.add(position, dimension(), rotation ? 1 : 0);
  nodes_.set_velocity(node, velocity);
  if (rotation) nodes_.set_angle(node, angle, angular_velocity);
  bodies_.push_back({name, node});
}

void ModelBuilder::add_spatial_body(const std::string& name, const Vector3& position,
                                    const Quaternion& orientation, const Vector3& velocity,
                                    const Vector3& angular_velocity) {
  const int node = nodes_.add(position, 3, 3);
  nodes_.set_velocity(node, velocity);
  nodes_.set_orientation(node, orientation, orientation.conjugate() * angular_velocity);
  bodies_.push_back({name, node});
}

std::vector<std::string> ModelBuilder::candidates() const {
  std::vector<std::string> names;
  for (const Body& body : bodies_) names.push_back(body.name);
  for (const auto& [name, marker] : model_.markers) names.push_back(name);
  for (const Mesh& mesh : model_.meshes) {
    names.push_back(mesh.name);
    for (const Mesh::Group& group : mesh.groups)
      if (mesh.all_points(&group) != 1) names.push_back(mesh.name + "." + group.name);
  }
  return names;
}

void ModelBuilder::prescribe(const Params& source, const std::string& key,
                             const std::vector<std::string>& components, const params::TimeFunction& motion) {
  if (source.boolean("from_present") && !source.given("motion"))
    source.fail("from_present",
                "a support without motion is held where it stands: 'from_present' needs 'motion'");
  for (const int number : nodes(source, key, source.text(key))) {
    const NodeTable::Node& node = nodes_[number];
    if (node.rotations == 3 && is_body(number))
      source.fail(key, fmt::format("'{}' is a spatial rigid body: hold it by joints to the ground",
                                   source.text(key)));
    for (const std::string& component : components) {
      const int axis = component == "x" ? 0 : component == "y" ? 1 : component == "z" ? 2 : 3;
      const int rotations = component == "rotation" ? 3 : 1;
      if (axis < 3 ? axis >= node.coordinates : node.rotations != rotations)
        source.fail("components", fmt::format("'{}' has no component '{}'", source.text(key), component));
      if (rotations == 3 && source.given("motion"))
        source.fail("motion", "an orientation in space can be held, not prescribed: omit 'rotation' here");
      const int first = axis < 3 ? node.first + axis : node.first_rotation;
      const NodeTable::Motion offset = [motion](double t, double& x, double& v, double& a) {
        x = motion(t);
        v = motion.derivative(t);
        a = motion.second_derivative(t);
      };
      const auto support = !source.given("motion")          ? NodeTable::Support::held
                           : source.boolean("from_present") ? NodeTable::Support::from_present
                                                            : NodeTable::Support::moved;
      for (int slot = first; slot < first + (axis < 3 ? 1 : rotations); ++slot)
        if (!nodes_.prescribe(slot, offset, support))
          source.fail(key,
                      fmt::format("component '{}' of '{}' is prescribed twice", component, source.text(key)));
    }
  }
}

void ModelBuilder::set_velocity(const Params& source, const std::string& key, const Vector3& velocity,
                                const Vector3& angular_velocity, const std::optional<Vector3>& about) {
  for (const int number : nodes(source, key, source.text(key))) {
    const NodeTable::Node& node = nodes_[number];
    if (node.rotations == 3 && is_body(number))
      source.fail(key, fmt::format("'{}' is a spatial rigid body: give its velocities in [[body]]",
                                   source.text(key)));
    if (node.rotations == 0 && !about && !angular_velocity.isZero(0))
      source.fail("angular_velocity",
                  fmt::format("nodes of '{}' have no angles of their own: give 'about', a point of the axis "
                              "about which they turn",
                              source.text(key)));
    nodes_.set_velocity(
        number,
        about ? Vector3(velocity + angular_velocity.cross(nodes_.position(number) - *about)) : velocity);
    if (node.rotations == 1) nodes_.set_angular_velocity(number, angular_velocity.z());
    if (node.rotations == 3) nodes_.set_spin(number, angular_velocity);
  }
}

void ModelBuilder::number() {
  DofMap dofs = nodes_.number(initial_);
  dofs.node_names = node_names();
  if (auto numbering = numbering_of_parts(dofs)) model_.system.distribute(std::move(numbering));
  model_.system.set_dofs(std::move(dofs));
  model_.system.set_gravity(gravity_);
  for (PrescribedMotion& motion : nodes_.prescribed()) model_.system.prescribe(std::move(motion));
  model_.system.apply_prescribed(initial_);
  place_floating_bodies();
  add_own_markers();
}

std::unique_ptr<parallel::Numbering> ModelBuilder::numbering_of_parts(const DofMap& dofs) const {
  if (std::ranges::none_of(model_.meshes, [](const Mesh& mesh) { return mesh.share != nullptr; }))
    return nullptr;
  const auto size = static_cast<std::size_t>(dofs.nv());
  std::vector<int> numbers(size), owners(size);
  int first = 0;  // number of the mesh's first degree of freedom in the whole model
  for (std::size_t i = 0; i < model_.meshes.size(); ++i) {
    const Mesh& mesh = model_.meshes[i];
    for (std::size_t k = 0; k < mesh.points.size(); ++k)
      for (int axis = 0; axis < dimension(); ++axis) {
        const NodePlace& place = dofs.places[static_cast<std::size_t>(mesh_first_node_[i]) + k];
        const auto dof = static_cast<std::size_t>(place.position[static_cast<std::size_t>(axis)]);
        numbers[dof] = first + dimension() * mesh.share->point_numbers[k] + axis;
        owners[dof] = mesh.share->owners[k];
      }
    first += dimension() * static_cast<int>(mesh.all_points());
  }
  return std::make_unique<parallel::Numbering>(std::move(numbers), std::move(owners));
}

void ModelBuilder::add_own_markers() {
  model_.markers.reserve(bodies_.size() + 1);
  model_.markers.emplace_back("ground", std::make_shared<GroundMarker>("ground", Vector3::Zero()));
  for (const Body& body : bodies_)
    model_.markers.emplace_back(body.name,
                                body_marker(body.name, body.node, Vector3::Zero(), Matrix3::Identity()));
  add_floating_groups();
  for (std::size_t i = 0; i < model_.meshes.size(); ++i)
    for (const Mesh::Group& group : model_.meshes[i].groups) {
      if (model_.meshes[i].all_points(&group) != 1) continue;
      const std::string name = model_.meshes[i].name + "." + group.name;
      if (group.points.empty()) {
        model_.elsewhere.add(name);
        continue;
      }
      model_.markers.emplace_back(name, body_marker(name, mesh_first_node_[i] + group.points.front(),
                                                    Vector3::Zero(), Matrix3::Identity()));
    }
}

std::vector<NodeNames> ModelBuilder::node_names() const {
  std::vector<NodeNames> names;
  for (std::size_t i = 0; i < model_.meshes.size(); ++i) {
    const Mesh& mesh = model_.meshes[i];
    names.push_back(
        {mesh_first_node_[i], static_cast<int>(mesh.points.size()), mesh.name, NodeNames::Kind::mesh});
    if (mesh.share != nullptr) names.back().numbers = mesh.share->point_numbers;
    for (const Mesh::Group& group : mesh.groups)
      if (mesh.all_points(&group) == 1 && !group.points.empty())
        names.push_back({mesh_first_node_[i] + group.points.front(), 1, mesh.name + "." + group.name});
  }
  std::map<int, std::pair<std::string, int>> groups;  // by their first body
  for (const auto& [name, group] : groups_)
    if (group[1] > 0) groups[group[0]] = {name, group[1]};
  for (int i = 0; i < static_cast<int>(bodies_.size());) {
    const Body& body = bodies_[i];
    const auto group = groups.find(i);
    if (group == groups.end()) {
      names.push_back({body.node, 1, body.name});
      ++i;
    } else {
      const auto& [name, count] = group->second;
      names.push_back({body.node, count, name, NodeNames::Kind::bodies});
      i += count;
    }
  }
  return names;
}

int ModelBuilder::body_node(const Params& source, const std::string& key, const std::string& name) const {
  if (name == "ground") return -1;
  check_stays(source, key, name);
  if (const Body* body = bodies_.find(name)) return body->node;
  const auto node_of_group = [&](std::size_t mesh, const Mesh::Group* group) {
    if (group == nullptr || group->points.size() != 1) return -1;
    const int node = mesh_first_node_[mesh] + group->points.front();
    return nodes_[node].rotations == 0 ? -1 : node;
  };
  if (const auto found = find_mesh_name(model_.meshes, name))
    if (const int node = node_of_group(found->mesh, found->group); node >= 0) return node;
  std::vector<std::string> names = {"ground"};
  for (const Body& body : bodies_) names.push_back(body.name);
  for_each_mesh_name(model_.meshes, [&](std::size_t i, const Mesh::Group* group, const std::string& full) {
    if (node_of_group(i, group) >= 0) names.push_back(full);
  });
  refuse_name(source, key, name, "body", names);
}

Index ModelBuilder::rotation_dof(const Params& source, const std::string& key,
                                 const std::string& name) const {
  const int node = body_node(source, key, name);
  if (node < 0) return -1;
  if (nodes_[node].rotations != 1)
    source.fail(key, fmt::format("'{}' has no angle: a rigid body or the ground is required here", name));
  return dofs(node).back();
}

Vector3 ModelBuilder::initial_position(const Marker& marker) const {
  MarkerKinematics k;
  marker.evaluate(initial_, Derivatives::none, k);
  return k.x;
}

int ModelBuilder::add_history(std::string name, std::size_t size) {
  initial_.history.push_back({std::move(name), std::make_shared<const std::vector<double>>(size, 0.0)});
  return static_cast<int>(initial_.history.size()) - 1;
}

void ModelBuilder::set_history(int place, std::vector<double> values) {
  HistoryArray& array = initial_.history[static_cast<std::size_t>(place)];
  assert(values.size() == array.committed().size());
  array.values = std::make_shared<const std::vector<double>>(std::move(values));
}

std::unique_ptr<Model> ModelBuilder::finish() {
  model_.exchange.finish(initial_);
  model_.system.finish(initial_);
  std::set<const PlacedShape*> in_contact;
  for (const auto& pair : model_.system.contacts().all())
    for (const BodyShape& shape : pair->body_shapes()) in_contact.insert(shape.form.get());
  for (auto& [name, shapes] : shapes_)
    for (BodyShape& shape : shapes)
      if (!in_contact.contains(shape.form.get())) model_.idle_shapes.push_back(std::move(shape));
  return std::make_unique<Model>(std::move(model_));
}

}  // namespace jounce
