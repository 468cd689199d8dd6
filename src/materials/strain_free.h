#pragma once

#include <algorithm>
#include <memory>

#include "materials/wrapped_law.h"
#include "model/carry.h"

namespace jounce {

/// A law of bodies that come into a model later, without stress: S = S(E - E_0), W = W(E - E_0), with the
/// strain E_0 at that moment. For laws without history. The history of a point is a flag and E_0; where the
/// flag is kAwaitsStrain (model/carry.h) the law has no stress, and the next update takes the strain for E_0.
class StrainFree final : public WrappedLaw {
 public:
  static constexpr int kHistory = 7;

  explicit StrainFree(std::shared_ptr<const Material> law) : WrappedLaw(std::move(law)) {}

  int history_size() const override { return kHistory; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override {
    const bool awaits = at.history[0] == kAwaitsStrain;
    const Voigt own = awaits ? Voigt(Voigt::Zero()) : Voigt(strain - Eigen::Map<const Voigt>(at.history + 1));
    PointState without = at;
    without.history = nullptr;
    law().evaluate(own, without, tangent, out);
  }
  void update(const Voigt& strain, const PointState& from, double* history) const override {
    if (from.history[0] == kAwaitsStrain) {
      history[0] = 1;
      Eigen::Map<Voigt>(history + 1) = strain;
    } else if (history != from.history) {
      std::copy_n(from.history, kHistory, history);
    }
  }
};

}  // namespace jounce
