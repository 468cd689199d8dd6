#pragma once

#include "materials/plastic.h"

namespace jounce {

/// Plastic without back stress in plane stress, by one scalar equation. With the mean and half the difference
/// of the stresses in the plane, a = (S_11 + S_22) / 2, b = (S_11 - S_22) / 2, c = S_12, and
///
///   q^2 = a^2 + 3 b^2 + 3 c^2,   A = E / (2 (1 - nu)),   G = E / (2 (1 + nu)),   lambda = dp / q,
///
/// implicit Euler for dE_p = dp 3/2 dev(S) / q shrinks the elastic trial stress:
///
///   a = a_t / (1 + A lambda),   (b, c) = (b_t, c_t) / (1 + 3 G lambda),   q(lambda) = s(p_n + lambda q),
///
/// solved for lambda by Newton's method on 1/q = 1/s, which is nearly linear, in a bracket. The consistent
/// tangent of (a, b, c) on (E_11 + E_22, E_11 - E_22, 2 E_12) is, with D = diag(A, G, G) shrunk in the same
/// way, n = (a, 3 b, 3 c) / q and the slope s',
///
///   D - (D n) (D n)^T / (n . D n + s' / (1 - s' lambda)).
///
/// J. C. Simo, R. L. Taylor, Int. J. Numer. Methods Eng. 22 (1986) 649. History and energies are those of
/// Plastic; the strain across is ignored.
class PlaneStressPlastic final : public Material {
 public:
  /// @param hardening  as of Plastic
  PlaneStressPlastic(double density, double E, double nu, std::vector<Plastic::Point> hardening);

  bool has_axes_of_strain() const override { return true; }
  int history_size() const override { return 7; }
  std::vector<MaterialQuantity> quantities() const override { return {{&plastic_strain_quantity(), 6}}; }
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;
  void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
               double* work) const override;

 private:
  struct Return {
    double a, b, c, q;        ///< at the end
    double lambda = 0;        ///< 0: no flow
    double s = 0, slope = 0;  ///< s(p) and its slope at the end
  };
  Return return_map(const Voigt& strain, const double* history) const;
  void find_flow(double p_n, Return& r) const;
  void answer(const Return& r, const double* history, bool tangent, MaterialResponse& out) const;
  static void flow(const Return& r, double* history);

  double A_, G_, across_;  ///< across: of the elastic strain E_33 = across (S_11 + S_22)
  std::vector<Plastic::Point> hardening_;
};

}  // namespace jounce
