#include "joints/joints.h"
#include "joints/marker_rows.h"
#include "math/coincide.h"

namespace jounce {
namespace {

void build_distance(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  const Vector3 &x_A = markers.initial_A.x, &x_B = markers.initial_B.x;
  const double initial = (x_B - x_A).stableNorm();
  MarkerRow row;
  row.kind = MarkerRow::Kind::distance;
  row.offset = params.given("length") ? params.number("length") : initial;
  if (coincide(x_A, x_B))
    params.fail("between", "the two points coincide, so the rod between them has no direction");
  builder.add(std::make_unique<MarkerConstraint>(
      params.name(), markers.A, markers.B, std::vector<MarkerRow>{row}, std::vector<std::string>{"along"}));
}

}  // namespace

ModelPart distance_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(
      number("length", "length of the rod; the initial distance unless given").unit(dim::length).positive());
  return {{"joint", "distance",
           "A massless rigid rod between two points: their distance stays as it is initially, or as given.",
           std::move(keys)},
          build_distance};
}

}  // namespace jounce
