#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::scene {

/// Numbers of a field in all frames, packed for a page: frame by frame, in a frame component by component,
/// in a component row by row.
struct PackedFrames {
  bool is_quantised = false;      ///< 2 bytes a number instead of 4
  std::vector<double> low, high;  ///< of each component, over all frames; NaN where no number is finite
  std::string bytes;  ///< little-endian: float32, or q in uint16 with the value low + (high - low) q / 65534,
                      ///< and 65535 for what is not finite; empty when every component has one value
};

/// @param frames  of each frame, rows * components numbers, row by row
/// @param quantise  2 bytes a number: an error of (high - low) / 131068 at most
PackedFrames pack_frames(const std::vector<std::vector<float>>& frames, int components, bool quantise);

std::string bytes_of(std::span<const std::int32_t> numbers);
std::string bytes_of(std::span<const float> numbers);
std::string float_bytes(std::span<const double> numbers);

}  // namespace jounce::scene
