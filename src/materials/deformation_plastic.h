#pragma once

#include "materials/material.h"

namespace jounce {

/// Nonlinear elastic law of W. Ramberg and W. R. Osgood (NACA TN 902, 1943), in one direction
///   E e = s + a s (|s| / s_0)^(n - 1),
/// with von Mises' stress q of the deviator s and the mean stress p:
///   E e = (1 + nu) s + (1 - 2 nu) p 1 + 3/2 a (q / s_0)^(n - 1) s
/// (deformation theory, without memory: unloading goes back on the same curve).
class DeformationPlastic final : public Material {
 public:
  struct Constants {
    double E, nu, yield, exponent, offset;  ///< s_0, n, a
  };
  DeformationPlastic(double density, const Constants& constants);

  bool has_axes_of_strain() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

 private:
  double flow(double q) const;  ///< equivalent strain beyond the elastic one
  double equivalent_stress(double strain) const;

  Constants c_;
  double bulk_, shear_;
};

}  // namespace jounce
