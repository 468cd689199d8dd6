#include "input_files/reference_nodes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "keyword/coupling_params.h"
#include "math/rotation.h"

namespace jounce {
namespace {

/// The rotation vector with a number of turns more or less that is closest to `before`.
Vector3 continued(const Vector3& rotation, const Vector3& before) {
  const double angle = rotation.norm();
  const Vector3 axis = angle > 0 ? Vector3(rotation / angle) : Vector3(before.stableNormalized());
  const double turns = std::round((before.dot(axis) - angle) / (2 * std::numbers::pi));
  return (angle + 2 * std::numbers::pi * turns) * axis;
}

}  // namespace

ReferenceNodes::ReferenceNodes(const keyword::Input& input, const keyword::Translation& translation,
                               const Model& model)
    : input_(input), translation_(translation), model_(model) {
  for (const keyword::Coupling& coupling : input.couplings)
    if (coupling.rotation >= 0) rotations_[coupling.rotation] = Vector3::Zero();
}

void ReferenceNodes::follow(const State& state) {
  for (auto& [node, before] : rotations_) before = continued(rotation(*marker_of(node), state), before);
}

std::vector<double> ReferenceNodes::rotations() const {
  std::vector<double> numbers;
  for (const auto& [node, rotation] : rotations_)
    numbers.insert(numbers.end(), rotation.begin(), rotation.end());
  return numbers;
}

bool ReferenceNodes::set_rotations(const std::vector<double>& rotations) {
  if (rotations.size() != 3 * rotations_.size()) return false;
  const double* next = rotations.data();
  for (auto& [node, rotation] : rotations_) {
    rotation = Eigen::Map<const Vector3>(next);
    next += 3;
  }
  return true;
}

Vector3 ReferenceNodes::displacement(int node, const State& state, bool is_linear) const {
  const auto marker = marker_of(node);
  MarkerKinematics initial;
  if (!is_linear) {
    if (rotates(node)) return continued(rotation(*marker, state), rotations_.at(node));
    MarkerKinematics now;
    marker->evaluate(state, Derivatives::none, now);
    marker->evaluate(model_.system.initial_state(), Derivatives::none, initial);
    return now.x - initial.x;
  }
  const State& start = model_.system.initial_state();
  marker->evaluate(start, Derivatives::first, initial);
  Vector change(marker->size());
  for (Index k = 0; k < change.size(); ++k) {
    const Index dof = marker->dofs()[k];
    change[k] = state.q[dof] - start.q[dof];
  }
  return rotates(node) ? initial.J_r * change : initial.J * change;
}

Vector3 ReferenceNodes::velocity(int node, const State& state, bool is_linear) const {
  State at = is_linear ? model_.system.initial_state() : state;
  at.v = state.v;
  MarkerKinematics k;
  marker_of(node)->evaluate(at, Derivatives::first, k);
  return rotates(node) ? k.omega : k.velocity;
}

Vector3 ReferenceNodes::force(int node, const State& state, const Vector& reaction) const {
  const System& system = model_.system;
  const auto marker = marker_of(node);
  const std::string name = keyword::coupling_name(input_.coupling_of(node));
  Vector f = Vector::Zero(state.v.size());
  for (int dof = 1; dof <= 6; ++dof)
    if (const ElementBlock* load = model_.find_block(fmt::format("{}_load_{}", name, dof)))
      load->add_force(state, f);
  RowJacobian G;
  system.joints().jacobian(state, G);
  const auto& constraints = system.joints().all();
  for (std::size_t i = 0; i < constraints.size(); ++i)
    if (constraints[i]->name().starts_with(name + "_support_") && reaction.size() == system.joints().rows())
      G.add_transpose(system.joints().first_row(static_cast<int>(i)),
                      reaction[system.joints().first_row(static_cast<int>(i))], f);
  // The nodes of the coupling get forces that add up to the force and the moment.
  MarkerKinematics k;
  marker->evaluate(state, Derivatives::none, k);
  Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
  const int dimension = translation_.dimension;
  for (int first = 0; first < marker->size(); first += dimension) {
    Vector3 x = Vector3::Zero(), own = Vector3::Zero();
    for (int axis = 0; axis < dimension; ++axis) {
      const Index dof = marker->dofs()[first + axis];
      x[axis] = state.q[dof];
      own[axis] = f[dof];
    }
    force += own;
    moment += (x - k.x).cross(own);
  }
  return rotates(node) ? moment : force;
}

void ReferenceNodes::add_scalar_forces(const State& state, const Vector& reaction, Vector& f) const {
  const System& system = model_.system;
  const bool has_references =
      std::ranges::any_of(input_.couplings, [](const keyword::Coupling& c) { return c.holds_reference; });
  if ((input_.scalar_nodes.empty() && !has_references) || reaction.size() != system.joints().rows()) return;
  RowJacobian G;
  system.joints().jacobian(state, G);
  Vector joined = Vector::Zero(f.size());
  G.add_transpose(reaction, 1, joined);
  for (const int node : input_.scalar_nodes) {
    const int point = translation_.point_of_node[node];
    const Index dof = system.dofs().places[point].position[0];
    f[dof] += joined[dof];
  }
  for (const keyword::Coupling& coupling : input_.couplings) {
    if (!coupling.holds_reference) continue;
    const int point = translation_.point_of_node[coupling.reference];
    for (int axis = 0; axis < translation_.dimension; ++axis) {
      const Index dof = system.dofs().places[point].position[static_cast<std::size_t>(axis)];
      f[dof] += joined[dof];
    }
  }
}

const keyword::Coupling& ReferenceNodes::coupling_of(int node) const {
  return input_.couplings[input_.coupling_of(node)];
}

std::shared_ptr<const Marker> ReferenceNodes::marker_of(int node) const {
  return model_.find_marker(keyword::coupling_name(input_.coupling_of(node)));
}

Vector3 ReferenceNodes::rotation(const Marker& marker, const State& state) const {
  MarkerKinematics now, initial;
  marker.evaluate(state, Derivatives::none, now);
  marker.evaluate(model_.system.initial_state(), Derivatives::none, initial);
  return rotation_logarithm(Quaternion(Matrix3(now.R * initial.R.transpose())));
}

}  // namespace jounce
