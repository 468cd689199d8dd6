#include "contact/active_faces.h"

#include <algorithm>

namespace jounce {

ActiveFaces::ActiveFaces(const ContactSurface& surface) : surface_(surface) {
  if (!surface_.can_change()) return;
  for (const ContactSurface::Face& face : surface_.faces()) faces_.push_back(face.is_inner() ? 0 : 1);
  find_nodes();
}

bool ActiveFaces::update(const State& state) {
  bool changes = false;
  for (std::size_t i = 0; i < faces_.size(); ++i) {
    const std::uint8_t now = ContactSurface::is_active(surface_.faces()[i], state) ? 1 : 0;
    changes |= now != faces_[i];
    faces_[i] = now;
  }
  if (changes) find_nodes();
  return changes;
}

bool ActiveFaces::is_current(const State& state) const {
  for (std::size_t i = 0; i < faces_.size(); ++i)
    if (ContactSurface::is_active(surface_.faces()[i], state) != (faces_[i] != 0)) return false;
  return true;
}

void ActiveFaces::find_nodes() {
  nodes_.assign(static_cast<std::size_t>(surface_.nodes()), 0);
  for (std::size_t i = 0; i < faces_.size(); ++i) {
    const ContactSurface::Face& face = surface_.faces()[i];
    for (int k = 0; k < face.size() && faces_[i] != 0; ++k) nodes_[face.nodes[k]] = 1;
  }
}

}  // namespace jounce
