#include "integrators/impulse/impulse_timestepping.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "integrators/impulse/gather_result.h"
#include "stepping/contact_memory.h"
#include "stepping/coulomb.h"

namespace jounce {

using contact_problem::BodyProblem;
using contact_problem::BodyResult;

namespace {

constexpr double kRoundOff = 1e-14;  ///< of the greatest speed of a contact so far
constexpr Index kFormed = 200;  ///< contacts of problems whose Delassus matrix is formed where sweeps fail
constexpr Index kStored = 5;    ///< entries of the warm start of one contact

bool before(const ContactRow& a, const ContactRow& b) {
  return a.pair < b.pair || (a.pair == b.pair && a.point < b.point);
}

}  // namespace

ImpulseTimestepping::ImpulseTimestepping(const System& system, std::string_view name, const Options& options)
    : system_(system), name_(name), options_(options) {
  options_.solver.formed_contacts = options.allows_unconverged ? 0 : kFormed;
  if (!system.contacts().joint_frictions().empty())
    throw std::runtime_error(fmt::format(
        "the integrator '{}' does not support friction in joints; use nsga-ggl or moreau-jean", name));
}

std::pair<double, std::string> ImpulseTimestepping::greatest_explicit_step(const System& system) {
  MassBlocks masses;
  masses.factor(system, system.initial_state(), 0);
  return masses.greatest_explicit_step(system, system.initial_state());
}

void ImpulseTimestepping::initialise(const State& state, double h) {
  masses_.factor(system_, state, implicit_step(h));
  ++factorisations_;
  domains_.begin(masses_.size(), options_.bodies_per_rank);
  lambda_.setZero(system_.joints().rows());
}

bool ImpulseTimestepping::start_acceleration(const State& state, Vector& a) {
  if (system_.joints().rows() > 0) return false;
  a.setZero(system_.nv());
  system_.force(state, force_);
  if (system_.n_free() < system_.nv()) {
    next_ = state;
    system_.apply_prescribed(next_, &a);
    system_.add_mass_product(state, a, -1.0, force_);
  }
  if (masses_.has_wide_bodies()) masses_.factor(system_, state, 0);
  w_.setZero(BodyProblem::kBody * (masses_.size() + 1));
  masses_.add_impulse(force_, 1, w_);
  masses_.to_velocity(w_, a);
  return true;
}

bool ImpulseTimestepping::step(State& state, double h, StepResult& result) {
  if (masses_.is_empty() || !system_.has_constant_mass()) {
    masses_.factor(system_, state, implicit_step(h));
    ++factorisations_;
  }
  ground_ = masses_.size();
  begin(state, h);
  system_.apply_prescribed(next_);  // velocities of what is prescribed, at the end of the step
  system_.force(state, force_);
  add_changes(state, h);
  masses_.to_scaled(state.v, problem_.w);
  masses_.add_impulse(force_, h, problem_.w);
  force_.resize(0);  // of very many bodies the rest of the step needs the room
  const double speed_before = speed_[0];
  take_rows(result);
  add_rows(state, h);
  next_.q.resize(0);
  problem_.least_norm = kRoundOff * speed_[0] / options_.solver.tolerance;
  warm_start();
  Vector lambda = lambda_;
  log_sweeps();
  BodyResult outcome;
  try {
    outcome = solve(lambda);
  } catch (...) {  // whoever watches the sweeps has stopped them
    speed_[0] = speed_before;
    throw;
  }
  result.iterations = outcome.iterations;
  if (!outcome.converged && !options_.allows_unconverged) {
    result.failure_cause = failure_cause(outcome);
    result.advice =
        "Try a larger integrator.contact_iterations, a larger contact_tolerance or a smaller step.";
    speed_[0] = speed_before;
    return false;
  }
  masses_.to_velocity(domains_.is_alone() ? w_ : velocities_, next_.v);
  lambda_ = lambda;
  store();
  report(state, next_, h, result);
  if (!domains_.is_alone()) gather_on_first(domains_.ranks(), system_, result);
  ++steps_;
  system_.manifold().retract(state.q, h * next_.v, state.q);
  state.v = next_.v;
  state.t = next_.t;
  system_.apply_prescribed(state);
  for (Vector* values : {&w_, &problem_.w, &velocities_}) values->resize(0);
  return true;
}

void ImpulseTimestepping::begin(const State& state, double h) {
  if (has_rates() || system_.joints().rows() > 0) {
    next_ = state;
  } else {
    next_.v = state.v;
  }
  next_.t = state.t + h;
}

void ImpulseTimestepping::add_changes(const State& state, double h) {
  if (implicit_step(h) > 0) masses_.add_elastic_change(state.v, h, force_);
  if (!masses_.couples_prescribed()) return;
  Vector change = Vector::Zero(system_.nv());
  const Index prescribed = system_.nv() - system_.n_free();
  change.tail(prescribed) = (next_.v - state.v).tail(prescribed) / h;
  if (!change.isZero(0.0)) system_.add_mass_product(state, change, -1.0, force_);
}

void ImpulseTimestepping::log_sweeps() {
  options_.solver.watch = nullptr;
  if (log_ == nullptr) return;
  options_.solver.watch = [this](int iterations, double residual) {
    ConvergenceLog::Row row;
    row.iteration = iterations;
    row.residual = residual / options_.solver.tolerance;
    row.active = row.changes = ConvergenceLog::kUnknown;
    log_->add(row);
  };
}

BodyResult ImpulseTimestepping::solve(Vector& lambda) {
  if (domains_.is_alone()) return contact_problem::solve(problem_, options_.solver, r_, lambda, w_);
  domains_.weigh(problem_, masses_);
  velocities_ = problem_.w;
  domains_.localise(ground_, problem_);
  Vector own(static_cast<Index>(own_joints_.size()));
  for (Index i = 0; i < own.size(); ++i) own[i] = lambda[own_joints_[i]];
  const BodyResult outcome = contact_problem::solve(problem_, options_.solver, r_, own, w_);
  domains_.collect(w_, velocities_);
  lambda.setZero();
  for (Index i = 0; i < own.size(); ++i) lambda[own_joints_[i]] = own[i];
  domains_.ranks().sum({lambda.data(), static_cast<std::size_t>(lambda.size())});
  return outcome;
}

void ImpulseTimestepping::warm_start() {
  r_.setZero(3 * static_cast<Index>(rows_.size()));
  was_closed_.assign(rows_.size(), 0);
  ContactMemory memory(stored_, kStored);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    // Contacts of shared bodies come before the others; both are ascending.
    if (i > 0 && before(rows_[i], rows_[i - 1])) memory = ContactMemory(stored_, kStored);
    const double* const there = memory.find(rows_[i].identity());
    if (there == nullptr) continue;
    was_closed_[i] = there[2] > 0;
    for (Index k = 0; k < 3; ++k) r_[3 * static_cast<Index>(i) + k] = there[2 + k];
  }
}

void ImpulseTimestepping::store() {
  stored_.resize(kStored * static_cast<Index>(rows_.size()));
  const auto put = [&](Index at, std::size_t i) {
    const Index row = 3 * static_cast<Index>(i);
    stored_.segment<kStored>(kStored * at) << rows_[i].pair, static_cast<double>(rows_[i].point), r_[row],
        r_[row + 1], r_[row + 2];
  };
  // Two ascending lists, one behind the other, become one.
  std::size_t second = std::min<std::size_t>(1, rows_.size());
  while (second < rows_.size() && before(rows_[second - 1], rows_[second])) ++second;
  Index at = 0;
  for (std::size_t i = 0, j = second; i < second || j < rows_.size();)
    put(at++, j == rows_.size() || (i < second && before(rows_[i], rows_[j])) ? i++ : j++);
}

void ImpulseTimestepping::complete_memory() {
  if (domains_.is_alone()) return;
  // Entries of several ranks, each ascending; the same contact once.
  std::vector<double> all;
  domains_.ranks().gather({stored_.begin(), stored_.end()}, all);
  using Entry = std::array<double, kStored>;
  std::vector<Entry> entries(all.size() / kStored);
  for (std::size_t i = 0; i < entries.size(); ++i)
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(kStored * i), kStored, entries[i].begin());
  const auto before = [](const Entry& a, const Entry& b) {
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
  };
  std::stable_sort(entries.begin(), entries.end(), before);
  const auto last = std::unique(entries.begin(), entries.end(),
                                [](const Entry& a, const Entry& b) { return a[0] == b[0] && a[1] == b[1]; });
  stored_.resize(kStored * static_cast<Index>(last - entries.begin()));
  double* at = stored_.data();
  for (auto entry = entries.begin(); entry != last; ++entry) at = std::copy(entry->begin(), entry->end(), at);
}

std::vector<std::pair<std::string, Vector*>> ImpulseTimestepping::memory() {
  complete_memory();
  return {{"contact_impulses", &stored_}, {"joint_impulses", &lambda_}, {"contact_speed", &speed_}};
}

void ImpulseTimestepping::refresh() {
  masses_ = MassBlocks();
  domains_.forget();
}

std::string ImpulseTimestepping::traffic() const {
  if (domains_.is_alone() || steps_ == 0) return {};
  const parallel::Communicator::Traffic& sent = domains_.ranks().traffic();
  const auto mean = [&](std::int64_t n) { return static_cast<double>(n) / static_cast<double>(steps_); };
  return fmt::format(
      ", rank {} of {} sent {:.1f} messages ({:.4g} kB), {:.1f} sums and {:.4g} kB to be gathered a step",
      domains_.ranks().rank(), domains_.ranks().size(), mean(sent.messages), 1e-3 * mean(sent.message_bytes),
      mean(sent.sums), 1e-3 * mean(sent.gathered_bytes));
}

void ImpulseTimestepping::take_rows(StepResult& result) {
  if (!result.rows.empty()) rows_.swap(result.rows);
  std::vector<ContactRow>().swap(result.rows);
  for (Vector* values : {&result.impulse, &result.position_multiplier, &result.velocity_before,
                         &result.velocity_after, &result.friction_impulse, &result.slip_velocity})
    values->resize(0);
  result.friction_state.clear();
}

void ImpulseTimestepping::report(const State& before, const State& after, double h, StepResult& result) {
  const auto n = static_cast<Index>(rows_.size());
  result.impulse.resize(n);
  result.position_multiplier.setZero(n);
  result.velocity_before.resize(n);
  result.velocity_after.resize(n);
  Index tangents = 0;
  for (const ContactRow& row : rows_) tangents += row.law->tangents;
  result.friction_impulse.resize(tangents);
  result.slip_velocity.resize(tangents);
  result.friction_state.clear();
  result.reaction = lambda_ / h;
  result.joint_impulse = lambda_;
  if (implicit_step(h) > 0 && masses_.has_wide_bodies()) result.force_velocity = after.v;
  result.acceleration = (after.v - before.v) / h;
  result.active_contacts = 0;
  result.contact_work = result.friction_work = 0;
  result.impacts.clear();
  result.failure_cause.clear();
  result.advice.clear();
  Index at = 0;
  for (Index i = 0; i < n; ++i) {
    const ContactRow& row = rows_[i];
    const BodyProblem::ContactRows& rows = problem_.contacts[i];
    const std::array<double, 3>& u_0 = before_[i];
    std::array<double, 3> tail = {};
    problem_.contact_tails.add_velocity(static_cast<std::size_t>(i), w_.data(), tail.data());
    const auto velocity = [&](int k) {
      double sum = has_rates() ? rates_[3 * i + k] : 0.0;
      for (std::size_t side = 0; side < 2; ++side)
        for (int j = 0; j < BodyProblem::kBody; ++j)
          sum += rows.H[12 * k + BodyProblem::kBody * static_cast<int>(side) + j] *
                 w_[BodyProblem::kBody * rows.bodies[side] + j];
      return sum + tail[k];
    };
    const double u = velocity(0), impulse = r_[3 * i];
    result.impulse[i] = impulse;
    result.velocity_before[i] = u_0[0];
    result.velocity_after[i] = u;
    double friction_work = 0;
    for (int k = 0; k < row.law->tangents; ++k, ++at) {
      result.friction_impulse[at] = r_[3 * i + 1 + k];
      result.slip_velocity[at] = velocity(1 + k);
      friction_work += 0.5 * r_[3 * i + 1 + k] * (u_0[1 + k] + result.slip_velocity[at]);
    }
    if (const int count = row.law->tangents; count > 0) {
      const CoulombPoint point = {*row.law, 0, impulse, result.friction_impulse.segment(at - count, count),
                                  result.slip_velocity.segment(at - count, count)};
      result.friction_state.push_back(impulse <= 0    ? FrictionState::open
                                      : point.slips() ? FrictionState::slips
                                                      : FrictionState::sticks);
    }
    if (impulse <= 0) continue;
    ++result.active_contacts;
    result.contact_work += 0.5 * impulse * (u_0[0] + u);
    result.friction_work += friction_work;
    if (u_0[0] < 0 && was_closed_[i] == 0)
      result.impacts.push_back({after.t, row, impulse, u_0[0], u, friction_work});
  }
  result.rows.swap(rows_);
}

std::string ImpulseTimestepping::failure_cause(const BodyResult& outcome) {
  if (!std::isfinite(outcome.residual))
    return fmt::format(
        "the numbers of the contact problem of {} contacts and {} joint rows exceed the range of "
        "floating-point numbers",
        domains_.ranks().sum(static_cast<double>(rows_.size())), lambda_.size());
  return fmt::format(
      "the contact problem of {} contacts and {} joint rows has a residual of {:.3g} after {} iterations, "
      "more than {:.3g}",
      domains_.ranks().sum(static_cast<double>(rows_.size())), lambda_.size(), outcome.residual,
      outcome.iterations, options_.solver.tolerance);
}

}  // namespace jounce
