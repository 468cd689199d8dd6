#include "model/mean_rotation.h"

#include <fmt/format.h>

#include "joints/joints.h"

namespace jounce {
namespace {

void build_mean_rotation(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() != 3) params.fail("type", "this joint is for models of dimension 3");
  const Vector3 axis = to_vector(params.numbers("axis"));
  if (!(axis.norm() > 0)) params.fail("axis", "the axis must not be zero");
  std::vector<Vector3> places;
  std::vector<Index> dofs;
  const auto take = [&](std::string_view key, const Marker& marker) {
    if (marker.size() != 3 || marker.first_turning_dof() != 3)
      params.fail(
          key, fmt::format("'{}' is no node of a mesh without rotations and no point mass", marker.name()));
    return marker.dofs();
  };
  for (const auto& marker : builder.markers(params, "on", params.text("on"))) {
    const auto own = take("on", *marker);
    dofs.insert(dofs.end(), own.begin(), own.end());
    places.push_back(builder.initial_position(*marker));
  }
  double largest = 0;
  const std::vector<Vector3> arms = MeanRotation::arms(places, axis.normalized());
  for (const Vector3& arm : arms) largest = std::max(largest, arm.norm());
  for (const Vector3& arm : arms)
    if (!(arm.norm() > 1e-6 * largest))
      params.fail("on",
                  fmt::format("a point of '{}' is on the axis through their mean, where it has no rotation",
                              params.text("on")));
  const auto angle = builder.marker(params, "angle", params.text("angle"));
  dofs.push_back(take("angle", *angle)[0]);
  builder.add(
      std::make_unique<MeanRotation>(params.name(), dofs, places, axis, builder.initial().q[dofs.back()]));
}

}  // namespace

ModelPart mean_rotation_part() {
  using namespace params;
  return {{"joint",
           "mean-rotation",
           "The mean rotation of points about a fixed axis is the displacement along x of a node of its own, "
           "on which "
           "forces are moments then. MEANROT of *MPC of CalculiX; decks do better with a marker of averaging "
           "coupling "
           "and a driver.",
           {name_of("on", "the points: mesh group").required(),
            numbers("axis", "the axis").of_size(dimension_sized).required(),
            name_of("angle", "mesh group of one node, or point mass, whose displacement along x is the angle")
                .required()}},
          build_mean_rotation};
}

}  // namespace jounce
