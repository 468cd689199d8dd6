#pragma once

#include <memory>

#include "materials/material.h"

namespace jounce {

/// A law that is not without stress where it is without strain: S = S_0 + S(E), of small strain, S_0 of the
/// unstrained body. W = S_0 . E + W(E), without what S_0 has stored before. For laws without history: whether
/// such a material yields depends on S_0 as well.
class InitialStress final : public Material {
 public:
  InitialStress(std::shared_ptr<const Material> material, const Voigt& stress)
      : Material(material->density()), material_(std::move(material)), stress_(stress) {}

  bool needs_finite_strain() const override { return material_->needs_finite_strain(); }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override {
    material_->evaluate(strain, at, tangent, out);
    add(strain, out);
  }
  bool depends_on_temperature() const override { return material_->depends_on_temperature(); }

 private:
  void add(const Voigt& strain, MaterialResponse& out) const {
    out.stress += stress_;
    out.energy += stress_.dot(strain);
  }

  std::shared_ptr<const Material> material_;
  Voigt stress_;
};

}  // namespace jounce
