#pragma once

#include <span>

#include "materials/material.h"

namespace jounce {

/// S = D E, W = E . D E / 2. On Green-Lagrange strains this is the St. Venant-Kirchhoff material.
class LinearElastic final : public Material {
 public:
  LinearElastic(double density, const VoigtMatrix& stiffness) : Material(density), D_(stiffness) {}

  bool is_linear() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

  batch::Law batch_law() const override;

 private:
  VoigtMatrix D_;
};

/// Isotropic: lambda = E nu / ((1 + nu) (1 - 2 nu)), mu = E / (2 (1 + nu)).
VoigtMatrix isotropic_stiffness(double E, double nu);
/// Orthotropic from engineering constants E_1, E_2, E_3; nu_12, nu_13, nu_23; G_12, G_13, G_23, nu_ij being
/// minus the strain along j over that along i under a stress along i.
VoigtMatrix orthotropic_stiffness(std::span<const double> E, std::span<const double> nu,
                                  std::span<const double> G);
/// Of 21 constants D_1111, D_1122, D_2222, D_1133, D_2233, D_3333, D_1112, D_2212, D_3312, D_1212, D_1113,
/// ... (upper triangle by columns, as Abaqus and CalculiX write it), or of the 9 of an orthotropic material,
/// D_1111, D_1122, D_2222, D_1133, D_2233, D_3333, D_1212, D_1313, D_2323.
VoigtMatrix stiffness_of(std::span<const double> constants);
/// D given in axes that are the columns of R, in the fixed axes.
VoigtMatrix rotated_stiffness(const VoigtMatrix& D, const Matrix3& R);
bool is_positive_definite(const VoigtMatrix& D);

}  // namespace jounce
