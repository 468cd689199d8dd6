#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "verify/measures.h"

namespace jounce::verify {

namespace {

Series rows_of(const MeasureInput& input, const MeasureContext& context) {
  Series rows = window(context.run.series(input.of), input.from, input.to);
  if (rows.t.empty()) {
    throw std::runtime_error(
        fmt::format("no row of '{}' between t = {} and t = {}", input.of, input.from, input.to));
  }
  return rows;
}

bool passes(const MeasureInput& input, double value) {
  if (!std::isnan(input.above) && !(value > input.above)) return false;
  return std::isnan(input.below) || value < input.below;
}

[[noreturn]] void never_passed(const MeasureInput& input) {
  throw std::runtime_error(fmt::format("'{}' never passes its threshold", input.of));
}

}  // namespace

double value_at(const MeasureInput& input, const MeasureContext& context) {
  return interpolate(context.run.series(input.of), input.at);
}

double first_value(const MeasureInput& input, const MeasureContext& context) {
  return rows_of(input, context).y.front();
}

double last_value(const MeasureInput& input, const MeasureContext& context) {
  return rows_of(input, context).y.back();
}

double maximum(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  return *std::max_element(rows.y.begin(), rows.y.end());
}

double minimum(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  return *std::min_element(rows.y.begin(), rows.y.end());
}

double maximum_magnitude(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  return std::accumulate(rows.y.begin(), rows.y.end(), 0.0,
                         [](double largest, double y) { return std::max(largest, std::fabs(y)); });
}

double mean(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  return std::accumulate(rows.y.begin(), rows.y.end(), 0.0) / static_cast<double>(rows.y.size());
}

double deviation(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  const double centre =
      std::accumulate(rows.y.begin(), rows.y.end(), 0.0) / static_cast<double>(rows.y.size());
  const double squares = std::accumulate(rows.y.begin(), rows.y.end(), 0.0, [centre](double total, double y) {
    return total + (y - centre) * (y - centre);
  });
  return std::sqrt(squares / static_cast<double>(rows.y.size()));
}

double sum(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  return std::accumulate(rows.y.begin(), rows.y.end(), 0.0);
}

double first_time(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  for (std::size_t i = 0; i < rows.t.size(); ++i) {
    if (passes(input, rows.y[i])) return rows.t[i];
  }
  never_passed(input);
}

double last_time(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  for (std::size_t i = rows.t.size(); i-- > 0;) {
    if (passes(input, rows.y[i])) return rows.t[i];
  }
  never_passed(input);
}

double count(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  return static_cast<double>(
      std::count_if(rows.y.begin(), rows.y.end(), [&input](double y) { return passes(input, y); }));
}

double maximum_increase(const MeasureInput& input, const MeasureContext& context) {
  const Series rows = rows_of(input, context);
  double largest = 0;
  for (std::size_t i = 1; i < rows.y.size(); ++i) largest = std::max(largest, rows.y[i] - rows.y[i - 1]);
  return largest;
}

}  // namespace jounce::verify
