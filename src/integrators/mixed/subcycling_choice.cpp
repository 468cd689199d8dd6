// Which elements take substeps.

#include <fmt/format.h>

#include <algorithm>

#include "integrators/mixed/subcycling.h"

namespace jounce {
namespace {

/// What is the same for all numbers of substeps.
class Candidates {
 public:
  /// @param steps  of the elements alone
  Candidates(const System& system, const State& state, const StepLimit::Shares& steps, bool are_any_tied);

  SubcyclingChoice with(int p) const;
  double limit() const { return std::min(least_, of_others_); }  ///< without substeps

 private:
  struct Solids {
    const SolidElements* block;
    std::size_t number;
    std::vector<double> step;
    std::vector<std::uint8_t> may;  ///< take substeps
  };
  template <class Visit>
  static void each_dof(const Solids& solids, std::size_t element, const Visit& visit) {
    const auto d = static_cast<std::size_t>(topology(solids.block->cells().shape).dimension);
    for (const int node : solids.block->cells().cell(element))
      for (std::size_t k = 0; k < d; ++k)
        visit(solids.block->cells().dofs[d * static_cast<std::size_t>(node) + k]);
  }
  void mark_tied(const State& state, const std::vector<Index>& stiffened,
                 std::vector<std::uint8_t>& tied) const;

  const System& system_;
  std::vector<Solids> solids_;
  double of_others_ = StepLimit::kNoLimit;  ///< of what takes no substeps at all
  double least_ = StepLimit::kNoLimit;      ///< of all elements
  double fast_ = StepLimit::kNoLimit;       ///< of those that may take substeps
};

Candidates::Candidates(const System& system, const State& state, const StepLimit::Shares& steps,
                       bool are_any_tied)
    : system_(system), of_others_(steps.of_others) {
  for (std::size_t i = 0; i < steps.of_solids.size(); ++i)
    if (!steps.of_solids[i].empty())
      solids_.push_back(
          {static_cast<const SolidElements*>(system.blocks()[i].get()), i, steps.of_solids[i], {}});
  std::vector<std::uint8_t> tied(static_cast<std::size_t>(system.nv()), 0);
  if (are_any_tied) mark_tied(state, steps.stiffened, tied);
  for (Solids& solids : solids_) {
    solids.may.assign(solids.step.size(), 1);
    for (std::size_t e = 0; e < solids.step.size(); ++e) {
      each_dof(solids, e, [&](Index dof) {
        if (tied[dof] != 0) solids.may[e] = 0;
      });
      double& bound = solids.may[e] != 0 ? fast_ : of_others_;
      bound = std::min(bound, solids.step[e]);
      least_ = std::min(least_, solids.step[e]);
    }
  }
}

void Candidates::mark_tied(const State& state, const std::vector<Index>& stiffened,
                           std::vector<std::uint8_t>& tied) const {
  constexpr double kJump = 1e-3;  // of lengths in an element, in its own step: speeds of 1e-3 of its waves'
  std::vector<Index> dofs = stiffened;
  for (const auto& pair : system_.contacts().all()) pair->append_touching_dofs(dofs);
  for (const Solids& solids : solids_) {
    const SolidProperties& properties = solids.block->properties();
    if (properties.beta > 0 || properties.formulation == SolidFormulation::nodal_pressure)
      dofs.insert(dofs.end(), solids.block->cells().dofs.begin(), solids.block->cells().dofs.end());
    std::vector<double> rates(solids.step.size());
    solids.block->stretch_rates(state, rates);
    for (std::size_t e = 0; e < rates.size(); ++e)
      if (rates[e] * solids.step[e] > kJump) each_dof(solids, e, [&](Index dof) { dofs.push_back(dof); });
  }
  for (const Index dof : dofs) tied[dof] = 1;
}

SubcyclingChoice Candidates::with(int p) const {
  SubcyclingChoice choice;
  choice.substeps = p;
  const double factor = LocalSteps(p).reach / Subcycling::kGrid;
  const double step = std::min(of_others_, factor * fast_);
  choice.moves.assign(static_cast<std::size_t>(system_.nv()), 0);
  choice.factors.resize(system_.blocks().size());
  choice.active.resize(system_.blocks().size());
  double work = 0, again = 0;
  for (const Solids& solids : solids_) {
    auto& factors = choice.factors[solids.number];
    factors.assign(solids.step.size(), 1);
    choice.elements += static_cast<int>(solids.step.size());
    for (std::size_t e = 0; e < solids.step.size(); ++e) {
      if (!(solids.step[e] < step)) continue;
      ++choice.fast;
      factors[e] = factor;
      each_dof(solids, e, [&](Index dof) { choice.moves[dof] = dof < system_.n_free() ? 1 : 0; });
    }
  }
  for (const Solids& solids : solids_)
    for (std::size_t e = 0; e < solids.step.size(); ++e) {
      work += solids.block->n_points();
      bool is_active = false;
      each_dof(solids, e, [&](Index dof) { is_active = is_active || choice.moves[dof] != 0; });
      if (!is_active) continue;
      choice.active[solids.number].push_back(static_cast<int>(e));
      ++choice.evaluated;
      again += p * solids.block->n_points();
    }
  choice.longer = step / limit();
  choice.gain = choice.longer * work / (work + again);
  return choice;
}

}  // namespace

SubcyclingChoice choose_subcycling(const System& system, const State& state, int most) {
  const StepLimit::Shares steps = StepLimit(system).shares(state);
  const Candidates candidates(system, state, steps, true), untied(system, state, steps, false);
  SubcyclingChoice best;
  if (!(candidates.limit() > 0)) return best;
  double possible = 1;
  for (int p = 2; p <= most; ++p) {
    possible = std::max(possible, untied.with(p).gain);
    SubcyclingChoice choice = candidates.with(p);
    if (choice.fast == 0 || !(choice.gain > best.gain)) continue;
    // Springs and the like go by the greatest frequency of a block's elements.
    const double longer = StepLimit(system, &choice.factors).find(state).step / candidates.limit();
    choice.gain *= std::min(1.0, longer / choice.longer);
    choice.longer = std::min(choice.longer, longer);
    if (choice.gain > best.gain) best = std::move(choice);
  }
  best.possible_gain = possible;
  return best;
}

std::string SubcyclingChoice::describe() const {
  std::string text = "subcycling: no element takes substeps, as none would save work";
  if (substeps > 1)
    text = fmt::format(
        "subcycling: {} of {} elements take {} substeps in a step ({} with those at their nodes); steps are "
        "{:.3g} times as long as without, and the elements have {:.3g} times less work",
        fast, elements, substeps, evaluated, longer, gain);
  constexpr double kWorthSaying = 1.1;
  if (possible_gain > kWorthSaying * gain)
    text += fmt::format(
        "; it would be {:.3g} times, if no small elements were at nodes that contacts may touch or other "
        "parts "
        "hang on, of damping_stiffness or nodal-pressure, or where the velocities of the start jump: these "
        "take "
        "whole steps",
        possible_gain);
  return text;
}

}  // namespace jounce
