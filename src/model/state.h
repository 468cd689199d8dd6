#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "la/types.h"

namespace jounce {

/// History variables of one element block (plastic strains). Copies of a state share the numbers, which do
/// not change any more.
struct HistoryArray {
  using Values = std::shared_ptr<const std::vector<double>>;

  std::string name;
  Values values;     ///< at the last accepted step
  Values next = {};  ///< at this state, where a scheme has found it already (System::final_force); else null
  double time = 0;   ///< of `values`

  const std::vector<double>& committed() const { return *values; }
};

/// Everything that changes while a system moves. Elements, joints and contacts see a State and nothing else.
struct State {
  double t = 0;  ///< time
  Vector q;      ///< configuration (layout: see Manifold)
  Vector v;      ///< velocity in the tangent space
  std::vector<HistoryArray> history;
  std::vector<double> angles =
      {};  ///< followed relative angles at the last accepted step (see System::follow)
  /// One flag for each degree of freedom: 1 for those of a body that is not there (see BodyExchange). Such a
  /// body is at rest; it has no energy, and neither forces nor contacts act on it. Empty: all are there.
  std::vector<std::uint8_t> dormant = {};
  /// Bodies that came or went so far and their mass, for each inflow, then for each outflow.
  std::vector<double> passed = {};

  bool is_dormant(Index dof) const { return !dormant.empty() && dormant[dof] != 0; }
};

}  // namespace jounce
