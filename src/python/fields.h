#pragma once

#include <filesystem>

#include "python/model.h"

namespace jounce::python {

/// Fields of elements at a state by name: a row for each drawn point, or a number where the field is scalar.
pybind11::dict fields_of(const Model& model, const deck::Deck& deck, const State& state);
/// Positions of the drawn points, 3 numbers each.
pybind11::array drawn_points(const Model& model, const State& state);
/// A page of `jounce view` that shows one state, in one piece of HTML.
std::string scene_of(const Model& model, const deck::Deck& deck, const State& state, const StepResult& step,
                     double h);
/// The page of a result folder or field file. Throws io::OutputError.
std::string scene_of_result(const std::filesystem::path& result, int frames);
/// Curves of columns of a result, as reports show them: HTML, or a sentence where gnuplot is
/// missing. Throws io::OutputError for what is no column.
std::string curves_of_result(const std::filesystem::path& result, const std::vector<std::string>& columns);

}  // namespace jounce::python
