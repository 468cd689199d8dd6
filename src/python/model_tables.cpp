#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>

#include "params/nearest.h"
#include "python/model.h"
#include "python/values.h"

// Tables of the parts of a model.

namespace py = pybind11;

namespace jounce::python {
namespace {

/// Name of a node, as messages call it: of several names the last one that fits.
std::string name_of_node(const DofMap& dofs, int node) {
  std::string found = fmt::format("node {}", node);
  for (const NodeNames& names : dofs.node_names) {
    if (node < names.first || node >= names.first + names.count) continue;
    found = names.kind == NodeNames::Kind::single ? names.name
                                                  : fmt::format("{}[{}]", names.name, node - names.first);
  }
  return found;
}

/// Kind and type of the entry of a deck with this name; empty where there is none.
std::pair<std::string, std::string> entry_of(const deck::Deck& deck, const std::string& name) {
  for (const char* const kind : {"element", "body", "load", "contact"})
    if (const params::Params* entry = deck.find(kind, name)) return {kind, entry->type()};
  return {};
}

std::string type_of(const deck::Deck& deck, const char* kind, const std::string& name) {
  const params::Params* entry = deck.find(kind, name);
  return entry != nullptr ? entry->type() : "";
}

}  // namespace

py::object ModelView::bodies() const {
  py::list names, types, masses;
  std::vector<double> places;
  for (const params::Params* entry : deck_.entries("body"))
    for (const auto& [name, marker] : model_->markers) {
      if (name != entry->name() && !name.starts_with(entry->name() + "[")) continue;
      names.append(name);
      types.append(entry->type());
      masses.append(entry->has("mass") ? entry->number("mass") : std::nan(""));
      MarkerKinematics k;
      marker->evaluate(start_, Derivatives::none, k);
      places.insert(places.end(), k.x.begin(), k.x.end());
    }
  py::dict columns;
  columns["name"] = names;
  columns["type"] = types;
  columns["mass"] = read_only(py::array_t<double>(masses));
  columns["position"] = read_only(places, 3);
  return table_of(columns);
}

py::object ModelView::nodes() const {
  const DofMap& dofs = model_->system.dofs();
  const auto n = static_cast<py::ssize_t>(dofs.places.size());
  py::list names;
  auto position = table(n, 3);
  py::array_t<Index> numbers({n, py::ssize_t{3}}), rotations({n, py::ssize_t{3}});
  for (py::ssize_t i = 0; i < n; ++i) {
    const NodePlace& place = dofs.places[static_cast<std::size_t>(i)];
    names.append(name_of_node(dofs, static_cast<int>(i)));
    for (std::size_t k = 0; k < 3; ++k) {
      const Index dof = place.position[k];
      position.mutable_data()[3 * i + static_cast<py::ssize_t>(k)] = dof >= 0 ? start_.q[dof] : 0.0;
      numbers.mutable_data()[3 * i + static_cast<py::ssize_t>(k)] = dof;
      const Index turn = k == 2 && place.angle >= 0 ? place.angle : place.orientation[k];
      rotations.mutable_data()[3 * i + static_cast<py::ssize_t>(k)] = turn;
    }
  }
  py::dict columns;
  columns["name"] = names;
  columns["position"] = read_only(std::move(position));
  columns["dofs"] = read_only(std::move(numbers));
  columns["rotation_dofs"] = read_only(std::move(rotations));
  return table_of(columns);
}

py::object ModelView::elements() const {
  py::list names, kinds, types, shapes, counts;
  for (const auto& block : model_->system.blocks()) {
    const auto [kind, type] = entry_of(deck_, block->name());
    const Connectivity cells = block->connectivity();
    names.append(block->name());
    kinds.append(kind);
    types.append(type);
    shapes.append(cells.nodes.empty() ? "" : std::string(topology(cells.shape).name));
    counts.append(cells.nodes.empty() ? std::size_t{1} : cells.size());
  }
  py::dict columns;
  columns["name"] = names;
  columns["kind"] = kinds;
  columns["type"] = types;
  columns["shape"] = shapes;
  columns["count"] = read_only(py::array_t<Index>(counts));
  return table_of(columns);
}

py::array ModelView::cells(const std::string& element) const {
  const DofMap& dofs = model_->system.dofs();
  std::vector<Index> node_of(static_cast<std::size_t>(dofs.nv()), -1);
  for (std::size_t node = 0; node < dofs.places.size(); ++node)
    if (const Index dof = dofs.places[node].position[0]; dof >= 0) node_of[dof] = static_cast<Index>(node);
  std::vector<std::string> known;
  for (const auto& block : model_->system.blocks()) {
    const Connectivity cells = block->connectivity();
    if (cells.nodes.empty()) continue;
    known.push_back(block->name());
    if (block->name() != element) continue;
    const py::ssize_t width = topology(cells.shape).nodes;
    py::array_t<Index> array({static_cast<py::ssize_t>(cells.size()), width});
    for (std::size_t i = 0; i < cells.nodes.size(); ++i)
      array.mutable_data()[i] = node_of[cells.dofs[cells.nodes[i]]];
    return read_only(std::move(array));
  }
  const std::string near = params::nearest(element, known);
  throw py::key_error(fmt::format("there is no element '{}' with cells{}", element,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near)));
}

py::object ModelView::joints() const {
  const JointRows& joints = model_->system.joints();
  py::list names, types, first, rows, row_names;
  for (std::size_t i = 0; i < joints.all().size(); ++i) {
    const Constraint& joint = *joints.all()[i];
    names.append(joint.name());
    types.append(type_of(deck_, "joint", joint.name()));
    first.append(joints.first_row(static_cast<int>(i)));
    rows.append(joint.rows());
    row_names.append(joint.row_names());
  }
  py::dict columns;
  columns["name"] = names;
  columns["type"] = types;
  columns["first_row"] = read_only(py::array_t<Index>(first));
  columns["rows"] = read_only(py::array_t<Index>(rows));
  columns["row_names"] = row_names;
  return table_of(columns);
}

py::object ModelView::contacts() const {
  py::list names, types, points, restitutions, frictions;
  for (const auto& pair : model_->system.contacts().all()) {
    names.append(pair->name());
    types.append(type_of(deck_, "contact", pair->name()));
    points.append(pair->points());
    restitutions.append(pair->law().restitution);
    frictions.append(pair->law().mu(0));
  }
  py::dict columns;
  columns["name"] = names;
  columns["type"] = types;
  columns["points"] = read_only(py::array_t<Index>(points));
  columns["restitution"] = read_only(py::array_t<double>(restitutions));
  columns["friction"] = read_only(py::array_t<double>(frictions));
  return table_of(columns);
}

py::object ModelView::sensors() const {
  py::list names, units, descriptions;
  for (const auto& [name, unit, description] : sensors_) {
    names.append(name);
    units.append(unit);
    descriptions.append(description);
  }
  py::dict columns;
  columns["name"] = names;
  columns["unit"] = units;
  columns["description"] = descriptions;
  return table_of(columns);
}

py::object ModelView::drawings() const {
  py::list names, first, counts;
  std::size_t begin = 0;
  for (const Drawing& drawing : model_->drawings) {
    names.append(drawing.name);
    first.append(begin);
    counts.append(drawing.points());
    begin += drawing.points();
  }
  py::dict columns;
  columns["name"] = names;
  columns["first_point"] = read_only(py::array_t<Index>(first));
  columns["points"] = read_only(py::array_t<Index>(counts));
  return table_of(columns);
}

}  // namespace jounce::python
