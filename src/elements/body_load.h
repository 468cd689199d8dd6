#pragma once

#include <functional>
#include <vector>

#include "model/element.h"

namespace jounce {

/// Volume force of elements with constant mass: M times a field of accelerations at the undeformed place,
///
///   f = sum_i g_i(t) M e_i + omega^2(t) M (I - n n^T)(X - c)
///
/// e_i moves everything along axis i with unit acceleration; the other is the centrifugal field about an axis
/// through c along the unit vector n. M interpolates accelerations as it does velocities, so the force fits
/// the mass matrix.
class BodyLoad final : public ElementBlock {
 public:
  struct Term {
    Vector force;  ///< M times a field, over all degrees of freedom
    std::function<double(double t)> factor;
  };

  BodyLoad(std::string name, std::vector<Term> terms)
      : ElementBlock(std::move(name)), terms_(std::move(terms)) {}

  bool is_linear() const override { return true; }
  void add_force(const State& state, Vector& f) const override;
  void add_powers(const State& state, Powers& powers) const override;

 private:
  std::vector<Term> terms_;
};

}  // namespace jounce
