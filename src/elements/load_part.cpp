#include "elements/elements.h"
#include "elements/load.h"

namespace jounce {
namespace {

PointLoad::Value zero() {
  return [](double) { return Vector3::Zero().eval(); };
}

void build_force(const params::Params& params, ModelBuilder& builder) {
  const auto& functions = params.functions("force");
  const auto value = [functions](double t) {
    Vector3 force = Vector3::Zero();
    for (std::size_t i = 0; i < functions.size(); ++i) force[static_cast<Index>(i)] = functions[i](t);
    return force;
  };
  for (const auto& marker : builder.markers(params, "on", params.text("on")))
    builder.add(
        std::make_unique<PointLoad>(params.name(), marker, value, zero(), params.boolean("follower")));
}

void build_moment(const params::Params& params, ModelBuilder& builder) {
  const auto& function = params.function("moment");
  const auto marker = builder.marker(params, "on", params.text("on"));
  if (!marker->has_rotation()) params.fail("on", "a moment needs a rigid body or a marker on one");
  builder.add(std::make_unique<PointLoad>(
      params.name(), marker, zero(), [function](double t) { return Vector3(0, 0, function(t)); }, false));
}

}  // namespace

ModelPart force_part() {
  using namespace params;
  return {
      {"load",
       "force",
       "Force on a point, or the same force on every node of a mesh group; functions of time.",
       {name_of("on", "body, marker, mesh or mesh group").required(),
        functions("force", "components of the force").unit(dim::force).of_size(dimension_sized).required(),
        boolean("follower", "the force turns with the marker it acts on").by_default(false)}},
      build_force};
}

ModelPart moment_part() {
  using namespace params;
  return {{"load",
           "moment",
           "Moment about the z axis on a planar rigid body; a function of time.",
           {name_of("on", "body or marker").required(),
            function("moment", "moment").unit(dim::moment).required()}},
          build_moment};
}

}  // namespace jounce
