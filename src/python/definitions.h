#pragma once

#include <pybind11/pybind11.h>

#include "python/run.h"

namespace jounce::python {

// What the module has, by file.

void define_model(pybind11::module_& module);    ///< Model, State
void define_run(pybind11::module_& module);      ///< Run, SavedRun
void define_results(pybind11::module_& module);  ///< what jounce.open reads files with

}  // namespace jounce::python
