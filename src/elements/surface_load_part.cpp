#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "elements/elements.h"
#include "elements/surface_load.h"

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
  for (const auto& block : builder.model().system.blocks()) {
    const auto* solids = dynamic_cast<const SolidElements*>(block.get());
    if (solids == nullptr || solids->cells().mesh != mesh) continue;
    const SolidCells& cells = solids->cells();
    std::vector<int> points;
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (const CellFace& face : topology(cells.shape).faces) {
        points.clear();
        for (const int node : face.nodes)
          points.push_back(
              cells.points[static_cast<std::size_t>(cells.cell(i)[static_cast<std::size_t>(node)])]);
        const auto wanted = faces.find(corners_of(face.shape, points));
        if (wanted == faces.end()) continue;
        wanted->second.block = solids;
        wanted->second.points = points;
        ++wanted->second.owners;
      }
  }
}

/// Faces of the surface by shape and by what their elements stand for.
std::vector<SurfaceFaces> faces_of(const Params& params, const ModelBuilder& builder) {
  const int dimension = builder.dimension();
  if (dimension < 2) params.fail("", "loads on surfaces need model.dimension = 2 or 3");
  std::vector<SurfaceFaces> all;
  for (const auto& selection : builder.cells(params, "surface", dimension - 1)) {
    std::map<Corners, OwnedFace> owned;
    const CellShape shape = selection.cells->shape;
    for (const int number : selection.numbers)
      owned[corners_of(shape, selection.cells->cell(static_cast<std::size_t>(number)))];
    find_owners(selection.mesh->name, builder, owned);
    std::map<const SolidElements*, std::size_t> place;
    for (const auto& [corners, face] : owned) {
      const Vector3& at = selection.mesh->points[static_cast<std::size_t>(corners.front())];
      const std::string where = fmt::format("a face of '{}' at ({:.6g}, {:.6g}, {:.6g})",
                                            params.text("surface"), at.x(), at.y(), at.z());
      if (face.owners != 1)
        params.fail("surface", fmt::format("{} {}", where,
                                           face.owners == 0 ? "belongs to no solid element"
                                                            : "lies between two elements: which side is "
                                                              "outside is not known"));
      if (face.points.size() != static_cast<std::size_t>(topology(shape).nodes))
        params.fail("surface", fmt::format("{} has other nodes than its element", where));
      if (!place.contains(face.block)) {
        place[face.block] = all.size();
        const SolidProperties& p = face.block->properties();
        all.push_back({shape, {}, {}, {}, p.plane, p.thickness});
      }
      SurfaceFaces& faces = all[place[face.block]];
      for (const int point : face.points) {
        faces.nodes.push_back(static_cast<int>(faces.nodes.size()));
        const Vector3& X = selection.mesh->points[static_cast<std::size_t>(point)];
        faces.places.insert(faces.places.end(), X.data(), X.data() + dimension);
        const auto dofs = builder.dofs(selection.first_node + point);
        faces.dofs.insert(faces.dofs.end(), dofs.begin(), dofs.begin() + dimension);
      }
    }
  }
  return all;
}

void build_pressure(const Params& params, ModelBuilder& builder) {
  SurfaceLoadValue value;
  value.kind = params.boolean("follower") ? SurfaceLoadValue::Kind::follower_pressure
                                          : SurfaceLoadValue::Kind::pressure;
  value.pressure = [pressure = params.function("pressure")](double t) { return pressure(t); };
  for (SurfaceFaces& faces : faces_of(params, builder))
    builder.add(make_surface_load(params.name(), std::move(faces), value));
}

void build_traction(const Params& params, ModelBuilder& builder) {
  SurfaceLoadValue value;
  value.kind = SurfaceLoadValue::Kind::traction;
  value.traction = [functions = params.functions("traction")](double t) {
    Vector3 traction = Vector3::Zero();
    for (std::size_t i = 0; i < functions.size(); ++i) traction[static_cast<Index>(i)] = functions[i](t);
    return traction;
  };
  for (SurfaceFaces& faces : faces_of(params, builder))
    builder.add(make_surface_load(params.name(), std::move(faces), value));
}

params::Key surface_key() {
  return params::name_of("surface",
                         "mesh group of faces (in the plane: edges) of solid elements; which side is outside "
                         "follows from the elements")
      .required();
}

}  // namespace

ModelPart pressure_part() {
  using namespace params;
  return {
      {"load",
       "pressure",
       "Pressure on faces of solids, against the outward normal; a function of time.",
       {surface_key(), function("pressure", "pressure").unit(dim::stress).required(),
        boolean("follower", "the pressure acts on the deformed surface (nonlinear), else on the initial one")
            .by_default(false)}},
      build_pressure};
}

ModelPart traction_part() {
  using namespace params;
  return {{"load",
           "traction",
           "Force for each initial area on faces of solids; functions of time. Of axisymmetric bodies it "
           "acts on the whole ring.",
           {surface_key(), functions("traction", "components of force over area")
                               .unit(dim::stress)
                               .of_size(dimension_sized)
                               .required()}},
          build_traction};
}

}  // namespace jounce
