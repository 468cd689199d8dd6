#pragma once

#include "linear_dynamics/linearisation.h"
#include "model/model.h"

namespace jounce {

/// Linearisation about a loaded state that `small`, a model with small strain, was brought into: small
/// vibrations of `finite`, the same model with Green-Lagrange strain, with the displacements u of the state
/// in its strains (B(u)^T D B(u)) and the stresses S = D e(u) of small strain in its stress stiffness. This
/// is what a perturbation about a linear static step means in CalculiX; S(E(u)) differs from it in the second
/// order of u, which shows near a buckling load.
Linearisation linearise_prestressed(const Model& small, const Model& finite, const State& state,
                                    const std::vector<ContactRow>& closed);

/// w times the stress stiffness of all solids, of the stresses at a state.
void add_stress_stiffness(const Model& model, const State& state, double w, MatrixSink& sink);

}  // namespace jounce
