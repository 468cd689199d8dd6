// The Python module `jounce._core`: decks, models, states, runs, results. The package `jounce` shows its
// names.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "deck/deck.h"
#include "python/definitions.h"
#include "registry.h"
#include "version.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

void define_deck(py::module_& module) {
  py::class_<Input, std::shared_ptr<Input>>(module, "Deck",
                                            "A deck (.toml) or an input file (.inp), with values changed.\n\n"
                                            "jounce.build makes one from tables and parts.")
      .def(py::init<std::filesystem::path, const py::dict&>(), py::arg("file"), py::arg("set") = py::dict(),
           "Reads and checks a deck; `set` maps paths of keys, 'contact.wall.restitution', to values.\n\n"
           "Raises jounce.InputError with all mistakes.")
      .def_static("from_text", &Input::from_text, py::arg("text"), py::arg("set") = py::dict(),
                  "A deck from a string; files that it names are searched in the working folder.")
      .def_static(
          "from_tables", &Input::from_tables, py::arg("tables"), py::arg("set") = py::dict(),
          py::arg("folder") = std::filesystem::path("."),
          "A deck from dictionaries: {'model': {...}, 'body': [{...}, {...}], ...}, as TOML has them.\n\n"
          "folder  in which files that it names are searched\n\n"
          "Raises jounce.InputError; messages name values by their paths, body.bob.mass.")
      .def_property_readonly(
          "title", [](const Input& self) { return self.deck().title(); }, "Title of the deck.")
      .def_property_readonly(
          "text", [](const Input& self) { return self.deck().resolved_toml(); },
          "The deck with all defaults and evaluated numbers, as TOML.")
      .def_property_readonly(
          "tables",
          [](const Input& self) {
            return py::module_::import("tomllib").attr("loads")(self.deck().resolved_toml());
          },
          "The same as dictionaries, which Deck.from_tables takes.")
      .def_property_readonly(
          "steps", [](const Input& self) { return self.deck().step_names(); }, "Names of [[step]], in order.")
      .def("__repr__", [](const Input& self) { return "<jounce.Deck '" + self.deck().title() + "'>"; });
}

}  // namespace
}  // namespace jounce::python

PYBIND11_MODULE(_core, module) {
  using namespace jounce::python;
  const py::object own_name = module.attr("__name__");
  module.attr("__name__") = "jounce";  // signatures and messages call classes by the names that users see
  module.doc() = "The compiled part of jounce; use the names of jounce.";
  module.attr("__version__") = jounce::version_line();
  py::register_exception<jounce::params::InputError>(module, "InputError", PyExc_ValueError).attr("__doc__") =
      "A deck is wrong: its mistakes, a line each, with place and the nearest valid name.";
  py::register_exception<RunError>(module, "RunError", PyExc_RuntimeError).attr("__doc__") =
      "A step or a start has failed, or the run cannot do what was asked.";
  module.def(
      "schema", [] { return jounce::deck::json_schema(jounce::deck_schema()); },
      "JSON Schema of decks, as `jounce schema` prints it.");
  define_deck(module);
  define_model(module);
  define_run(module);
  define_results(module);
  module.attr("__name__") = own_name;
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_session));
}
