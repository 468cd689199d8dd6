#include "keyword/load_path.h"

#include <fmt/format.h>

#include <algorithm>

#include "params/nearest.h"

namespace jounce::keyword {
namespace {

constexpr double kJump = 1e-9;  ///< length of a jump, of the step

double interpolate(const Amplitude& a, double t) {
  if (t <= a.times.front()) return a.values.front();
  if (t >= a.times.back()) return a.values.back();
  const auto next = std::upper_bound(a.times.begin(), a.times.end(), t) - a.times.begin();
  const auto i = static_cast<std::size_t>(next);
  const double s = (t - a.times[i - 1]) / (a.times[i] - a.times[i - 1]);
  return (1 - s) * a.values[i - 1] + s * a.values[i];
}

const Amplitude& find_amplitude(const Input& input, const Card& card, const StepValue& value) {
  const auto place = input.amplitudes.find(value.amplitude);
  if (place != input.amplitudes.end()) return place->second;
  std::vector<std::string> names;
  for (const auto& entry : input.amplitudes) names.push_back(entry.first);
  throw params::InputError(card.where(value.line),
                           fmt::format("there is no amplitude named '{}'", value.amplitude),
                           params::nearest(value.amplitude, names));
}

class Path {
 public:
  explicit Path(double initial) : initial_(initial) {}

  LoadPath path;

  void to(double t, double value) {
    if (!path.times.empty() && t <= path.times.back()) {
      path.values.back() = value;
      return;
    }
    path.times.push_back(t);
    path.values.push_back(value);
  }
  double last() const { return path.values.empty() ? initial_ : path.values.back(); }
  /// From the last value to another one at time t.
  void jump(double t, double length, double value) {
    if (value != last() && !path.values.empty()) t += length;
    to(t, value);
  }

 private:
  double initial_;
};

}  // namespace

void end_load(StepValues& values, std::size_t step) {
  const auto before = values.begin() + static_cast<std::ptrdiff_t>(step);
  if (!*before && std::any_of(values.begin(), before, [](const auto& value) { return value.has_value(); }))
    values[step] = StepValue{};
}

LoadPath load_path(const Input& input, const std::vector<StepTime>& steps, const StepValues& values,
                   const Card& card, double initial) {
  Path path(initial);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const StepTime& step = steps[i];
    const double length = step.end - step.start;
    if (!values[i]) {
      path.to(step.start, path.last());
      path.to(step.end, path.last());
    } else if (!values[i]->amplitude.empty()) {
      const Amplitude& amplitude = find_amplitude(input, card, *values[i]);
      const double zero = amplitude.total_time ? 0.0 : step.start;
      path.jump(step.start, kJump * length, values[i]->value * interpolate(amplitude, step.start - zero));
      for (const double t : amplitude.times)
        if (zero + t > path.path.times.back() && zero + t < step.end)
          path.to(zero + t, values[i]->value * interpolate(amplitude, t));
      path.to(step.end, values[i]->value * interpolate(amplitude, step.end - zero));
    } else if (step.ramped) {
      path.to(step.start, path.last());
      path.to(step.end, values[i]->value);
    } else {
      path.jump(step.start, kJump * length, values[i]->value);
      path.to(step.end, values[i]->value);
    }
  }
  return path.path;
}

namespace {

/// Goes on as at its end, so that the velocity there is that of the motion, not zero.
void go_on(LoadPath& path, double step) {
  const std::size_t n = path.times.size();
  if (n < 2) return;
  const double length = path.times[n - 1] - path.times[n - 2],
               change = path.values[n - 1] - path.values[n - 2];
  if (change == 0 || length < 2 * kJump * step) return;
  path.times.push_back(path.times.back() + length);
  path.values.push_back(path.values.back() + change);
}

}  // namespace

LoadPath support_path(const Input& input, const std::vector<StepTime>& steps, const StepValues& values,
                      const Card& card, int line) {
  LoadPath path = load_path(input, steps, values, card);
  if (steps.back().moves) go_on(path, steps.back().end - steps.back().start);
  if (path.values.front() == 0) return path;
  if (steps.front().moves)
    card.fail(
        line,
        "this support would jump at the start of a *DYNAMIC step; give an *AMPLITUDE that begins with 0");
  path.times.front() += kJump * (steps.front().end - steps.front().start);
  path.times.insert(path.times.begin(), steps.front().start);
  path.values.insert(path.values.begin(), 0.0);
  return path;
}

params::Node LoadPath::node() const {
  if (std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); }))
    return values.empty() ? 0.0 : values.front();
  return params::Node().set("times", times).set("values", values);
}

}  // namespace jounce::keyword
