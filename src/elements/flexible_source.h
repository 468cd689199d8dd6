#pragma once

#include <memory>

#include "model/model.h"
#include "reduction/linear_model.h"

namespace jounce {

/// The linear model of a flexible body from the elements of a system of its own: M, K, C at the initial
/// state. The products of shape functions H and b are exact for Euler-Bernoulli beams (four Gauss points an
/// element) and, from their mass matrices, for all blocks that interpolate displacements alike in all
/// directions. The model keeps its owner: the elements give the change of stiffness under displacements
/// (geometric stiffness), by central differences of their tangents or, for Euler-Bernoulli beams with normal
/// force N, as the matrix of int N w'^2 ds; other linear elements have none (std::invalid_argument then,
/// naming them). `node_dofs`: degrees of freedom of every point of the mesh, displacements first. Nothing may
/// be prescribed.
LinearModel linear_model_of(const std::shared_ptr<const Model>& owner, int dimension, const Mesh& mesh,
                            const std::vector<std::vector<Index>>& node_dofs);

}  // namespace jounce
