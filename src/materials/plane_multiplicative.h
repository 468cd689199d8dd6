#pragma once

#include <memory>
#include <utility>

#include "materials/wrapped_law.h"

namespace jounce {

/// Multiplicative in plane stress: an isotropic law of small strains that is in plane stress, on the
/// logarithmic strains of b_e in the plane. tau_33 = 0 says S_33 = 0, and nothing in the plane depends on the
/// stretch across, so that all tensors have two dimensions. The history is that of Multiplicative.
class PlaneMultiplicative final : public WrappedLaw {
 public:
  /// @param law  in plane stress; its history, where it has one, begins with the plastic strain
  explicit PlaneMultiplicative(std::shared_ptr<const Material> law) : WrappedLaw(std::move(law)) {}

  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;
  void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
               double* work) const override;
};

}  // namespace jounce
