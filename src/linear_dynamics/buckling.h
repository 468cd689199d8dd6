#pragma once

#include "la/eigen_solver.h"
#include "model/model.h"

namespace jounce {

/// Linear buckling of a model of small strain about its undeformed state, under the loads at the time of the
/// state: with K u = f and the stress stiffness K_s of the stresses at u, the smallest positive lambda of
///
///   (K + lambda K_s) x = 0,  G x = 0   (joints and closed contacts G)
///
/// lambda times the loads buckle the body. `count` of them, or as many as were found, with x over the free
/// degrees of freedom, x^T K x = 1. Throws EigenFailure, and SingularMatrix where nothing holds the model.
struct Buckling {
  EigenPairs pairs;  ///< lambda and x
  State loaded;      ///< the state displaced by u
};
Buckling linear_buckling(const Model& model, const State& state, Index count);

}  // namespace jounce
