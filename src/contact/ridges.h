#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "contact/held_parts.h"
#include "contact/surface_edges.h"

namespace jounce {

/// Two surfaces in space, or one and itself, by their edges.
struct TwoSides {
  /// Thickness of the body behind a node of the first or second surface.
  using Wall = std::function<double(bool first, int node)>;
  /// What is known of nodes of the same surface: those that belong together never touch.
  using AreJoined = std::function<bool(std::span<const int>, std::span<const int>)>;

  std::vector<SurfaceEdges> edges;  ///< of one surface, or of two
  Wall wall_of;
  AreJoined are_joined;
  HeldParts* held = nullptr;  ///< where some may be

  bool is_self() const { return edges.size() == 1; }
  const SurfaceEdges& of(std::size_t side) const { return side == 0 ? edges.front() : edges.back(); }
  const ContactSurface& surface(std::size_t side) const { return of(side).surface(); }
  /// Whether a node or an edge (by its nodes) is held.
  template <typename Part>
  bool holds(std::size_t side, const Part& part) const {
    return held != nullptr && held->has(is_self() ? 0 : side, part);
  }
  double wall(std::size_t side, int node) const { return wall_of(side == 0 || is_self(), node); }
};

/// The edges of a surface that are ridges at a state.
struct Ridge {
  std::size_t edge;
  SurfaceEdges::Frame frame;
};
using Ridges = std::array<std::vector<Ridge>, 2>;  ///< the second list is empty within one surface

}  // namespace jounce
