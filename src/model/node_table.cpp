#include "model/node_table.h"

namespace jounce {

int NodeTable::add(const Vector3& position, int coordinates, int rotations) {
  nodes_.push_back({.coordinates = coordinates, .first = static_cast<int>(coordinate_.size())});
  for (int i = 0; i < coordinates; ++i) {
    add_slots(1, DofKind::translation);
    coordinate_.back() = position[i];
    axis_.back() = static_cast<std::int8_t>(i);
  }
  Node& node = nodes_.back();
  node.rotations = rotations;
  node.first_rotation = static_cast<int>(coordinate_.size());
  add_slots(rotations, DofKind::rotation);
  return size() - 1;
}

void NodeTable::add_slots(int count, DofKind kind) {
  const std::size_t slots = coordinate_.size() + static_cast<std::size_t>(count);
  coordinate_.resize(slots, 0);
  velocity_.resize(slots, 0);
  kind_.resize(slots, kind);
  axis_.resize(slots, -1);
  supports_.resize(slots, Support::none);
}

void NodeTable::add_rotations(int node, int rotations) {
  Node& n = nodes_[node];
  n.rotations = rotations;
  n.first_rotation = static_cast<int>(coordinate_.size());
  add_slots(rotations, DofKind::rotation);
  if (rotations == 3) orientations_.emplace_back(n.first_rotation, Quaternion::Identity());
}

void NodeTable::add_amplitudes(int node, int count) {
  Node& n = nodes_[node];
  n.amplitudes = count;
  n.first_amplitude = static_cast<int>(coordinate_.size());
  add_slots(count, DofKind::amplitude);
}

Vector3 NodeTable::position(int node) const {
  const Node& n = (*this)[node];
  Vector3 x = Vector3::Zero();
  for (int i = 0; i < n.coordinates; ++i) x[i] = coordinate_[n.first + i];
  return x;
}

void NodeTable::set_velocity(int node, const Vector3& velocity) {
  const Node& n = (*this)[node];
  for (int i = 0; i < n.coordinates; ++i) velocity_[n.first + i] = velocity[i];
}

void NodeTable::set_angle(int node, double angle, double angular_velocity) {
  coordinate_[(*this)[node].first_rotation] = angle;
  set_angular_velocity(node, angular_velocity);
}

void NodeTable::set_angular_velocity(int node, double angular_velocity) {
  velocity_[(*this)[node].first_rotation] = angular_velocity;
}

void NodeTable::set_spin(int node, const Vector3& Omega) {
  const int first = (*this)[node].first_rotation;
  for (int i = 0; i < 3; ++i) velocity_[first + i] = Omega[i];
}

void NodeTable::set_orientation(int node, const Quaternion& orientation, const Vector3& Omega) {
  set_spin(node, Omega);
  orientations_.emplace_back((*this)[node].first_rotation, orientation);
}

bool NodeTable::prescribe(int slot, Motion offset, Support support) {
  Support& now = supports_[slot];
  if (now != Support::none) return now == Support::held && support == Support::held;
  now = support;
  motions_.emplace_back(slot, std::move(offset));
  return true;
}

void NodeTable::number_slots() {
  dof_of_slot_.resize(coordinate_.size());
  Index free = 0, held = static_cast<Index>(coordinate_.size() - motions_.size());
  const auto number = [&](int first, int count) {
    for (auto slot = static_cast<std::size_t>(first); slot < static_cast<std::size_t>(first + count); ++slot)
      dof_of_slot_[slot] = supports_[slot] == Support::none ? free++ : held++;
  };
  for (const Node& node : nodes_) {  // rotations beside the translations of their node: a narrow band
    number(node.first, node.coordinates);
    number(node.first_rotation, node.rotations);
    number(node.first_amplitude, node.amplitudes);
  }
  node_of_dof_.resize(coordinate_.size());
  for (int i = 0; i < size(); ++i)
    for (const Index dof : dofs(i)) node_of_dof_[dof] = i;
}

DofMap NodeTable::number(State& initial) {
  number_slots();
  const std::size_t slots = coordinate_.size();
  const auto nv = static_cast<Index>(slots);
  std::vector<Index> rotation_tangents;
  for (const auto& [slot, orientation] : orientations_) rotation_tangents.push_back(dof_of_slot_[slot]);
  DofMap map{.manifold = Manifold(nv, rotation_tangents),
             .n_free = static_cast<Index>(slots - motions_.size()),
             .kinds = std::vector<DofKind>(slots),
             .translation_axes = std::vector<std::int8_t>(slots),
             .slots = dof_of_slot_};
  initial.q.resize(map.manifold.size());
  initial.v.resize(nv);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const Index dof = dof_of_slot_[slot];
    map.kinds[dof] = kind_[slot];
    map.translation_axes[dof] = axis_[slot];
    initial.q[dof] = coordinate_[slot];
    initial.v[dof] = velocity_[slot];
  }
  for (std::size_t i = 0; i < orientations_.size(); ++i) {
    const Quaternion& orientation = orientations_[i].second;
    const Index at = map.manifold.rotations()[i].quaternion;
    initial.q[at] = orientation.w();
    initial.q.segment<3>(at + 1) = orientation.vec();
  }
  map.places.reserve(nodes_.size());
  for (const Node& node : nodes_) map.places.push_back(place(node));
  return map;
}

NodePlace NodeTable::place(const Node& node) const {
  const auto dof = [&](int slot) { return dof_of_slot_[slot]; };
  NodePlace place;
  for (int i = 0; i < node.coordinates; ++i) place.position[i] = dof(node.first + i);
  if (node.rotations == 1) place.angle = dof(node.first_rotation);
  for (int i = 0; i < 3 && node.rotations == 3; ++i) place.orientation[i] = dof(node.first_rotation + i);
  return place;
}

std::vector<PrescribedMotion> NodeTable::prescribed() const {
  std::vector<PrescribedMotion> prescribed;
  for (const auto& [number, offset] : motions_) {
    const auto slot = static_cast<std::size_t>(number);
    prescribed.push_back(
        {dof_of_slot_[slot],
         [rest = coordinate_[slot], offset = offset](double t, double& q, double& v, double& a) {
           double x = 0;
           offset(t, x, v, a);
           q = rest + x;
         },
         supports_[slot] == Support::held, supports_[slot] == Support::from_present});
  }
  return prescribed;
}

std::vector<Index> NodeTable::dofs(int node) const {
  const Node& n = (*this)[node];
  const auto translations = dof_of_slot_.begin() + n.first;
  const auto rotations = dof_of_slot_.begin() + n.first_rotation;
  std::vector<Index> dofs(translations, translations + n.coordinates);
  dofs.insert(dofs.end(), rotations, rotations + n.rotations);
  return dofs;
}

std::vector<Index> NodeTable::amplitudes(int node) const {
  const Node& n = (*this)[node];
  const auto first = dof_of_slot_.begin() + n.first_amplitude;
  return {first, first + n.amplitudes};
}

}  // namespace jounce
