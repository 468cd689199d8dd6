#include <cmath>

#include "joints/joints.h"
#include "joints/marker_rows.h"
#include "model/direction.h"

namespace jounce {
namespace {

void build_universal(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  add_point_rows(3, rows, names);
  const Vector3 a = axis_in_A(params, markers);
  const Vector3 b = direction_of(params, "axis_b", "axis");
  const Vector3 fixed = markers.initial_A.R * a;
  if (std::abs(fixed.dot(b.normalized())) > 1e-6)
    params.fail("axis_b", "the two axes of a universal joint are perpendicular at the start");
  MarkerRow row;
  row.kind = MarkerRow::Kind::dot;
  row.a = a;
  row.b = markers.initial_B.R.transpose() * (b - fixed * fixed.dot(b)).normalized();
  rows.push_back(row);
  names.emplace_back("cross");
  add_joint(params, builder, markers, std::move(rows), std::move(names));
}

}  // namespace

ModelPart universal_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(numbers("axis", "axis of the cross in A at the start, in fixed axes")
                     .of_size(dimension_sized)
                     .required());
  keys.push_back(numbers("axis_b", "axis of the cross in B at the start, in fixed axes")
                     .of_size(dimension_sized)
                     .required());
  return {{"joint",
           "universal",
           "A Cardan joint: the two points coincide and an axis of A stays perpendicular to an axis of B.",
           std::move(keys),
           {},
           3},
          build_universal};
}

}  // namespace jounce
