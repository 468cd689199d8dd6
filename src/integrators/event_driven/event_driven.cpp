#include "integrators/event_driven/event_driven.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/initial_acceleration.h"

namespace jounce {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxSteps = 20000;  ///< internal ones of a step

}  // namespace

/// One call of step: working copies, so that a failure leaves no trace.
struct EventDriven::Interval {
  double h = 0;
  double begin = 0;  ///< time at the start
  double tau = 0;    ///< time since the start
  State state;
  ContactTable table;
  ContactRecord record;
  double guess = 0;  ///< internal step size to try next
  int steps = 0;
  bool settled = false;
  std::string failure_cause;
};

EventDriven::EventDriven(const System& system, const IntegratorOptions& options)
    : system_(system),
      options_(options),
      dynamics_(system),
      motion_(system, dynamics_),
      search_(system, dynamics_, motion_),
      transitions_(system, dynamics_),
      progress_(Vector::Zero(2)) {
  options_.tolerance = std::max(options_.tolerance, 1e-14);  // errors below round-off cannot be estimated
}

void EventDriven::initialise(const State& state, double h) {
  if (system_.n_free() > EventDynamics::kMaxDofs)
    throw std::runtime_error(
        fmt::format("the event-driven integrator is a reference for small systems of at most {} degrees of "
                    "freedom, this model has {}; use nsga-ggl",
                    EventDynamics::kMaxDofs, system_.n_free()));
  Vector a, lambda;
  consistent_acceleration(system_, state, a, lambda);
  scales_ = Scales();
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, a, h);
  set_scales(scales_, h);

  constexpr double kAccuracy = 1e-6;  // of an initial state written with a few digits
  Vector g;
  RowJacobian G;
  system_.joints().values(state, g);
  system_.joints().jacobian(state, G);
  for (std::size_t i = 0; i < system_.joints().all().size(); ++i) {
    for (int row = 0; row < system_.joints().all()[i]->rows(); ++row) {
      const int at = system_.joints().first_row(static_cast<int>(i)) + row;
      if (std::abs(g[at]) > kAccuracy * scales_.row_coordinate(system_, G, at))
        throw std::runtime_error(fmt::format("joint '{}' is violated by {:.3g} in the initial state",
                                             system_.joints().all()[i]->name(), g[at]));
    }
  }
  const ContactTable table = contacts(state, h);
  Vector gap;
  system_.contacts().gaps(table.rows, state, gap);
  for (Index i = 0; i < table.size(); ++i)
    if (gap[i] < -kAccuracy / (16 * kEpsilon) * table.touching[i])
      throw std::runtime_error(fmt::format("contact '{}' penetrates by {:.3g} in the initial state",
                                           system_.contacts().describe(table.row(i)), -gap[i]));
  closed_.resize(0);
  progress_ << h, 0;
}

void EventDriven::set_scales(const Scales& scales, double h) {
  // A part that hardly moves gets the velocity that 1e-6 of the kinetic energy would give it, lest its error
  // be compared with rounding errors of the forces that balance on it.
  const auto& kinds = system_.dofs().kinds;
  double energy = 0;
  for (Index i = 0; i < system_.n_free(); ++i) {
    const double v = scales.velocity(kinds[i]);
    energy = std::max(energy, scales.mass_diagonal()[i] * v * v);
  }
  q_scale_.resize(system_.nv());
  v_scale_.resize(system_.nv());
  for (Index i = 0; i < system_.nv(); ++i) {
    const DofKind kind = kinds[i];
    v_scale_[i] = scales.velocity(kind);
    if (scales.mass(i) > 0) v_scale_[i] = std::max(v_scale_[i], 1e-3 * std::sqrt(energy / scales.mass(i)));
    q_scale_[i] = std::max(scales.coordinate(kind), h * v_scale_[i]);
  }
}

ContactTable EventDriven::contacts(const State& state, double h) const {
  ContactTable table;
  system_.contacts().search(state, {kInfinity, h}, table.rows);
  join_rows(table.rows, expected_);
  table.closed.assign(table.rows.size(), 0);
  for (Index i = 0; i + 1 < closed_.size(); i += 2)
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      if (table.rows[row].pair == closed_[i] && static_cast<double>(table.rows[row].point) == closed_[i + 1])
        table.closed[row] = 1;
  table.set_tolerances(system_, state, q_scale_, v_scale_, h, options_.tolerance);
  return table;
}

double EventDriven::flight_limit(const Interval& interval, double h) {
  // A step much longer than the flight of a contact would not see the flight: at most 1.5 times its forecast.
  const ContactTable& table = interval.table;
  const auto open = table.numbers(false);
  if (open.empty()) return kInfinity;
  const auto rows = table.select(open);
  const State& state = motion_.start();
  Vector gap;
  system_.contacts().gaps(rows, state, gap);
  const Vector u = dynamics_.gap_velocities(state, rows);
  const Vector a = dynamics_.gap_accelerations(state, rows, motion_.start_acceleration().a);
  double limit = kInfinity;
  for (std::size_t k = 0; k < open.size(); ++k) {
    const auto i = static_cast<Index>(k);
    double flight = kInfinity;
    if (gap[i] <= table.touching[open[k]]) {
      if (u[i] > table.still[open[k]] && a[i] < 0) flight = -2 * u[i] / a[i];
    } else if (const double root = u[i] * u[i] - 2 * a[i] * gap[i]; root >= 0) {
      if (u[i] < 0)
        flight = 2 * gap[i] / (std::sqrt(root) - u[i]);
      else if (a[i] < 0)
        flight = -(u[i] + std::sqrt(root)) / a[i];
    }
    limit = std::min(limit, 1.5 * flight);
  }
  return std::max(limit, 1e-9 * h);
}

bool EventDriven::smooth_step(Interval& interval, double remaining, double& s) {
  motion_.begin(interval.state, interval.table.closed_rows(), q_scale_);
  const double wanted = std::min(interval.guess, flight_limit(interval, interval.h));
  s = wanted < 0.9999 * remaining ? wanted : remaining;
  bool rejected = false;
  for (;;) {
    if (++interval.steps > kMaxSteps) {
      interval.failure_cause = fmt::format(
          "the smooth motion takes more than {} internal steps of some {:.2g} at time {:.9g}: the stiffness "
          "or damping is too high for an explicit integrator; use nsga-ggl",
          kMaxSteps, s, interval.begin + interval.tau);
      return false;
    }
    const double error = motion_.take(s) ? motion_.error(q_scale_, v_scale_) / options_.tolerance : kInfinity;
    const double factor = error > 0 ? std::clamp(0.9 * std::pow(error, -0.2), 0.2, 5.0) : 5.0;
    if (error <= 1) {
      // A step cut short by the end of the interval or a flight says nothing against a longer one.
      const double next = s * factor;
      interval.guess =
          std::min(interval.h, s < interval.guess && !rejected ? std::max(interval.guess, next) : next);
      return true;
    }
    rejected = true;
    s *= std::min(factor, 0.9);
    if (s < 1e-13 * interval.h) {
      interval.failure_cause = fmt::format(
          "the step size of the smooth motion became too small at time {:.9g}: forces are discontinuous, or "
          "the stiffness is too high for an explicit integrator",
          interval.begin + interval.tau);
      return false;
    }
  }
}

void EventDriven::take_end(Interval& interval, double s) {
  const auto closed = interval.table.numbers(true);
  for (std::size_t i = 0; i < closed.size(); ++i)
    interval.record.impulse[closed[i]] += motion_.contact_impulse()[static_cast<Index>(i)];
  interval.state = motion_.end();
  interval.tau = s;
  interval.state.t = interval.begin + s;
  system_.accept(interval.state);
}

bool EventDriven::needs_settling(const Interval& interval) {
  if (!interval.settled) return true;
  const ContactTable& table = interval.table;
  Vector gap;
  system_.contacts().gaps(table.rows, interval.state, gap);
  const Vector u = dynamics_.gap_velocities(interval.state, table.rows);
  for (Index i = 0; i < table.size(); ++i)
    if (!table.is_closed(i) && gap[i] <= table.touching[i] && u[i] < -table.still[i]) return true;
  return false;
}

bool EventDriven::march(Interval& interval) {
  constexpr int kMaxEvents = 100000;
  constexpr int kMaxAtOnce = 200;  // events without progress in time
  const ContactTable& table = interval.table;
  ContactTransitions::Instant instant;
  bool settle = needs_settling(interval);
  if (!interval.settled) {
    if (!dynamics_.project_position(interval.state, {}, q_scale_)) {
      interval.failure_cause = "the initial positions do not satisfy the joints";
      return false;
    }
    dynamics_.project_velocity(interval.state, {});
    interval.settled = true;
  }
  int events = 0, at_once = 0;
  double last = 0;
  for (;;) {
    if (log_ != nullptr) log_->pass();
    if (settle) {
      instant.time = interval.state.t;
      if (!transitions_.settle(instant, q_scale_, interval.state, interval.table, interval.record,
                               interval.failure_cause))
        return false;
      at_once = interval.tau - last > 1e-12 * interval.h ? 0 : at_once + 1;
      last = interval.tau;
      if (++events > kMaxEvents || at_once > kMaxAtOnce) {
        interval.failure_cause = fmt::format(
            "contact '{}': {} impacts or releases {} at time {:.9g}; use a smaller step or another "
            "restitution",
            instant.row >= 0 ? system_.contacts().describe(table.row(instant.row)) : "",
            std::max(events, at_once), at_once > kMaxAtOnce ? "without progress" : "within one step",
            interval.state.t);
        return false;
      }
    }
    const double remaining = interval.h - interval.tau;
    if (remaining <= 4 * kEpsilon * interval.h) return true;
    double s = 0;
    if (!smooth_step(interval, remaining, s)) return false;
    const auto event = search_.first(interval.table);
    settle = event.has_value();
    if (!event) {
      take_end(interval, s == remaining ? interval.h : interval.tau + s);
      continue;
    }
    instant.row = event->row;
    instant.release = event->release;
    if (event->s <= 0) continue;
    if (!motion_.take(event->s)) {
      interval.failure_cause =
          fmt::format("contact '{}': its event at time {:.9g} cannot be located",
                      system_.contacts().describe(table.row(event->row)), interval.state.t + event->s);
      return false;
    }
    take_end(interval, interval.tau + event->s);
  }
}

bool EventDriven::step(State& state, double h, StepResult& result) {
  Scales scales = scales_;
  if (scales.mass_diagonal().size() == 0 || !system_.has_constant_mass()) scales.set_mass(system_, state);
  EventDynamics::Acceleration acceleration;
  dynamics_.accelerations(state, {}, acceleration);
  scales.observe(system_, state, acceleration.a, h);
  set_scales(scales, h);

  Interval interval;
  interval.h = h;
  interval.begin = state.t;
  interval.state = state;
  interval.table = contacts(state, h);
  interval.guess = progress_[0] > 0 ? std::min(progress_[0], h) : h;
  interval.settled = progress_[1] > 0;
  interval.record.impulse = Vector::Zero(interval.table.size());
  const Vector velocity_before = dynamics_.gap_velocities(state, interval.table.rows);

  const bool success = march(interval);
  result.iterations = interval.steps;
  if (!success) {
    result.failure_cause = interval.failure_cause;
    return false;
  }
  state.t = interval.begin + h;
  state.q = interval.state.q;
  state.v = interval.state.v;
  state.angles = interval.state.angles;
  const auto closed_rows = interval.table.closed_rows();
  scales_ = scales;
  progress_ << interval.guess, 1.0;
  closed_.resize(2 * static_cast<Index>(closed_rows.size()));
  for (std::size_t i = 0; i < closed_rows.size(); ++i) {
    closed_[2 * static_cast<Index>(i)] = closed_rows[i].pair;
    closed_[2 * static_cast<Index>(i) + 1] = static_cast<double>(closed_rows[i].point);
  }

  dynamics_.accelerations(state, closed_rows, acceleration);
  result.reaction = result.joint_force = acceleration.joint;
  result.acceleration = acceleration.a;
  result.rows = interval.table.rows;
  result.impulse = interval.record.impulse;
  result.position_multiplier = Vector::Zero(interval.table.size());
  result.velocity_before = velocity_before;
  result.velocity_after = dynamics_.gap_velocities(state, result.rows);
  result.active_contacts = static_cast<int>(closed_rows.size());
  result.contact_work = interval.record.work;
  result.impacts = interval.record.impacts;
  result.failure_cause.clear();
  return true;
}

std::vector<std::pair<std::string, Vector*>> EventDriven::memory() {
  return {{"closed_contacts", &closed_}, {"progress", &progress_}, {"scales", &scales_.store()}};
}

}  // namespace jounce
