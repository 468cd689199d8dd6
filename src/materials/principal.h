#pragma once

#include "la/decompositions.h"
#include "materials/material.h"

namespace jounce {

/// Isotropic energy W of the principal stretches: S and dS/dE of the derivatives by the stretches, in the
/// principal axes of C = 1 + 2 E. G. A. Holzapfel, Nonlinear Solid Mechanics (2000), (6.180), (6.182).
/// @param principal  of C
/// @param beta  lambda_a dW/dlambda_a
/// @param d_beta  lambda_b dbeta_a/dlambda_b
void answer_in_principal_axes(const Eigen::SelfAdjointEigenSolver<Matrix3>& principal, const Vector3& beta,
                              const Matrix3& d_beta, bool tangent, MaterialResponse& out);

}  // namespace jounce
