#include "elements/solid_faces.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace jounce {
namespace {

using params::Params;

/// A face of a solid element.
struct OwnedFace {
  const SolidElements* block = nullptr;
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
  for (const SolidElements* solids : solids_of(builder.model().system.blocks())) {
    if (solids->cells().mesh != mesh) continue;
    const SolidCells& cells = solids->cells();
    std::vector<int> points;
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (const CellFace& face : topology(cells.shape).faces) {
        points.clear();
        for (const int node : face.nodes) points.push_back(cells.points[cells.cell(i)[node]]);
        const auto wanted = faces.find(corners_of(face.shape, points));
        if (wanted == faces.end()) continue;
        wanted->second.block = solids;
        wanted->second.points = points;
        ++wanted->second.owners;
      }
  }
}

}  // namespace

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
    std::map<const SolidElements*, std::size_t> place;
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
      if (!place.contains(face.block)) {
        place[face.block] = all.size();
        const SolidProperties& p = face.block->properties();
        all.push_back({shape, selection.mesh->name, {}, {}, {}, {}, p.plane, p.thickness});
      }
      SurfaceFaces& faces = all[place[face.block]];
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
