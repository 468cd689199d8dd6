#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "la/types.h"

namespace jounce::picture {

/// Red, green, blue and opacity of every pixel, row by row from below.
using Pixels = std::vector<std::uint8_t>;

/// Red, green and blue between 0 and 1.
using Colour = Eigen::Vector3f;

/// 0xrrggbb.
Colour colour_of(int rgb);

/// Colours of values between two ends, those of the colour bar.
struct ColourScale {
  double low = 0, high = 1;
  Colour of(double value) const;
};

/// A corner of what is drawn, in samples of the picture from its lower left corner.
struct Corner {
  double x = 0, y = 0, nearness = 0, w = 1;  ///< see Camera::Place
  Vector3 normal = Vector3::Zero();          ///< in axes right, up, towards
  double value = 0;
};

/// How a surface is coloured: by its values where there is a scale, what is no number plain.
struct Paint {
  const ColourScale* scale = nullptr;
  Colour plain = Colour::Constant(0.72F);
  bool is_lit = true;
  float opacity = 1;  ///< below 1 nothing behind is hidden: to be drawn last
};

/// Pixels with their nearness to who looks: triangles and lines hide what lies behind them. Every pixel is
/// the mean of kSamples x kSamples places.
class Raster {
 public:
  static constexpr int kSamples = 3;

  /// Pixels.
  Raster(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }

  void triangle(const std::array<Corner, 3>& corners, const Paint& paint);
  /// A straight line so many samples wide, without light.
  void line(const Corner& a, const Corner& b, double wide, const Paint& paint);

  /// @param background  none: transparent
  Pixels pixels(const std::optional<Colour>& background) const;

 private:
  struct Sample {
    float nearness;
    std::array<std::uint8_t, 4> rgba;
  };
  void put(Sample& sample, float nearness, const Colour& colour, float opacity);

  int width_, height_, across_;  ///< across_: samples in a row
  std::vector<Sample> samples_;
};

}  // namespace jounce::picture
