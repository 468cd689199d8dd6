#pragma once

#include <cstdint>
#include <vector>

#include "contact/contact_surface.h"

namespace jounce {

/// The faces of a surface that are there at a state (ContactSurface::is_active), and their nodes.
class ActiveFaces {
 public:
  /// Those of the start: all but inner ones.
  explicit ActiveFaces(const ContactSurface& surface);

  /// @return whether they are others than before
  bool update(const State& state);
  /// Whether they are those of a state.
  bool is_current(const State& state) const;
  bool has_face(int face) const { return faces_.empty() || faces_[face] != 0; }
  bool has_node(int node) const { return nodes_.empty() || nodes_[node] != 0; }

 private:
  void find_nodes();

  const ContactSurface& surface_;
  std::vector<std::uint8_t> faces_, nodes_;  ///< flags; empty where nothing ever changes
};

}  // namespace jounce
