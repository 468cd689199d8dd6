#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "la/types.h"
#include "params/node.h"

namespace jounce::python {

/// "path=value" of every entry of a dictionary, with the value as a deck writes it. Throws
/// params::InputError.
std::vector<std::string> overrides(const pybind11::dict& set);

/// A document of dictionaries and lists as a tree. The place of a value is its path, "body.bob.mass": entries
/// of lists have their names, those without one their numbers from 0. Throws params::InputError for values
/// that decks do not have.
params::Node document_of(const pybind11::dict& tables);

/// The same array, which can no longer be written to.
pybind11::array read_only(pybind11::array array);
pybind11::array read_only(const Vector& values);                                          ///< a copy
pybind11::array read_only(const std::vector<double>& values, pybind11::ssize_t columns);  ///< rows of so many
/// A view of numbers that belong to `owner`, which lives as long as the view.
pybind11::array view_of(const Vector& values, const pybind11::handle& owner);
/// An array of so many numbers from what Python gives. Throws ValueError.
Vector vector_of(const pybind11::handle& value, Index size, const std::string& what);

/// Rows of numbers, zero at first.
pybind11::array_t<double> table(pybind11::ssize_t rows, pybind11::ssize_t columns);

/// jounce.Table of these columns.
pybind11::object table_of(const pybind11::dict& columns);

}  // namespace jounce::python
