#include "materials/hyperfoam.h"

#include <cmath>

#include "materials/principal.h"

namespace jounce {

void Hyperfoam::evaluate(const Voigt& strain, const PointState&, bool tangent, MaterialResponse& out) const {
  const Matrix3 C = Matrix3::Identity() + 2 * to_matrix(strain, 0.5);
  const Eigen::SelfAdjointEigenSolver<Matrix3> principal(C);
  const Vector3 stretch = principal.eigenvalues().cwiseSqrt();
  const double J = stretch.prod();
  Vector3 beta = Vector3::Zero();
  Matrix3 d_beta = Matrix3::Zero();
  out.energy = 0;
  for (const Term& term : terms_) {
    const double shear = 2 * term.mu / term.alpha, volume = std::pow(J, -term.alpha * term.beta);
    const double volumetric = term.beta != 0 ? (volume - 1) / term.beta : -term.alpha * std::log(J);
    double sum = -3;
    for (Index a = 0; a < 3; ++a) {
      const double power = std::pow(stretch[a], term.alpha);
      sum += power;
      beta[a] += shear * (power - volume);
      d_beta(a, a) += shear * term.alpha * power;
      for (Index b = 0; b < 3; ++b) d_beta(a, b) += shear * term.alpha * term.beta * volume;
    }
    out.energy += shear / term.alpha * (sum + volumetric);
  }
  answer_in_principal_axes(principal, beta, d_beta, tangent, out);
}

}  // namespace jounce
