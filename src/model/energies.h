#pragma once

namespace jounce {

/// Energies of a state.
struct Energies {
  double kinetic = 0;
  double strain = 0;   ///< elastic energy of elements and springs
  double gravity = 0;  ///< potential of gravity, zero at the origin
  double plastic = 0;  ///< work that plastic strains have taken since the start, no part of the total
  double failure = 0;  ///< stored in elements when they failed and were deleted, no part of the total

  double potential() const { return strain + gravity; }
  double total() const { return kinetic + potential(); }
};

/// Rates of energy entering or leaving a state.
struct Powers {
  double applied = 0;  ///< done by applied loads
  double damping = 0;  ///< taken away by dampers (positive) other than those of ElementBlock::damping_product
};

}  // namespace jounce
