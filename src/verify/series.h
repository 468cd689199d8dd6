#pragma once

#include <vector>

namespace jounce::verify {

/// Samples y(t) with t not decreasing. Two samples with the same t are a jump.
struct Series {
  std::vector<double> t;
  std::vector<double> y;
};

/// The samples with from <= t <= to. The ends are widened by a few rounding units of t, since times of
/// rows are sums of steps.
Series window(const Series& series, double from, double to);

/// Linear interpolation; at a jump the later value. Throws std::out_of_range when t lies outside.
double interpolate(const Series& series, double t);

}  // namespace jounce::verify
