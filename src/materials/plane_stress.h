#pragma once

#include "materials/wrapped_law.h"

namespace jounce {

/// A material in plane stress: the strain across, E_33, is such that S_33 = 0 (Newton's method, begun with
/// that of the unstrained law). The strain given across is ignored. With
/// c = dS/dE_33 the tangent is D - D_i3 D_3j / D_33, once and for all for a linear material.
class PlaneStress final : public WrappedLaw {
 public:
  /// @param is_logarithmic  whether it is evaluated on logarithmic strains, which may be below -1/2
  explicit PlaneStress(std::shared_ptr<const Material> material, bool is_logarithmic = false);

  bool is_linear() const override { return law().is_linear(); }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;
  void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
               double* work) const override;

 private:
  /// The strain with its part across; `out` is the material's answer, tangent included.
  Voigt complete(const Voigt& strain, const PointState& at, MaterialResponse& out) const;

  bool is_logarithmic_;
  VoigtMatrix stiffness_ = VoigtMatrix::Zero();  ///< of a linear material in plane stress
  Voigt across_ = Voigt::Zero();                 ///< E_33 of the unstrained law = across . E
};

/// The law in plane stress: its own way (Material::own_plane_stress), else PlaneStress.
std::shared_ptr<const Material> in_plane_stress(std::shared_ptr<const Material> law,
                                                bool is_logarithmic = false);

}  // namespace jounce
