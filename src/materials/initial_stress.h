#pragma once

#include <memory>

#include "materials/wrapped_law.h"

namespace jounce {

/// A law that is not without stress where it is without strain: S = S_0 + S(E), of small strain, S_0 of the
/// unstrained body. W = S_0 . E + W(E), without what S_0 has stored before. For laws without history: whether
/// such a material yields depends on S_0 as well.
class InitialStress final : public WrappedLaw {
 public:
  InitialStress(std::shared_ptr<const Material> material, const Voigt& stress)
      : WrappedLaw(std::move(material)), stress_(stress) {}

  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override {
    law().evaluate(strain, at, tangent, out);
    add(strain, out);
  }

 private:
  void add(const Voigt& strain, MaterialResponse& out) const {
    out.stress += stress_;
    out.energy += stress_.dot(strain);
  }

  Voigt stress_;
};

}  // namespace jounce
