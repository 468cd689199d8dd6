#pragma once

#include <map>
#include <vector>

#include "keyword/input.h"
#include "keyword/translation.h"
#include "model/model.h"

namespace jounce {

/// What nodes of an input file do that are no nodes of its mesh: the reference and rotational nodes of
/// couplings and, for forces, scalar nodes.
class ReferenceNodes {
 public:
  ReferenceNodes(const keyword::Input& input, const keyword::Translation& translation, const Model& model);

  /// Continues the rotations of rotational nodes over full turns; to be called at every printed increment, at
  /// most a half turn after the one before.
  void follow(const State& state);
  /// Three numbers for each rotational node, which another object of the same nodes goes on from.
  std::vector<double> rotations() const;
  /// @return false, and they stay, where these are of other nodes
  bool set_rotations(const std::vector<double>& rotations);

  /// Displacement of a reference node, rotation vector of a rotational one: R = exp(theta). With `is_linear`
  /// both are to first order about the initial state, as in modal steps: J (q - q_0), J_r (q - q_0).
  Vector3 displacement(int node, const State& state, bool is_linear) const;
  /// Velocity, angular velocity.
  Vector3 velocity(int node, const State& state, bool is_linear) const;
  /// Force on a reference node, moment on a rotational one, about the reference node: of what its supports
  /// and loads give to the coupling. `reaction`: forces of the constraint rows.
  Vector3 force(int node, const State& state, const Vector& reaction) const;

  /// Adds to f what constraints give to the scalar nodes (of sections with pre-tension, mean rotations),
  /// which have no other forces, and to reference nodes in the mesh.
  void add_scalar_forces(const State& state, const Vector& reaction, Vector& f) const;

 private:
  const keyword::Coupling& coupling_of(int node) const;
  std::shared_ptr<const Marker> marker_of(int node) const;
  bool rotates(int node) const { return coupling_of(node).rotation == node; }
  Vector3 rotation(const Marker& marker, const State& state) const;

  const keyword::Input& input_;
  const keyword::Translation& translation_;
  const Model& model_;
  std::map<int, Vector3> rotations_;  ///< of rotational nodes at the increment before
};

}  // namespace jounce
