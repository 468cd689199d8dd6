#pragma once

#include <array>
#include <vector>

#include "materials/material.h"

namespace jounce {

/// Compressible neo-Hookean material of J. Bonet and R. D. Wood, Nonlinear Continuum Mechanics for Finite
/// Element Analysis (2nd ed. 2008), (6.27) to (6.30):
///   W = mu/2 (tr C - 3) - mu ln J + lambda/2 (ln J)^2
///   S = mu (I - C^-1) + lambda ln J C^-1
class NeoHookean final : public Material {
 public:
  NeoHookean(double density, double mu, double lambda) : Material(density), mu_(mu), lambda_(lambda) {}

  bool needs_finite_strain() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

  batch::Law batch_law() const override;

 private:
  double mu_, lambda_;
};

/// Volumetric energy U = sum_k (J - 1)^(2 k) / D_k.
class VolumetricEnergy {
 public:
  /// @param D  D_1, D_2, ...; zero: without this term
  explicit VolumetricEnergy(std::vector<double> D) : D_(std::move(D)) {}
  /// U, dU/dJ, d2U/dJ2
  std::array<double, 3> at(double J) const;

 private:
  std::vector<double> D_;
};

/// Polynomial of the invariants I_1 = J^(-2/3) tr C and I_2 = J^(-4/3) (tr^2 C - tr C^2) / 2:
///   W = sum_{i + j = 1..3} C_ij (I_1 - 3)^i (I_2 - 3)^j + sum_k (J - 1)^(2 k) / D_k
/// With C_10 alone it is Abaqus' neo-Hookean material, with C_10 and C_01 that of Mooney and Rivlin, with
/// C_10, C_20, C_30 that of Yeoh (Abaqus Theory Guide, 4.6.1).
class PolynomialMaterial final : public Material {
 public:
  using Coefficients = std::array<std::array<double, 4>, 4>;  ///< C[i][j]

  PolynomialMaterial(double density, const Coefficients& C, std::vector<double> D)
      : Material(density), C_(C), volumetric_(std::move(D)) {}

  bool needs_finite_strain() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

 private:
  Coefficients C_;
  VolumetricEnergy volumetric_;
};

/// Ogden's material in the stretches l_a = J^(-1/3) lambda_a:
///   W = sum_p 2 mu_p / alpha_p^2 (l_1^alpha_p + l_2^alpha_p + l_3^alpha_p - 3) + sum_k (J - 1)^(2 k) / D_k
/// Tangent in principal axes: G. A. Holzapfel, Nonlinear Solid Mechanics (2000), (6.180), (6.182).
class OgdenMaterial final : public Material {
 public:
  struct Term {
    double mu, alpha;
  };
  OgdenMaterial(double density, std::vector<Term> terms, std::vector<double> D)
      : Material(density), terms_(std::move(terms)), volumetric_(std::move(D)) {}

  bool needs_finite_strain() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

 private:
  std::vector<Term> terms_;
  VolumetricEnergy volumetric_;
};

}  // namespace jounce
