#pragma once

#include "model/model.h"
#include "reduction/linear_model.h"

namespace jounce {

/// The linear model of a flexible body from the elements of a system of its own: M, K, C at the initial
/// state. The products of shape functions H and b are exact for Euler-Bernoulli beams (four Gauss points an
/// element) and, from their mass matrices, for all blocks that interpolate displacements alike in all
/// directions. `node_dofs`: degrees of freedom of every point of the mesh, displacements first. Nothing may
/// be prescribed.
LinearModel linear_model_of(const System& system, int dimension, const Mesh& mesh,
                            const std::vector<std::vector<Index>>& node_dofs);

}  // namespace jounce
