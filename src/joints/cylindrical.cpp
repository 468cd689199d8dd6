#include "joints/joint_friction_part.h"
#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_cylindrical(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  const Vector3 axis = axis_in_A(params, markers);
  add_line_rows(3, axis, rows, names);
  // With friction in directions that turn with A, as forces do
  if (has_joint_friction(params, "friction_force"))
    add_parallel_rows_in_A(markers, axis, rows, names);
  else
    add_parallel_rows(markers, axis, rows, names);
  add_sleeve_friction(params, builder, markers);
  add_joint(params, builder, markers, std::move(rows), std::move(names));
  add_limits(params, builder, markers, "displacement");
}

}  // namespace

ModelPart cylindrical_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(numbers("axis", "direction at the start, in fixed axes; it then turns with A")
                     .of_size(dimension_sized)
                     .required());
  for (Key& key : limit_keys("displacement")) keys.push_back(std::move(key));
  for (Key& key : sleeve_friction_keys()) keys.push_back(std::move(key));
  return {{"joint",
           "cylindrical",
           "B slides along and turns about an axis fixed in A, against friction if there is any.",
           std::move(keys),
           {},
           3},
          build_cylindrical};
}

}  // namespace jounce
