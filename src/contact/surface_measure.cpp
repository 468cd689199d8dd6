// Areas and bodies of the faces that are there.

#include "contact/surface_search.h"

namespace jounce {

void SurfaceSearch::measure() {
  areas_.assign(static_cast<std::size_t>(surface_.nodes()), 0.0);
  FaceNodes X;
  for (std::size_t number = 0; number < surface_.faces().size(); ++number) {
    const ContactSurface::Face& face = surface_.faces()[number];
    if (face.is_point || !active_.has_face(static_cast<int>(number))) continue;
    surface_.gather_initial(face, X);
    const FaceValues areas = corner_areas(face, X);
    for (int i = 0; i < face.corners(); ++i) areas_[face.nodes[i]] += areas[i];
  }
  bodies_ = bodies_of(opposite_, rest_, active_opposite_, way_out_.active());
}

}  // namespace jounce
