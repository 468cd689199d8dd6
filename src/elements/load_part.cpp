#include "elements/elements.h"
#include "elements/load.h"

namespace jounce {
namespace {

void build_force(const params::Params& params, ModelBuilder& builder) {
  const auto& functions = params.functions("force");
  const auto value = [functions](double t) {
    Vector3 force = Vector3::Zero();
    for (std::size_t i = 0; i < functions.size(); ++i) force[static_cast<Index>(i)] = functions[i](t);
    return force;
  };
  for (const auto& marker : builder.markers(params, "on", params.text("on")))
    if (builder.model().system.is_home_of(marker->dofs()))
      builder.add(
          std::make_unique<PointLoad>(params.name(), marker, value, nullptr, params.boolean("follower")));
}

void build_moment(const params::Params& params, ModelBuilder& builder) {
  const auto& function = params.function("moment");
  const auto marker = builder.marker(params, "on", params.text("on"));
  if (!marker->has_rotation()) params.fail("on", "a moment needs a rigid body or a marker on one");
  builder.add(std::make_unique<PointLoad>(
      params.name(), marker, nullptr, [function](double t) { return Vector3(0, 0, function(t)); }, false));
}

void build_torque(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() != 3) params.fail("type", "in the plane a moment is a load of type 'moment'");
  const auto& functions = params.functions("torque");
  const auto value = [functions](double t) {
    return Vector3(functions[0](t), functions[1](t), functions[2](t));
  };
  for (const auto& marker : builder.markers(params, "on", params.text("on"))) {
    if (!marker->has_rotation())
      params.fail("on", "a torque needs a rigid body, a marker on one, or nodes of shells or beams");
    builder.add(
        std::make_unique<PointLoad>(params.name(), marker, nullptr, value, params.boolean("follower")));
  }
}

}  // namespace

ModelPart torque_part() {
  using namespace params;
  return {{"load",
           "torque",
           "Torque on a spatial rigid body, or the same torque on every node of a mesh group of shells or "
           "beams; functions of time.",
           {name_of("on", "body, marker or mesh group").required(),
            functions("torque", "components of the torque in fixed axes, or in the marker's with 'follower'")
                .unit(dim::moment)
                .of_size(3)
                .required(),
            boolean("follower", "the torque rotates with the marker").by_default(false)}},
          build_torque};
}

ModelPart force_part() {
  using namespace params;
  return {
      {"load",
       "force",
       "Force on a point, or the same force on every node of a mesh group; functions of time.",
       {name_of("on", "body, marker, mesh or mesh group").required(),
        functions("force", "components of the force").unit(dim::force).of_size(dimension_sized).required(),
        boolean("follower", "the force rotates with the marker").by_default(false)}},
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
