#pragma once

#include "materials/wrapped_law.h"

namespace jounce {

/// An isotropic law T(e) of small strains, elastic or plastic, on the elastic logarithmic strains of F = F_e
/// F_p: the law of metals at large strains. The history keeps X = C_p^-1 - 1. With
///
///   b_e = F C_p^-1 F^T,   e = ln(b_e) / 2,   tau = T(e),   S = F^-1 tau F^-T,
///
/// and the plastic strain d of the law's return, whose axes are those of b_e,
///
///   b_e,n+1 = exp(-2 d) b_e,   C_p^-1 = F^-1 b_e,n+1 F^-T,
///
/// so that plastic flow keeps the volume exactly, a rigid rotation changes nothing, and the return is that of
/// small strain. tau are Kirchhoff stresses J sigma. As tau and F C_p^-1 F^T do not depend on the rotation in
/// F, any F with F^T F = 1 + 2 E serves; here it is Cholesky's factor.
///
/// G. Weber, L. Anand, Comput. Methods Appl. Mech. Engrg. 79 (1990) 173; A. Cuitino, M. Ortiz, Eng. Comput. 9
/// (1992) 437; J. C. Simo, Comput. Methods Appl. Mech. Engrg. 99 (1992) 61, whose (A.8) is the tangent.
class Multiplicative final : public WrappedLaw {
 public:
  /// @param law  isotropic, without back stress; its history, where it has one, begins with the plastic
  /// strain
  explicit Multiplicative(std::shared_ptr<const Material> law);

  std::shared_ptr<const Material> own_plane_stress() const override;

  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;
  void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
               double* work) const override;
  batch::Law batch_law() const override;
};

}  // namespace jounce
