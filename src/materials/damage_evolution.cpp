#include "materials/damage_evolution.h"

#include <algorithm>
#include <cmath>

namespace jounce {

double DamageEvolution::degradation(double x) const {
  if (energy > 0) return is_exponential ? -std::expm1(-x / energy) : std::min(1.0, x / (2 * energy));
  if (table.empty()) {
    const double part = std::min(1.0, x / displacement);
    return exponent == 0 ? part : std::expm1(-exponent * part) / std::expm1(-exponent);
  }
  const auto above = std::ranges::find_if(table, [&](const Point& p) { return p.displacement > x; });
  if (above == table.begin()) return table.front().degradation;
  if (above == table.end()) return table.back().degradation;
  const Point &a = above[-1], &b = *above;
  return a.degradation +
         (x - a.displacement) / (b.displacement - a.displacement) * (b.degradation - a.degradation);
}

}  // namespace jounce
