#include "elements/solid_faces.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "elements/shell.h"

namespace jounce {
namespace {

using params::Params;

/// A face of a solid element.
struct OwnedFace {
  const SolidElements* block = nullptr;
  const ShellElements* shell = nullptr;
  std::size_t cell = 0;
  std::vector<int> points;  ///< of the mesh, in the order whose normal points outwards
  int owners = 0;
};
using Corners = std::vector<int>;

Corners corners_of(CellShape shape, std::span<const int> points) {
  Corners corners(points.begin(), points.begin() + topology(shape).corners);
  std::sort(corners.begin(), corners.end());
  return corners;
}

/// Finds the solid elements that the wanted faces belong to.
void find_owners(const std::string& mesh, const ModelBuilder& builder, std::map<Corners, OwnedFace>& faces) {
  std::vector<std::uint8_t> is_wanted;  // of points: whether one of the faces has it as its least corner
  for (const auto& [corners, face] : faces) {
    const auto least = static_cast<std::size_t>(corners.front());
    if (is_wanted.size() <= least) is_wanted.resize(least + 1, 0);
    is_wanted[least] = 1;
  }
  for (const SolidElements* solids : solids_of(builder.model().system.blocks())) {
    if (solids->cells().mesh != mesh) continue;
    const SolidCells& cells = solids->cells();
    const auto has_wanted = [&](std::span<const int> cell) {
      return std::ranges::any_of(cell, [&](int node) {
        const auto point = static_cast<std::size_t>(cells.points[node]);
        return point < is_wanted.size() && is_wanted[point] != 0;
      });
    };
    std::vector<int> points;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!has_wanted(cells.cell(i))) continue;
      for (const CellFace& face : topology(cells.shape).faces) {
        points.clear();
        for (const int node : face.nodes) points.push_back(cells.points[cells.cell(i)[node]]);
        const auto wanted = faces.find(corners_of(face.shape, points));
        if (wanted == faces.end()) continue;
        const SolidElements* other = wanted->second.block;
        if (other != nullptr && other->cells().shape == cells.shape &&
            other->cells().numbers[wanted->second.cell] == cells.numbers[i])
          continue;  // another layer of the same cell
        wanted->second.block = solids;
        wanted->second.cell = i;
        wanted->second.points = points;
        ++wanted->second.owners;
      }
    }
  }
}

/// Faces of shells: the element gives the side, the lower or the upper one.
std::map<Corners, const ShellElements*> shell_faces(const std::string& mesh, const ModelBuilder& builder) {
  std::map<Corners, const ShellElements*> faces;
  for (const ShellElements* shells : shells_of(builder.model().system.blocks())) {
    const ShellCells& cells = shells->cells();
    if (cells.mesh != mesh) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::vector<int> points;
      for (const int node : cells.cell(i)) points.push_back(cells.points[node]);
      faces.emplace(corners_of(cells.shape, points), shells);
    }
  }
  return faces;
}

/// Takes the faces that shells have for themselves; their cells say which side is outside.
void add_shell_owners(const ModelBuilder::CellSelection& selection, const ModelBuilder& builder,
                      std::map<Corners, OwnedFace>& faces) {
  const auto shells = shell_faces(selection.mesh->name, builder);
  if (shells.empty()) return;
  for (const int number : selection.numbers) {
    const auto cell = selection.cells->cell(static_cast<std::size_t>(number));
    const Corners corners = corners_of(selection.cells->shape, cell);
    const auto found = shells.find(corners);
    if (found == shells.end()) continue;
    OwnedFace& face = faces[corners];
    face.shell = found->second;
    face.points.assign(cell.begin(), cell.end());
    ++face.owners;
  }
}

FaceElement element_at(const SolidElements* block, std::size_t cell) {
  return block->can_fail() ? FaceElement{block, cell} : FaceElement{};
}

/// A face by its element.
struct CellSide {
  const SolidElements* block = nullptr;
  std::size_t cell = 0;
  const CellFace* face = nullptr;

  int point(int node) const {
    const SolidCells& cells = block->cells();
    return cells.points[cells.cell(cell)[node]];
  }
  Corners corners() const {
    Corners points;
    for (const int node : face->nodes.first(static_cast<std::size_t>(topology(face->shape).corners)))
      points.push_back(point(node));
    std::sort(points.begin(), points.end());
    return points;
  }
};

/// Calls visit(side, least point of its corners) for all faces of the solids of a mesh.
template <class Visit>
void for_each_side(const std::string& mesh, const ModelBuilder& builder, Visit&& visit) {
  for (const SolidElements* solids : solids_of(builder.model().system.blocks())) {
    const SolidCells& cells = solids->cells();
    if (cells.mesh != mesh) continue;
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (const CellFace& face : topology(cells.shape).faces) {
        const CellSide side{solids, i, &face};
        int least = side.point(face.nodes[0]);
        for (int k = 1; k < topology(face.shape).corners; ++k)
          least = std::min(least, side.point(face.nodes[static_cast<std::size_t>(k)]));
        visit(side, least);
      }
  }
}

/// Calls visit(number of elements, the sides of two of them) for all faces of the solids of a mesh.
template <class Visit>
void for_each_face(const std::string& mesh, const ModelBuilder& builder, Visit&& visit) {
  std::vector<std::size_t> first;  // of the faces by their least point
  for_each_side(mesh, builder, [&](const CellSide&, int least) {
    const auto at = static_cast<std::size_t>(least);
    if (first.size() < at + 2) first.resize(at + 2, 0);
    ++first[at + 1];
  });
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  if (first.empty()) return;
  std::vector<CellSide> sides(first.back());
  std::vector<std::size_t> next = first;
  for_each_side(mesh, builder, [&](const CellSide& side, int least) {
    sides[next[static_cast<std::size_t>(least)]++] = side;
  });
  std::map<Corners, std::pair<int, std::array<CellSide, 2>>> here;
  for (std::size_t point = 0; point + 1 < first.size(); ++point) {
    here.clear();
    for (std::size_t i = first[point]; i < first[point + 1]; ++i) {
      auto& [count, two] = here[sides[i].corners()];
      if (count < 2) two[count] = sides[i];
      ++count;
    }
    for (const auto& [corners, face] : here) visit(face.first, face.second);
  }
}

/// The faces of the solids of a mesh that belong to one element.
std::vector<CellSide> boundary_of(const std::string& mesh, const ModelBuilder& builder) {
  std::vector<CellSide> boundary;
  for_each_face(mesh, builder, [&](int count, const std::array<CellSide, 2>& sides) {
    if (count == 1) boundary.push_back(sides[0]);
  });
  return boundary;
}

/// Appends a side with nodes of its own.
void append(const CellSide& side, SurfaceFaces& to) {
  const SolidCells& cells = side.block->cells();
  const auto dimension = static_cast<std::size_t>(topology(cells.shape).dimension);
  for (const int node : side.face->nodes) {
    const auto at = static_cast<std::size_t>(cells.cell(side.cell)[node]) * dimension;
    to.nodes.push_back(static_cast<int>(to.nodes.size()));
    to.points.push_back(side.point(node));
    to.places.insert(to.places.end(), &cells.places[at], &cells.places[at] + dimension);
    to.dofs.insert(to.dofs.end(), &cells.dofs[at], &cells.dofs[at] + dimension);
  }
}

}  // namespace

std::vector<SurfaceFaces> rest_of_boundary(const std::vector<SurfaceFaces>& faces,
                                           const ModelBuilder& builder) {
  std::map<std::string, std::set<Corners>> given;  // by mesh
  for (const SurfaceFaces& some : faces) {
    const auto size = static_cast<std::size_t>(topology(some.shape).nodes);
    for (std::size_t i = 0; i < some.points.size(); i += size)
      given[some.mesh].insert(corners_of(some.shape, std::span(some.points).subspan(i, size)));
  }
  std::vector<SurfaceFaces> rest;
  for (const auto& [mesh, known] : given) {
    std::map<CellShape, std::size_t> place;
    for (const CellSide& side : boundary_of(mesh, builder)) {
      if (known.contains(side.corners())) continue;
      const CellShape shape = side.face->shape;
      if (!place.contains(shape)) {
        place[shape] = rest.size();
        rest.push_back({shape, mesh, {}, {}, {}, {}, {}, 1});
      }
      SurfaceFaces& some = rest[place[shape]];
      append(side, some);
      some.elements.push_back({element_at(side.block, side.cell), {}});
    }
  }
  return rest;
}

std::vector<SurfaceFaces> inner_faces(const std::vector<SurfaceFaces>& faces, const ModelBuilder& builder) {
  std::set<std::string> meshes;
  for (const SurfaceFaces& some : faces) meshes.insert(some.mesh);
  for (auto mesh = meshes.begin(); mesh != meshes.end();) {
    const bool can_fail = std::ranges::any_of(
        solids_of(builder.model().system.blocks()),
        [&](const SolidElements* block) { return block->cells().mesh == *mesh && block->can_fail(); });
    mesh = can_fail ? std::next(mesh) : meshes.erase(mesh);
  }
  std::vector<SurfaceFaces> inner;
  for (const std::string& mesh : meshes) {
    std::map<std::pair<const SolidElements*, CellShape>, std::size_t> place;
    const auto add = [&](const CellSide& side, const CellSide& behind) {
      if (!behind.block->can_fail()) return;
      const auto [at, added] = place.try_emplace({side.block, side.face->shape}, inner.size());
      if (added) {
        const SolidProperties& p = side.block->properties();
        inner.push_back({side.face->shape, mesh, {}, {}, {}, {}, p.plane, p.thickness});
      }
      append(side, inner[at->second]);
      inner[at->second].elements.push_back(
          {element_at(side.block, side.cell), element_at(behind.block, behind.cell)});
    };
    for_each_face(mesh, builder, [&](int count, const std::array<CellSide, 2>& sides) {
      if (count != 2) return;
      add(sides[0], sides[1]);
      add(sides[1], sides[0]);
    });
  }
  return inner;
}

std::vector<SurfaceFaces> solid_faces(const Params& params, const std::string& key,
                                      const ModelBuilder& builder) {
  const int dimension = builder.dimension();
  if (dimension < 2) params.fail("", "surfaces of solids need model.dimension = 2 or 3");
  std::vector<SurfaceFaces> all;
  for (const auto& selection : builder.cells(params, key, dimension - 1)) {
    std::map<Corners, OwnedFace> owned;
    const CellShape shape = selection.cells->shape;
    for (const int number : selection.numbers)
      owned[corners_of(shape, selection.cells->cell(static_cast<std::size_t>(number)))];
    find_owners(selection.mesh->name, builder, owned);
    add_shell_owners(selection, builder, owned);
    std::map<const ElementBlock*, std::size_t> place;
    for (const auto& [corners, face] : owned) {
      const Vector3& at = selection.mesh->points[corners.front()];
      const std::string where =
          fmt::format("a face of '{}' at ({:.6g}, {:.6g}, {:.6g})", params.text(key), at.x(), at.y(), at.z());
      if (face.owners != 1)
        params.fail(key, fmt::format("{} {}", where,
                                     face.owners == 0 ? "belongs to no solid element"
                                                      : "lies between two elements: which side is "
                                                        "outside is not known"));
      if (face.points.size() != static_cast<std::size_t>(topology(shape).nodes))
        params.fail(key, fmt::format("{} has other nodes than its element", where));
      const ElementBlock* const owner =
          face.block != nullptr ? static_cast<const ElementBlock*>(face.block) : face.shell;
      if (!place.contains(owner)) {
        place[owner] = all.size();
        all.push_back({shape, selection.mesh->name, {}, {}, {}, {}, PlaneKind::strain, 1});
        if (face.block != nullptr) {
          all.back().plane = face.block->properties().plane;
          all.back().thickness = face.block->properties().thickness;
        } else {
          const shell::Section& section = face.shell->section();
          all.back().is_shell = true;
          all.back().shell_sides = {0.5 * section.thickness() + section.offset(),
                                    0.5 * section.thickness() - section.offset()};
        }
      }
      SurfaceFaces& faces = all[place[owner]];
      faces.elements.push_back(
          {face.block != nullptr ? element_at(face.block, face.cell) : FaceElement{}, {}});
      for (const int point : face.points) {
        faces.nodes.push_back(static_cast<int>(faces.nodes.size()));
        faces.points.push_back(point);
        const Vector3& X = selection.mesh->points[point];
        faces.places.insert(faces.places.end(), X.data(), X.data() + dimension);
        const auto dofs = builder.dofs(selection.first_node + point);
        faces.dofs.insert(faces.dofs.end(), dofs.begin(), dofs.begin() + dimension);
      }
    }
  }
  return all;
}

}  // namespace jounce
