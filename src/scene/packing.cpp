#include "scene/packing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace jounce::scene {
namespace {

constexpr double kSteps = 65534;
constexpr std::uint16_t kNoNumber = 65535;

void append(std::string& bytes, std::uint32_t number, int count) {
  for (int k = 0; k < count; ++k) bytes += static_cast<char>(number >> (8 * k) & 255U);
}

void append(std::string& bytes, float number) { append(bytes, std::bit_cast<std::uint32_t>(number), 4); }

}  // namespace

PackedFrames pack_frames(const std::vector<std::vector<float>>& frames, int components, bool quantise) {
  const auto n = static_cast<std::size_t>(components);
  PackedFrames packed;
  packed.is_quantised = quantise;
  packed.low.assign(n, std::numeric_limits<double>::quiet_NaN());
  packed.high = packed.low;
  bool has_gaps = false, varies = false;
  for (const auto& frame : frames)
    for (std::size_t i = 0; i < frame.size(); ++i) {
      if (!std::isfinite(frame[i])) {
        has_gaps = true;
        continue;
      }
      packed.low[i % n] = std::fmin(packed.low[i % n], frame[i]);
      packed.high[i % n] = std::fmax(packed.high[i % n], frame[i]);
    }
  for (std::size_t c = 0; c < n; ++c) varies = varies || packed.low[c] < packed.high[c];
  if (!varies && !has_gaps) return packed;
  for (const auto& frame : frames)
    for (std::size_t c = 0; c < n; ++c) {
      const double range = packed.high[c] - packed.low[c];
      for (std::size_t i = c; i < frame.size(); i += n) {
        if (!quantise)
          append(packed.bytes, frame[i]);
        else if (!std::isfinite(frame[i]))
          append(packed.bytes, kNoNumber, 2);
        else
          append(packed.bytes,
                 range > 0
                     ? static_cast<std::uint32_t>(std::lround((frame[i] - packed.low[c]) / range * kSteps))
                     : 0U,
                 2);
      }
    }
  return packed;
}

std::string bytes_of(std::span<const std::int32_t> numbers) {
  std::string bytes;
  for (const std::int32_t number : numbers) append(bytes, static_cast<std::uint32_t>(number), 4);
  return bytes;
}

std::string bytes_of(std::span<const float> numbers) {
  std::string bytes;
  for (const float number : numbers) append(bytes, number);
  return bytes;
}

std::string float_bytes(std::span<const double> numbers) {
  std::string bytes;
  for (const double number : numbers) append(bytes, static_cast<float>(number));
  return bytes;
}

}  // namespace jounce::scene
