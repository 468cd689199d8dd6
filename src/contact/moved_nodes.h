#pragma once

#include <limits>
#include <vector>

#include "contact/contact_surface.h"

namespace jounce {

/// How far the nodes of two surfaces have moved since a search, beside their mean motion: what was found
/// serves until it may be wrong.
class MovedNodes {
 public:
  MovedNodes(const ContactSurface& surface, const ContactSurface& opposite);

  double shortest_edge() const { return shortest_; }
  void keep(const State& state);
  /// The farthest way since `keep`; infinite before it.
  double farthest(const State& state) const;

 private:
  template <typename Visit>
  void for_each_node(const State& state, Visit&& visit) const;

  const ContactSurface &surface_, &opposite_;
  double shortest_ = std::numeric_limits<double>::infinity();
  std::vector<Vector3> places_;  ///< of the nodes of both surfaces
};

}  // namespace jounce
