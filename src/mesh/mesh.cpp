#include "mesh/mesh.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace jounce {

std::size_t Mesh::all_points(const Group* group) const {
  if (share == nullptr) return group == nullptr ? points.size() : group->points.size();
  return group == nullptr ? share->points : share->group_points[place_of(*group)];
}

int Mesh::place_in_whole(const Group* group, std::size_t k) const {
  if (share == nullptr) return static_cast<int>(k);
  return group == nullptr ? share->point_numbers[k] : share->group_places[place_of(*group)][k];
}

bool Mesh::has_cells_elsewhere(const Group* group, int dimension) const {
  if (share == nullptr) return false;
  const auto& dimensions = group == nullptr ? share->dimensions : share->group_dimensions[place_of(*group)];
  return dimensions[static_cast<std::size_t>(dimension)];
}

int Mesh::find(CellShape shape) const {
  const auto place =
      std::find_if(cells.begin(), cells.end(), [&](const Cells& c) { return c.shape == shape; });
  return place == cells.end() ? -1 : static_cast<int>(place - cells.begin());
}

Mesh::Cells& Mesh::of(CellShape shape) {
  const int place = find(shape);
  if (place >= 0) return cells[place];
  cells.push_back({shape, {}});
  return cells.back();
}

std::vector<Mesh::Line> Mesh::lines() const {
  std::vector<Line> found;
  const int place = find(CellShape::line2);
  if (place < 0) return found;
  const Cells& all = cells[place];
  for (std::size_t i = 0; i < all.size(); ++i) found.push_back({all.cell(i)[0], all.cell(i)[1]});
  return found;
}

std::vector<Mesh::Line> Mesh::lines(const Group& group) const {
  std::vector<Line> found;
  const int place = find(CellShape::line2);
  if (place < 0 || static_cast<std::size_t>(place) >= group.cells.size()) return found;
  const Cells& all = cells[place];
  for (const int i : group.cells[place]) {
    const auto line = all.cell(i);
    found.push_back({line[0], line[1]});
  }
  return found;
}

Mesh line_mesh(std::string name, const Vector3& from, const Vector3& to, int elements) {
  Mesh mesh;
  mesh.name = std::move(name);
  mesh.points.reserve(static_cast<std::size_t>(elements) + 1);
  auto& lines = mesh.of(CellShape::line2).nodes;
  lines.reserve(2 * static_cast<std::size_t>(elements));
  for (int i = 0; i <= elements; ++i) {
    const double s = static_cast<double>(i) / elements;
    mesh.points.push_back((1 - s) * from + s * to);
    if (i > 0) lines.insert(lines.end(), {i - 1, i});
  }
  mesh.groups.push_back({"start", {0}, {}});
  mesh.groups.push_back({"end", {elements}, {}});
  return mesh;
}

Mesh polyline_mesh(std::string name, const std::vector<Vector3>& corners, const std::vector<int>& elements) {
  assert(corners.size() == elements.size() + 1);
  Mesh mesh;
  mesh.name = std::move(name);
  mesh.points.push_back(corners.front());
  mesh.groups.push_back({"start", {0}, {}});
  auto& lines = mesh.of(CellShape::line2).nodes;
  for (std::size_t leg = 0; leg < elements.size(); ++leg) {
    Mesh::Group group{"leg_" + std::to_string(leg + 1), {}, {{}}};
    group.points.push_back(static_cast<int>(mesh.points.size()) - 1);
    for (int i = 1; i <= elements[leg]; ++i) {
      const double s = static_cast<double>(i) / elements[leg];
      const int node = static_cast<int>(mesh.points.size());
      mesh.points.push_back((1 - s) * corners[leg] + s * corners[leg + 1]);
      group.cells[0].push_back(static_cast<int>(lines.size() / 2));
      lines.insert(lines.end(), {node - 1, node});
      group.points.push_back(node);
    }
    const bool last = leg + 1 == elements.size();
    mesh.groups.push_back({last ? "end" : "point_" + std::to_string(leg + 2), {group.points.back()}, {}});
    mesh.groups.push_back(std::move(group));
  }
  return mesh;
}

}  // namespace jounce
