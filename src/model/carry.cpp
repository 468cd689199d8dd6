#include "model/carry.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

namespace jounce {
namespace {

/// What is behind a slot is the same in both systems.
void check_same_slots(const DofMap& from, const DofMap& to) {
  bool same = from.slots.size() == to.slots.size() &&
              from.manifold.rotations().size() == to.manifold.rotations().size();
  for (std::size_t slot = 0; same && slot < from.slots.size(); ++slot)
    same = from.kinds[from.slots[slot]] == to.kinds[to.slots[slot]] &&
           from.translation_axes[from.slots[slot]] == to.translation_axes[to.slots[slot]];
  if (!same) throw std::runtime_error("nodes have other degrees of freedom than in the step before");
}

bool is_strain_free(const HistoryArray& array) { return array.name.starts_with(kStrainFree); }

bool is_alike(const HistoryArray& a, const HistoryArray& b) {
  return a.name == b.name && a.committed().size() == b.committed().size();
}

const HistoryArray* find_history(const State& state, const HistoryArray& like) {
  const auto found =
      std::ranges::find_if(state.history, [&](const HistoryArray& array) { return is_alike(array, like); });
  return found != state.history.end() ? &*found : nullptr;
}

/// Strains of elements that come into the model are those of the state.
void begin_without_strain(const System& system, State& state, std::size_t place) {
  HistoryArray& array = state.history[place];
  const std::size_t size = array.committed().size();
  array.values = std::make_shared<const std::vector<double>>(size, kAwaitsStrain);
  array.time = state.t;
  const auto begun = std::make_shared<std::vector<double>>(array.committed());
  for (const auto& block : system.blocks())
    if (block->history() == static_cast<int>(place)) block->update_history(state, *begun);
  array.values = begun;
  system.forget_answers();
}

void carry_history(const State& state, const System& to, State& carried) {
  if (std::ranges::equal(state.history, carried.history, is_alike)) {
    carried.history = state.history;
    return;
  }
  constexpr const char* kOther = "elements have other history variables than in the step before";
  for (const HistoryArray& before : state.history)
    if (find_history(carried, before) == nullptr && !is_strain_free(before)) throw std::runtime_error(kOther);
  for (std::size_t i = 0; i < carried.history.size(); ++i) {
    if (const HistoryArray* before = find_history(state, carried.history[i]); before != nullptr)
      carried.history[i] = *before;
    else if (is_strain_free(carried.history[i]))
      begin_without_strain(to, carried, i);
    else
      throw std::runtime_error(kOther);
  }
}

}  // namespace

State carry(const System& from, const State& state, const System& to) {
  const DofMap &old_dofs = from.dofs(), &new_dofs = to.dofs();
  check_same_slots(old_dofs, new_dofs);
  State carried = to.initial_state();
  carried.t = state.t;
  if (!state.dormant.empty()) carried.dormant.assign(static_cast<std::size_t>(to.nv()), 0);
  for (std::size_t slot = 0; slot < new_dofs.slots.size(); ++slot) {
    const Index was = old_dofs.slots[slot], is = new_dofs.slots[slot];
    carried.q[is] = state.q[was];
    carried.v[is] = state.v[was];
    if (!state.dormant.empty())
      carried.dormant[static_cast<std::size_t>(is)] = state.dormant[static_cast<std::size_t>(was)];
  }
  for (std::size_t i = 0; i < new_dofs.manifold.rotations().size(); ++i)
    carried.q.segment<4>(new_dofs.manifold.rotations()[i].quaternion) =
        state.q.segment<4>(old_dofs.manifold.rotations()[i].quaternion);
  carry_history(state, to, carried);
  carried.passed = state.passed;
  to.follow_from(from, state, carried);
  return carried;
}

}  // namespace jounce
