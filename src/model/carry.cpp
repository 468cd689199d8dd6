#include "model/carry.h"

#include <algorithm>
#include <stdexcept>

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

void carry_history(const State& state, State& carried) {
  bool same = carried.history.size() == state.history.size();
  for (std::size_t i = 0; same && i < state.history.size(); ++i)
    same = carried.history[i].name == state.history[i].name &&
           carried.history[i].committed().size() == state.history[i].committed().size();
  if (!same) throw std::runtime_error("elements have other history variables than in the step before");
  carried.history = state.history;
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
  carry_history(state, carried);
  carried.passed = state.passed;
  to.follow_from(from, state, carried);
  return carried;
}

}  // namespace jounce
