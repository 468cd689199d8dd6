#pragma once

#include <limits>
#include <optional>
#include <utility>

#include "picture/camera.h"
#include "picture/canvas.h"
#include "picture/raster.h"

namespace jounce::picture {

/// Smallest and largest number; first > second: none yet.
using Range = std::pair<double, double>;
inline constexpr Range kEmptyRange = {std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity()};
void widen(Range& range, double value);
void widen(Range& range, Range by);

/// How far what is drawn reaches: in space, in the picture, in its values. Planes have no end and do not
/// count.
class Bounds : public Canvas {
 public:
  explicit Bounds(const Camera& camera) : camera_(camera) {}
  void triangle(const std::array<Vertex, 3>& corners, int plain) override;
  void edge(const Vector3& a, const Vector3& b) override;
  void line(const Vertex& a, const Vertex& b, int plain) override;
  void plane(const std::array<Vector3, 4>& /*corners*/, int /*plain*/) override {}

  bool is_empty() const { return x_.first > x_.second; }
  Range x() const { return x_; }
  Range y() const { return y_; }
  Range values() const { return values_; }
  Vector3 low() const { return low_; }
  Vector3 high() const { return high_; }
  /// Mean length of the edges in the picture.
  double edge_length() const { return edges_ > 0 ? edge_sum_ / static_cast<double>(edges_) : 0; }

 private:
  void include(const Vertex& vertex);

  const Camera& camera_;
  Range x_ = kEmptyRange, y_ = kEmptyRange, values_ = kEmptyRange;
  Vector3 low_ = Vector3::Constant(kEmptyRange.first), high_ = Vector3::Constant(kEmptyRange.second);
  double edge_sum_ = 0;
  long edges_ = 0;
};

/// Draws into the pixels of a picture.
class Painter : public Canvas {
 public:
  struct Look {
    Range x, y;  ///< of the picture, over its whole width and height
    ColourScale colours;
    bool is_lit =
        true;  ///< else colours are exactly those of the scale, for what lies in the plane of the picture
    float edges = 0.5F;  ///< opacity of edges; 0: none
    double lift = 0;     ///< by which lines lie before the surfaces that they are on, a length
  };
  Painter(Raster& raster, const Camera& camera, const Look& look);
  void triangle(const std::array<Vertex, 3>& corners, int plain) override;
  void edge(const Vector3& a, const Vector3& b) override;
  void line(const Vertex& a, const Vertex& b, int plain) override;
  void plane(const std::array<Vector3, 4>& corners, int plain) override;

 private:
  Corner corner(const Vertex& vertex, double lift = 0) const;

  Raster& raster_;
  const Camera& camera_;
  Look look_;
  double scale_;  ///< samples of a length
};

}  // namespace jounce::picture
