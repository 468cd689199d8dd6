#include "integrators/event_driven/event_search.h"

#include <cmath>
#include <limits>

#include "stepping/linear_complementarity.h"

namespace jounce {

void EventSearch::sample(const ContactTable& table) {
  open_ = table.numbers(false);
  if (open_.empty()) return;
  const auto rows = table.select(open_);
  for (int k = 0; k <= kSamples; ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (k > 0 && k < kSamples) motion_.interpolate(static_cast<double>(k) / kSamples, scratch_);
    const State& state = k == 0 ? motion_.start() : (k == kSamples ? motion_.end() : scratch_);
    system_.contacts().gaps(rows, state, gap_[at]);
    velocity_[at] = dynamics_.gap_velocities(state, rows);
  }
  low_.assign(open_.size(), 0);
  for (std::size_t i = 0; i < open_.size(); ++i)
    low_[i] = gap_[0][static_cast<Index>(i)] <= table.touching[open_[i]];
}

double EventSearch::turning_point(const ContactRow& row, double from, double to) {
  const auto velocity = [&](double theta) {
    motion_.interpolate(theta, scratch_);
    return dynamics_.gap_velocities(scratch_, {row})[0];
  };
  const double v_from = velocity(from);
  const double v_to = velocity(to);
  if ((v_from < 0) == (v_to < 0)) return std::abs(v_from) < std::abs(v_to) ? from : to;
  const SignChange bracket = v_from < 0 ? SignChange{to, from} : SignChange{from, to};
  return narrow_sign_change(velocity, bracket, std::max(v_from, v_to), std::min(v_from, v_to), 1e-12)
      .positive;
}

std::optional<EventSearch::Interval> EventSearch::closing_interval(const ContactTable& table, Index open,
                                                                   int k) {
  const Index row = open_[open];
  std::uint8_t& low = low_[open];
  const auto before = static_cast<std::size_t>(k - 1);
  const auto after = static_cast<std::size_t>(k);
  const double from = static_cast<double>(k - 1) / kSamples;
  const double to = static_cast<double>(k) / kSamples;
  const double g_0 = gap_[before][open], g_1 = gap_[after][open];
  const double u_0 = velocity_[before][open], u_1 = velocity_[after][open];
  const double touching = table.touching[row];
  const auto gap_at = [&](double theta) {
    motion_.interpolate(theta, scratch_);
    Vector gap;
    system_.contacts().gaps({table.row(row)}, scratch_, gap);
    return gap[0];
  };

  if (low == 0) {
    if (g_1 <= 0) return Interval{from, to, 0};
    if (u_0 < 0 && u_1 > 0) {  // a minimum in between
      const double lowest = turning_point(table.row(row), from, to);
      if (gap_at(lowest) < 0) return Interval{from, lowest, 0};
    }
    return std::nullopt;
  }
  double rising_to = to;
  if (u_1 < 0) {
    if (u_0 >= -table.still[row])
      rising_to = u_0 > 0 ? turning_point(table.row(row), from, to) : from;
    else
      rising_to = from;
  }
  const double highest = rising_to == to ? g_1 : (rising_to == from ? g_0 : gap_at(rising_to));
  if (highest > touching) {
    low = 0;
    if (g_1 <= 0) return Interval{rising_to, to, 0};
    return std::nullopt;
  }
  // It never rose out of round-off: it closes where it sinks below.
  if (g_1 < -touching) return Interval{from, to, touching};
  return std::nullopt;
}

std::optional<MotionEvent> EventSearch::locate(const ContactTable& table, Index row, bool release,
                                               const Interval& interval, double s) {
  const std::vector<ContactRow> only = {table.row(row)};
  const auto f = [&](double time) {
    const State* state = &motion_.start();
    if (time > 0) {
      if (!motion_.take(time)) return std::numeric_limits<double>::quiet_NaN();
      state = &motion_.end();
    }
    if (release) return holding(table, *state);
    Vector gap;
    system_.contacts().gaps(only, *state, gap);
    return gap[0] + interval.offset;
  };
  SignChange bracket{interval.from * s, interval.to * s};
  const double f_from = f(bracket.positive);
  const double f_to = f(bracket.negative);
  if (!std::isfinite(f_from) || !std::isfinite(f_to)) return std::nullopt;
  if (f_from < 0) return MotionEvent{bracket.positive, row, release};
  if (f_to > 0) return std::nullopt;  // the dense output was off by its error
  if (f_to == 0) return MotionEvent{bracket.negative, row, release};
  bracket = narrow_sign_change(f, bracket, f_from, f_to, std::numeric_limits<double>::epsilon() * s);
  return MotionEvent{release ? bracket.negative : bracket.positive, row, release};
}

double EventSearch::holding(const ContactTable& table, const State& state) {
  const auto rows = table.closed_rows();
  dynamics_.accelerations(state, rows, acceleration_);
  const double smallest = acceleration_.contact.minCoeff();
  if (smallest >= 0 || !acceleration_.redundant) return smallest;
  return releasing(table, state).empty() ? 1.0 : -1.0;
}

std::vector<Index> EventSearch::releasing(const ContactTable& table, const State& state) {
  constexpr double kRoundOff = 1e-12;
  const auto numbers = table.numbers(true);
  std::vector<Index> result;
  if (numbers.empty()) return result;
  const auto rows = table.select(numbers);
  dynamics_.accelerations(state, rows, acceleration_);
  const Vector force = acceleration_.contact;
  if (force.minCoeff() >= 0) return result;
  if (!acceleration_.redundant) {
    const double size =
        std::max(force.lpNorm<Eigen::Infinity>(),
                 acceleration_.joint.size() > 0 ? acceleration_.joint.lpNorm<Eigen::Infinity>() : 0.0);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (force[static_cast<Index>(i)] < -kRoundOff * size) result.push_back(numbers[i]);
    return result;
  }
  // Forces of redundant contacts are not unique: a contact opens when no admissible forces keep it closed.
  EventDynamics::ContactSpace space;
  dynamics_.contact_space(state, rows, space);
  dynamics_.accelerations(state, {}, acceleration_);
  const Vector b = dynamics_.gap_accelerations(state, rows, acceleration_.a);
  Vector z, w;
  if (!solve_complementarity(space.A, b, z, w)) return result;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (w[static_cast<Index>(i)] > 1e-10 * b.lpNorm<Eigen::Infinity>()) result.push_back(numbers[i]);
  return result;
}

std::optional<MotionEvent> EventSearch::first(const ContactTable& table) {
  const double s = motion_.size();
  sample(table);
  const bool any_closed = open_.size() < table.rows.size();
  // Samples are taken before the search of events changes the step that `motion_` holds.
  struct Candidate {
    Interval interval;
    Index row;
    bool release;
  };
  constexpr int kBlock = 2;
  for (int block = 0; block < kSamples; block += kBlock) {
    std::vector<Candidate> candidates;
    for (Index i = 0; i < static_cast<Index>(open_.size()); ++i) {
      for (int k = block + 1; k <= block + kBlock; ++k) {
        const auto interval = closing_interval(table, i, k);
        if (!interval) continue;
        candidates.push_back({*interval, open_[i], false});
        break;
      }
    }
    if (any_closed) {
      const double to = static_cast<double>(block + kBlock) / kSamples;
      if (block + kBlock < kSamples) motion_.interpolate(to, scratch_);
      const auto releases = releasing(table, block + kBlock < kSamples ? scratch_ : motion_.end());
      if (!releases.empty())
        candidates.push_back({{static_cast<double>(block) / kSamples, to, 0}, releases.front(), true});
    }
    std::optional<MotionEvent> first;
    for (const Candidate& candidate : candidates) {
      const auto event = locate(table, candidate.row, candidate.release, candidate.interval, s);
      if (event && (!first || event->s < first->s)) first = event;
    }
    if (first) return first;
    if (!candidates.empty() && !motion_.take(s)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace jounce
