#include "joints/joint_markers.h"
#include "joints/joints.h"

namespace jounce {
namespace {

void build(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() != 2) params.fail("type", "this joint is for models of dimension 2");
  const JointMarkers markers = joint_markers(params, builder);
  const Vector3 axis = axis_in_A(params, markers);
  MarkerRow across;
  across.kind = MarkerRow::Kind::translation_local;
  across.a = Vector3(-axis.y(), axis.x(), 0);
  builder.add(std::make_unique<MarkerConstraint>(params.name(), markers.A, markers.B,
                                                 std::vector<MarkerRow>{across, angle_row(params, markers)},
                                                 std::vector<std::string>{"across", "angle"}));
}

}  // namespace

ModelPart prismatic_part() {
  using namespace params;
  auto keys = joint_keys();
  keys.push_back(numbers("axis", "direction of sliding at the start, in fixed axes; it then turns with A")
                     .of_size(dimension_sized)
                     .required());
  return {{"joint", "prismatic", "A slider: B moves along an axis fixed in A and keeps its angle to A.",
           std::move(keys)},
          build};
}

}  // namespace jounce
