#include "picture/raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/colour_map.h"

namespace jounce::picture {
namespace {

/// Light from the upper left in front, on both sides, as in the page of `jounce view`; weaker, since the
/// colours of values are dark where these are small.
Colour lit(const Colour& colour, Vector3 n) {
  static const Vector3 kFront = Vector3(-0.35, 0.5, 0.8).normalized(),
                       kSide = Vector3(0.8, -0.1, 0.4).normalized(),
                       kGlint = Vector3(-0.2, 0.3, 0.95).normalized();
  if (n.z() < 0) n = -n;
  const double length = n.norm();
  if (length > 0) n /= length;
  const double front = std::max(n.dot(kFront), 0.0), side = std::max(n.dot(kSide), 0.0);
  const double glint = std::pow(std::max(n.dot(kGlint), 0.0), 40);
  return colour * static_cast<float>(0.60 + 0.36 * front + 0.12 * side) +
         Colour::Constant(static_cast<float>(0.10 * glint));
}

/// Of the triangle a, b, (x, y); positive where that lies to the left of the line from a to b. The opposite
/// number for the opposite line, to the last bit.
double twice_area(const Corner& a, const Corner& b, double x, double y) {
  return (a.x - x) * (b.y - y) - (a.y - y) * (b.x - x);
}

/// To the left of a line, or on it: there of the two triangles beside it one.
bool is_within(double side, const Corner& from, const Corner& to) {
  return side > 0 || (side == 0 && (to.y > from.y || (to.y == from.y && to.x < from.x)));
}

/// Colour over a triangle.
class Shade {
 public:
  Shade(std::array<const Corner*, 3> corners, const Paint& paint) : corners_(corners), paint_(paint) {
    const auto& [a, b, c] = corners;
    const bool by_value = paint.scale != nullptr && std::isfinite(a->value) && std::isfinite(b->value) &&
                          std::isfinite(c->value);
    is_even_ = !by_value || (a->value == b->value && a->value == c->value);
    plain_ = by_value ? paint.scale->of(a->value) : paint.plain;
    is_flat_ = !paint.is_lit || (a->normal == b->normal && a->normal == c->normal);
    if (is_flat_ && is_even_) plain_ = light(plain_, a->normal);
  }

  /// @param s, t, u  weights in the picture, of any sum
  Colour at(double s, double t, double u) const {
    if (is_flat_ && is_even_) return plain_;
    const auto& [a, b, c] = corners_;
    s /= a->w, t /= b->w, u /= c->w;  // linear in space, not in the picture
    const double sum = s + t + u;
    const Colour colour =
        is_even_ ? plain_ : paint_.scale->of((s * a->value + t * b->value + u * c->value) / sum);
    return light(colour, s * a->normal + t * b->normal + u * c->normal);
  }

 private:
  Colour light(const Colour& colour, const Vector3& normal) const {
    return paint_.is_lit ? lit(colour, normal) : colour;
  }

  std::array<const Corner*, 3> corners_;
  const Paint& paint_;
  bool is_even_ = true, is_flat_ = true;
  Colour plain_;
};

std::uint8_t byte_of(float value) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
}

}  // namespace

Colour colour_of(int rgb) {
  const auto part = [&](int shift) { return static_cast<float>(rgb >> shift & 255) / 255.0F; };
  return {part(16), part(8), part(0)};
}

Colour ColourScale::of(double value) const {
  return colour_of(io::map_colour(high > low ? (value - low) / (high - low) : 0.5));
}

Raster::Raster(int width, int height)
    : width_(width),
      height_(height),
      across_(width * kSamples),
      samples_(static_cast<std::size_t>(across_) * static_cast<std::size_t>(height * kSamples),
               Sample{-std::numeric_limits<float>::infinity(), {0, 0, 0, 0}}) {}

void Raster::put(Sample& sample, float nearness, const Colour& colour, float opacity) {
  if (opacity >= 1) {
    sample.nearness = nearness;
    sample.rgba = {byte_of(colour[0]), byte_of(colour[1]), byte_of(colour[2]), 255};
    return;
  }
  const float below = static_cast<float>(sample.rgba[3]) / 255.0F, all = opacity + below * (1 - opacity);
  for (int k = 0; k < 3; ++k) {
    const float under = static_cast<float>(sample.rgba[k]) / 255.0F;
    sample.rgba[k] = byte_of((opacity * colour[k] + below * (1 - opacity) * under) / all);
  }
  sample.rgba[3] = byte_of(all);
}

void Raster::triangle(const std::array<Corner, 3>& corners, const Paint& paint) {
  const Corner& a = corners[0];
  const double turn = twice_area(a, corners[1], corners[2].x, corners[2].y);
  const Corner &b = corners[turn > 0 ? 1 : 2], &c = corners[turn > 0 ? 2 : 1];  // counter-clockwise
  const double area = std::abs(turn);
  if (!(area > 0) || !std::isfinite(area)) return;
  const int rows = height_ * kSamples;
  const auto first = [](double x) { return static_cast<int>(std::ceil(std::clamp(x, -1.0, 1e9) - 0.5)); };
  const auto [low_x, high_x] = std::minmax({a.x, b.x, c.x});
  const auto [low_y, high_y] = std::minmax({a.y, b.y, c.y});
  const int left = std::max(0, first(low_x)), right = std::min(across_, first(high_x) + 1);
  const int bottom = std::max(0, first(low_y)), top = std::min(rows, first(high_y) + 1);
  const Shade shade({&a, &b, &c}, paint);
  for (int j = bottom; j < top; ++j)
    for (int i = left; i < right; ++i) {
      const double x = i + 0.5, y = j + 0.5;
      const double s = twice_area(b, c, x, y), t = twice_area(c, a, x, y), u = twice_area(a, b, x, y);
      if (!is_within(s, b, c) || !is_within(t, c, a) || !is_within(u, a, b)) continue;
      const auto nearness = static_cast<float>((s * a.nearness + t * b.nearness + u * c.nearness) / area);
      Sample& sample = samples_[static_cast<std::size_t>(j) * static_cast<std::size_t>(across_) +
                                static_cast<std::size_t>(i)];
      if (nearness > sample.nearness) put(sample, nearness, shade.at(s, t, u), paint.opacity);
    }
}

void Raster::line(const Corner& a, const Corner& b, double wide, const Paint& paint) {
  double x = b.x - a.x, y = b.y - a.y;
  const double length = std::hypot(x, y);
  if (!std::isfinite(length)) return;
  if (length > 0)
    x *= 0.5 * wide / length, y *= 0.5 * wide / length;
  else
    x = 0.5 * wide, y = 0;
  const auto beside = [&](const Corner& end, double side, double on) {
    Corner corner = end;
    corner.x += on * x - side * y;
    corner.y += on * y + side * x;
    return corner;
  };
  const double on = length > 0 ? 0.3 : 1;  // ends that meet leave no gap
  const Corner corners[] = {beside(a, -1, -on), beside(b, -1, on), beside(b, 1, on), beside(a, 1, -on)};
  Paint unlit = paint;
  unlit.is_lit = false;
  triangle({corners[0], corners[1], corners[2]}, unlit);
  triangle({corners[0], corners[2], corners[3]}, unlit);
}

Pixels Raster::pixels(const std::optional<Colour>& background) const {
  Pixels bytes;
  bytes.reserve(4 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  constexpr float kAll = kSamples * kSamples;
  for (int j = 0; j < height_; ++j)
    for (int i = 0; i < width_; ++i) {
      Colour sum = Colour::Zero();
      float opacity = 0;
      for (int n = 0; n < kSamples; ++n)
        for (int m = 0; m < kSamples; ++m) {
          const auto place = static_cast<std::size_t>(j * kSamples + n) * static_cast<std::size_t>(across_) +
                             static_cast<std::size_t>(i * kSamples + m);
          const auto& [r, g, b, alpha] = samples_[place].rgba;
          const float share = static_cast<float>(alpha) / 255.0F;
          opacity += share;
          sum += share * Colour(r, g, b) / 255.0F;
        }
      if (background) sum += (kAll - opacity) * *background, opacity = kAll;
      const Colour mean = opacity > 0 ? Colour(sum / opacity) : Colour(Colour::Ones());
      bytes.insert(bytes.end(),
                   {byte_of(mean[0]), byte_of(mean[1]), byte_of(mean[2]), byte_of(opacity / kAll)});
    }
  return bytes;
}

}  // namespace jounce::picture
