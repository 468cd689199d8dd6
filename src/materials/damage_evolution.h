#pragma once

#include <vector>

namespace jounce {

/// How a metal loses its stiffness after it has begun to fail: the stress is (1 - D) times that of the law
/// without damage, s. With the plastic displacement u, du = L dp, L being the characteristic length of the
/// element, D follows from
///
///   displacement   x = u:             D = x / u_f,  or (1 - exp(-a x / u_f)) / (1 - exp(-a)),  or a table
///   energy         x = int |s|_vM du: D = x / (2 G), or 1 - exp(-x / G)
///
/// G is the energy that a unit of area of the crack takes, int (1 - D) |s|_vM du, whatever the hardening and
/// the size of the element (A. Hillerborg, M. Modeer, P.-E. Petersson, Cem. Concr. Res. 6 (1976) 773).
struct DamageEvolution {
  struct Point {
    double displacement, degradation;
  };

  double displacement = 0;        ///< u_f; 0: by a table or by energy
  double exponent = 0;            ///< a; 0: linear
  std::vector<Point> table = {};  ///< ascending; constant beyond its points
  double energy = 0;              ///< G; 0: by displacement
  bool is_exponential = false;    ///< of energy
  double most = 0.99;             ///< D is no larger, or there the material fails

  /// D(x) without its bound.
  double degradation(double x) const;
};

}  // namespace jounce
