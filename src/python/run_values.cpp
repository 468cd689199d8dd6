#include <algorithm>

#include "python/fields.h"
#include "python/run.h"
#include "python/values.h"

// What a run says about its present state and its last step.

namespace py = pybind11;

namespace jounce::python {

std::shared_ptr<StateView> Run::state() {
  return std::make_shared<StateView>(StateView{model_, now().state()});
}

double Run::step_size() const { return now().schedule().step; }

py::array Run::q() const { return read_only(now().state().q); }

py::array Run::v() const { return read_only(now().state().v); }

py::array Run::acceleration() const { return read_only(now().last_step().acceleration); }

py::array Run::forces() const {
  Vector f;
  now().model().system.force(now().state(), f);
  return read_only(f);
}

py::array Run::position(const std::string& name) { return model_->position(name, now().state()); }

py::array Run::velocity(const std::string& name) { return model_->velocity(name, now().state()); }

py::dict Run::history() {
  py::dict dict;
  now().observe([&](const std::string& name, double value) { dict[py::str(name)] = value; });
  return dict;
}

py::dict Run::energies() const { return energies_of(now().model(), now().state()); }

py::dict Run::fields() { return fields_of(now().model(), model_->deck(), now().state()); }

py::array Run::points() { return drawn_points(now().model(), now().state()); }

std::string Run::scene() {
  return scene_of(now().model(), model_->deck(), now().state(), now().last_step(), now().schedule().step);
}

py::dict Run::reactions() const {
  const JointRows& joints = now().model().system.joints();
  const Vector& forces = now().last_step().reaction;
  py::dict dict;
  for (std::size_t i = 0; i < joints.all().size(); ++i) {
    const Constraint& joint = *joints.all()[i];
    Vector own = Vector::Zero(joint.rows());
    const Index first = joints.first_row(static_cast<int>(i));
    if (first + joint.rows() <= forces.size()) own = forces.segment(first, joint.rows());
    dict[py::str(joint.name())] = read_only(own);
  }
  return dict;
}

py::dict Run::contacts() const {
  const System& system = now().model().system;
  const State& state = now().state();
  const StepResult& step = now().last_step();
  const auto n = static_cast<py::ssize_t>(step.rows.size());
  py::list pairs, points;
  auto positions = table(n, 3), normals = table(n, 3);
  Vector gaps;
  system.contacts().gaps(step.rows, state, gaps);
  for (py::ssize_t i = 0; i < n; ++i) {
    const ContactRow& row = step.rows[i];
    const ContactPair& pair = *system.contacts().all()[row.pair];
    pairs.append(pair.name());
    points.append(pair.point_name(row));
    const Vector3 x = pair.position(state, row), normal = pair.axis(state, row, Direction::normal);
    std::copy_n(x.data(), 3, positions.mutable_data() + 3 * i);
    std::copy_n(normal.data(), 3, normals.mutable_data() + 3 * i);
  }
  const auto array = [&](const Vector& values) -> py::array {  // some schemes leave out what they do not have
    auto out = py::array_t<double>(n);
    for (py::ssize_t i = 0; i < n; ++i)
      out.mutable_data()[i] = i < values.size() ? values[static_cast<Index>(i)] : 0.0;
    return read_only(std::move(out));
  };
  auto friction = table(n, 2);  // none, one or two numbers of each contact
  Index tangent = 0;
  for (py::ssize_t i = 0; i < n; ++i)
    for (int k = 0; k < step.rows[i].law->tangents; ++k, ++tangent)
      if (tangent < step.friction_impulse.size())
        friction.mutable_data()[2 * i + k] = step.friction_impulse[tangent];
  py::dict dict;
  dict["pair"] = pairs;
  dict["point"] = points;
  dict["gap"] = array(gaps);
  dict["impulse"] = array(step.impulse);
  dict["friction_impulse"] = read_only(std::move(friction));
  dict["position"] = read_only(std::move(positions));
  dict["normal"] = read_only(std::move(normals));
  dict["velocity_before"] = array(step.velocity_before);
  dict["velocity_after"] = array(step.velocity_after);
  return dict;
}

}  // namespace jounce::python
