#pragma once

#include "contact/surface_pair.h"

// What the sources of SurfacePair share.

namespace jounce {

/// A point of the first surface and the closest one of the other side.
struct SurfacePair::Facing {
  const ContactSurface::Face *face = nullptr, *opposite = nullptr;
  const FaceValues* N = nullptr;
  FacePoint y;
  FaceNodes opposite_nodes;
  Vector3 x;
  std::array<Vector3, 2> t;
  double gap = 0;
  double turn = 0;  ///< dt_1 = turn t_2 (t_2 . dn) + ...

  Vector3 direction(Direction d) const {
    return d == Direction::normal ? y.n : t[static_cast<std::size_t>(d) - 1];
  }
  int nodes() const { return face->size() + opposite->size(); }
  /// dx - dy = sum of shares times displacements of the nodes.
  double share(int node) const { return node < face->size() ? (*N)[node] : -y.N[node - face->size()]; }
};

inline const FacingPoints& found_of(const ContactRow& row) {
  return static_cast<const FacingPoints&>(*row.found);
}
inline const FacingPoints::Row& row_of(const ContactRow& row) { return found_of(row).rows[row.place]; }

}  // namespace jounce
