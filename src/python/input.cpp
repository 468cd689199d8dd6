#include "python/input.h"

#include <fmt/format.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>

#include "la/petsc.h"
#include "params/nearest.h"
#include "python/callbacks.h"
#include "python/values.h"
#include "registry.h"
#include "run/model_file.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

/// Held from the first model to the end of the interpreter, and by the objects that are left then.
std::shared_ptr<PetscSession> session;

/// Functions that no entry of the deck calls have a name with a mistake, most likely.
void warn_of_unused(const deck::Deck& deck, const UserFunctions& functions) {
  std::vector<std::string> called;
  for (const char* const kind : {"load", "contact", "element"})
    for (const params::Params* entry : deck.entries(kind))
      if (entry->type().starts_with("user-")) called.push_back(entry->text("function"));
  for (const auto& [name, function] : functions) {
    if (std::find(called.begin(), called.end(), name) != called.end()) continue;
    const std::string near = params::nearest(name, called);
    const std::string text = fmt::format("no entry of the deck uses the function '{}'{}", name,
                                         near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
    if (PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 1) != 0) throw py::error_already_set();
  }
}

}  // namespace

std::shared_ptr<PetscSession> begin_session() {
  if (!session) session = std::make_shared<PetscSession>();
  return session;
}

void end_session() { session.reset(); }

Input::Input(const std::filesystem::path& file, const py::dict& set)
    : deck_(read_model_file(file, overrides(set))) {}

std::shared_ptr<Input> Input::from_text(const std::string& text, const py::dict& set) {
  return std::shared_ptr<Input>(
      new Input(deck::read_deck_text(text, "deck.toml", deck_schema(), overrides(set))));
}

std::shared_ptr<Input> Input::from_tables(const py::dict& tables, const py::dict& set,
                                          const std::filesystem::path& folder) {
  return std::shared_ptr<Input>(new Input(deck::read_deck_tree(
      document_of(tables), (folder / "tables").string(), deck_schema(), overrides(set))));
}

std::shared_ptr<Input> input_of(const py::object& deck) {
  if (py::isinstance<Input>(deck)) return deck.cast<std::shared_ptr<Input>>();
  if (py::isinstance<py::str>(deck) || py::hasattr(deck, "__fspath__"))
    return std::make_shared<Input>(deck.cast<std::filesystem::path>(), py::dict());
  throw py::type_error(
      fmt::format("the deck must be a Deck or the path of one, not {}", py::repr(deck).cast<std::string>()));
}

UserFunctions user_functions(const deck::Deck& deck, const Functions& forces, const Functions& gaps,
                             const Functions& masses) {
  UserFunctions functions;
  const auto add = [&](const std::string& name, UserFunction function) {
    if (!functions.emplace(name, std::move(function)).second)
      throw py::value_error(fmt::format("the function '{}' is given twice", name));
  };
  for (const auto& [name, function] : forces) add(name, force_function(name, function));
  for (const auto& [name, function] : gaps) add(name, gap_function(name, function));
  for (const auto& [name, function] : masses) add(name, mass_function(name, function));
  warn_of_unused(deck, functions);
  return functions;
}

}  // namespace jounce::python
