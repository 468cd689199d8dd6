#include "python/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/within_memory.h"
#include "la/petsc.h"
#include "params/nearest.h"
#include "python/callbacks.h"
#include "registry.h"
#include "run/model_file.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

/// Held from the first Run to the end of the interpreter.
std::unique_ptr<PetscSession> session;

/// A value as TOML writes it; numbers, booleans and texts are those of JSON.
std::string toml_of(const std::string& path, const py::handle& value) {
  if (value.is_none())
    throw params::InputError({"--set " + path}, "None is not a value of a deck; omit the key");
  if (py::isinstance<py::float_>(value)) {
    const double number = value.cast<double>();
    if (!std::isfinite(number)) return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
  }
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
    return py::module_::import("json").attr("dumps")(value).cast<std::string>();
  std::string text;
  for (const py::handle entry : py::reinterpret_borrow<py::iterable>(value))
    text += (text.empty() ? "" : ", ") + toml_of(path, entry);
  return "[" + text + "]";
}

/// "path=value" with the value as a deck writes it.
std::vector<std::string> overrides(const py::dict& set) {
  std::vector<std::string> list;
  for (const auto& [key, value] : set) {
    // Arrays of NumPy become lists.
    const py::object plain =
        py::hasattr(value, "tolist") ? value.attr("tolist")() : py::reinterpret_borrow<py::object>(value);
    const auto path = py::cast<std::string>(key);
    list.push_back(fmt::format("{}={}", path, toml_of(path, plain)));
  }
  return list;
}

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

/// Rows of three numbers, or as many as the mesh has coordinates.
py::array_t<double> table(py::ssize_t rows, py::ssize_t columns) {
  py::array_t<double> array({rows, columns});
  std::fill_n(array.mutable_data(), rows * columns, 0.0);
  return array;
}

/// A copy of a state: what is written to it would be lost, so nothing can be.
py::array read_only(py::array array) {
  array.attr("flags").attr("writeable") = false;
  return array;
}

py::array read_only(const Vector& values) {
  return read_only(py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data()));
}

}  // namespace

void end_session() { session.reset(); }

Input::Input(const std::filesystem::path& file, const py::dict& set)
    : deck_(read_model_file(file, overrides(set))) {}

std::shared_ptr<Input> Input::from_text(const std::string& text, const py::dict& set) {
  return std::shared_ptr<Input>(
      new Input(deck::read_deck_text(text, "deck.toml", deck_schema(), overrides(set))));
}

Run::Run(std::shared_ptr<Input> input, const std::optional<std::filesystem::path>& output,
         const std::optional<std::filesystem::path>& restart, bool changed_model, const Functions& forces,
         const Functions& gaps, const Functions& masses)
    : input_(std::move(input)) {
  if (!session) session = std::make_unique<PetscSession>();
  options_.deck = input_->deck().path();
  options_.quiet = true;
  options_.write = output.has_value();
  if (output) options_.output = *output;
  if (restart) options_.restart = *restart;
  options_.changed_model = changed_model;
  UserFunctions functions;
  const auto add = [&](const std::string& name, UserFunction function) {
    if (!functions.emplace(name, std::move(function)).second)
      throw py::value_error(fmt::format("the function '{}' is given twice", name));
  };
  for (const auto& [name, function] : forces) add(name, force_function(name, function));
  for (const auto& [name, function] : gaps) add(name, gap_function(name, function));
  for (const auto& [name, function] : masses) add(name, mass_function(name, function));
  warn_of_unused(input_->deck(), functions);
  try {
    deck::within_memory(input_->deck(), [&] {
      steps_ = std::make_unique<StepSequence>(input_->deck(), options_, std::move(functions));
      steps_->now().begin();
    });
  } catch (const params::InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw RunError(error.what());
  }
}

Run::~Run() {
  try {
    if (steps_) close();
  } catch (const std::exception&) {  // results on a full disk: there is nobody to tell
  }
}

bool Run::step() {
  if (closed_) return false;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (steps_->now().next()) return true;
  const bool is_last = steps_->is_last();
  close();
  if (is_last) return false;
  closed_ = false;
  steps_->go_on();
  steps_->now().begin();
  return step();
}

std::string Run::run() {
  while (step()) {
  }
  return summary_;
}

std::string Run::close() {
  if (closed_) return summary_;
  closed_ = true;
  const RunReport report = steps_->now().finish();
  summary_ = report.message;
  if (report.exit_status != 0) throw RunError(summary_);
  return summary_;
}

py::array Run::of_markers(const std::string& name, Quantity quantity) const {
  const Model& model = steps_->now().model();
  const State& state = steps_->now().state();
  if (const auto marker = model.find_marker(name)) {
    MarkerKinematics k;
    marker->evaluate(state, Derivatives::first, k);
    const Vector3& value = quantity == Quantity::position ? k.x : k.velocity;
    return read_only(py::array_t<double>(3, value.data()));
  }
  const Vector& values = quantity == Quantity::position ? state.q : state.v;
  std::vector<std::string> known;
  for (const auto& [other, marker] : model.markers) known.push_back(other);
  for (const Drawing& drawing : model.drawings)
    for (const Mesh& mesh : model.meshes) {
      if (mesh.name != drawing.name || drawing.coordinates == 0) continue;
      std::vector<int> points(drawing.points());
      for (std::size_t i = 0; i < points.size(); ++i) points[i] = static_cast<int>(i);
      bool found = name == mesh.name;
      known.push_back(mesh.name);
      for (const Mesh::Group& group : mesh.groups) {
        known.push_back(mesh.name + "." + group.name);
        if (name != known.back()) continue;
        points = group.points;
        found = true;
      }
      if (!found) continue;
      auto array = table(static_cast<py::ssize_t>(points.size()), drawing.coordinates);
      double* out = array.mutable_data();
      for (const int point : points)
        for (int k = 0; k < drawing.coordinates; ++k)
          *out++ = values[drawing.node_dofs[point * drawing.coordinates + k]];
      return read_only(std::move(array));
    }
  const std::string near = params::nearest(name, known);
  throw py::key_error(fmt::format("there is no body, marker, mesh or mesh group '{}'{}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near)));
}

py::array Run::q() const { return read_only(steps_->now().state().q); }

py::array Run::v() const { return read_only(steps_->now().state().v); }

py::array Run::acceleration() const { return read_only(steps_->now().last_step().acceleration); }

py::array Run::position(const std::string& name) const { return of_markers(name, Quantity::position); }

py::array Run::velocity(const std::string& name) const { return of_markers(name, Quantity::velocity); }

py::dict Run::history() const {
  py::dict dict;
  steps_->now().observe([&](const std::string& name, double value) { dict[py::str(name)] = value; });
  return dict;
}

py::dict Run::energies() const {
  const Energies energies = steps_->now().model().system.energies(steps_->now().state());
  py::dict dict;
  dict["kinetic"] = energies.kinetic;
  dict["strain"] = energies.strain;
  dict["gravity"] = energies.gravity;
  dict["plastic"] = energies.plastic;
  dict["failure"] = energies.failure;
  dict["total"] = energies.total();
  return dict;
}

py::dict Run::contacts() const {
  const System& system = steps_->now().model().system;
  const State& state = steps_->now().state();
  const StepResult& step = steps_->now().last_step();
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
  py::dict dict;
  dict["pair"] = pairs;
  dict["point"] = points;
  dict["gap"] = array(gaps);
  dict["impulse"] = array(step.impulse);
  dict["position"] = read_only(std::move(positions));
  dict["normal"] = read_only(std::move(normals));
  dict["velocity_before"] = array(step.velocity_before);
  dict["velocity_after"] = array(step.velocity_after);
  return dict;
}

}  // namespace jounce::python
