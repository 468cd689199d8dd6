#include "integrators/ggl/correction_choice.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "la/diagonal_sink.h"

namespace jounce {
namespace {

/// Wave times through an element that a step takes, by unknowns: for bars of two nodes K_ii / M_ii is three
/// over the square of that time.
Vector crossings(const System& system, const State& state, double h) {
  Vector K = Vector::Zero(system.nv()), M = K;
  DiagonalSink add_K(K), add_M(M);
  system.add_tangent(state, Vector::Zero(system.nv()), {0, 0, 1}, add_K);
  system.add_mass(state, 1, add_M);
  system.complete_assembled(K);
  system.complete_assembled(M);
  const auto n = system.n_free();
  return (h * h / 3 * K.head(n).array() / M.head(n).array()).max(0).sqrt();
}

}  // namespace

bool outruns_waves(const System& system, const State& state, double h) {
  constexpr double kCrossings = 10;
  return (crossings(system, state, h).array() > kCrossings).any();
}

bool outruns_contact_waves(const System& system, const State& state, double h, const AlphaCoefficients& at) {
  constexpr std::ptrdiff_t kShare = 10;
  const double k = std::abs(at.gamma * (0.5 - at.beta) / at.beta - (1 - at.gamma));
  std::vector<Index> dofs;
  for (const auto& pair : system.contacts().all()) pair->append_touching_dofs(dofs);
  std::erase_if(dofs, [&](Index dof) { return dof >= system.n_free(); });
  std::sort(dofs.begin(), dofs.end());
  dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());
  if (dofs.empty()) return false;
  const Vector all = crossings(system, state, h);
  return std::ranges::any_of(system.blocks(), [&](const auto& block) {
    Vector K = Vector::Zero(system.nv());
    DiagonalSink sink(K);
    block->add_tangent(state, 0, 1, sink);
    std::ptrdiff_t own = 0, outrun = 0;
    for (const Index dof : dofs) {
      if (!(K[dof] > 0)) continue;
      ++own;
      outrun += 2 * k * all[dof] > 1 ? 1 : 0;
    }
    return kShare * outrun > own;
  });
}

}  // namespace jounce
