#include "model/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace jounce {

ModelBuilder::ModelBuilder(int dimension, const Vector3& gravity) : gravity_(gravity) {
  model_.dimension = dimension;
}

int ModelBuilder::add_node(const Vector3& position, int coordinates, int rotations) {
  nodes_.push_back({coordinates, 0, static_cast<int>(coordinate_.size()), 0, 0, 0});
  for (int i = 0; i < coordinates; ++i) {
    coordinate_.push_back(position[i]);
    velocity_.push_back(0);
    kind_.push_back(DofKind::translation);
    axis_.push_back(static_cast<std::int8_t>(i));
  }
  add_rotation_slots(nodes_.back(), rotations);
  return static_cast<int>(nodes_.size()) - 1;
}

void ModelBuilder::add_rotation_slots(Node& node, int rotations) {
  node.rotations = rotations;
  node.first_rotation = static_cast<int>(coordinate_.size());
  for (int i = 0; i < rotations; ++i) {
    coordinate_.push_back(0);
    velocity_.push_back(0);
    kind_.push_back(DofKind::rotation);
    axis_.push_back(-1);
  }
}

void ModelBuilder::add_rotations(int node) {
  Node& n = nodes_[static_cast<std::size_t>(node)];
  if (n.rotations > 0) return;
  add_rotation_slots(n, dimension() == 3 ? 3 : 1);
  if (n.rotations == 3) orientations_.emplace_back(n.first_rotation, Quaternion::Identity());
}

bool ModelBuilder::is_body(int node) const {
  return std::any_of(bodies_.begin(), bodies_.end(), [&](const Body& body) { return body.node == node; });
}

void ModelBuilder::add_body(const std::string& name, const Vector3& position, double angle, bool rotation,
                            const Vector3& velocity, double angular_velocity) {
  const int node = add_node(position, dimension(), rotation ? 1 : 0);
  const auto first = static_cast<std::size_t>(nodes_[static_cast<std::size_t>(node)].first);
  for (int i = 0; i < dimension(); ++i) velocity_[first + static_cast<std::size_t>(i)] = velocity[i];
  if (rotation) {
    coordinate_.back() = angle;
    velocity_.back() = angular_velocity;
  }
  bodies_.push_back({name, node});
}

void ModelBuilder::add_spatial_body(const std::string& name, const Vector3& position,
                                    const Quaternion& orientation, const Vector3& velocity,
                                    const Vector3& angular_velocity) {
  const int node = add_node(position, 3, 3);
  const auto first = static_cast<std::size_t>(nodes_[static_cast<std::size_t>(node)].first);
  const Vector3 Omega = orientation.conjugate() * angular_velocity;
  for (int i = 0; i < 3; ++i) {
    velocity_[first + static_cast<std::size_t>(i)] = velocity[i];
    velocity_[first + 3 + static_cast<std::size_t>(i)] = Omega[i];
  }
  orientations_.emplace_back(static_cast<int>(first) + 3, orientation);
  bodies_.push_back({name, node});
}

std::vector<std::string> ModelBuilder::candidates() const {
  std::vector<std::string> names;
  for (const Body& body : bodies_) names.push_back(body.name);
  for (const auto& [name, marker] : model_.markers) names.push_back(name);
  for (const Mesh& mesh : model_.meshes) {
    names.push_back(mesh.name);
    for (const Mesh::Group& group : mesh.groups)
      if (group.points.size() != 1) names.push_back(mesh.name + "." + group.name);
  }
  return names;
}

void ModelBuilder::prescribe(const Params& source, const std::string& key,
                             const std::vector<std::string>& components, const params::TimeFunction& motion) {
  for (const int number : nodes(source, key, source.text(key))) {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
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
      if (held_.size() < coordinate_.size()) held_.resize(coordinate_.size(), 0);
      for (int slot = first; slot < first + (axis < 3 ? 1 : rotations); ++slot) {
        if (std::exchange(held_[static_cast<std::size_t>(slot)], 1) != 0)
          source.fail(key,
                      fmt::format("component '{}' of '{}' is prescribed twice", component, source.text(key)));
        motions_.push_back({slot, [motion](double t, double& x, double& v, double& a) {
                              x = motion(t);
                              v = motion.derivative(t);
                              a = motion.second_derivative(t);
                            }});
      }
    }
  }
}

void ModelBuilder::set_velocity(const Params& source, const std::string& key, const Vector3& velocity,
                                double angular_velocity) {
  for (const int number : nodes(source, key, source.text(key))) {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    const auto first = static_cast<std::size_t>(node.first);
    for (int i = 0; i < node.coordinates; ++i) velocity_[first + static_cast<std::size_t>(i)] = velocity[i];
    if (node.rotations == 1) velocity_[static_cast<std::size_t>(node.first_rotation)] = angular_velocity;
    if (node.rotations == 3 && is_body(number))
      source.fail(key, fmt::format("'{}' is a spatial rigid body: give its velocities in [[body]]",
                                   source.text(key)));
  }
}

void ModelBuilder::number() {
  const std::size_t slots = coordinate_.size();
  std::vector<std::uint8_t> moves(slots, 0);
  for (const Motion& m : motions_) moves[static_cast<std::size_t>(m.slot)] = 1;

  dof_of_slot_.resize(slots);
  const auto n_free = static_cast<Index>(slots - motions_.size());
  Index free = 0, held = n_free;
  const auto number_slots = [&](int first, int count) {
    for (auto slot = static_cast<std::size_t>(first); slot < static_cast<std::size_t>(first + count); ++slot)
      dof_of_slot_[slot] = moves[slot] == 0 ? free++ : held++;
  };
  for (const Node& node : nodes_) {  // rotations beside the translations of their node: a narrow band
    number_slots(node.first, node.coordinates);
    number_slots(node.first_rotation, node.rotations);
    number_slots(node.first_amplitude, node.amplitudes);
  }

  node_of_dof_.resize(slots);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (const Index dof : dofs(static_cast<int>(i)))
      node_of_dof_[static_cast<std::size_t>(dof)] = static_cast<int>(i);

  const auto nv = static_cast<Index>(slots);
  std::vector<DofKind> kinds(slots);
  std::vector<std::int8_t> axes(slots);
  initial_.q.resize(nv);
  initial_.v.resize(nv);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const Index dof = dof_of_slot_[slot];
    kinds[static_cast<std::size_t>(dof)] = kind_[slot];
    axes[static_cast<std::size_t>(dof)] = axis_[slot];
    initial_.q[dof] = coordinate_[slot];
    initial_.v[dof] = velocity_[slot];
  }
  std::vector<Index> rotation_tangents;
  for (const auto& [slot, orientation] : orientations_)
    rotation_tangents.push_back(dof_of_slot_[static_cast<std::size_t>(slot)]);
  Manifold manifold(nv, rotation_tangents);
  initial_.q.conservativeResize(manifold.size());
  for (std::size_t i = 0; i < orientations_.size(); ++i) {
    const Quaternion& orientation = orientations_[i].second;
    const Index at = manifold.rotations()[i].quaternion;
    initial_.q[at] = orientation.w();
    initial_.q.segment<3>(at + 1) = orientation.vec();
  }
  model_.system.set_manifold(std::move(manifold), n_free, std::move(kinds));
  model_.system.set_translation_axes(std::move(axes));
  std::vector<NodePlace> places;
  places.reserve(nodes_.size());
  for (const Node& node : nodes_) {
    NodePlace place;
    for (int i = 0; i < node.coordinates; ++i)
      place.position[static_cast<std::size_t>(i)] = dof_of_slot_[static_cast<std::size_t>(node.first + i)];
    if (node.rotations == 1) place.angle = dof_of_slot_[static_cast<std::size_t>(node.first_rotation)];
    for (int i = 0; i < 3 && node.rotations == 3; ++i)
      place.orientation[static_cast<std::size_t>(i)] =
          dof_of_slot_[static_cast<std::size_t>(node.first_rotation + i)];
    places.push_back(place);
  }
  model_.system.set_places(std::move(places));
  model_.system.set_node_names(node_names());
  model_.system.set_gravity(gravity_);
  for (const Motion& m : motions_) {
    const auto slot = static_cast<std::size_t>(m.slot);
    const double rest = coordinate_[slot];
    model_.system.prescribe(
        {dof_of_slot_[slot], [rest, offset = m.offset](double t, double& q, double& v, double& a) {
           double x = 0;
           offset(t, x, v, a);
           q = rest + x;
         }});
  }
  model_.system.apply_prescribed(initial_);

  place_floating_bodies();

  model_.markers.reserve(bodies_.size() + 1);
  model_.markers.emplace_back("ground", std::make_shared<GroundMarker>("ground", Vector3::Zero()));
  for (const Body& body : bodies_)
    model_.markers.emplace_back(body.name,
                                body_marker(body.name, body.node, Vector3::Zero(), Matrix3::Identity()));
  add_floating_groups();
  for (std::size_t i = 0; i < model_.meshes.size(); ++i)
    for (const Mesh::Group& group : model_.meshes[i].groups) {
      if (group.points.size() != 1) continue;
      const std::string name = model_.meshes[i].name + "." + group.name;
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
    for (const Mesh::Group& group : mesh.groups)
      if (group.points.size() == 1)
        names.push_back({mesh_first_node_[i] + group.points.front(), 1, mesh.name + "." + group.name});
  }
  std::map<int, std::pair<std::string, int>> groups;  // by their first body
  for (const auto& [name, group] : groups_)
    if (group[1] > 0) groups[group[0]] = {name, group[1]};
  for (int i = 0; i < static_cast<int>(bodies_.size());) {
    const Body& body = bodies_[static_cast<std::size_t>(i)];
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

std::vector<Index> ModelBuilder::dofs(int node) const {
  const Node& n = nodes_[static_cast<std::size_t>(node)];
  const auto translations = dof_of_slot_.begin() + n.first;
  const auto rotations = dof_of_slot_.begin() + n.first_rotation;
  std::vector<Index> dofs(translations, translations + n.coordinates);
  dofs.insert(dofs.end(), rotations, rotations + n.rotations);
  return dofs;
}

int ModelBuilder::body_node(const Params& source, const std::string& key, const std::string& name) const {
  if (name == "ground") return -1;
  check_stays(source, key, name);
  for (const Body& body : bodies_)
    if (body.name == name) return body.node;
  std::vector<std::string> names = {"ground"};
  for (const Body& body : bodies_) names.push_back(body.name);
  for (std::size_t i = 0; i < model_.meshes.size(); ++i)
    for (const Mesh::Group& group : model_.meshes[i].groups) {
      if (group.points.size() != 1) continue;
      const int node = mesh_first_node_[i] + group.points.front();
      if (nodes_[static_cast<std::size_t>(node)].rotations == 0) continue;
      names.push_back(model_.meshes[i].name + "." + group.name);
      if (names.back() == name) return node;
    }
  refuse_name(source, key, name, "body", names);
}

Index ModelBuilder::rotation_dof(const Params& source, const std::string& key,
                                 const std::string& name) const {
  const int node = body_node(source, key, name);
  if (node < 0) return -1;
  if (nodes_[static_cast<std::size_t>(node)].rotations != 1)
    source.fail(key, fmt::format("'{}' has no angle: a rigid body or the ground is required here", name));
  return dofs(node).back();
}

Vector3 ModelBuilder::initial_position(const Marker& marker) const {
  MarkerKinematics k;
  marker.evaluate(initial_, Derivatives::none, k);
  return k.x;
}

int ModelBuilder::add_history(std::string name, std::size_t size) {
  initial_.history.push_back(
      {std::move(name), std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)});
  return static_cast<int>(initial_.history.size()) - 1;
}

const params::Params& ModelBuilder::material(const Params& source, const std::string& key) const {
  const Params& material = material_of_any_type(source, key);
  for (const char* const thermal : {"expansion", "expansion_along"})
    if (material.given(thermal))
      source.fail(key, fmt::format("material '{}' has '{}', but only solids expand with temperature",
                                   material.name(), thermal));
  if (material.type() == "linear-elastic") return material;
  source.fail(
      key,
      fmt::format("material '{}' is of type '{}', which is for solids: 'linear-elastic' is required here",
                  material.name(), material.type()));
}

const params::Params& ModelBuilder::material_of_any_type(const Params& source, const std::string& key) const {
  return *known_material(source, key).entry;
}

const MaterialPart& ModelBuilder::material_part(const Params& source, const std::string& key) const {
  return *known_material(source, key).part;
}

const ModelBuilder::KnownMaterial& ModelBuilder::known_material(const Params& source,
                                                                const std::string& key) const {
  const auto place = materials_.find(source.text(key));
  if (place != materials_.end()) return place->second;
  std::vector<std::string> names;
  for (const auto& [name, material] : materials_) names.push_back(name);
  source.fail(key, fmt::format("there is no material named '{}'", source.text(key)), source.text(key), names);
}

const params::Params& ModelBuilder::joint(const Params& source, const std::string& key,
                                          const std::string& name) const {
  const auto place = joints_.find(name);
  if (place != joints_.end()) return *place->second;
  std::vector<std::string> names;
  for (const auto& [known, joint] : joints_) names.push_back(known);
  source.fail(key, fmt::format("there is no joint named '{}'", name), name, names);
}

const params::Params& ModelBuilder::section(const Params& source, const std::string& key) const {
  const auto place = sections_.find(source.text(key));
  if (place != sections_.end()) return *place->second;
  std::vector<std::string> names;
  for (const auto& [name, section] : sections_) names.push_back(name);
  source.fail(key, fmt::format("there is no section named '{}'", source.text(key)), source.text(key), names);
}

std::unique_ptr<Model> ModelBuilder::finish() {
  model_.exchange.finish(initial_);
  model_.system.finish(initial_);
  return std::make_unique<Model>(std::move(model_));
}

}  // namespace jounce
