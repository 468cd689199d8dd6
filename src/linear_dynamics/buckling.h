#pragma once

#include "la/eigen_solver.h"
#include "linear_dynamics/linearisation.h"
#include "model/model.h"

namespace jounce {

/// Linear buckling about a state: K is the stiffness there (with the stresses of a preload), f what the loads
/// of the model gain between two times, u from K u = f, and K_s the derivative of the stress stiffness along
/// u. The smallest positive lambda of
///
///   (K + lambda K_s) x = 0,  G x = 0   (joints and closed contacts G)
///
/// lambda times the loads buckle the body. `count` of them, or as many as were found, with x over the free
/// degrees of freedom, x^T K x = 1. K_s is a difference over +-u scaled to 1e-4 of the largest coordinate,
/// which is exact for small strain and Saint Venant and Kirchhoff's law. Throws EigenFailure, and
/// SingularMatrix where nothing holds the model.
struct Buckling {
  EigenPairs pairs;  ///< lambda and x
  State loaded;      ///< the state displaced by u
};
struct BucklingBase {
  State state;           ///< at the later time, when all of the loads act
  double without;        ///< the earlier time
  Linearisation linear;  ///< K and the joints there, of the degrees of freedom of the model
};
Buckling linear_buckling(const Model& model, BucklingBase base, Index count);

}  // namespace jounce
