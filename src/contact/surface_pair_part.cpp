#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "contact/contacts.h"
#include "contact/surface_pair.h"
#include "elements/solid_faces.h"

namespace jounce {
namespace {

/// What each of the nodes stands for; empty unless given.
std::vector<double> areas_of(const params::Params& params, const ContactSurface& surface) {
  if (!params.given("areas")) return {};
  if (!params.given("points")) params.fail("areas", "areas are for 'points'; those of a surface are known");
  std::vector<double> areas = params.numbers("areas");
  if (areas.size() == 1) areas.assign(surface.nodes(), areas[0]);
  if (areas.size() != static_cast<std::size_t>(surface.nodes()))
    params.fail("areas", fmt::format("{} areas for {} points: give one for each, or one for all",
                                     areas.size(), surface.nodes()));
  return areas;
}

std::shared_ptr<const PressureLaw> pressure_law(const params::Params& params) {
  const bool has_table = params.given("overclosures") || params.given("pressures");
  const bool is_exponential = params.given("touch_pressure") || params.given("clearance");
  if (params.given("stiffness") + has_table + is_exponential > 1)
    params.fail("stiffness",
                "one law of softened contact is required: 'stiffness', or 'overclosures' and 'pressures', or "
                "'touch_pressure' and 'clearance'");
  if (params.given("stiffness")) return PressureLaw::linear(params.number("stiffness"));
  if (is_exponential) {
    if (params.given("touch_pressure") != params.given("clearance"))
      params.fail("touch_pressure", "the exponential law needs both 'touch_pressure' and 'clearance'");
    return PressureLaw::exponential(params.number("touch_pressure"), params.number("clearance"));
  }
  if (!has_table) return nullptr;
  if (!params.given("overclosures") || !params.given("pressures"))
    params.fail("pressures", "a table needs both 'overclosures' and 'pressures'");
  const auto &o = params.numbers("overclosures"), &p = params.numbers("pressures");
  if (o.size() != p.size() || o.size() < 2 || p[0] != 0)
    params.fail("pressures", "at least two points are required, and the first pressure must be 0");
  std::vector<PressureLaw::Point> points;
  for (std::size_t i = 0; i < o.size(); ++i) {
    if (i > 0 && !(o[i] > o[i - 1])) params.fail("overclosures", "overclosures ascend");
    if (i > 0 && p[i] < p[i - 1]) params.fail("pressures", "pressures do not fall");
    points.push_back({o[i], p[i]});
  }
  return PressureLaw::table(std::move(points));
}

/// The law of all contacts with what statics can do between surfaces.
ContactLaw surface_law(const params::Params& params, int dimension) {
  ContactLaw law = read_law(params, dimension);
  law.pressure = pressure_law(params);
  if (params.given("stick_stiffness")) {
    law.stick_stiffness = params.number("stick_stiffness");
    if (law.tangents == 0) params.fail("stick_stiffness", "this key requires friction: give 'friction'");
    if (!law.friction.is_constant())
      params.fail("stick_stiffness", "this key requires a constant coefficient of friction");
  }
  if (law.pressure && law.tangents > 0 && law.stick_stiffness == 0)
    params.fail("friction", "with a law of pressures sticking requires a stiffness: give 'stick_stiffness'");
  if (law.is_soft() && params.given("points") && !params.given("areas"))
    params.fail("areas", "a law of pressures needs the areas that the points represent");
  return law;
}

using Faces = std::vector<SurfaceFaces>;

/// These faces with the inner ones that deleted elements uncover.
Faces with_inner(const Faces& faces, const ModelBuilder& builder) {
  Faces all = faces;
  for (SurfaceFaces& inner : inner_faces(faces, builder)) all.push_back(std::move(inner));
  return all;
}

ContactSurface surface_of(const params::Params& params, const ModelBuilder& builder) {
  const int dimension = builder.dimension();
  if (params.given("points") == params.given("surface"))
    params.fail(params.given("points") ? "points" : "",
                "a contact between surfaces needs either 'surface' (faces) or 'points' (nodes alone)");
  if (params.given("surface")) return {dimension, solid_faces(params, "surface", builder)};
  std::vector<ContactSurface::Point> points;
  std::set<Index> known;
  for (const std::string& name : params.names("points"))
    for (const auto& marker : builder.markers(params, "points", name)) {
      if (marker->has_rotation() || marker->size() != dimension)
        params.fail("points", "these points must be nodes of meshes or point masses", name, {});
      if (!known.insert(marker->dofs()[0]).second) continue;  // in two groups
      points.push_back({marker->name(),
                        {marker->dofs().begin(), marker->dofs().end()},
                        builder.initial_position(*marker)});
    }
  return {dimension, points};
}

/// First node of a surface that the other one has, too; -1: none.
int common_node(const ContactSurface& surface, const ContactSurface& opposite) {
  std::set<Index> others;
  for (int node = 0; node < opposite.nodes(); ++node) others.insert(opposite.dofs(node)[0]);
  for (int a = 0; a < surface.nodes(); ++a)
    if (others.count(surface.dofs(a)[0]) > 0) return a;
  return -1;
}

void refuse_common_nodes(const params::Params& params, const ContactSurface& surface,
                         const ContactSurface& opposite) {
  if (const int a = common_node(surface, opposite); a >= 0)
    params.fail("against",
                fmt::format("the two surfaces share node {}: {}", surface.node_name(a),
                            params.given("points")
                                ? "points cannot touch a surface that they are part of; contact of a "
                                  "surface with itself has one group as 'surface' and 'against'"
                                : "use separate surfaces or, for self-contact, one group with all faces as "
                                  "both 'surface' and 'against'"));
}

/// Adds the inner faces that deleted elements uncover to both sides, unless that would give them nodes in
/// common: two groups of one body.
void add_inner_faces(const params::Params& params, const ModelBuilder& builder, const Faces& against,
                     bool is_self, ContactSurface& surface, ContactSurface& opposite) {
  const int dimension = builder.dimension();
  ContactSurface wider(dimension, with_inner(against, builder));
  ContactSurface wider_surface =
      params.given("surface")
          ? ContactSurface(dimension, with_inner(solid_faces(params, "surface", builder), builder))
          : surface;
  if (!is_self && common_node(wider_surface, wider) >= 0) return;
  surface = std::move(wider_surface);
  opposite = std::move(wider);
}

void build_surface_pair(const params::Params& params, ModelBuilder& builder) {
  const int dimension = builder.dimension();
  if (dimension < 2) params.fail("", "contact between surfaces needs model.dimension = 2 or 3");
  ContactSurface surface = surface_of(params, builder);
  const std::vector<SurfaceFaces> against = solid_faces(params, "against", builder);
  ContactSurface opposite(dimension, against);
  const bool is_self = params.given("surface") && params.text("surface") == params.text("against");
  if (!is_self) refuse_common_nodes(params, surface, opposite);
  if (surface.can_change() || opposite.can_change())
    add_inner_faces(params, builder, against, is_self, surface, opposite);
  surface.know_supports(builder.model().system.n_free());
  bool is_prescribed = true;
  for (int node = 0; node < surface.nodes(); ++node)
    is_prescribed = is_prescribed && surface.is_prescribed(node);
  if (is_prescribed)
    params.fail(params.given("surface") ? "surface" : "points",
                "supports prescribe the motion of all its nodes, so that its rows may not be satisfiable by "
                "the other side; exchange 'surface' and 'against'");
  const double reach = params.given("reach") ? params.number("reach")
                                             : std::max(surface.largest_face(), opposite.largest_face());
  std::vector<double> areas = areas_of(params, surface);
  std::vector<SurfaceFaces> own_rest;
  if (params.given("surface") && !is_self)
    own_rest = rest_of_boundary(solid_faces(params, "surface", builder), builder);
  builder.add(std::make_unique<SurfacePair>(params.name(), surface_law(params, dimension), std::move(surface),
                                            std::move(opposite), reach, std::move(areas), is_self,
                                            rest_of_boundary(against, builder), own_rest));
}

}  // namespace

ModelPart surface_pair_part() {
  using namespace params;
  return {
      {"contact",
       "surfaces",
       "Contact between deformable surfaces of solids and shells (mortar contact).",
       {name_of("surface",
                "mesh group of faces (in the plane: edges) whose corners carry the multipliers: the softer "
                "side, or the finer one of two equally soft sides"),
        names_of("points",
                 "instead of `surface`: meshes, mesh groups or point masses (node-to-surface contact)"),
        name_of("against", "mesh group of faces of the other side; the same as `surface` for self-contact")
            .required(),
        number("reach",
               "largest distance, or depth, at which points of the two surfaces are considered opposite; by "
               "default the size of the largest face")
            .unit(dim::length)
            .positive(),
        number("stiffness",
               "softened contact, in static analyses only: pressure over overclosure; without it, or another "
               "law, surfaces do not overlap at all")
            .unit(dim::body_force)
            .positive(),
        numbers("overclosures",
                "instead a table of the pressure over the overclosure (length), linear between its points")
            .unit(dim::length),
        numbers("pressures", "pressures of the table, beginning with 0; constant beyond its end")
            .unit(dim::stress)
            .non_negative(),
        number("touch_pressure",
               "instead an exponential law: the pressure at gap 0; it is p exp(-ln 100 gap / clearance)")
            .unit(dim::stress)
            .positive(),
        number("clearance", "gap at which the pressure of the exponential law is 1 % of `touch_pressure`")
            .unit(dim::length)
            .positive(),
        number("stick_stiffness",
               "in static analyses: shear stress over the slip of points that stick; without it they do not "
               "move")
            .unit(dim::body_force)
            .positive(),
        numbers("areas",
                "areas that the `points` represent, one for each or one for all; laws of pressures need them")
            .unit(dim::area)
            .positive()}},
      build_surface_pair};
}

}  // namespace jounce
