#include "io/colour_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jounce::io {
namespace {

/// Viridis at equal distances; it is in the public domain (CC0).
constexpr std::array<int, 9> kColours = {0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c,
                                         0x28ae80, 0x5ec962, 0xaddc30, 0xfde725};

}  // namespace

int map_colour(double fraction) {
  const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(kColours.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(place), kColours.size() - 2);
  const double share = place - static_cast<double>(low);
  int colour = 0;
  for (const int shift : {16, 8, 0}) {
    const int a = (kColours[low] >> shift) & 255, b = (kColours[low + 1] >> shift) & 255;
    colour |= static_cast<int>(std::lround(a + share * (b - a))) << shift;
  }
  return colour;
}

std::string gnuplot_palette() {
  std::string text;
  for (std::size_t i = 0; i < kColours.size(); ++i)
    text += fmt::format("{}{} '#{:06x}'", i == 0 ? "(" : ", ", i, kColours[i]);
  return text + ")";
}

}  // namespace jounce::io
