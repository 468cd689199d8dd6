#pragma once

#include "materials/wrapped_law.h"

namespace jounce {

/// A law T(e) of small strains, elastic or plastic, on the logarithmic (Hencky) strain e = ln(C) / 2 = ln(1 +
/// 2 E) / 2: true strains and stresses, for large strains of metals. With the principal values c_i = 1 + 2
/// E_i and g(E) = ln(1 + 2 E) / 2, in the principal axes of E,
///
///   S_ij = g[i,j] T_ij,   dS_ij/dE : dE = g[i,j] dT_ij + sum_k (g[i,k,j] + ...) T dE
///
/// where g[i,j] = (g(E_i) - g(E_j)) / (E_i - E_j) and g[i,k,j] are divided differences, which makes
///
///   e'[H]_ij = g[i,j] H_ij,   e''[H,K]_ij = sum_k g[i,k,j] (H_ik K_kj + K_ik H_kj).
///
/// T is work conjugate to e; for isotropic laws its principal values are the Kirchhoff stresses J sigma.
/// History and energies are those of the law. In plane stress the law is the one in plane stress, because
/// S_33 = T_33 / c_3. C. Miehe, N. Apel, M. Lambrecht, Comput. Methods Appl. Mech.
/// Engrg. 191 (2002) 5383, eqs. 4 to 12; divided differences: R. Bhatia, Matrix Analysis (1997), theorem
/// V.3.3.
class Logarithmic final : public WrappedLaw {
 public:
  /// @param law  of small strains; with its axes, if it has any, in the initial configuration
  explicit Logarithmic(std::shared_ptr<const Material> law);

  std::shared_ptr<const Material> own_plane_stress() const override;

  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;
  void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
               double* work) const override;

 private:
  bool is_in_plane_ = false;  ///< the law is one in plane stress
};

/// First divided difference of g(E) = ln(1 + 2 E) / 2, of the values c = 1 + 2 E.
double log_difference(double c_a, double c_b);
/// Second divided difference, the same in any order of its arguments.
double log_difference(double c_a, double c_b, double c_c);

}  // namespace jounce
