#include "joints/joint_markers.h"
#include "joints/joints.h"

namespace jounce {
namespace {

void build(const params::Params& params, ModelBuilder& builder) {
  const JointMarkers markers = joint_markers(params, builder);
  const int d = builder.dimension();
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  for (int i = 0; i < d; ++i) {
    MarkerRow row;
    row.kind = MarkerRow::Kind::translation_global;
    row.a = Vector3::Unit(i);
    rows.push_back(row);
    names.emplace_back(1, "xyz"[i]);
  }
  builder.add(std::make_unique<MarkerConstraint>(params.name(), markers.A, markers.B, std::move(rows),
                                                 std::move(names)));
}

}  // namespace

ModelPart revolute_part() {
  using namespace params;
  auto keys = joint_keys();
  return {
      {"joint", "revolute", "A pin: the two points coincide; relative rotation is free.", std::move(keys)},
      build};
}

}  // namespace jounce
