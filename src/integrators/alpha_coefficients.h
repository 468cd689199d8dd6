#pragma once

#include <cmath>

namespace jounce {

/// Coefficients of the generalized-alpha method (Chung, Hulbert 1993; B 31).
struct AlphaCoefficients {
  double alpha_m, alpha_f, gamma, beta;

  /// The local error of positions is this times h^3 v'': a_n stands for the time t_n + (alpha_m - alpha_f) h
  /// (Arnold, Bruls, Cardona (2015), Numer. Math. 129, 149-179).
  double error_constant() const { return std::abs(beta + 0.5 * (alpha_m - alpha_f) - 1.0 / 6); }

  static AlphaCoefficients from_rho_inf(double rho_inf) {
    return from_alphas((2 * rho_inf - 1) / (rho_inf + 1), rho_inf / (rho_inf + 1));
  }
  /// Order 2 and largest dissipation for these alpha_m, alpha_f.
  static AlphaCoefficients from_alphas(double alpha_m, double alpha_f) {
    AlphaCoefficients c{};
    c.alpha_m = alpha_m;
    c.alpha_f = alpha_f;
    c.gamma = 0.5 + c.alpha_f - c.alpha_m;
    c.beta = 0.25 * (c.gamma + 0.5) * (c.gamma + 0.5);
    return c;
  }
};

}  // namespace jounce
