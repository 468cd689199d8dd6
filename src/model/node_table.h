#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "math/rotation.h"
#include "model/dof_map.h"
#include "model/state.h"

namespace jounce {

/// The nodes of a model before and after their degrees of freedom have numbers. Every coordinate has a slot,
/// in the order in which nodes were added; `number` makes degrees of freedom of them, free ones first.
class NodeTable {
 public:
  struct Node {
    int coordinates = 0;      ///< translations
    int rotations = 0;        ///< 1 planar angle, 3 rotation in space
    int first = 0;            ///< first slot of its translations
    int first_rotation = 0;   ///< first slot of its rotations
    int amplitudes = 0;       ///< elastic coordinates of a flexible body
    int first_amplitude = 0;  ///< first slot of these
  };
  /// Offset x(t) from the initial coordinate, with its derivatives.
  using Motion = std::function<void(double t, double& x, double& v, double& a)>;

  int size() const { return static_cast<int>(nodes_.size()); }
  const Node& operator[](int node) const { return nodes_[node]; }

  /// @return the number of the node, from 0
  int add(const Vector3& position, int coordinates, int rotations);
  Vector3 position(int node) const;
  /// Rotations of a node that has none; three begin with the identity.
  void add_rotations(int node, int rotations);
  void add_amplitudes(int node, int count);
  void set_velocity(int node, const Vector3& velocity);
  /// Initial angle and angular velocity of a node with one rotation.
  void set_angle(int node, double angle, double angular_velocity);
  void set_angular_velocity(int node, double angular_velocity);
  /// Initial angular velocity, in its own axes, of a node with three rotations.
  void set_spin(int node, const Vector3& Omega);
  /// The same with the orientation.
  void set_orientation(int node, const Quaternion& orientation, const Vector3& Omega);
  /// How a coordinate is prescribed: by its motion, held where it stands, or from there to its motion.
  enum class Support : std::uint8_t { none, moved, held, from_present };
  /// Prescribes the coordinate of a slot. @return false when it is prescribed already, unless both times it
  /// is held
  bool prescribe(int slot, Motion offset, Support support = Support::moved);

  /// Numbers the degrees of freedom: rotations beside the translations of their node. Fills q and v of
  /// `initial`; node_names and massless of the result are left empty.
  DofMap number(State& initial);
  /// Motions of the prescribed degrees of freedom, in the order in which they were given.
  std::vector<PrescribedMotion> prescribed() const;

  // After `number`
  std::vector<Index> dofs(int node) const;        ///< translations first, then rotations
  std::vector<Index> amplitudes(int node) const;  ///< degrees of freedom of its elastic coordinates
  int node_of(Index dof) const { return node_of_dof_[dof]; }

 private:
  void add_slots(int count, DofKind kind);
  void number_slots();
  NodePlace place(const Node& node) const;

  std::vector<Node> nodes_;
  // by slot
  std::vector<double> coordinate_, velocity_;
  std::vector<DofKind> kind_;
  std::vector<std::int8_t> axis_;
  std::vector<Support> supports_;
  std::vector<Index> dof_of_slot_;
  std::vector<std::pair<int, Motion>> motions_;           ///< slot and offset
  std::vector<std::pair<int, Quaternion>> orientations_;  ///< first rotation slot, initial orientation
  std::vector<int> node_of_dof_;
};

}  // namespace jounce
