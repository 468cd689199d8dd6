#include "python/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/within_memory.h"
#include "mesh/mesh_names.h"
#include "params/nearest.h"
#include "python/values.h"

namespace py = pybind11;

namespace jounce::python {

void StateView::set_q(const py::handle& q) {
  Vector given = vector_of(q, state.q.size(), "q");
  for (const Manifold::Rotation& rotation : model->model().system.manifold().rotations()) {
    auto quaternion = given.segment<4>(rotation.quaternion);
    const double norm = quaternion.norm();
    if (std::abs(norm - 1) > 1e-6)
      throw py::value_error(fmt::format("the quaternion q[{}:{}] has the norm {:.6g} instead of 1",
                                        rotation.quaternion, rotation.quaternion + 4, norm));
    if (std::abs(norm - 1) > 4e-16) quaternion /= norm;
    given.segment<3>(rotation.tangent).setZero();
  }
  std::ranges::copy(given, state.q.begin());  // in place: views of it stay valid
}

void StateView::set_v(const py::handle& v) {
  std::ranges::copy(vector_of(v, state.v.size(), "v"), state.v.begin());
}

ModelView::ModelView(std::shared_ptr<const Input> input, deck::Deck deck, const Setup& setup, State start)
    : input_(std::move(input)),
      deck_(std::move(deck)),
      model_(setup.model),
      start_(std::move(start)),
      notes_(setup.notes) {
  for (const Sensor& sensor : setup.sensors)
    sensors_.push_back({sensor.name, sensor.unit, sensor.description});
  for (const Sensor& sensor : Ledger::columns(deck_.units(), setup.parts))
    sensors_.push_back({sensor.name, sensor.unit, sensor.description});
}

std::shared_ptr<ModelView> ModelView::of_deck(const std::shared_ptr<Input>& input, const Functions& forces,
                                              const Functions& gaps, const Functions& masses) {
  begin_session();
  UserFunctions functions = user_functions(input->deck(), forces, gaps, masses);
  try {
    std::shared_ptr<ModelView> view;
    deck::within_memory(input->deck(), [&] {
      const Setup setup(input->deck(), std::move(functions));
      view = std::make_shared<ModelView>(input, input->deck(), setup, setup.start);
    });
    return view;
  } catch (const params::InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw RunError(error.what());
  }
}

std::shared_ptr<StateView> ModelView::state() const {
  return std::make_shared<StateView>(StateView{shared_from_this(), start_});
}

py::list ModelView::names() const {
  py::list names;
  for (const auto& [name, marker] : model_->markers) names.append(name);
  for (const Drawing& drawing : model_->drawings)
    for (const Mesh& mesh : model_->meshes) {
      if (mesh.name != drawing.name || drawing.coordinates == 0) continue;
      names.append(mesh.name);
      for (const Mesh::Group& group : mesh.groups) {
        const std::string name = mesh.name + "." + group.name;
        if (!model_->find_marker(name)) names.append(name);
      }
    }
  return names;
}

std::optional<py::array> ModelView::of_mesh(const std::string& name, Quantity quantity,
                                            const State& state) const {
  for (const Drawing& drawing : model_->drawings)
    for (const Mesh& mesh : model_->meshes) {
      if (mesh.name != drawing.name || drawing.coordinates == 0) continue;
      std::vector<int> points(drawing.points());
      for (std::size_t i = 0; i < points.size(); ++i) points[i] = static_cast<int>(i);
      bool found = name == mesh.name;
      for (const Mesh::Group& group : mesh.groups) {
        if (name != mesh.name + "." + group.name) continue;
        points = group.points;
        found = true;
      }
      if (!found) continue;
      const int width = drawing.coordinates;
      const auto rows = static_cast<py::ssize_t>(points.size());
      const auto fill = [&](auto array, const auto& value) -> py::array {
        auto* out = array.mutable_data();
        for (const int point : points)
          for (int k = 0; k < width; ++k) *out++ = value(drawing.node_dofs[point * width + k]);
        return read_only(std::move(array));
      };
      const std::vector<py::ssize_t> shape = {rows, width};
      if (quantity == Quantity::dof) return fill(py::array_t<Index>(shape), [](Index dof) { return dof; });
      const Vector& values = quantity == Quantity::position ? state.q : state.v;
      return fill(py::array_t<double>(shape), [&](Index dof) { return values[dof]; });
    }
  return std::nullopt;
}

py::array ModelView::of(const std::string& name, Quantity quantity, const State& state) const {
  if (const auto marker = model_->find_marker(name)) {
    if (quantity == Quantity::dof)
      return read_only(py::array_t<Index>(static_cast<py::ssize_t>(marker->size()), marker->dofs().data()));
    MarkerKinematics k;
    marker->evaluate(state, Derivatives::first, k);
    const Vector3& value = quantity == Quantity::position ? k.x : k.velocity;
    return read_only(py::array_t<double>(3, value.data()));
  }
  if (auto array = of_mesh(name, quantity, state)) return *array;
  const auto known = py::cast<std::vector<std::string>>(names());
  const std::string near = params::nearest(name, known);
  throw py::key_error(fmt::format("there is no body, marker, mesh or mesh group '{}'{}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near)));
}

py::array ModelView::dofs(const std::string& name) const { return of(name, Quantity::dof, start_); }

py::array ModelView::position(const std::string& name, const State& state) const {
  return of(name, Quantity::position, state);
}

py::array ModelView::velocity(const std::string& name, const State& state) const {
  return of(name, Quantity::velocity, state);
}

const State& state_or_start(const ModelView& model, const std::shared_ptr<StateView>& state,
                            std::shared_ptr<StateView>& start) {
  if (!state) {
    start = model.state();
    return start->state;
  }
  const State& own = state->state;
  if (&state->model->model() != &model.model() &&
      (own.q.size() != model.model().system.manifold().size() || own.v.size() != model.model().system.nv()))
    throw py::value_error(fmt::format("the state belongs to another model: it has {} velocities, this one {}",
                                      own.v.size(), model.model().system.nv()));
  return own;
}

py::dict energies_of(const Model& model, const State& state) {
  const Energies energies = model.system.energies(state);
  py::dict dict;
  dict["kinetic"] = energies.kinetic;
  dict["strain"] = energies.strain;
  dict["gravity"] = energies.gravity;
  dict["plastic"] = energies.plastic;
  dict["failure"] = energies.failure;
  dict["total"] = energies.total();
  return dict;
}

}  // namespace jounce::python
