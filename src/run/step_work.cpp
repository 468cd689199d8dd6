#include "run/step_work.h"

#include <algorithm>
#include <utility>

namespace jounce {
namespace {

bool starts_anew(const StepResult& result) { return result.renewed_velocity.size() > 0; }

}  // namespace

void StepWork::begin(const System& system, const State& state, const Vector& joint_force,
                     const Vector& rates) {
  before_ = at_ = state;
  last_v_ = state.v;
  rates_ = rates;
  if (joint_.mean.size() != rates.size())
    joint_.begin(joint_force.size() == rates.size() ? joint_force : Vector::Zero(rates.size()));
  const Index held = system.nv() - system.n_free();
  if (system.all_prescribed() == 0 || !system.numbering().any(held_.mean.size() != held)) return;
  system.force(state, work_);
  held_.begin(work_.tail(held));
}

void StepWork::exchanged(const System& system, const State& state, const Vector& rates) {
  for (Index i = 0; i < velocity_.mean.size(); ++i)
    if (state.v[i] != last_v_[i]) velocity_.last[i] = velocity_.mean[i] = state.v[i];
  if (!rule_.remembers()) held_ = {};
  begin(system, state, joint_.last, rates);
}

void StepWork::follow(const State& state) {
  at_.t = state.t;
  at_.q = state.q;
  at_.angles = state.angles;
  at_.dormant = state.dormant;
  if (!state.history.empty()) at_.history = state.history;
}

void StepWork::advance(Memory& memory, const Vector& f, Vector& mean) const {
  const double m = rule_.alpha_m, a = rule_.alpha_f;
  mean = (1 - rule_.end) * memory.mean;
  memory.mean = ((1 - a) * f + a * memory.last - m * memory.mean) / (1 - m);
  mean += rule_.end * memory.mean;
  memory.last = f;
}

void StepWork::find_joint_impulse(const StepResult& result, double h) {
  if (result.joint_force.size() == joint_.mean.size() && result.joint_force.size() > 0) {
    advance(joint_, result.joint_force, joint_impulse_);
    joint_impulse_ *= h;
    if (result.joint_impulse.size() == joint_impulse_.size()) joint_impulse_ += result.joint_impulse;
  } else {
    joint_impulse_ = result.joint_impulse;
  }
  if (starts_anew(result) && result.renewed_joint_force.size() == joint_.mean.size())
    joint_.begin(result.renewed_joint_force);
}

bool StepWork::find_force_velocity(const StepResult& result, const Vector& end) {
  if (result.force_velocity.size() > 0) {
    force_velocity_ = result.force_velocity;
    return true;
  }
  if (!rule_.remembers()) {
    if (rule_.end == 0.5) return false;
    force_velocity_ = (1 - rule_.end) * last_v_ + rule_.end * end;
    return true;
  }
  if (velocity_.mean.size() == 0) velocity_.begin(last_v_);
  if (result.force_jump.size() > 0) {
    smooth_ = end - result.force_jump;
    advance(velocity_, smooth_, force_velocity_);
    force_velocity_ += result.force_jump;
  } else {
    advance(velocity_, end, force_velocity_);
  }
  if (starts_anew(result)) velocity_.begin(result.renewed_velocity);
  return true;
}

double StepWork::damping(const System& system, const StepResult& result, const Vector& end,
                         const Powers& first, const Powers& last) {
  const bool has_products = system.has_damping_products();
  if (!has_products && first.damping + last.damping == 0 && velocity_.mean.size() == 0) return 0;
  work_ = 0.5 * (last_v_ + end);
  if (find_force_velocity(result, end))
    force_velocity_ -= work_;
  else
    force_velocity_.setZero(work_.size());
  const auto at_end = [&](State& at, const Vector& v, const Powers& of_mean) {
    at.v = v + force_velocity_;
    const double product = has_products ? 0.5 * system.damping_product(at, work_) : 0;
    if (of_mean.damping == 0) return product;
    const double of_forces = system.powers(at).damping;
    at.v -= work_;
    return product + 0.25 * (of_mean.damping + of_forces - system.powers(at).damping);
  };
  const double at_begin = at_end(before_, last_v_, first);
  return at_begin + at_end(at_, end, last);
}

StepWork::Sums StepWork::step(const System& system, const State& state, const StepResult& result,
                              const Vector& rates, double h) {
  const Vector& end = result.smooth_velocity.size() > 0 ? result.smooth_velocity : state.v;
  before_.v = 0.5 * (last_v_ + end);
  const Powers first = system.powers(before_);
  follow(state);
  at_.v = before_.v;
  const Powers last = system.powers(at_);
  const double at_end = rule_.remembers() ? 0.5 : rule_.end;
  Sums sums;
  sums.external = h * ((1 - at_end) * first.applied + at_end * last.applied);
  sums.damping = h * damping(system, result, end, first, last);
  find_joint_impulse(result, h);
  if (joint_impulse_.size() == rates.size() && rates.size() > 0)
    sums.external -= 0.5 * joint_impulse_.dot(rates_ + rates);
  sums.external += supports(system, state, result, end, h);
  std::swap(before_, at_);
  at_.history = before_.history;  // the one of the step before is free for the next
  rates_ = rates;
  last_v_ = state.v;
  return sums;
}

double StepWork::supports(const System& system, const State& state, const StepResult& result,
                          const Vector& end, double h) {
  const Index held = system.nv() - system.n_free();
  if (system.all_prescribed() == 0) return 0;
  at_.v = end;
  system.force(at_, work_);
  held_force_ = work_.tail(held);
  if (result.force_velocity.size() > 0) {
    mean_ = 0.5 * (held_.last + held_force_);
    held_.last = held_force_;
  } else {
    advance(held_, held_force_, mean_);
  }
  if (starts_anew(result) || (result.smooth_velocity.size() > 0 && !rule_.remembers())) {
    system.force(state, work_);
    held_.begin(work_.tail(held));
  }
  // Balance of momentum at the prescribed degrees of freedom
  balance_.setZero(system.nv());
  balance_.tail(held) = -mean_;
  work_ = state.v - last_v_;
  system.add_mass_product(state, work_, 1 / h, balance_);
  work_ = joint_impulse_ / h;
  take_reactions(system, state, result, work_, h, balance_);
  work_ = state.v + last_v_;
  return 0.5 * h * system.dot(balance_, work_, system.n_free());
}

void StepWork::find_driven(const System& system, const StepResult& result) {
  driven_.clear();
  std::vector<double> normal, tangential;
  Index tangents = 0;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const ContactRow& row = result.rows[i];
    bool driven = result.impulse.size() > 0 && result.impulse[static_cast<Index>(i)] != 0;
    for (int k = 0; k < row.law->tangents && result.friction_impulse.size() > 0; ++k)
      driven |= result.friction_impulse[tangents + k] != 0;
    if (driven) {
      dofs_.clear();
      system.contacts().all()[row.pair]->append_dofs(row, dofs_);
      driven =
          std::any_of(dofs_.begin(), dofs_.end(), [&](const Index dof) { return dof >= system.n_free(); });
    }
    if (driven) {
      driven_.push_back(row);
      if (result.impulse.size() > 0) normal.push_back(result.impulse[static_cast<Index>(i)]);
      for (int k = 0; k < row.law->tangents && result.friction_impulse.size() > 0; ++k)
        tangential.push_back(result.friction_impulse[tangents + k]);
    }
    tangents += row.law->tangents;
  }
  // Friction in joints follows that of the contacts.
  for (; tangents < result.friction_impulse.size(); ++tangents)
    tangential.push_back(result.friction_impulse[tangents]);
  driven_impulse_ = Eigen::Map<const Vector>(normal.data(), static_cast<Index>(normal.size()));
  driven_friction_ = Eigen::Map<const Vector>(tangential.data(), static_cast<Index>(tangential.size()));
}

void StepWork::take_reactions(const System& system, const State& state, const StepResult& result,
                              const Vector& joint_force, double h, Vector& balance) {
  system.joints().jacobian(state, G_);
  if (joint_force.size() > 0) G_.add_transpose(joint_force, -1, balance);
  find_driven(system, result);
  W_.clear();
  D_.clear();
  system.contacts().evaluate(driven_, state, driven_gap_, W_, D_);
  if (driven_impulse_.size() > 0) W_.add_transpose(driven_impulse_, -1 / h, balance);
  if (driven_friction_.size() > 0) D_.add_transpose(driven_friction_, -1 / h, balance);
}

void StepWork::append(std::vector<double>& store) const {
  for (const Memory* memory : {&velocity_, &joint_, &held_}) {
    store.push_back(static_cast<double>(memory->mean.size()));
    store.insert(store.end(), memory->last.begin(), memory->last.end());
    store.insert(store.end(), memory->mean.begin(), memory->mean.end());
  }
}

void StepWork::read(std::span<const double> store) {
  for (Memory* memory : {&velocity_, &joint_, &held_}) {
    if (store.empty()) return;
    const auto size = static_cast<std::size_t>(store[0]);
    if (store.size() < 1 + 2 * size) return;
    memory->last = Eigen::Map<const Vector>(store.data() + 1, static_cast<Index>(size));
    memory->mean = Eigen::Map<const Vector>(store.data() + 1 + size, static_cast<Index>(size));
    store = store.subspan(1 + 2 * size);
  }
}

}  // namespace jounce
