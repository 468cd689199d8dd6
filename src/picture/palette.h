#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "picture/raster.h"

namespace jounce::picture {

/// Brings pictures down to a number of colours in all, the same ones, for a GIF: boxes of colours are halved
/// where most pixels differ most (median cut, Heckbert 1982); each pixel gets the mean of its box.
class Palette {
 public:
  /// Takes the colours of a picture in.
  void count(const Pixels& pixels);
  void choose(std::size_t most);
  /// Brings the colours of a picture that was counted to the chosen ones.
  void apply(Pixels& pixels) const;

 private:
  std::map<int, std::array<int, 3>> colours_;
  std::map<int, long> counts_;
  std::map<int, std::array<std::uint8_t, 3>> chosen_;
};

}  // namespace jounce::picture
