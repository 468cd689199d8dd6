#include "materials/plane_stress.h"

#include <cmath>

namespace jounce {

Voigt PlaneStress::complete(const Voigt& strain, const double* history, MaterialResponse& out) const {
  constexpr int kMostIterations = 50;
  constexpr double kTolerance = 1e-15;  // of the strain across
  Voigt full = strain;
  full[2] = 0;
  for (int i = 0; i < kMostIterations; ++i) {
    material_->evaluate(full, history, true, out);
    double change = -out.stress[2] / out.tangent(2, 2);
    if (std::abs(change) <= kTolerance * (1 + std::abs(full[2]))) break;
    while (1 + 2 * (full[2] + change) <= 0) change /= 2;  // a stretch stays positive
    full[2] += change;
  }
  return full;
}

void PlaneStress::evaluate(const Voigt& strain, const double* history, bool tangent,
                           MaterialResponse& out) const {
  out.strain_33 = complete(strain, history, out)[2];
  out.stress[2] = 0;
  if (!tangent) return;
  const Voigt column = out.tangent.col(2), row = out.tangent.row(2);
  out.tangent -= column * row.transpose() / out.tangent(2, 2);
  out.tangent.row(2).setZero();
  out.tangent.col(2).setZero();
}

void PlaneStress::update(const Voigt& strain, double* history) const {
  MaterialResponse response;
  material_->update(complete(strain, history, response), history);
}

}  // namespace jounce
