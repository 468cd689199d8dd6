#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "verify/measures.h"

namespace jounce::verify {

namespace {

Series table_series(const Against& against) {
  const CsvTable table(against.file);
  return {table.numbers(table.names().front()), table.numbers(against.of)};
}

/// The reference at the times t.
std::vector<double> reference_at(const std::vector<double>& t, const MeasureInput& input,
                                 const MeasureContext& context) {
  const Against& against = input.against;
  std::vector<double> values(t.size());
  if (against.function) {
    for (std::size_t i = 0; i < t.size(); ++i) values[i] = (*against.function)(t[i]);
    return values;
  }
  const std::string of = against.of.empty() ? input.of : against.of;
  const Series reference =
      against.run.empty() ? table_series(against) : context.other_run(against.run).series(of);
  for (std::size_t i = 0; i < t.size(); ++i) values[i] = interpolate(reference, t[i]);
  return values;
}

/// Samples at from, from + every, ... as far as the window and the rows go.
Series sampled(const Series& series, const MeasureInput& input) {
  Series samples;
  if (series.t.empty()) return samples;
  const double start = std::max(input.from, series.t.front());
  const double end = std::min(input.to, series.t.back()) + 1e-6 * input.every;
  for (int i = 0; start + i * input.every <= end; ++i) {
    samples.t.push_back(start + i * input.every);
    samples.y.push_back(interpolate(series, samples.t.back()));
  }
  return samples;
}

double norm_of(const std::string& name, const std::vector<double>& difference) {
  double largest = 0;
  double absolute = 0;
  double squares = 0;
  for (const double d : difference) {
    if (std::isnan(d)) return d;
    largest = std::max(largest, std::fabs(d));
    absolute += std::fabs(d);
    squares += d * d;
  }
  const auto rows = static_cast<double>(difference.size());
  if (name == "l1") return absolute / rows;
  if (name == "l2") return std::sqrt(squares / rows);
  return largest;
}

}  // namespace

double error(const MeasureInput& input, const MeasureContext& context) {
  const Series all = context.run.series(input.of);
  const Series rows = std::isnan(input.every) ? window(all, input.from, input.to) : sampled(all, input);
  if (rows.t.empty()) {
    throw std::runtime_error(
        fmt::format("no row of '{}' between t = {} and t = {}", input.of, input.from, input.to));
  }
  std::vector<double> difference = reference_at(rows.t, input, context);
  const bool is_relative = input.norm == "relative";
  for (std::size_t i = 0; i < difference.size(); ++i) {
    const double reference = difference[i];
    difference[i] = (rows.y[i] - reference) / (is_relative ? reference : 1.0);
  }
  if (is_relative) return norm_of("l2", difference) * std::sqrt(static_cast<double>(difference.size()));
  return norm_of(input.norm, difference);
}

double agreement(const MeasureInput& input, const MeasureContext& context) {
  const RunResult& other = context.other_run(input.against.run);
  double largest = 0;
  for (const auto& column : input.columns) {
    const Series mine = window(context.run.series(column), input.from, input.to);
    const Series theirs = window(other.series(column), input.from, input.to);
    if (mine.t.size() != theirs.t.size()) {
      throw std::runtime_error(
          fmt::format("the runs have {} and {} rows of '{}'", mine.t.size(), theirs.t.size(), column));
    }
    double scale = 0;
    double difference = 0;
    for (std::size_t i = 0; i < mine.t.size(); ++i) {
      if (!std::isfinite(mine.y[i]) || !std::isfinite(theirs.y[i])) {
        throw std::runtime_error(fmt::format("'{}' is not finite at t = {}", column, mine.t[i]));
      }
      scale = std::max(scale, std::fabs(theirs.y[i]));
      difference = std::max(difference, std::fabs(mine.y[i] - theirs.y[i]));
    }
    if (difference > 0) largest = std::max(largest, difference / std::max(scale, difference));
  }
  return largest;
}

}  // namespace jounce::verify
