#include "joints/joint_markers.h"
#include "joints/joints.h"

namespace jounce {
namespace {

void build(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() != 2) params.fail("type", "this joint is for models of dimension 2");
  const JointMarkers markers = joint_markers(params, builder);
  std::vector<MarkerRow> rows;
  for (int i = 0; i < 2; ++i) {
    MarkerRow row;
    row.kind = MarkerRow::Kind::translation_global;
    row.a = Vector3::Unit(i);
    rows.push_back(row);
  }
  rows.push_back(angle_row(params, markers));
  builder.add(std::make_unique<MarkerConstraint>(params.name(), markers.A, markers.B, std::move(rows),
                                                 std::vector<std::string>{"x", "y", "angle"}));
}

}  // namespace

ModelPart fixed_part() {
  using namespace params;
  auto keys = joint_keys();
  return {{"joint", "fixed", "A weld: points coincide and the relative angle keeps its initial value.",
           std::move(keys)},
          build};
}

}  // namespace jounce
