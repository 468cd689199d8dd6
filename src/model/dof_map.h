#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "math/manifold.h"
#include "model/state.h"

namespace jounce {

/// What kind of quantity a degree of freedom is; residuals of one kind share a scale.
enum class DofKind : std::uint8_t { translation, rotation, amplitude };

/// Degrees of freedom of a node that a rigid motion of everything moves: its position along x, y, z and its
/// angle in the plane, and those of its orientation in space; -1 for what it has not.
struct NodePlace {
  std::array<Index, 3> position = {-1, -1, -1};
  Index angle = -1;
  std::array<Index, 3> orientation = {-1, -1, -1};
};

/// Consecutive nodes under one name: a mesh, a mesh group of one node, a body, a group of bodies.
struct NodeNames {
  enum class Kind : std::uint8_t {
    single,  ///< one node
    mesh,    ///< nodes have numbers in it
    bodies,  ///< nodes are bodies name[0], name[1], ...
  };

  int first = 0, count = 1;
  std::string name;
  Kind kind = Kind::single;
  std::vector<int> numbers = {};  ///< of the nodes of a mesh that is in parts; empty: one after another

  int number_of(int k) const { return numbers.empty() ? k : numbers[static_cast<std::size_t>(k)]; }
};

/// A degree of freedom whose motion is given; its equation is dropped and its reaction recovered.
struct PrescribedMotion {
  Index dof = 0;
  std::function<void(double t, double& q, double& v, double& a)> motion;
  bool is_held = false;       ///< where it stands
  bool from_present = false;  ///< begins there, and comes to the motion by the end of the step
};

/// Momentum of a state, the angular one about the origin of the fixed axes.
struct Momentum {
  Vector3 linear = Vector3::Zero(), angular = Vector3::Zero();
};

/// The degrees of freedom of a system and what they mean. Free ones come first: [0, n_free) are unknowns,
/// [n_free, nv) are prescribed.
struct DofMap {
  Manifold manifold = {};
  Index n_free = 0;
  std::vector<DofKind> kinds = {};
  /// Directions of uniform translation per degree of freedom, so that gravity is M times them; -1 for none.
  std::vector<std::int8_t> translation_axes = {};
  std::vector<NodePlace> places = {};  ///< of the nodes
  /// Degrees of freedom in an order that does not depend on which of them are prescribed.
  std::vector<Index> slots = {};
  std::vector<NodeNames> node_names =
      {};  ///< how messages name these nodes; of several names that fit, the last one
  /// Degrees of freedom without mass that stiffness and contacts hold: 0 = f + W Lambda at every time. Joints
  /// do not act on them.
  std::vector<Index> massless = {};

  Index nv() const { return manifold.tangent_size(); }
  /// Velocity of all degrees of freedom in a uniform translation along an axis (0, 1, 2) with unit speed.
  Vector uniform_translation(int axis) const;
  /// A field that has the value of `along` on degrees of freedom that translate, zero elsewhere.
  Vector translations(const Vector3& along) const;
  /// With p = M v: P = sum p_x over the nodes, H = sum x cross p_x + R p_r, R being the orientation of a node
  /// with rotations p_r (in the plane p_r about z). Elastic coordinates of a floating frame move with it.
  Momentum momentum(const State& state, const Vector& p) const;
};

}  // namespace jounce
