#pragma once

#include <vector>

#include "materials/material.h"

namespace jounce {

/// Von Mises plasticity with isotropic hardening, additive in the strain: S = D (E - E_p), |S|_vM <= s(p),
/// where s is piecewise linear in the plastic strain p and constant beyond its last point. Closest-point
/// (radial) return of implicit Euler with its consistent tangent: J. C. Simo and T. J. R. Hughes,
/// Computational Inelasticity (1998), boxes 3.1 and 3.2. History: E_p and p. The energy is the elastic one.
///
/// On Green-Lagrange strains it is meant for small strains with large rotations; for large ones see
/// Logarithmic.
class Plastic final : public Material {
 public:
  struct Point {
    double plastic_strain, stress;
  };
  /// @param hardening  ascending in plastic strain, beginning with 0; not softening
  Plastic(double density, double E, double nu, std::vector<Point> hardening);

  int history_size() const override { return 7; }
  void evaluate(const Voigt& strain, const double* history, bool tangent,
                MaterialResponse& out) const override;
  /// The integral of s(p): the stress stays on the yield surface while p grows.
  double plastic_work(const Voigt& strain, const double* history) const override;
  void update(const Voigt& strain, double* history) const override;

  /// Part of the trial stress that is no flow: a committed state is elastic, not on either side as round-off
  /// has it, so that vibrations about it are those of an elastic body.
  static constexpr double kRoundOff = 1e-12;
  /// The integral of s from 0 to p.
  static double work(const std::vector<Point>& hardening, double p);

 private:
  struct Return {
    Voigt deviator;        ///< of the trial stress
    double pressure;       ///< mean stress
    double trial;          ///< von Mises stress of the trial
    double increment = 0;  ///< of the plastic strain p
    double slope = 0;      ///< ds/dp at the end
  };
  Return return_map(const Voigt& strain, const double* history) const;

  double bulk_, shear_;
  std::vector<Point> hardening_;
};

}  // namespace jounce
