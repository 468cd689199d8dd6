#pragma once

#include <pybind11/pybind11.h>

#include "model/user_functions.h"

namespace jounce::python {

// Python functions as functions of users. Arrays that they get are views of shape (points, dimension), valid
// during the call only. What they return is checked for its shape; an exception makes the step fail with its
// message.

/// f(t, x, v, parameters) -> forces, or (forces, K, C).
UserForceFunction force_function(const std::string& name, pybind11::function function);
/// g(x, parameters) -> gap, or (gap, gradient).
UserGapFunction gap_function(const std::string& name, pybind11::function function);
/// M(x, parameters) -> matrix.
UserMassFunction mass_function(const std::string& name, pybind11::function function);

}  // namespace jounce::python
