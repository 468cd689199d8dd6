#pragma once

#include <ctime>

namespace jounce::io {

/// Lines of results reach the disk this long after they were written, at the latest with the next line.
inline constexpr double flush_seconds = 0.25;

/// Wall time in seconds from an arbitrary origin, a few milliseconds coarse, read without entering the
/// kernel.
inline double coarse_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace jounce::io
