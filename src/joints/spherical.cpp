#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_spherical(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  add_point_rows(builder.dimension(), rows, names);
  add_joint(params, builder, markers, std::move(rows), std::move(names));
}

}  // namespace

ModelPart spherical_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  return {{"joint",
           "spherical",
           "A ball joint: the two points coincide; rotation is free.",
           std::move(keys),
           {},
           3},
          build_spherical};
}

}  // namespace jounce
