#include <algorithm>
#include <set>

#include "contact/contacts.h"
#include "contact/surface_pair.h"
#include "elements/solid_faces.h"

namespace jounce {
namespace {

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
        params.fail("points", "only nodes of meshes and point masses can be such points", name, {});
      if (!known.insert(marker->dofs()[0]).second) continue;  // in two groups
      points.push_back({marker->name(),
                        {marker->dofs().begin(), marker->dofs().end()},
                        builder.initial_position(*marker)});
    }
  return {dimension, points};
}

void build(const params::Params& params, ModelBuilder& builder) {
  const int dimension = builder.dimension();
  if (dimension < 2) params.fail("", "contact between surfaces needs model.dimension = 2 or 3");
  ContactSurface surface = surface_of(params, builder);
  ContactSurface opposite(dimension, solid_faces(params, "against", builder));
  std::set<Index> others;
  for (int node = 0; node < opposite.nodes(); ++node) others.insert(opposite.dofs(node)[0]);
  for (int a = 0; a < surface.nodes(); ++a)
    if (others.count(surface.dofs(a)[0]) > 0)
      params.fail("against", "the two surfaces share node " + surface.node_name(a) +
                                 ": contact of a surface with itself is not offered; take separate surfaces");
  const Index n_free = builder.model().system.n_free();
  bool is_free = false;
  for (int node = 0; node < surface.nodes(); ++node)
    for (int k = 0; k < dimension; ++k) is_free = is_free || surface.dofs(node)[k] < n_free;
  if (!is_free)
    params.fail(params.given("surface") ? "surface" : "points",
                "supports give the motion of all its nodes, so that its rows may ask for more than the other "
                "side can "
                "do; exchange 'surface' and 'against'");
  const double reach = params.given("reach") ? params.number("reach")
                                             : std::max(surface.largest_face(), opposite.largest_face());
  builder.add(std::make_unique<SurfacePair>(params.name(), read_law(params, dimension), std::move(surface),
                                            std::move(opposite), reach));
}

}  // namespace

ModelPart surface_pair_part() {
  using namespace params;
  return {
      {"contact",
       "surfaces",
       "Surfaces of solids that must not overlap, deformable both (mortar contact).",
       {name_of("surface",
                "mesh group of faces (in the plane: edges) whose corners carry the multipliers: the softer "
                "side; of two alike the finer one"),
        names_of("points",
                 "in place of `surface`: meshes, mesh groups or point masses, each node for itself"),
        name_of("against", "mesh group of faces of the other side").required(),
        number("reach",
               "largest distance, or depth, at which points of the two are taken to face each other; by "
               "default the largest face")
            .unit(dim::length)
            .positive()}},
      build};
}

}  // namespace jounce
