#pragma once

#include <vector>

#include "materials/material.h"

namespace jounce {

/// Equivalent plastic strain p = int sqrt(2/3 dE_p : dE_p).
const QuantityType& plastic_strain_quantity();

/// Von Mises plasticity with isotropic and kinematic hardening, additive in the strain: S = D (E - E_p),
/// |S - B|_vM <= s(p), dB = (S - B) / |S - B|_vM db(p) (Prager; in one direction B grows as b), where s and b
/// are piecewise linear in the plastic strain p and constant beyond their last point. Closest-point
/// (radial) return of implicit Euler with its consistent tangent: J. C. Simo and T. J. R. Hughes,
/// Computational Inelasticity (1998), boxes 3.1 and 3.2. History: E_p and p, with kinematic hardening also B
/// (deviator) and its work. The energy is the elastic one.
///
/// On Green-Lagrange strains it is meant for small strains with large rotations; for large ones see
/// Multiplicative and, with back stress, Logarithmic.
class Plastic final : public Material {
 public:
  struct Point {
    double plastic_strain, stress;
  };
  /// @param hardening  ascending in plastic strain, beginning with 0; not softening
  /// @param back_stress  b(p), the same, beginning with 0; empty: isotropic hardening alone
  Plastic(double density, double E, double nu, std::vector<Point> hardening,
          std::vector<Point> back_stress = {});

  bool has_axes_of_strain() const override { return !is_kinematic(); }
  int history_size() const override { return is_kinematic() ? 14 : 7; }
  std::vector<MaterialQuantity> quantities() const override { return {{&plastic_strain_quantity(), 6}}; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  /// The integral of s(p), as S - B stays on the yield surface while p grows, and that of B : dE_p, by the
  /// mean of B in each step.
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;

  std::shared_ptr<const Material> own_plane_stress() const override;
  batch::Law batch_law() const override;

  /// Part of the trial stress that is no flow: a committed state is elastic, not on either side as round-off
  /// has it, so that vibrations about it are those of an elastic body.
  static constexpr double kRoundOff = 1e-12;
  /// A curve at p and its slope to the right.
  struct AtStrain {
    double value, slope;
  };
  static AtStrain at(const std::vector<Point>& hardening, double p);
  /// The integral of s from 0 to p.
  static double work(const std::vector<Point>& hardening, double p);
  /// s(p)
  static double value(const std::vector<Point>& hardening, double p);

 private:
  struct Return {
    Voigt deviator;        ///< of the trial stress
    Voigt relative;        ///< the same less the back stress
    double pressure;       ///< mean stress
    double trial;          ///< von Mises stress of the relative one
    double increment = 0;  ///< of the plastic strain p
    double slope = 0;      ///< d(s + b)/dp at the end
  };
  bool is_kinematic() const { return !back_stress_.empty(); }
  /// Of a step: growth of b, work of the mean back stress.
  double growth(const Return& r, double p_n) const;
  double back_work(const Return& r, const double* history) const;
  Return return_map(const Voigt& strain, const double* history) const;

  double bulk_, shear_;
  std::vector<Point> hardening_, back_stress_;
  std::vector<Point> sum_;  ///< s + b
};

}  // namespace jounce
