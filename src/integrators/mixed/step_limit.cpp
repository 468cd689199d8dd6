#include "integrators/mixed/step_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "elements/surface_load.h"

namespace jounce {
double longest_stable_step(double lambda, double c) {
  const double omega = std::sqrt(std::max(lambda, 0.0));
  c = std::max(c, 0.0);
  if (omega == 0 && c == 0) return std::numeric_limits<double>::infinity();
  if (!std::isfinite(omega) || !std::isfinite(c)) return 0;
  if (c >= omega) return 2 / c;  // xi >= 1/2
  const double xi = c / (2 * omega);
  return 2 / (omega * (xi + std::sqrt(1 - 3 * xi * xi)));
}

StepLimit::StepLimit(const System& system, const Factors* factors) : system_(system) {
  for (std::size_t number = 0; number < system.blocks().size(); ++number) {
    const auto& block = system.blocks()[number];
    const auto* solid = dynamic_cast<const SolidElements*>(block.get());
    if (dynamic_cast<const SurfaceLoad*>(block.get()) != nullptr) continue;  // of followers: small
    if (solid == nullptr) {
      matrices_.push_back({block.get()});
      others_change_ |= !block->is_linear();
      continue;
    }
    const bool changes = solid->properties().finite_strain || solid->can_fail();
    solids_.push_back(
        {solid, changes, factors != nullptr ? &(*factors)[number] : nullptr, number, {}, {}, {}});
    changes_ |= changes;
  }
}

StepLimit::Interval StepLimit::interval(const Solids& solids, std::size_t element) const {
  const double step = solids.step[element], change = std::exp(kSensitivity * solids.stretch[element]);
  return {step / change, step * change};
}

StepLimit::Interval StepLimit::interval(Solids& solids) const {
  Interval least;
  for (std::size_t i = 0; i < solids.step.size(); ++i) {
    const Interval at = interval(solids, i);
    if (at.lower < least.lower) solids.worst = i;
    least = {std::min(least.lower, at.lower), std::min(least.upper, at.upper)};
  }
  return least;
}

void StepLimit::look_at(Solids& solids, const State& state, std::span<const int> elements) {
  std::vector<ElementBounds> found(elements.size());
  solids.block->bounds(state, elements, found);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double step = longest_stable_step(found[i].stiffness, found[i].damping);
    const double factor =
        solids.factors == nullptr || solids.factors->empty() ? 1 : (*solids.factors)[elements[i]];
    solids.stretch[elements[i]] = 0;
    if (factor != 1) {  // dampers by masses act in steps of the model
      solids.step[elements[i]] = std::min(factor * step, longest_stable_step(0, found[i].damping));
      continue;
    }
    solids.step[elements[i]] = step;
    solids.lambda = std::max(solids.lambda, found[i].stiffness);
    solids.damping = std::max(solids.damping, found[i].damping);
  }
  if (solids.changes) solids.looked.keep(*solids.block, elements, state);
}

StepLimit::Interval StepLimit::take_least() {
  step_ = is_global_ ? global_ : massless_;
  Interval least{step_, step_};
  const auto take = [&](const Interval& other) {
    least = {std::min(least.lower, other.lower), std::min(least.upper, other.upper)};
  };
  if (is_global_) return least;
  for (Solids& solids : solids_) take(interval(solids));
  for (const Matrices& matrices : matrices_) take({matrices.step, matrices.step});
  step_ = least.lower;
  return least;
}

void StepLimit::look_at_all(const State& state) {
  std::vector<int> all;
  for (Solids& solids : solids_) {
    const std::size_t n = solids.block->cells().size();
    solids.step.assign(n, kNoLimit);
    solids.stretch.assign(n, 0);
    solids.lambda = solids.damping = 0;
    if (solids.block->has_redistributed_mass()) continue;
    all.resize(n);
    std::iota(all.begin(), all.end(), 0);
    look_at(solids, state, all);
    if (solids.changes) solids.looked.keep_all(*solids.block, state);
  }
  look_at_others(state);
  take_least();
  is_known_ = true;
  time_ = next_ = state.t;
  next_others_ = state.t + kSteps * step_;
}

void StepLimit::stretch(const State& state) {
  const double since = state.t - time_;
  fastest_ = 0;
  for (Solids& solids : solids_) {
    if (!solids.changes) continue;
    rates_.resize(solids.stretch.size());
    solids.block->stretch_rates(state, rates_);
    for (std::size_t i = 0; i < rates_.size(); ++i) {
      if (solids.block->is_deleted(state, i)) {  // its nodes are damped by their masses
        solids.step[i] = longest_stable_step(0, solids.block->properties().alpha);
        solids.stretch[i] = 0;
        continue;
      }
      const double rate = rates_[i];
      solids.stretch[i] += rate * since;
      fastest_ = std::max(fastest_, rate);
    }
  }
  time_ = state.t;
  next_ = state.t + std::min(kSteps * step_, kStretch / fastest_);
}

bool StepLimit::is_due(Solids& solids, const State& state, std::size_t element, double close) const {
  if (solids.stretch[element] == 0 || interval(solids, element).lower >= close) return false;
  if (solids.block->properties().is_heated()) return true;  // temperatures change it as well
  // What sways is stretched back: its rates add up, its strains do not.
  const double strain = solids.looked.stretch(*solids.block, static_cast<int>(element), state);
  solids.stretch[element] = std::min(solids.stretch[element], strain);
  return interval(solids, element).lower < close;
}

void StepLimit::renew_stretched(const State& state, double enough) {
  constexpr int kRounds = 4;      // each may find that others now have the least limit
  constexpr double kClose = 0.9;  // of the upper bound: a lower one that serves
  for (int round = 0; round < kRounds; ++round) {
    const Interval least = take_least();
    if (least.lower >= enough || least.lower >= kClose * least.upper) return;
    bool any = false;
    for (Solids& solids : solids_) {
      if (!solids.changes) continue;
      due_.clear();
      for (std::size_t i = 0; i < solids.stretch.size(); ++i)
        if (is_due(solids, state, i, kClose * least.upper)) due_.push_back(static_cast<int>(i));
      look_at(solids, state, due_);
      any |= !due_.empty();
    }
    if (!any) break;
  }
  take_least();
}

double StepLimit::slowest_stretch() const { return kStepStretch / fastest_; }

double StepLimit::follow(const State& state, bool has_jumped, double enough) {
  if (!is_known_) {
    look_at_all(state);
    return step_;
  }
  const bool others_due = (others_change_ || (is_global_ && changes_)) && state.t >= next_others_;
  if (changes_ && !is_global_ && (has_jumped || state.t >= next_)) {
    stretch(state);
    renew_stretched(state, enough);
  }
  if (others_due) {
    look_at_others(state);
    take_least();
    next_others_ = state.t + kSteps * step_;
  }
  return step_;
}

StepLimit::Limit StepLimit::last(const State& state) const {
  if (is_global_) return {global_, "", global_lambda_, 0, false, false};
  Limit limit;
  for (const Solids& solids : solids_) {
    if (solids.step.empty()) continue;
    const double step = interval(solids, solids.worst).lower;
    if (step < limit.step)
      limit = {step, describe_element(*solids.block, solids.worst, state), solids.lambda, solids.damping,
               true};
  }
  for (const Matrices& matrices : matrices_)
    if (matrices.step < limit.step)
      limit = {matrices.step, fmt::format("element {} of '{}'", matrices.worst + 1, matrices.block->name()),
               matrices.lambda, matrices.damping};
  if (massless_ < limit.step) limit = {massless_, massless_name_, massless_lambda_, massless_damping_};
  return limit;
}

StepLimit::Limit StepLimit::find(const State& state) {
  look_at_all(state);
  return last(state);
}

}  // namespace jounce
