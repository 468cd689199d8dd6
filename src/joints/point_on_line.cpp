#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_point_on_line(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() == 1) params.fail("type", "this joint needs model.dimension = 2 or 3");
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  add_line_rows(builder.dimension(), axis_in_A(params, markers), rows, names);
  add_joint(params, builder, markers, std::move(rows), std::move(names));
}

}  // namespace

ModelPart point_on_line_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(numbers("axis", "direction at the start, in fixed axes; it then turns with A")
                     .of_size(dimension_sized)
                     .required());
  return {{"joint", "point-on-line",
           "A pin in a slot: the point of B stays on a line through A along an axis fixed in A; rotation is "
           "free.",
           std::move(keys)},
          build_point_on_line};
}

}  // namespace jounce
