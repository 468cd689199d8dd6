#pragma once

#include <vector>

namespace jounce {

/// Weights of p substeps of the stabilised leapfrog scheme with local steps: M. J. Grote, S. Michel, S. A.
/// Sauter, Math. Comp. 90 (2021) 2603, after J. Diaz, M. J. Grote, SIAM J. Sci. Comput. 31 (2009) 1985. From
/// rest at q, the substeps go to an z_p with (z_p - q) 2 / h^2 = M^-1 f_eff, the mean acceleration of a step
/// of h. For a force -A z (M = 1) they are the Chebyshev polynomial
///
///   z_p = T_p(delta - h^2 A / omega) / T_p(delta) q,   delta = 1 + nu / p^2,   omega = 2 T_p'(delta) /
///   T_p(delta)
///
/// (nu = 0: p steps of the leapfrog scheme). With R = z_p / q below 1 for all frequencies, the two-step form
/// q_{n+1} - 2 R q_n + q_{n-1} = 0 keeps a distance from its bounds of stability, which the coupling to what
/// takes long steps needs: without, there are lengths of steps at which modes of the fine part grow.
struct LocalSteps {
  /// nu. Random rods and plane grids, with steps up to the limit of the coarse elements: growing modes in 7
  /// of 132 with 0.01, in none with 0.05, 0.1 and 0.2.
  static constexpr double kStabilisation = 0.1;

  /// @param substeps  p >= 2
  explicit LocalSteps(int substeps, double nu = kStabilisation);

  int substeps = 0;
  double first = 0;  ///< z_1 = q + first h^2 a_0
  /// z_{m+1} = z_m + momentum[m] (z_m - z_{m-1}) + kick[m] h^2 a_m, for m from 1; [0] unused
  std::vector<double> momentum, kick;
  /// f_eff = sum_m weight[m] f_m; the sum of the weights is 1
  std::vector<double> weight;
  /// h for which |R| <= 1, over the limit 2 / sqrt(A) of one step: nearly p.
  double reach = 0;
};

}  // namespace jounce
