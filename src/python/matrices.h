#pragma once

#include <optional>

#include "python/model.h"

namespace jounce::python {

// Matrices of a model at a state as scipy.sparse.csr_matrix, over all nv velocities. SciPy is imported here
// and nowhere else; ImportError says what to install.

pybind11::object mass_matrix(const Model& model, const State& state);  ///< M
/// K = d(M a - f)/dq in directions of v; with a = 0 that is -df/dq.
pybind11::object stiffness_matrix(const Model& model, const State& state, const std::optional<Vector>& a);
pybind11::object damping_matrix(const Model& model, const State& state);  ///< C = -df/dv
pybind11::object joint_matrix(const Model& model, const State& state);    ///< G, joint rows x nv

/// Contacts near a state: what they are called, gaps, places, normals.
pybind11::dict contact_points(const Model& model, const State& state, double within);
/// W and D of the same points: nv x points, nv x tangents.
pybind11::object normal_directions(const Model& model, const State& state, double within);
pybind11::object friction_directions(const Model& model, const State& state, double within);

/// scipy.sparse.csr_matrix of rows.
pybind11::object row_matrix(const RowJacobian& rows, Index columns, bool transposed);

}  // namespace jounce::python
