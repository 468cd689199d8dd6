#include "model/mean_rotation.h"
#include "model/direction.h"

#include "joints/joints.h"
#include "joints/node_groups.h"

namespace jounce {
namespace {

void build_mean_rotation(const params::Params& params, ModelBuilder& builder) {
  const Vector3 axis = direction_of(params, "axis", "axis");
  std::vector<Index> dofs;
  std::vector<Vector3> places;
  for (const auto& marker : space_nodes(params, builder, "on")) {
    dofs.insert(dofs.end(), marker->dofs().begin(), marker->dofs().end());
    places.push_back(builder.initial_position(*marker));
  }
  const auto beside = [&](const Vector3& place) { return (place - places[0]).cross(axis).norm(); };
  double greatest = 0;
  for (const Vector3& place : places) greatest = std::max(greatest, beside(place));
  if (!(greatest > 1e-6 * (places[0] - places.back()).norm()))
    params.fail("on", "all nodes lie on the axis, so that the rotation about it is not defined");
  const auto component = static_cast<std::size_t>(params.text("component")[0] - 'x');
  dofs.push_back(space_node(params, builder, "rotation")->dofs()[component]);
  builder.add(std::make_unique<MeanRotation>(params.name(), dofs, places, axis.normalized(),
                                             builder.initial().q[dofs.back()], params.boolean("finite")));
}

}  // namespace

ModelPart mean_rotation_part() {
  using namespace params;
  return {{"joint",
           "mean-rotation",
           "The mean of the angles by which nodes turn about an axis through their centre, as a displacement "
           "of another node, on which supports and loads (there moments) may act. For the ends of beams that "
           "are meshed as solids.",
           {name_of("on", "mesh or mesh group: the nodes").required(),
            numbers("axis", "direction of the axis, which stays").of_size(3).required(),
            name_of("rotation", "mesh group of one node, or point mass, whose displacement is the angle")
                .required(),
            choice("component", "the displacement that is the angle", {"x", "y", "z"}).required(),
            boolean("finite", "finite angles; otherwise linear theory").by_default(true)}},
          build_mean_rotation};
}

}  // namespace jounce
