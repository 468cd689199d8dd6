#include "keyword/time_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "params/nearest.h"

namespace jounce::keyword {
namespace {

constexpr double kSlack = 1e-9;  ///< relative, of times that are the same
constexpr int kMostParts = 100;
constexpr double kMostPoints = 1e6;

bool is_multiple(double t, double size) {
  const double count = t / size;
  return std::abs(count - std::round(count)) <= 1e-6 * std::max(1.0, count);
}

}  // namespace

std::optional<double> TimePoints::in(double start, double from, double to) const {
  const double zero = total ? 0.0 : start, slack = kSlack * std::max(std::abs(from), std::abs(to));
  const auto place =
      std::partition_point(times.begin(), times.end(), [&](double t) { return zero + t <= from + slack; });
  if (place == times.end() || zero + *place > to + slack) return {};
  return zero + *place;
}

void read_time_points(const Card& card, Input& input) {
  TimePoints& points = input.time_points[card.at("NAME")];
  points.total = card.has("TIME") && card.at("TIME").starts_with("TOTAL");
  points.times = card.numbers();
  if (card.has("GENERATE")) {
    const std::vector<double> v = points.times;
    if (v.size() != 3 || !(v[1] >= v[0]) || !(v[2] > 0) || (v[1] - v[0]) / v[2] > kMostPoints)
      card.fail(0, "*TIME POINTS with GENERATE needs the first time, the last and a distance greater than 0");
    points.times.clear();
    const auto count = static_cast<int>(std::floor((v[1] - v[0]) / v[2] + kSlack));
    for (int i = 0; i <= count; ++i) points.times.push_back(v[0] + i * v[2]);
  }
  if (points.times.empty()) card.fail(0, "*TIME POINTS needs times");
  std::sort(points.times.begin(), points.times.end());
}

const TimePoints* find_time_points(const Card& card, const Input& input) {
  if (!card.has("TIMEPOINTS")) return nullptr;
  const std::string& name = card.at("TIMEPOINTS");
  if (card.has("FREQUENCY")) card.fail(0, "either FREQUENCY or TIME POINTS is expected");
  const auto place = input.time_points.find(name);
  if (place != input.time_points.end()) return &place->second;
  std::vector<std::string> names;
  for (const auto& entry : input.time_points) names.push_back(entry.first);
  throw params::InputError(card.where(), fmt::format("there are no *TIME POINTS named '{}'", name),
                           params::nearest(name, names));
}

std::optional<double> time_point(const Step& step, double start, double from, double to) {
  std::optional<double> first;
  for (const Print& print : step.prints)
    if (print.points != nullptr && !print.set.empty())
      if (const auto t = print.points->in(start, from, to); t && (!first || *t < *first)) first = t;
  return first;
}

int parts_for_time_points(const Input& input, const Translation& translation,
                          const std::array<std::size_t, 2>& steps, double size) {
  std::vector<double> wanted;
  const Card* where = nullptr;
  const double begin = translation.times[steps[0]].start;
  for (std::size_t k = steps[0]; k < steps[1]; ++k) {
    const StepTime& time = translation.times[k];
    const Step& step = input.steps[translation.steps[k]];
    for (auto t = time_point(step, time.start, time.start, time.end); t;
         t = time_point(step, time.start, *t, time.end)) {
      wanted.push_back(*t - begin);
      where = step.procedure;
    }
  }
  for (int parts = 1; parts <= kMostParts; ++parts)
    if (std::all_of(wanted.begin(), wanted.end(), [&](double t) { return is_multiple(t, size / parts); }))
      return parts;
  where->fail(
      0, fmt::format("the time points of prints are no multiples of a part of the increment {}; that is not "
                     "supported",
                     size));
}

}  // namespace jounce::keyword
