#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_fixed(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() == 1) params.fail("type", "this joint needs model.dimension = 2 or 3");
  const MarkerPair markers = marker_pair(params, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  add_point_rows(builder.dimension(), rows, names);
  add_orientation_rows(params, builder.dimension(), markers, rows, names);
  add_joint(params, builder, markers, std::move(rows), std::move(names));
}

}  // namespace

ModelPart fixed_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  return {{"joint", "fixed", "A weld: points coincide and the relative orientation keeps its initial value.",
           std::move(keys)},
          build_fixed};
}

}  // namespace jounce
