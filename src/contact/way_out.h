#pragma once

#include <vector>

#include "collision/shape.h"
#include "contact/active_faces.h"

namespace jounce {

/// A point x is inside a body, at a depth d below the foot y on its surface, if the straight way from y to x
/// does not leave the body: it meets no face from behind. True when the way does so at this face. Where the
/// way grazes the face and is shorter than `shallow`, x lies beside the edge of a body and counts as inside.
bool lets_out(CellShape shape, const FaceNodes& nodes, const Vector3& x, const Vector3& y, double shallow);

/// Bodies of the faces of a surface: numbers that faces have in common when they, or the rest of the
/// boundary, connect them. Of faces that are not there: -1.
std::vector<int> bodies_of(const ContactSurface& surface, const ContactSurface& rest,
                           const ActiveFaces& active, const ActiveFaces& active_rest);

/// Ways out of the bodies of a surface through the rest of their boundary, which is not part of the surface:
/// a plate whose hole belongs to no group has a far side that can be seen from above through the hole.
class WayOut {
 public:
  /// @param shallow  ways that are shorter stay inside
  WayOut(const ContactSurface& rest, double shallow) : rest_(rest), active_(rest), shallow_(shallow) {}

  /// Begins a search at another configuration.
  /// @return whether other faces of the rest are there than before
  bool begin(const State& state) {
    boxes_.clear();
    return active_.update(state);
  }
  const ActiveFaces& active() const { return active_; }
  /// True when the way from the foot y to the point x behind it leaves the body.
  bool is_met(const Vector& q, const Vector3& x, const Vector3& y);
  double shallow() const { return shallow_; }

 private:
  const ContactSurface& rest_;
  ActiveFaces active_;
  double shallow_;
  std::vector<collision::Bounds> boxes_;  ///< of the faces; empty until a way asks for them
};

}  // namespace jounce
