#pragma once

#include <array>
#include <limits>

#include "la/types.h"

namespace jounce::picture {

/// No value: what has this is drawn in its plain colour.
inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// A corner in space.
struct Vertex {
  Vector3 at = Vector3::Zero(), normal = Vector3::Zero();
  double value = kNoValue;
};

/// What takes the pieces of a picture in space, one after the other.
class Canvas {
 public:
  virtual ~Canvas() = default;
  /// @param plain  0xrrggbb of what has no value
  virtual void triangle(const std::array<Vertex, 3>& corners, int plain) = 0;
  /// An edge of a surface.
  virtual void edge(const Vector3& a, const Vector3& b) = 0;
  /// A thing that is a line.
  virtual void line(const Vertex& a, const Vertex& b, int plain) = 0;
  /// A rectangle of a plane, which hides nothing and is seen from one side; corners one after the other,
  /// counter-clockwise there.
  virtual void plane(const std::array<Vector3, 4>& corners, int plain) = 0;
};

}  // namespace jounce::picture
