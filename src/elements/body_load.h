#pragma once

#include <functional>
#include <vector>

#include "la/csr_matrix.h"
#include "model/element.h"

namespace jounce {

/// Volume force of elements with constant mass: M times a field of accelerations,
///
///   f = sum_i g_i(t) M e_i + omega^2(t) M (I - n n^T)(x - c)
///
/// with x the deformed place of solids of finite strain, the undeformed one of other elements.
/// e_i moves everything along axis i with unit acceleration; the other is the centrifugal field about an axis
/// through c along the unit vector n. M interpolates accelerations as it does velocities, so the force fits
/// the mass matrix.
class BodyLoad final : public ElementBlock {
 public:
  struct Term {
    Vector force;  ///< M times a field, over all degrees of freedom
    std::function<double(double t)> factor;
    CsrMatrix gradient = {};  ///< of the force by the places, over all degrees of freedom; of size 0: none
    Vector origin = {};       ///< places at which the force is `force`
  };

  BodyLoad(std::string name, std::vector<Term> terms)
      : ElementBlock(std::move(name)), terms_(std::move(terms)) {}

  bool is_linear() const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_powers(const State& state, Powers& powers) const override;

 private:
  /// The force of a term at a state, without its factor.
  static Vector force_of(const Term& term, const State& state);

  std::vector<Term> terms_;
};

}  // namespace jounce
