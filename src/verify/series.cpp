#include "verify/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jounce::verify {

namespace {

double slack(double t) { return 1e-9 * std::max(1e-6, std::fabs(t)); }

}  // namespace

Series window(const Series& series, double from, double to) {
  Series part;
  const double first = std::isfinite(from) ? from - slack(from) : from;
  const double last = std::isfinite(to) ? to + slack(to) : to;
  for (std::size_t i = 0; i < series.t.size(); ++i) {
    if (series.t[i] < first || series.t[i] > last) continue;
    part.t.push_back(series.t[i]);
    part.y.push_back(series.y[i]);
  }
  return part;
}

double interpolate(const Series& series, double t) {
  if (series.t.empty()) throw std::out_of_range("no sample to interpolate");
  if (t < series.t.front() - slack(t) || t > series.t.back() + slack(t)) {
    throw std::out_of_range(fmt::format("t = {} lies outside of the samples, which go from {} to {}", t,
                                        series.t.front(), series.t.back()));
  }
  const auto after = std::upper_bound(series.t.begin(), series.t.end(), t);
  if (after == series.t.begin()) return series.y.front();
  if (after == series.t.end()) return series.y.back();
  const std::size_t right = static_cast<std::size_t>(after - series.t.begin());
  const std::size_t left = right - 1;
  const double weight = (t - series.t[left]) / (series.t[right] - series.t[left]);
  return series.y[left] + weight * (series.y[right] - series.y[left]);
}

}  // namespace jounce::verify
