#include "joints/joint_friction_part.h"
#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_revolute(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  const bool in_space = builder.dimension() == 3;
  if (in_space && !params.given("axis")) params.fail("", "a revolute joint in space needs its axis");
  if (in_space && has_joint_friction(params, "friction_torque")) {
    // Directions that turn with A tell forces across the axis from those along it.
    const Vector3 axis = axis_in_A(params, markers);
    add_line_rows(3, axis, rows, names);
    add_along_row(axis, rows, names);
    add_parallel_rows_in_A(markers, axis, rows, names);
  } else {
    add_point_rows(builder.dimension(), rows, names);
    if (in_space) add_parallel_rows(markers, axis_in_A(params, markers), rows, names);
  }
  add_pin_friction(params, builder, markers);
  add_joint(params, builder, markers, std::move(rows), std::move(names));
  add_limits(params, builder, markers, "angle");
}

}  // namespace

ModelPart revolute_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(numbers("axis", "axis of rotation at the start, in fixed axes; needed in space")
                     .of_size(dimension_sized));
  for (Key& key : limit_keys("angle in rad")) keys.push_back(std::move(key));
  for (Key& key : pin_friction_keys()) keys.push_back(std::move(key));
  return {{"joint", "revolute",
           "A pin: the two points coincide; in space the axis stays parallel in both parts. Rotation about "
           "it is free except for friction. Rows x, y, z, tilt_1, tilt_2; in space with friction across_1, "
           "across_2, along, tilt_1, tilt_2.",
           std::move(keys)},
          build_revolute};
}

}  // namespace jounce
