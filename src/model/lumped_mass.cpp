#include "model/lumped_mass.h"

#include <algorithm>

#include "model/element_share.h"

namespace jounce {

void MassDiagonal::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (std::size_t l = 0; l < cols.size(); ++l)
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double value = values[l * rows.size() + k];
      if (value == 0) continue;
      if (rows[k] == cols[l])
        mass[rows[k]] += value;
      else
        is_coupled[rows[k]] = 1;
    }
}

std::optional<Vector> lumped_mass(const System& system, const State& state) {
  if (!system.has_constant_mass()) return std::nullopt;
  const WholeMatrices whole(system.share());
  MassDiagonal M(system.nv());
  system.add_mass(state, 1.0, M);
  const Index n = system.n_free();
  const auto coupled = M.is_coupled.begin();
  if (std::any_of(coupled, coupled + n, [](std::uint8_t is) { return is != 0; })) return std::nullopt;
  const Vector mass = M.mass.head(n);
  if (!(mass.array() > 0).all()) return std::nullopt;
  return mass;
}

}  // namespace jounce
