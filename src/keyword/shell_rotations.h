#pragma once

#include <optional>
#include <set>

#include "keyword/shell_expansion.h"

namespace jounce::keyword {

/// Rotations of nodes of shells that are no knots: mean rotations of the two outer nodes about axes, each a
/// displacement of a node that is made for it.
class ShellRotations {
 public:
  ShellRotations(Input& input, const ShellStations& shells) : input_(input), shells_(shells) {}

  /// The station of a node that has one; nullptr for membranes, knots and nodes beside shells.
  const ShellStation* station_of(int node) const;
  /// Of shells or membranes, and no knot.
  bool is_of_shell(int node) const;

  struct Place {
    int node, component;  ///< 1 to 3
  };
  /// The rotation about an axis of a node, dof 4 to 6; nothing for a node beside shells. Throws where the
  /// shell has none.
  std::optional<Place> about_axis(int node, int dof);
  /// Adds what a support of a rotation (dof 4 to 6) is for nodes of shells to the supports.
  void support(const NodeLoad& load, int dof, std::vector<NodeLoad>& supports);
  /// Adds what a moment is for nodes of shells to the forces.
  void moment(const NodeLoad& load, std::vector<NodeLoad>& forces);
  /// Ties displacements that stand for no rotation.
  void finish(std::vector<Equation>& equations) const;

 private:
  struct Axis {
    Vector3 direction;
    Place place;
  };
  Vector3 axis_of(int node, int dof) const;
  Place about(int node, const Vector3& axis);
  std::pair<Place, double> supported(const NodeLoad& load, int node, const Vector3& axis, double share);

  Input& input_;
  const ShellStations& shells_;
  std::map<int, std::vector<Axis>> axes_;          ///< by node
  std::map<int, std::vector<Vector3>> supported_;  ///< one or two axes in the plane of the shell
  std::set<const Card*> noted_;                    ///< moments about normals
};

}  // namespace jounce::keyword
