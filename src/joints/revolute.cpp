#include "joints/joint_markers.h"
#include "joints/joints.h"

namespace jounce {
namespace {

void build(const params::Params& params, ModelBuilder& builder) {
  const JointMarkers markers = joint_markers(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  add_point_rows(builder.dimension(), rows, names);
  if (builder.dimension() == 3) {
    if (!params.given("axis")) params.fail("", "a revolute joint in space needs its axis");
    add_parallel_rows(markers, axis_in_A(params, markers), rows, names);
  }
  add_joint(params, builder, markers, std::move(rows), std::move(names));
  add_limits(params, builder, markers, "angle");
}

}  // namespace

ModelPart revolute_part() {
  using namespace params;
  auto keys = joint_keys();
  keys.push_back(numbers("axis", "axis of rotation at the start, in fixed axes; needed in space")
                     .of_size(dimension_sized));
  for (Key& key : limit_keys("angle in rad")) keys.push_back(std::move(key));
  return {{"joint", "revolute",
           "A pin: the two points coincide; in space the axis stays parallel in both parts. Rotation about "
           "it is free.",
           std::move(keys)},
          build};
}

}  // namespace jounce
