#include "contact/contacts.h"
#include "contact/point_plane.h"
#include "model/direction.h"

namespace jounce {
namespace {

void build_point_plane(const params::Params& params, ModelBuilder& builder) {
  const Vector3 normal = direction_of(params, "normal", "normal");
  const Vector3 at = to_vector(params.numbers("through"));
  const auto plane = builder.marker(params, "on", params.text("on"), at);
  MarkerKinematics k;
  plane->evaluate(builder.initial(), Derivatives::none, k);
  std::vector<PointPlanePair::Point> points;
  for (const std::string& name : params.names("points"))
    for (auto& marker : builder.markers(params, "points", name)) {
      if (marker->size() == 0) params.fail("points", "the ground cannot be a contact point", name, {});
      points.push_back({std::move(marker), params.number("radius")});
    }
  auto pair = std::make_unique<PointPlanePair>(params.name(), read_law(params, builder.dimension()), plane,
                                               k.R.transpose() * normal, std::move(points));
  pair->number_points(builder.places_in_whole(params.names("points")));
  builder.add(std::move(pair));
}

}  // namespace

ModelPart point_plane_part() {
  using namespace params;
  return {{"contact",
           "point-plane",
           "Points (mesh nodes, balls, corners of bodies) that must stay on one side of a plane.",
           {names_of("points", "bodies, markers, meshes or mesh groups").required(),
            name_of("on", "part to which the plane is fixed: ground or a rigid body").by_default("ground"),
            numbers("through", "a point of the plane at the start")
                .unit(dim::length)
                .of_size(dimension_sized)
                .required(),
            numbers("normal", "normal of the plane at the start, towards the free side")
                .of_size(dimension_sized)
                .required(),
            number("radius", "radius around the points (a ball)")
                .unit(dim::length)
                .non_negative()
                .by_default(0.0)}},
          build_point_plane};
}

}  // namespace jounce
