#pragma once

#include <vector>

#include "materials/material.h"

namespace jounce {

/// Compressible foam of B. Storakers, J. Mech. Phys. Solids 34 (1986) 125, in the stretches lambda_a:
///   W = sum_p 2 mu_p / alpha_p^2 (lambda_1^alpha_p + lambda_2^alpha_p + lambda_3^alpha_p - 3
///                                 + (J^(-alpha_p beta_p) - 1) / beta_p),   beta_p = nu_p / (1 - 2 nu_p)
/// With beta_p = 0 the last term is -alpha_p ln J. The shear modulus is sum mu_p, the bulk modulus
/// sum 2 mu_p (1/3 + beta_p).
class Hyperfoam final : public Material {
 public:
  struct Term {
    double mu, alpha, beta;
  };
  Hyperfoam(double density, std::vector<Term> terms) : Material(density), terms_(std::move(terms)) {}

  bool needs_finite_strain() const override { return true; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;

 private:
  std::vector<Term> terms_;
};

}  // namespace jounce
