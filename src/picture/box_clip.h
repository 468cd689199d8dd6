#pragma once

#include <array>
#include <vector>

#include "picture/canvas.h"
#include "picture/painter.h"

namespace jounce::picture {

/// Hands the part inside a box on to another canvas: triangles and lines are cut at its faces (Sutherland and
/// Hodgman 1974), values there are linear between the corners.
class BoxClip : public Canvas {
 public:
  BoxClip(const std::array<Range, 3>& box, Canvas& inside) : box_(box), inside_(inside) {}
  void triangle(const std::array<Vertex, 3>& corners, int plain) override;
  void edge(const Vector3& a, const Vector3& b) override;
  void line(const Vertex& a, const Vertex& b, int plain) override;
  void plane(const std::array<Vector3, 4>& corners, int plain) override { inside_.plane(corners, plain); }

 private:
  /// Cuts a polygon, or a line of two ends.
  std::vector<Vertex> cut(std::vector<Vertex> corners) const;

  std::array<Range, 3> box_;
  Canvas& inside_;
};

}  // namespace jounce::picture
