#pragma once

#include "materials/material.h"

namespace jounce {

/// A material in plane stress: the strain across, E_33, is such that S_33 = 0 (Newton's method, started
/// without strain across). The strain given across is ignored. With
/// c = dS/dE_33 the tangent is D - D_i3 D_3j / D_33, once and for all for a linear material.
class PlaneStress final : public Material {
 public:
  explicit PlaneStress(std::shared_ptr<const Material> material);

  bool is_linear() const override { return material_->is_linear(); }
  bool needs_finite_strain() const override { return material_->needs_finite_strain(); }
  int history_size() const override { return material_->history_size(); }
  std::vector<MaterialQuantity> quantities() const override { return material_->quantities(); }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  bool depends_on_temperature() const override { return material_->depends_on_temperature(); }
  bool depends_on_rate() const override { return material_->depends_on_rate(); }
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;

 private:
  /// The strain with its part across; `out` is the material's answer, tangent included.
  Voigt complete(const Voigt& strain, const PointState& at, MaterialResponse& out) const;

  std::shared_ptr<const Material> material_;
  VoigtMatrix stiffness_ = VoigtMatrix::Zero();  ///< of a linear material in plane stress
  Voigt across_ = Voigt::Zero();                 ///< E_33 of one = across . E
};

}  // namespace jounce
