#pragma once

#include <limits>
#include <span>
#include <vector>

#include "contact/contact_surface.h"

namespace jounce {

/// How far the nodes of two surfaces have moved since a search: what was found serves until it may be wrong.
class MovedNodes {
 public:
  MovedNodes(const ContactSurface& surface, const ContactSurface& opposite);

  double shortest_edge() const { return shortest_; }
  void keep(const State& state);
  /// Takes the ways of all nodes since `keep`. Returns the farthest one beside their mean; infinite before
  /// `keep`.
  double move(const State& state);
  /// After `move`, the farthest way of these nodes beside their mean. Nodes of the second surface come behind
  /// those of the first.
  double farthest_of(std::span<const int> nodes) const;

 private:
  template <typename Visit>
  void for_each_node(const State& state, Visit&& visit) const;

  const ContactSurface &surface_, &opposite_;
  double shortest_ = std::numeric_limits<double>::infinity();
  std::vector<Vector3> places_;  ///< of the nodes of both surfaces
  std::vector<Vector3> ways_;    ///< since then
};

}  // namespace jounce
