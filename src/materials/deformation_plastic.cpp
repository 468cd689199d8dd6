#include "materials/deformation_plastic.h"

#include <algorithm>
#include <cmath>

namespace jounce {

DeformationPlastic::DeformationPlastic(double density, const Constants& constants)
    : Material(density),
      c_(constants),
      bulk_(c_.E / (3 * (1 - 2 * c_.nu))),
      shear_(c_.E / (2 * (1 + c_.nu))) {}

double DeformationPlastic::flow(double q) const {
  return c_.offset * q / c_.E * std::pow(q / c_.yield, c_.exponent - 1);
}

/// q with q / 3G + flow(q) = strain: Newton's method from above, where the function is convex.
double DeformationPlastic::equivalent_stress(double strain) const {
  constexpr int kMostIterations = 100;
  if (!(strain > 0)) return 0;
  double q = 3 * shear_ * strain;  // each of the two parts alone gives too much
  if (c_.offset > 0)
    q = std::min(q, c_.yield * std::pow(strain * c_.E / (c_.offset * c_.yield), 1 / c_.exponent));
  for (int i = 0; i < kMostIterations; ++i) {
    const double f = q / (3 * shear_) + flow(q) - strain;
    const double step = f / (1 / (3 * shear_) + c_.exponent * flow(q) / q);
    q -= step;
    if (!(std::abs(step) > 1e-15 * q)) break;
  }
  return q;
}

void DeformationPlastic::evaluate(const Voigt& strain, const PointState&, bool tangent,
                                  MaterialResponse& out) const {
  const double volume = strain.head<3>().sum();
  Voigt deviator = strain;  // tensor components
  deviator.head<3>().array() -= volume / 3;
  deviator.tail<3>() /= 2;
  const double e = von_mises(deviator) * 2 / 3, q = equivalent_stress(e);
  const double secant = e > 0 ? 2 * q / (3 * e) : 2 * shear_;
  out.stress = secant * deviator;
  out.stress.head<3>().array() += bulk_ * volume;
  out.energy =
      q * q / (6 * shear_) + c_.exponent / (c_.exponent + 1) * q * flow(q) + bulk_ * volume * volume / 2;
  if (!tangent) return;
  out.tangent.setZero();
  out.tangent.topLeftCorner<3, 3>().setConstant(bulk_ - secant / 3);
  out.tangent.diagonal().head<3>().array() += secant;
  out.tangent.diagonal().tail<3>().setConstant(secant / 2);
  if (!(e > 0) || !(q > 0)) return;
  const double slope = 1 / (1 / (3 * shear_) + c_.exponent * flow(q) / q);  // dq/de
  out.tangent += (4.0 / 9 * slope - 2.0 / 3 * secant) / (e * e) * deviator * deviator.transpose();
}

}  // namespace jounce
