#include "integrators/mixed/mixed_timestepping.h"

#include <algorithm>

#include "integrators/initial_acceleration.h"
#include "stepping/contact_memory.h"
#include "stepping/probe_step.h"

namespace jounce {
namespace {

/// The implicit Euler step that renews accelerations, as a fraction of the step size: small against what it
/// is used for, large against round-off of the velocities.
constexpr double kRenewalStep = 0.1;
/// Entries of the branch memory per contact row.
constexpr Index kBranch = 3;
/// A contact that stays closed keeps a gap velocity of round-off size; one that approaches faster has an
/// impact. In units of ContactSet::velocity_tie.
constexpr double kApproaches = 1e3;

/// Whether a contact sticks that was open or slipping before; both lists are in search order.
bool begins_to_stick(const Vector& before, const Vector& now) {
  Index j = 0;
  for (Index k = 0; k < now.size(); k += kBranch) {
    if (now[k + 2] != contact_set::stick) continue;
    while (j < before.size() && (before[j] < now[k] || (before[j] == now[k] && before[j + 1] < now[k + 1])))
      j += kBranch;
    const bool was_closed = j < before.size() && before[j] == now[k] && before[j + 1] == now[k + 1];
    if (!was_closed || before[j + 2] != contact_set::stick) return true;
  }
  return false;
}

}  // namespace

MixedTimestepping::MixedTimestepping(const System& system, const IntegratorOptions& options)
    : system_(system),
      options_(options),
      equations_(system, OneFieldStep::Level::velocity),
      newton_(options.newton),
      correction_(system, options.newton) {
  form_.joints_on_acceleration = options.joints_on_acceleration;
}

void MixedTimestepping::initialise(const State& state, double h) {
  prepare(state);
  consistent_acceleration(system_, state, acceleration_, lambda_);
  branches_.resize(0);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  contacts_.begin(system_, state, scales_, options_.envelope, options_.activation);
  find_closed(state);
  const bool is_touching = !system_.contacts().joint_frictions().empty() ||
                           std::any_of(closed_.begin(), closed_.end(), [](std::uint8_t c) { return c != 0; });
  if (options_.initial_acceleration == InitialAcceleration::free) {
    acceleration_ = free_acceleration(system_, state);
    lambda_.setZero();
  } else if (is_touching && remembers_acceleration() && renew_acceleration(state, h)) {
    remember_branches(equations_.sets(), branches_);
  }
  begin(state, h, is_touching);
}

void MixedTimestepping::find_closed(const State& state) {
  system_.contacts().gaps(contacts_.rows(), state, gap_);
  closed_.assign(contacts_.size(), 0);
  ContactMemory memory(branches_, kBranch);
  for (int j = 0; j < contacts_.size(); ++j) {
    const ContactRow& row = contacts_.rows()[j];
    const bool carried = memory.find(row.identity()) != nullptr;
    closed_[j] = (carried || gap_[j] <= contacts_.gap_round_off(j)) &&
                 contacts_.velocity_before()[j] >= -kApproaches * contacts_.velocity_tie(j);
  }
}

void MixedTimestepping::remember_branches(const std::vector<std::uint8_t>& sets, Vector& branches) const {
  const auto in_contact = static_cast<Index>(
      std::count_if(sets.begin(), sets.end(), [](std::uint8_t set) { return set != contact_set::open; }));
  branches.resize(kBranch * in_contact);
  Index k = 0;
  for (std::size_t j = 0; j < sets.size(); ++j) {
    if (sets[j] == contact_set::open) continue;
    const bool in_joint = j >= contacts_.rows().size();  // these are numbered behind the contact pairs
    branches[k++] = in_joint
                        ? static_cast<double>(system_.contacts().all().size() + j - contacts_.rows().size())
                        : contacts_.rows()[j].pair;
    branches[k++] = in_joint ? 0.0 : static_cast<double>(contacts_.rows()[j].point);
    branches[k++] = sets[j];
  }
}

bool MixedTimestepping::find_impacts(const Outcome& outcome) {
  system_.contacts().gaps(contacts_.rows(), outcome.next, gap_);
  closes_.assign(closed_.size(), 0);
  bool has_impact = false;
  for (int j = 0; j < contacts_.size(); ++j) {
    const auto row = static_cast<std::size_t>(j);
    const bool touches = gap_[j] <= contacts_.gap_round_off(j);
    closes_[row] = touches || outcome.sets[row] != contact_set::open;
    has_impact |= touches && !closed_[row];
  }
  return has_impact;
}

bool MixedTimestepping::renew_acceleration(const State& state, double h) {
  const double part = kRenewalStep * h;
  form_.y_0 = state.v;
  form_.v_0 = state.v;
  form_.dq_0 = part * state.v;
  form_.dq_dy = part;
  form_.dv_dy = 1;
  form_.m_y = 1;
  form_.m_0 = -state.v;
  form_.f_y = part;
  form_.f_0.setZero(system_.nv());
  form_.has_impact_law = false;
  const Vector impulse = part * lambda_;
  equations_.begin(state, form_, part, contacts_, closed_, scales_, options_.tolerance, impulse);
  equations_.log_to(nullptr);  // its iterations are not counted, and its failure does not matter
  StepBudget budget(options_.max_iterations);
  if (!solve(equations_, newton_, x_, budget).converged) return false;
  acceleration_ = (equations_.next().v - state.v) / part;
  lambda_ = equations_.joint_impulse() / part;
  return true;
}

bool MixedTimestepping::step(State& state, double h, StepResult& result) {
  contacts_.begin(system_, state, scales_, envelope(state, h), options_.activation, h, expected_);
  TrialScales trial_scales(scales_);
  if (!system_.has_constant_mass()) scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  find_closed(state);
  result.iterations = 0;
  budget_.begin(options_.max_iterations);
  if (!advance(state, h, outcome_, result.iterations, result.failure_cause)) {
    refresh();  // of several stages some may have kept factorisations
    return false;
  }
  const bool has_impact = find_impacts(outcome_);
  correction_.log_to(log_);
  if (has_impact && !correction_.solve(outcome_.next, h, contacts_.rows(), closes_, scales_, options_,
                                       budget_, result.iterations)) {
    refresh();
    result.failure_cause = correction_.failure_cause(result.iterations);
    return false;
  }

  trial_scales.keep();
  accept(h);
  acceleration_.swap(outcome_.acceleration);
  lambda_ = outcome_.joint_impulse / h;
  contacts_.accept(Vector::Zero(contacts_.size()), outcome_.contact_impulse, outcome_.friction_impulse);
  state.t = outcome_.next.t;
  state.q.swap(outcome_.next.q);
  state.history = std::move(outcome_.next.history);
  if (has_impact)
    state.v = correction_.velocity();
  else
    state.v.swap(outcome_.next.v);
  report(h, has_impact, result);
  result.failure_cause.clear();

  remember_branches(outcome_.sets, new_branches_);
  const bool jumps = has_impact || begins_to_stick(branches_, new_branches_);
  branches_.swap(new_branches_);
  if (jumps && remembers_acceleration()) {
    closed_ = closes_;
    if (renew_acceleration(state, h)) {
      result.renewed_velocity = equations_.next().v;
      result.renewed_joint_force = lambda_;
      remember_branches(equations_.sets(), branches_);
      restart();
    }
  }
  result.acceleration = acceleration_;
  return true;
}

void MixedTimestepping::report(double h, bool has_impact, StepResult& result) {
  const Vector no_position = Vector::Zero(contacts_.size());
  report_contacts(contacts_,
                  {no_position, outcome_.contact_impulse, outcome_.contact_velocity,
                   outcome_.friction_impulse, outcome_.tangential_velocity, outcome_.sets},
                  outcome_.next.t, result);
  result.joint_normal_impulse = outcome_.joint_normal;
  result.reaction = outcome_.joint_impulse / h;
  const bool has_stages = outcome_.force_velocity.size() > 0;
  result.joint_force = has_stages ? Vector() : result.reaction;
  result.joint_impulse = outcome_.joint_sum;
  result.force_velocity.swap(outcome_.force_velocity);
  result.smooth_velocity.resize(0);
  result.renewed_velocity.resize(0);
  if (!has_impact) return;
  result.smooth_velocity = outcome_.next.v;
  if (result.joint_impulse.size() == 0) result.joint_impulse.setZero(result.reaction.size());
  result.joint_impulse += correction_.joint_impulse();
  correction_.report(outcome_.next.t, impulsive_);
  result.reaction += correction_.joint_impulse() / h;
  result.impulse += impulsive_.impulse;
  result.friction_impulse += impulsive_.friction_impulse;
  result.velocity_after = impulsive_.velocity_after;
  result.slip_velocity = impulsive_.slip_velocity;
  result.friction_state = impulsive_.friction_state;
  result.joint_normal_impulse += impulsive_.joint_normal_impulse;
  result.contact_work += impulsive_.contact_work;
  result.friction_work += impulsive_.friction_work;
  result.impacts.insert(result.impacts.end(), impulsive_.impacts.begin(), impulsive_.impacts.end());
  result.active_contacts = static_cast<int>(
      std::count_if(result.impulse.begin(), result.impulse.end(), [](double p) { return p > 0; }));
}

void MixedTimestepping::take(const OneFieldStep& stage, Outcome& outcome) const {
  outcome.next = stage.next();
  outcome.joint_impulse = stage.joint_impulse();
  outcome.contact_impulse = stage.contact_impulse();
  outcome.friction_impulse = stage.friction_impulse();
  outcome.contact_velocity = stage.contact_velocity();
  outcome.tangential_velocity = stage.tangential_velocity();
  outcome.sets = stage.sets();
  contacts_.joint_normals(stage.joint_impulse(), outcome.joint_normal);
}

std::vector<std::pair<std::string, Vector*>> MixedTimestepping::memory() {
  return {{"acceleration", &acceleration_},
          {"lambda", &lambda_},
          {"branches", &branches_},
          {"contacts", &contacts_.store()},
          {"scales", &scales_.store()}};
}

void MixedTimestepping::visit_matrices(const State& state, double h, const VisitMatrix& visit) {
  acceleration_.setZero(system_.nv());
  lambda_.setZero(system_.joints().rows());
  branches_.resize(0);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  restart();
  prepare(state);
  probe_step(*this, state, h, options_.max_iterations);
  std::optional<StepMatrix> matrix = base_matrix();
  if (!matrix) return;
  matrix->count += system_.contacts().is_empty() ? 0 : 1;  // impacts have their own
  visit(*matrix);
}

void MixedTimestepping::refresh() {
  newton_.forget();
  equations_.forget();
  correction_.refresh();
}

long MixedTimestepping::factorisations() const {
  return newton_.factorisations() + correction_.factorisations();
}

}  // namespace jounce
