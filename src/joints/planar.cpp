#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_planar(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  const Vector3 normal = axis_in_A(params, markers);
  MarkerRow row;
  row.kind = MarkerRow::Kind::translation_local;
  row.a = normal;
  rows.push_back(row);
  names.emplace_back("normal");
  add_parallel_rows(markers, normal, rows, names);
  add_joint(params, builder, markers, std::move(rows), std::move(names));
}

}  // namespace

ModelPart planar_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(numbers("axis", "normal of the plane at the start, in fixed axes; it then turns with A")
                     .of_size(dimension_sized)
                     .required());
  return {{"joint",
           "planar",
           "The point of B stays in a plane fixed in A, and B turns about the normal of the plane only.",
           std::move(keys),
           {},
           3},
          build_planar};
}

}  // namespace jounce
