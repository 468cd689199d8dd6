#include <fmt/format.h>

#include <algorithm>

#include "mesh/sheet_mesh.h"
#include "model/mesh_parts.h"

namespace jounce {
namespace {

Mesh make_sheet(const params::Params& params, int dimension, const std::filesystem::path&) {
  if (dimension != 3) params.fail("", "sheets need model.dimension = 3; in the plane use type = \"block\"");
  const auto& given = params.numbers("corners");
  std::array<Vector3, 4> corners;
  for (std::size_t k = 0; k < 4; ++k) corners[k] = {given[3 * k], given[3 * k + 1], given[3 * k + 2]};
  const auto& counts = params.integers("counts");
  constexpr double kMostNodes = 1e8;
  const int order = params.integer("order");
  if (const double nodes = (order * counts[0] + 1.0) * (order * counts[1] + 1.0); nodes > kMostNodes)
    params.fail("counts", fmt::format("this is a grid of {:.2g} nodes; at most {:.0e} are possible", nodes,
                                      kMostNodes));
  const std::string& word = params.text("coordinates");
  const SheetCoordinates coordinates = word == "cartesian"     ? SheetCoordinates::cartesian
                                       : word == "cylindrical" ? SheetCoordinates::cylindrical
                                                               : SheetCoordinates::spherical;
  return sheet_mesh(params.name(), coordinates, corners, {counts[0], counts[1]},
                    params.text("cells") == "triangles", order);
}

}  // namespace

MeshPart sheet_mesh_part() {
  using namespace params;
  return {
      {"mesh",
       "sheet",
       "Surface in space for shells: a grid between four corners, plane, twisted, or part of a cylinder, "
       "cone or sphere; with the groups 'side_1' (from corner 1 to 2) to 'side_4', 'boundary', 'corner_1' "
       "to 'corner_4', 'middle_1' to 'middle_4' (nodes next to the middles of the sides), 'middle'.",
       {numbers("corners",
                "coordinates of the four corners, one after another (12 numbers), lengths and degrees; "
                "places between them are bilinear in these coordinates")
            .of_size(12)
            .required(),
        integers("counts", "number of elements from corner 1 to 2, and from corner 1 to 4")
            .of_size(2)
            .between(1, 100000)
            .required(),
        choice("coordinates",
               "x, y, z; cylindrical: r, angle about z from the x axis, z; spherical: r, latitude, angle "
               "about z",
               {"cartesian", "cylindrical", "spherical"})
            .by_default("cartesian"),
        choice("cells", "shape of the elements; triangles: two for each quadrilateral",
               {"quadrilaterals", "triangles"})
            .by_default("quadrilaterals"),
        integer(
            "order",
            "1: triangles of three and quadrilaterals of four nodes; 2: of six and eight, with nodes on the "
            "surface at the middles of their sides")
            .between(1, 2)
            .by_default(1)}},
      make_sheet};
}

}  // namespace jounce
