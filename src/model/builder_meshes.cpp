// Meshes in the builder: their nodes, and which nodes, lines and cells a name of the deck stands for.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "mesh/mesh_names.h"
#include "model/builder.h"
#include "params/nearest.h"

namespace jounce {

void ModelBuilder::add_mesh(Mesh mesh, const Params& source) {
  for (const Mesh& other : model_.meshes)
    if (other.name == mesh.name) source.fail("", fmt::format("a mesh named '{}' exists already", mesh.name));
  for (const Vector3& point : mesh.points)
    for (int axis = dimension(); axis < 3; ++axis)
      if (point[axis] != 0)
        source.fail("",
                    fmt::format("mesh '{}' has a point with {} = {}, but the model has model.dimension = {}",
                                mesh.name, "xyz"[axis], point[axis], dimension()));
  mesh_first_node_.push_back(nodes_.size());
  for (const Vector3& point : mesh.points) nodes_.add(point, dimension(), 0);
  model_.meshes.push_back(std::move(mesh));
}

std::shared_ptr<TemperatureField> ModelBuilder::temperatures(const Mesh& mesh) {
  auto& field = temperatures_[mesh.name];
  if (field == nullptr) field = std::make_shared<TemperatureField>(mesh.points.size());
  return field;
}

void ModelBuilder::heat(const Params& source, const std::string& key, const params::TimeFunction& temperature,
                        std::optional<double> initial) {
  const std::string& name = source.text(key);
  std::vector<std::string> known;
  const Mesh* mesh = nullptr;
  std::vector<int> points;
  for_each_mesh_name(model_.meshes, [&](std::size_t i, const Mesh::Group* group, const std::string& full) {
    known.push_back(full);
    if (full != name) return;
    mesh = &model_.meshes[i];
    if (group != nullptr) points = group->points;
    if (group != nullptr) return;
    points.resize(mesh->points.size());
    std::iota(points.begin(), points.end(), 0);
  });
  if (mesh == nullptr) refuse_name(source, key, name, "mesh or mesh group", known);
  const auto field = temperatures(*mesh);
  if (!field->is_used)
    source.fail(key, fmt::format("no solid on mesh '{}' has a material with 'expansion' or of type "
                                 "'thermoelastic', so temperatures make no difference",
                                 mesh->name));
  const std::size_t twice = field->give(points, temperature, initial);
  if (twice == points.size()) return;
  const Vector3& X = mesh->points[points[twice]];
  source.fail(key,
              fmt::format("the node at ({:.6g}, {:.6g}, {:.6g}) already has a temperature from another load",
                          X[0], X[1], X[2]));
}

std::vector<int> ModelBuilder::nodes(const Params& source, const std::string& key,
                                     const std::string& name) const {
  check_stays(source, key, name);
  for (const Body& body : bodies_)
    if (body.name == name) return {body.node};
  for (std::size_t i = 0; i < model_.meshes.size(); ++i) {
    const Mesh& mesh = model_.meshes[i];
    std::vector<int> found;
    if (mesh.name == name) {
      found.resize(mesh.points.size());
      for (std::size_t k = 0; k < found.size(); ++k) found[k] = mesh_first_node_[i] + static_cast<int>(k);
      return found;
    }
    if (name.size() <= mesh.name.size() || name.compare(0, mesh.name.size() + 1, mesh.name + ".") != 0)
      continue;
    if (const Mesh::Group* group = mesh.find(name.substr(mesh.name.size() + 1))) {
      for (const int point : group->points) found.push_back(mesh_first_node_[i] + point);
      return found;
    }
  }
  refuse_name(source, key, name, "body, mesh or mesh group", candidates());
}

void ModelBuilder::refuse_name(const Params& source, const std::string& key, const std::string& name,
                               const std::string& needed, const std::vector<std::string>& known) const {
  std::string what = what_is(model_.meshes, name), advice;
  if (!what.empty() && needed == "body")
    advice = fmt::format(": put a [[marker]] on '{}' and name that, without 'at'", name);
  if (name == "ground") {
    what = "fixed";
  } else if (std::any_of(bodies_.begin(), bodies_.end(),
                         [&](const Body& body) { return body.name == name; })) {
    what = "a body";
  } else if (what.empty() && model_.find_marker(name) != nullptr) {
    what = "a marker";
    if (source.given("at")) advice = "; without 'at' the position of the marker is used";
  }
  if (!what.empty())
    source.fail(key, fmt::format("'{}' is {}, but a {} is required here{}", name, what, needed, advice));
  const std::string groups = groups_beside(model_.meshes, name);
  std::vector<std::string> near = known;
  if (!groups.empty())  // a group, and not the mesh
    std::erase_if(near, [](const std::string& other) { return other.find('.') == std::string::npos; });
  source.fail(key,
              fmt::format("there is no {} named '{}'{}", needed, name,
                          params::nearest(name, near).empty() ? groups : std::string()),
              name, near);
}

std::vector<std::array<int, 2>> ModelBuilder::lines(const Params& source, const std::string& key,
                                                    const Mesh** mesh, int* first_node) const {
  const std::string& name = source.text(key);
  std::vector<std::string> known;
  std::vector<Mesh::Line> found;
  *mesh = nullptr;
  for_each_mesh_name(model_.meshes, [&](std::size_t i, const Mesh::Group* group, const std::string& full) {
    const Mesh& candidate = model_.meshes[i];
    auto lines = group == nullptr ? candidate.lines() : candidate.lines(*group);
    if (group != nullptr && lines.empty()) return;
    known.push_back(full);
    if (full != name) return;
    *mesh = &candidate;
    *first_node = mesh_first_node_[i];
    found = std::move(lines);
  });
  if (*mesh != nullptr) return found;
  refuse_name(source, key, name, "mesh or mesh group with line elements", known);
}

namespace {

/// Numbers of the cells of the entry `place` of Mesh::cells: those of a group, or all.
std::vector<int> numbers_of(const Mesh& mesh, const Mesh::Group* group, std::size_t place) {
  if (group != nullptr) return place < group->cells.size() ? group->cells[place] : std::vector<int>();
  std::vector<int> numbers(mesh.cells[place].size());
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

std::vector<ModelBuilder::CellSelection> ModelBuilder::find_cells(const std::string& name, int dimension,
                                                                  std::vector<std::string>& known) const {
  std::vector<CellSelection> found;
  for_each_mesh_name(model_.meshes, [&](std::size_t i, const Mesh::Group* group, const std::string& full) {
    const Mesh& mesh = model_.meshes[i];
    for (std::size_t place = 0; place < mesh.cells.size(); ++place) {
      const Mesh::Cells& cells = mesh.cells[place];
      if (topology(cells.shape).dimension != dimension) continue;
      auto numbers = numbers_of(mesh, group, place);
      if (numbers.empty()) continue;
      if (known.empty() || known.back() != full) known.push_back(full);
      if (full == name) found.push_back({&mesh, mesh_first_node_[i], &cells, std::move(numbers)});
    }
  });
  return found;
}

std::vector<ModelBuilder::CellSelection> ModelBuilder::cells(const Params& source, const std::string& key,
                                                             int dimension) const {
  const std::string& name = source.text(key);
  std::vector<std::string> known;
  auto found = find_cells(name, dimension, known);
  if (!found.empty()) return found;
  bool exists = false;
  for_each_mesh_name(model_.meshes, [&](std::size_t, const Mesh::Group*, const std::string& full) {
    exists = exists || full == name;
  });
  if (!exists) refuse_name(source, key, name, "mesh or mesh group", known);
  source.fail(key,
              fmt::format("'{}' has no cells of {} dimension{}", name, dimension, dimension == 1 ? "" : "s"),
              name, known);
}

}  // namespace jounce
