// The Python module `jounce`: decks, runs step by step, states as NumPy arrays.

#include <fmt/format.h>
#include <pybind11/eigen.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "python/run.h"
#include "version.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

const char* const kModule = R"(Nonlinear structural dynamics with contact.

    import jounce
    deck = jounce.Deck("inputs/pendulum.toml", {"integrator.step": 1e-3})
    run = jounce.Run(deck)
    while run.step():
        print(run.time, run.position("bob"))
)";

const char* const kRun = R"(One analysis, step by step.

deck     a Deck
output   folder for results; None: nothing is written
restart  checkpoint to go on from
changed_model  True: the checkpoint may be of a deck with another model (another load, say)
forces   functions that loads of type "user-force" name: f(t, x, v, parameters) returns the forces on the points, an
         array like x, or a tuple (forces, K, C) with K = -df/dx and C = -df/dv
gaps     functions that contacts of type "user-gap" name: g(x, parameters) returns a number, or a tuple with its
         gradient, an array like x
masses   functions that elements of type "user-mass" name: M(x, parameters) returns a symmetric matrix

Arrays that a run returns are copies of its state and read-only: writing to one raises ValueError, where it would
change nothing. run.q.copy() can be written to.

x and v have a row for each point and a column for each dimension. They are valid during the call only: copy what
you keep.
)";

void define_deck(py::module_& module) {
  py::class_<Input, std::shared_ptr<Input>>(module, "Deck",
                                            "A deck (.toml) or an input file (.inp), with values changed.")
      .def(py::init<std::filesystem::path, const py::dict&>(), py::arg("file"), py::arg("set") = py::dict(),
           "Reads and checks a deck; `set` maps paths of keys, 'contact.wall.restitution', to values.")
      .def_static("from_text", &Input::from_text, py::arg("text"), py::arg("set") = py::dict(),
                  "A deck from a string; files that it names are searched in the working folder.")
      .def_property_readonly("title", [](const Input& self) { return self.deck().title(); })
      .def_property_readonly(
          "text", [](const Input& self) { return self.deck().resolved_toml(); },
          "The deck with all defaults and evaluated numbers.");
}

void define_run(py::module_& module) {
  py::class_<Run>(module, "Run", kRun)
      .def(py::init<std::shared_ptr<Input>, std::optional<std::filesystem::path>,
                    std::optional<std::filesystem::path>, bool, const Functions&, const Functions&,
                    const Functions&>(),
           py::arg("deck"), py::kw_only(), py::arg("output") = py::none(), py::arg("restart") = py::none(),
           py::arg("changed_model") = false, py::arg("forces") = Functions(), py::arg("gaps") = Functions(),
           py::arg("masses") = Functions())
      .def("step", &Run::step,
           "Makes the next step. Returns True after a step and False at the end. Raises jounce.RunError when "
           "the step fails after all cuts.")
      .def("run", &Run::run, "Makes all remaining steps and closes the results; returns the summary.")
      .def("close", &Run::close, "Closes the results; returns the summary.")
      .def_property_readonly("time", &Run::time)
      .def_property_readonly("q", &Run::q, "Generalised coordinates: a read-only copy.")
      .def_property_readonly("v", &Run::v, "Generalised velocities: a read-only copy.")
      .def_property_readonly(
          "acceleration", &Run::acceleration,
          "Accelerations of the smooth motion at the end of the step; empty where the scheme has none.")
      .def("position", &Run::position, py::arg("name"),
           "Positions of a body, a marker (three numbers) or the nodes of a mesh or mesh group (a row each).")
      .def("velocity", &Run::velocity, py::arg("name"), "Velocities of the same.")
      .def_property_readonly("history", &Run::history, "Values of the columns of history.csv, by name.")
      .def_property_readonly("energies", &Run::energies, "kinetic, strain, gravity and total energy.")
      .def_property_readonly("contacts", &Run::contacts,
                             "Contacts of the last step: lists 'pair' and 'point', arrays 'gap', 'impulse', "
                             "'position', 'normal', "
                             "'velocity_before', 'velocity_after'.")
      .def_property_readonly("iterations", &Run::iterations, "Newton iterations of the last step.")
      .def(
          "__enter__", [](Run& self) -> Run& { return self; }, py::return_value_policy::reference)
      .def("__exit__", [](Run& self, const py::args&) { self.close(); });
}

}  // namespace
}  // namespace jounce::python

PYBIND11_MODULE(jounce, module) {
  using namespace jounce::python;
  module.doc() = kModule;
  module.attr("__version__") = jounce::version_line();
  py::register_exception<jounce::params::InputError>(module, "InputError", PyExc_ValueError);
  py::register_exception<RunError>(module, "RunError", PyExc_RuntimeError);
  define_deck(module);
  define_run(module);
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_session));
}
