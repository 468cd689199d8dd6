#include "picture/painter.h"

#include <algorithm>
#include <cmath>

namespace jounce::picture {
namespace {

// Widths in pixels, and how much of what lies behind planes is covered.
constexpr double kEdgeWidth = 1, kLineWidth = 2.5, kPlaneLine = 1.5;
constexpr float kPlaneOpacity = 0.28F;
constexpr int kInk = 0x1a1f26;

}  // namespace

void widen(Range& range, double value) {
  if (!std::isfinite(value)) return;
  range.first = std::min(range.first, value);
  range.second = std::max(range.second, value);
}

void widen(Range& range, Range by) {
  widen(range, by.first);
  widen(range, by.second);
}

void Bounds::include(const Vertex& vertex) {
  if (!vertex.at.allFinite()) return;
  const Camera::Place place = camera_.place(vertex.at);
  if (!(place.w > 0)) return;
  widen(x_, place.x);
  widen(y_, place.y);
  widen(values_, vertex.value);
  low_ = low_.cwiseMin(vertex.at);
  high_ = high_.cwiseMax(vertex.at);
}

void Bounds::triangle(const std::array<Vertex, 3>& corners, int /*plain*/) {
  for (const Vertex& corner : corners) include(corner);
}

void Bounds::edge(const Vector3& a, const Vector3& b) {
  const Camera::Place from = camera_.place(a), to = camera_.place(b);
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (!std::isfinite(length)) return;
  edge_sum_ += length;
  ++edges_;
}

void Bounds::line(const Vertex& a, const Vertex& b, int /*plain*/) {
  include(a);
  include(b);
}

Painter::Painter(Raster& raster, const Camera& camera, const Look& look)
    : raster_(raster),
      camera_(camera),
      look_(look),
      scale_(Raster::kSamples * raster.width() / (look.x.second - look.x.first)) {}

Corner Painter::corner(const Vertex& vertex, double lift) const {
  const Camera::Place place = camera_.place(vertex.at);
  const Vector3 normal(camera_.right.dot(vertex.normal), camera_.up.dot(vertex.normal),
                       camera_.towards.dot(vertex.normal));
  return {(place.x - look_.x.first) * scale_,
          (place.y - look_.y.first) * scale_,
          place.nearness + lift,
          place.w,
          normal,
          vertex.value};
}

void Painter::triangle(const std::array<Vertex, 3>& corners, int plain) {
  const std::array<Corner, 3> list = {corner(corners[0]), corner(corners[1]), corner(corners[2])};
  if (std::ranges::any_of(list, [](const Corner& c) { return !(c.w > 0); })) return;
  raster_.triangle(list, {.scale = &look_.colours, .plain = colour_of(plain), .is_lit = look_.is_lit});
}

void Painter::edge(const Vector3& a, const Vector3& b) {
  if (!(look_.edges > 0)) return;
  const Corner from = corner({a, Vector3::Zero(), kNoValue}, look_.lift),
               to = corner({b, Vector3::Zero(), kNoValue}, look_.lift);
  if (!(from.w > 0) || !(to.w > 0)) return;
  raster_.line(from, to, kEdgeWidth * Raster::kSamples, {.plain = colour_of(kInk), .opacity = look_.edges});
}

void Painter::line(const Vertex& a, const Vertex& b, int plain) {
  const Corner from = corner(a, look_.lift), to = corner(b, look_.lift);
  if (!(from.w > 0) || !(to.w > 0)) return;
  raster_.line(from, to, kLineWidth * Raster::kSamples, {.scale = &look_.colours, .plain = colour_of(plain)});
}

void Painter::plane(const std::array<Vector3, 4>& corners, int plain) {
  std::array<Corner, 4> list;
  for (std::size_t k = 0; k < 4; ++k) list[k] = corner({corners[k], Vector3::Zero(), kNoValue}, -look_.lift);
  if (std::ranges::any_of(list, [](const Corner& c) { return !(c.w > 0); })) return;
  const auto [a, b, c, d] = list;
  const double area = ((c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)) / 2;
  const double wide = std::max(std::hypot(c.x - a.x, c.y - a.y), std::hypot(d.x - b.x, d.y - b.y));
  if (std::abs(area) < wide) {  // seen along its surface
    const bool is_first = std::hypot(c.x - a.x, c.y - a.y) >= std::hypot(d.x - b.x, d.y - b.y);
    raster_.line(is_first ? a : b, is_first ? c : d, kPlaneLine * Raster::kSamples,
                 {.plain = colour_of(plain)});
    return;
  }
  if (area < 0) return;  // from behind it would stand before the model
  const Paint paint = {.plain = colour_of(plain), .is_lit = false, .opacity = kPlaneOpacity};
  raster_.triangle({a, b, c}, paint);
  raster_.triangle({a, c, d}, paint);
}

}  // namespace jounce::picture
