#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <limits>

#include "python/definitions.h"
#include "python/fields.h"
#include "python/matrices.h"
#include "python/values.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

using At = std::shared_ptr<StateView>;

/// A function of a model and a state, which is the start where it is None.
template <class Function>
auto at_state(Function function) {
  return [function](const ModelView& self, const At& state) {
    At start;
    return function(self, state_or_start(self, state, start));
  };
}

/// The same with a distance.
template <class Function>
auto within(Function function) {
  return [function](const ModelView& self, const At& state, double within) {
    At start;
    return function(self.model(), state_or_start(self, state, start), within);
  };
}

constexpr double kEverywhere = std::numeric_limits<double>::infinity();

const char* const kModel = R"(The model of a deck: its parts, and forces and matrices at any state.

    model = jounce.Model(deck)
    state = model.state()
    M, K, G = model.M(state), model.K(state), model.G(state)

    M(q) dv/dt = f(q, v, t) + G^T lambda + W Lambda,   g(q, t) = 0,   0 <= g_N perp Lambda >= 0

Vectors and matrices have all nv velocities: first the n_free unknowns, then those that supports prescribe. Functions of
a state take that of the start where none is given. Matrices are scipy.sparse.csr_matrix; SciPy is imported when the
first is asked for. Units are those of the deck.

deck                 a Deck, or the path of one; of one with [[step]] the first step
forces, gaps, masses  functions that the deck names, see Run
)";

const char* const kState =
    R"(Configuration q, velocity v and time t of a model, with the history of its materials.

q and v are views of the numbers of this state. They cannot be written to (ValueError); they follow what is set, and stay
valid when state, model and run are gone. Write by setting the whole array, which is checked and copied:

    q = state.q.copy()
    q[model.dofs("bob")[0]] += 0.1
    state.q = q

q has nv numbers, then a unit quaternion (w, x, y, z) for each orientation in space; its entries at the three velocities
of an orientation are 0.
)";

void define_state(py::class_<StateView, At>& state) {
  state
      .def_property(
          "q", [](py::object self) { return view_of(self.cast<StateView&>().state.q, self); },
          &StateView::set_q,
          "Generalised coordinates, a read-only view; setting copies. ValueError: shape, quaternions off "
          "unity.")
      .def_property(
          "v", [](py::object self) { return view_of(self.cast<StateView&>().state.v, self); },
          &StateView::set_v, "Generalised velocities, a read-only view; setting copies.")
      .def_property(
          "t", [](const StateView& self) { return self.state.t; },
          [](StateView& self, double t) {
            if (!std::isfinite(t)) throw py::value_error("t must be a finite number");
            self.state.t = t;
          },
          "Time.")
      .def_property_readonly(
          "model", [](const StateView& self) { return std::const_pointer_cast<ModelView>(self.model); },
          "The Model that it belongs to.")
      .def(
          "copy", [](const StateView& self) { return std::make_shared<StateView>(self); },
          "A state of its own with the same numbers.")
      .def("__copy__", [](const StateView& self) { return std::make_shared<StateView>(self); })
      .def("__deepcopy__",
           [](const StateView& self, const py::dict&) { return std::make_shared<StateView>(self); })
      .def(
          "position",
          [](const StateView& self, const std::string& name) {
            return self.model->position(name, self.state);
          },
          py::arg("name"),
          "Positions of a body, a marker (three numbers) or the nodes of a mesh or mesh group (a row each).")
      .def(
          "velocity",
          [](const StateView& self, const std::string& name) {
            return self.model->velocity(name, self.state);
          },
          py::arg("name"), "Velocities of the same.")
      .def_property_readonly(
          "energies", [](const StateView& self) { return energies_of(self.model->model(), self.state); },
          "kinetic, strain, gravity, plastic, failure and total energy.")
      .def("__repr__", [](const StateView& self) {
        return "<jounce.State t = " + py::repr(py::float_(self.state.t)).cast<std::string>() + ", " +
               std::to_string(self.state.v.size()) + " velocities>";
      });
}

using ModelClass = py::class_<ModelView, std::shared_ptr<ModelView>>;

void define_parts(ModelClass& model) {
  model.def_property_readonly("bodies", &ModelView::bodies, "Table: name, type, mass, position at the start.")
      .def_property_readonly(
          "nodes", &ModelView::nodes,
          "Table: name, position at the start, dofs along x, y, z and rotation_dofs (-1: none; "
          "the angle of the plane is the third).")
      .def_property_readonly("elements", &ModelView::elements,
                             "Table of blocks: name, kind of table in the deck, type, shape of cells, count.")
      .def_property_readonly("joints", &ModelView::joints,
                             "Table: name, type, first_row in G, number of rows, row_names.")
      .def_property_readonly("contacts", &ModelView::contacts,
                             "Table: name, type, points (0: found by search), restitution, friction at rest.")
      .def_property_readonly("sensors", &ModelView::sensors, "Table of the history: name, unit, description.")
      .def_property_readonly("drawings", &ModelView::drawings,
                             "Table: name, first_point and number of points in `points` and `fields`.")
      .def_property_readonly("names", &ModelView::names, "Names that position, velocity and dofs take.")
      .def("cells", &ModelView::cells, py::arg("element"),
           "Nodes of the cells of an element block, a row each: numbers of rows of `nodes`.")
      .def("dofs", &ModelView::dofs, py::arg("name"),
           "Places in v of the velocities of a body, marker, mesh or group (nodes: a row each).");
}

void define_functions(ModelClass& model) {
  model
      .def("force", at_state([](const ModelView& self, const State& state) {
             Vector f;
             self.model().system.force(state, f);
             return read_only(f);
           }),
           py::arg("state") = py::none(), "f(q, v, t): forces of elements, loads and gravity.")
      .def("M", at_state([](const ModelView& self, const State& s) { return mass_matrix(self.model(), s); }),
           py::arg("state") = py::none(), "Mass matrix M(q), nv x nv.")
      .def(
          "K",
          [](const ModelView& self, const At& state, const py::object& a) {
            At start;
            std::optional<Vector> acceleration;
            if (!a.is_none()) acceleration = vector_of(a, self.model().system.nv(), "the acceleration");
            return stiffness_matrix(self.model(), state_or_start(self, state, start), acceleration);
          },
          py::arg("state") = py::none(), py::arg("acceleration") = py::none(),
          "Stiffness matrix K = -df/dq in the directions of v, nv x nv; with an acceleration a K = d(M a - "
          "f)/dq.")
      .def("C",
           at_state([](const ModelView& self, const State& s) { return damping_matrix(self.model(), s); }),
           py::arg("state") = py::none(), "Damping matrix C = -df/dv, nv x nv.")
      .def("G", at_state([](const ModelView& self, const State& s) { return joint_matrix(self.model(), s); }),
           py::arg("state") = py::none(),
           "Jacobian of the joints, a row each of `joints`: d(g)/dt = G v + g_t.")
      .def("g", at_state([](const ModelView& self, const State& state) {
             Vector g;
             self.model().system.joints().values(state, g);
             return read_only(g);
           }),
           py::arg("state") = py::none(), "Values of the joint rows, zero where the joints hold.")
      .def("contact_points", within(&contact_points), py::arg("state") = py::none(),
           py::arg("within") = kEverywhere,
           "Contact points with gaps up to `within` (of bodies and surfaces no farther than the envelope of "
           "their\n"
           "contact): lists 'pair' and 'point', arrays 'gap', 'position', 'normal'.")
      .def("W", within(&normal_directions), py::arg("state") = py::none(), py::arg("within") = kEverywhere,
           "Directions of normal contact forces, nv x points of contact_points: d(gap)/dt = W^T v where "
           "nothing\n"
           "else moves.")
      .def("D", within(&friction_directions), py::arg("state") = py::none(), py::arg("within") = kEverywhere,
           "Directions of friction, nv x tangents of all contacts with friction, then of joints with "
           "friction.")
      .def("energies",
           at_state([](const ModelView& self, const State& s) { return energies_of(self.model(), s); }),
           py::arg("state") = py::none(), "kinetic, strain, gravity, plastic, failure and total energy.")
      .def("fields", at_state([](const ModelView& self, const State& s) {
             return fields_of(self.model(), self.deck(), s);
           }),
           py::arg("state") = py::none(), "Fields of elements by name, a row for each of `points`.")
      .def("points",
           at_state([](const ModelView& self, const State& s) { return drawn_points(self.model(), s); }),
           py::arg("state") = py::none(), "Positions of the drawn points, by drawings.")
      .def("scene", at_state([](const ModelView& self, const State& s) {
             return scene_of(self.model(), self.deck(), s, StepResult(), 1);
           }),
           py::arg("state") = py::none(), "One HTML page that shows the model, as `jounce view` makes it.");
}

}  // namespace

void define_model(py::module_& module) {
  ModelClass model(module, "Model", kModel);
  py::class_<StateView, At> state(module, "State", kState);
  model
      .def(py::init([](const py::object& deck, const Functions& forces, const Functions& gaps,
                       const Functions& masses) {
             return ModelView::of_deck(input_of(deck), forces, gaps, masses);
           }),
           py::arg("deck"), py::kw_only(), py::arg("forces") = Functions(), py::arg("gaps") = Functions(),
           py::arg("masses") = Functions())
      .def("state", &ModelView::state, "A State at the start.")
      .def_property_readonly(
          "dimension", [](const ModelView& self) { return self.model().dimension; }, "1, 2 or 3.")
      .def_property_readonly(
          "nv", [](const ModelView& self) { return self.model().system.nv(); }, "Number of velocities.")
      .def_property_readonly(
          "n_free", [](const ModelView& self) { return self.model().system.n_free(); },
          "Number of those that are unknowns; they come first.")
      .def_property_readonly("notes", &ModelView::notes, "What is noteworthy about the start, in sentences.")
      .def("__repr__", [](const ModelView& self) {
        return "<jounce.Model '" + self.deck().title() + "', " + std::to_string(self.model().system.nv()) +
               " velocities, " + std::to_string(self.model().system.joints().rows()) + " joint rows>";
      });
  define_parts(model);
  define_functions(model);
  define_state(state);
}

}  // namespace jounce::python
