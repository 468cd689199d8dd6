#pragma once

#include <vector>

#include "materials/material.h"

namespace jounce {

/// Growth of a material that is free to grow: its lengths along the axes a_i grow by
///
///   eps_i(T) = alpha_i(T) (T - T_ref),   eps = sum eps_i a_i (x) a_i,
///
/// alpha_i being mean coefficients from T_ref on (secants), linear between the temperatures they are given
/// for and constant outside. At the temperature T_0 the material is free of stress as it is: what counts is
/// eps(T) - eps(T_0).
class ThermalExpansion {
 public:
  /// Coefficients along the three axes at a temperature.
  struct Point {
    double temperature;
    Vector3 alpha;
  };
  ThermalExpansion() = default;
  /// @param points  ascending in temperature; none: no growth
  /// @param axes  columns: the axes in the fixed ones
  ThermalExpansion(std::vector<Point> points, double reference, const Matrix3& axes);

  bool is_none() const { return points_.empty(); }
  double reference() const { return reference_; }
  /// eps(T) - eps(T_0) as a symmetric matrix.
  Matrix3 growth(double temperature, double initial) const;

 private:
  Vector3 growth_along(double temperature) const;

  std::vector<Point> points_;
  double reference_ = 0;
  Matrix3 axes_ = Matrix3::Identity();
};

/// Isotropic linear elasticity S = D(T) E with Young's modulus and Poisson's ratio linear between the
/// temperatures they are given for, constant outside. Without a temperature it is that of the reference.
class Thermoelastic final : public Material {
 public:
  struct Point {
    double temperature, E, nu;
  };
  /// @param points  one or more, ascending in temperature
  Thermoelastic(double density, std::vector<Point> points, double reference);

  bool depends_on_temperature() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

 private:
  std::vector<Point> points_;
  double reference_;
};

/// Anisotropic linear elasticity S = D(T) E, D linear between the temperatures it is given for, constant
/// outside. Without a temperature it is that of the reference.
class ThermoAnisotropic final : public Material {
 public:
  struct Point {
    double temperature;
    VoigtMatrix D;  ///< in the fixed axes
  };
  /// @param points  one or more, ascending in temperature
  ThermoAnisotropic(double density, std::vector<Point> points, double reference);

  bool depends_on_temperature() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

 private:
  VoigtMatrix stiffness(double temperature) const;

  std::vector<Point> points_;
  double reference_;
};

/// Strain that makes stress, of a material that has grown by eps without stress. Small strain: E_m = E - eps.
/// Else F = F_m F_th with F_th = 1 + eps, and the law holds for the grown material:
///
///   E_m = F_th^-1 (E - E_th) F_th^-1,   E_th = eps + eps^2 / 2,   J_th = det F_th,
///   W = J_th W_m(E_m),   S = J_th F_th^-1 S_m F_th^-1
///
/// for the unit of initial volume. On logarithmic strains isotropic growth takes ln(1 + eps) off. (V. A.
/// Lubarda, Appl. Mech. Rev. 57 (2004) 95, section 3.)
class ThermalStrain {
 public:
  ThermalStrain(const Matrix3& growth, bool finite);

  Voigt mechanical(const Voigt& strain) const;
  double volume_ratio() const { return J_; }  ///< J_th; small strain: 1
  /// Turns the law's answer to E_m into that to E.
  void complete(bool tangent, MaterialResponse& out) const;

 private:
  bool finite_;
  double J_ = 1;
  Voigt strain_;                         ///< eps or E_th
  VoigtMatrix T_ = VoigtMatrix::Zero();  ///< finite: E_m = T (E - E_th)
};

}  // namespace jounce
