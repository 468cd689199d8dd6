#pragma once

#include <vector>

#include "materials/plastic.h"

namespace jounce {

/// Plasticity of Plastic, von Mises with isotropic hardening s(p), on any elastic stiffness D: the
/// closest-point return of implicit Euler (J. C. Simo and T. J. R. Hughes, Computational Inelasticity (1998),
/// section 3.6). With the matrix P of the deviator, so that the von Mises stress q has q^2 = 3/2 S . P S, the
/// stress is
///
///   S(g) = (D^-1 + 3/2 g P)^-1 (E - E_p,n),   g = (p - p_n) / q,   q(S(g)) = s(p_n + g q(S(g))).
///
/// In the basis W that makes W^T D^-1 W = 1 and W^T P W = diag(l) this is one equation in g, which falls
/// monotonically. History: E_p and p. The energy is the elastic one.
class AnisotropicPlastic final : public Material {
 public:
  /// @param stiffness  D, positive definite
  /// @param hardening  as of Plastic; the yield stress may begin with 0 where it hardens at once
  AnisotropicPlastic(double density, const VoigtMatrix& stiffness, std::vector<Plastic::Point> hardening);

  int history_size() const override { return 7; }
  std::vector<MaterialQuantity> quantities() const override { return {{&plastic_strain_quantity(), 6}}; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;

 private:
  struct Return {
    double g = 0, slope = 0;  ///< slope: ds/dp at the end
    Voigt y;                  ///< W^T (E - E_p,n)
  };
  Return return_map(const Voigt& strain, const double* history) const;
  double trial_von_mises(const Voigt& y, double g) const;
  Voigt shrink(double g) const;

  VoigtMatrix D_, W_;
  Voigt l_;
  std::vector<Plastic::Point> hardening_;
};

}  // namespace jounce
