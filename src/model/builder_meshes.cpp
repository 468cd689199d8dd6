// Meshes in the builder: their nodes, and which nodes, lines and cells a name of the deck stands for.

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "mesh/mesh_names.h"
#include "model/builder.h"
#include "params/nearest.h"

namespace jounce {

namespace {

/// Points of a group, or all of a mesh.
std::vector<int> points_of(const Mesh& mesh, const Mesh::Group* group) {
  if (group != nullptr) return group->points;
  std::vector<int> points(mesh.points.size());
  std::iota(points.begin(), points.end(), 0);
  return points;
}

/// Numbers of the cells of the entry `place` of Mesh::cells: those of a group, or all.
std::vector<int> numbers_of(const Mesh& mesh, const Mesh::Group* group, std::size_t place) {
  if (group != nullptr) return place < group->cells.size() ? group->cells[place] : std::vector<int>();
  std::vector<int> numbers(mesh.cells[place].size());
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

std::vector<std::string> ModelBuilder::mesh_names(
    const std::function<bool(const Mesh&, const Mesh::Group*)>& counts) const {
  std::vector<std::string> names;
  for_each_mesh_name(model_.meshes, [&](std::size_t i, const Mesh::Group* group, const std::string& full) {
    if (!counts || counts(model_.meshes[i], group)) names.push_back(full);
  });
  return names;
}

void ModelBuilder::add_mesh(Mesh mesh, const Params& source) {
  if (model_.meshes.find(mesh.name) != nullptr)
    source.fail("", fmt::format("a mesh named '{}' exists already", mesh.name));
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
  const auto found = find_mesh_name(model_.meshes, name);
  if (!found) refuse_name(source, key, name, "mesh or mesh group", mesh_names());
  const Mesh* const mesh = &model_.meshes[found->mesh];
  const std::vector<int> points = points_of(*mesh, found->group);
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
  if (const Body* body = bodies_.find(name)) return {body->node};
  const auto found = find_mesh_name(model_.meshes, name);
  if (!found) refuse_name(source, key, name, "body, mesh or mesh group", candidates());
  std::vector<int> nodes = points_of(model_.meshes[found->mesh], found->group);
  for (int& node : nodes) node += mesh_first_node_[found->mesh];
  return nodes;
}

void ModelBuilder::refuse_name(const Params& source, const std::string& key, const std::string& name,
                               const std::string& needed, const std::vector<std::string>& known) const {
  std::string what = what_is(model_.meshes, name), advice;
  if (!what.empty() && needed == "body")
    advice = fmt::format(": put a [[marker]] on '{}' and name that, without 'at'", name);
  if (name == "ground") {
    what = "fixed";
  } else if (bodies_.find(name) != nullptr) {
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
  const auto lines_of = [](const Mesh& of, const Mesh::Group* group) {
    return group == nullptr ? of.lines() : of.lines(*group);
  };
  if (const auto found = find_mesh_name(model_.meshes, name)) {
    const Mesh& of = model_.meshes[found->mesh];
    std::vector<Mesh::Line> lines = lines_of(of, found->group);
    if (found->group == nullptr || !lines.empty()) {
      *mesh = &of;
      *first_node = mesh_first_node_[found->mesh];
      return lines;
    }
  }
  refuse_name(source, key, name, "mesh or mesh group with line elements",
              mesh_names([&](const Mesh& of, const Mesh::Group* group) {
                return group == nullptr || !lines_of(of, group).empty();
              }));
}

std::vector<ModelBuilder::CellSelection> ModelBuilder::find_cells(const std::string& name,
                                                                  int dimension) const {
  std::vector<CellSelection> selections;
  const auto found = find_mesh_name(model_.meshes, name);
  if (!found) return selections;
  const Mesh& mesh = model_.meshes[found->mesh];
  for (std::size_t place = 0; place < mesh.cells.size(); ++place) {
    const Mesh::Cells& cells = mesh.cells[place];
    if (topology(cells.shape).dimension != dimension) continue;
    auto numbers = numbers_of(mesh, found->group, place);
    if (!numbers.empty())
      selections.push_back({&mesh, mesh_first_node_[found->mesh], &cells, std::move(numbers)});
  }
  return selections;
}

std::vector<ModelBuilder::CellSelection> ModelBuilder::cells(const Params& source, const std::string& key,
                                                             int dimension) const {
  const std::string& name = source.text(key);
  auto found = find_cells(name, dimension);
  if (!found.empty()) return found;
  if (const auto named = find_mesh_name(model_.meshes, name);
      named && model_.meshes[named->mesh].has_cells_elsewhere(named->group, dimension))
    return found;
  const std::vector<std::string> known = mesh_names([&](const Mesh& mesh, const Mesh::Group* group) {
    for (std::size_t place = 0; place < mesh.cells.size(); ++place)
      if (topology(mesh.cells[place].shape).dimension == dimension && !numbers_of(mesh, group, place).empty())
        return true;
    return false;
  });
  if (!find_mesh_name(model_.meshes, name)) refuse_name(source, key, name, "mesh or mesh group", known);
  source.fail(key,
              fmt::format("'{}' has no cells of {} dimension{}", name, dimension, dimension == 1 ? "" : "s"),
              name, known);
}

}  // namespace jounce
