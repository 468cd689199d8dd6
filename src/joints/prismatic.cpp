#include "joints/joint_friction_part.h"
#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_prismatic(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() == 1) params.fail("type", "this joint needs model.dimension = 2 or 3");
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  add_line_rows(builder.dimension(), axis_in_A(params, markers), rows, names);
  add_orientation_rows(params, builder.dimension(), markers, rows, names);
  add_guide_friction(params, builder, markers);
  add_joint(params, builder, markers, std::move(rows), std::move(names));
  add_limits(params, builder, markers, "displacement");
}

}  // namespace

ModelPart prismatic_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(numbers("axis", "direction of sliding at the start, in fixed axes; it then turns with A")
                     .of_size(dimension_sized)
                     .required());
  for (Key& key : limit_keys("displacement")) keys.push_back(std::move(key));
  for (Key& key : guide_friction_keys()) keys.push_back(std::move(key));
  return {{"joint", "prismatic",
           "A slider: B moves along an axis fixed in A, against friction if there is any, and keeps its "
           "orientation to A.",
           std::move(keys)},
          build_prismatic};
}

}  // namespace jounce
