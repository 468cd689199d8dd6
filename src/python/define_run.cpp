#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "python/definitions.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

const char* const kRun = R"(One analysis, step by step.

    with jounce.Run(jounce.Deck("inputs/pendulum.toml")) as run:
        while run.step():
            print(run.time, run.position("bob"))

deck     a Deck, or the path of one
output   folder for results; None: nothing is written
restart  checkpoint to go on from
changed_model  True: the checkpoint may be of a deck with another model (another load, say)
undo     number of steps that undo() can take back; each step then begins with fresh factors of its matrices
record   True: the history of every step is kept in `recorded`
forces   functions that loads of type "user-force" name: f(t, x, v, parameters) returns the forces on the points, an
         array like x, or a tuple (forces, K, C) with K = -df/dx and C = -df/dv
gaps     functions that contacts of type "user-gap" name: g(x, parameters) returns a number, or a tuple with its
         gradient, an array like x
masses   functions that elements of type "user-mass" name: M(x, parameters) returns a symmetric matrix

x and v have a row for each point and a column for each dimension. They are valid during the call only: copy what
you keep.

Arrays that a run returns are copies of its state and read-only: writing to one raises ValueError, where it would
change nothing. run.q.copy() can be written to. They stay as they are when the run goes on or ends.
)";

using RunClass = py::class_<Run>;

void define_values(RunClass& run) {
  run.def_property_readonly("time", &Run::time, "Present time.")
      .def_property_readonly("deck", &Run::deck, "The Deck.")
      .def_property_readonly("model", &Run::model,
                             "The Model, of a deck with [[step]] that of the present step.")
      .def_property_readonly("state", &Run::state,
                             "A State with copies of the present numbers; change it and restore(state).")
      .def_property_readonly("q", &Run::q, "Generalised coordinates: a read-only copy.")
      .def_property_readonly("v", &Run::v, "Generalised velocities: a read-only copy.")
      .def_property_readonly(
          "acceleration", &Run::acceleration,
          "Accelerations of the smooth motion at the end of the step; empty where the scheme has none.")
      .def_property_readonly("force", &Run::forces, "f(q, v, t): forces of elements, loads and gravity.")
      .def("position", &Run::position, py::arg("name"),
           "Positions of a body, a marker (three numbers) or the nodes of a mesh or mesh group (a row each).")
      .def("velocity", &Run::velocity, py::arg("name"), "Velocities of the same.")
      .def_property_readonly("history", &Run::history, "Values of the columns of history.csv, by name.")
      .def_property_readonly("recorded", &Run::recorded,
                             "Table of time and history of all steps so far, with record=True.")
      .def_property_readonly("energies", &Run::energies,
                             "kinetic, strain, gravity, plastic, failure and total energy.")
      .def_property_readonly("contacts", &Run::contacts,
                             "Contacts of the last step: lists 'pair' and 'point', arrays 'gap', 'impulse', "
                             "'friction_impulse' (two tangents), 'position', 'normal', "
                             "'velocity_before', 'velocity_after'.")
      .def_property_readonly("reactions", &Run::reactions,
                             "Forces of the rows of every joint in the last step, by the joint's name.")
      .def_property_readonly("fields", &Run::fields,
                             "Fields of elements by name, a row for each of `points`.")
      .def_property_readonly("points", &Run::points, "Positions of the drawn points, by model.drawings.")
      .def_property_readonly("iterations", &Run::iterations, "Newton iterations of the last step.")
      .def_property_readonly("step_size", &Run::step_size, "Nominal step size.")
      .def("scene", &Run::scene, "One HTML page that shows the present state, as `jounce view` makes it.");
}

void define_ways_back(RunClass& run) {
  run.def("save", &Run::save,
          "Where the run is, to be given to restore(). From here on, and again after restore(), the steps "
          "are the\n"
          "same to the last bit. Raises RunError in a run that writes results, or of several ranks.")
      .def("restore", &Run::restore, py::arg("saved"), "The run is again where it was saved.")
      .def("restore", &Run::restore_state, py::arg("state"),
           "The run begins anew at a State: the scheme has no memory, energies of dissipation count from "
           "zero, and\n"
           "joints hold as at the start of a deck. Raises InputError where they cannot, ValueError for a "
           "state\n"
           "of another deck or time.")
      .def("undo", &Run::undo, "Takes the last step back. Raises RunError when none is kept (see undo=).")
      .def("after_step", &Run::after_step, py::arg("function"),
           "Calls function(run) after every step; returns it, so that @run.after_step decorates. An "
           "exception ends\n"
           "the step with the state after it.")
      .def("forget", &Run::forget, py::arg("function"), "The function is no longer called.")
      .def("stop", &Run::stop, "No more steps: the next step() closes the results and returns False.");
}

}  // namespace

void define_run(py::module_& module) {
  py::class_<SavedRun, std::shared_ptr<SavedRun>>(module, "SavedRun",
                                                  "Where a run was, by Run.save; memory of its own.")
      .def_property_readonly(
          "time", [](const SavedRun& self) { return self.snapshot.run.state.t; }, "Its time.")
      .def_property_readonly(
          "state",
          [](const SavedRun& self) {
            return std::make_shared<StateView>(StateView{self.model, self.snapshot.run.state});
          },
          "A State with copies of its numbers.");
  RunClass run(module, "Run", kRun);
  run.def(py::init([](const py::object& deck, std::optional<std::filesystem::path> output,
                      std::optional<std::filesystem::path> restart, bool changed_model, int undo, bool record,
                      const Functions& forces, const Functions& gaps, const Functions& masses) {
            return std::make_unique<Run>(
                input_of(deck), RunChoice{std::move(output), std::move(restart), changed_model, undo, record},
                forces, gaps, masses);
          }),
          py::arg("deck"), py::kw_only(), py::arg("output") = py::none(), py::arg("restart") = py::none(),
          py::arg("changed_model") = false, py::arg("undo") = 0, py::arg("record") = false,
          py::arg("forces") = Functions(), py::arg("gaps") = Functions(), py::arg("masses") = Functions())
      .def("step", &Run::step,
           "Makes the next step. Returns True after a step and False at the end. Raises jounce.RunError when "
           "the step fails after all cuts.")
      .def("run", &Run::run, "Makes all remaining steps and closes the results; returns the summary.")
      .def("close", &Run::close, "Closes the results; returns the summary.")
      .def(
          "__enter__", [](Run& self) -> Run& { return self; }, py::return_value_policy::reference)
      .def("__exit__", [](Run& self, const py::args&) { self.close(); })
      .def("__repr__", [](const Run& self) {
        return "<jounce.Run '" + self.deck()->deck().title() +
               "' at t = " + py::repr(py::float_(self.time())).cast<std::string>() + ">";
      });
  define_values(run);
  define_ways_back(run);
}

}  // namespace jounce::python
