// Nodes of shells and beams that do not turn about some axes.

#include <fmt/format.h>

#include "joints/joints.h"
#include "joints/marker_rows.h"
#include "math/axes.h"

namespace jounce {
namespace {

void build_rotation_support(const params::Params& params, ModelBuilder& builder) {
  const Vector3 given = in_range(to_vector(params.numbers("axis")));
  if (!(given.norm() > 0)) params.fail("axis", "an axis has a length");
  const Vector3 axis = given.normalized();
  int number = 0;
  for (const auto& marker : builder.markers(params, "on", params.text("on"))) {
    if (marker->dofs().empty()) params.fail("on", "the ground has no degrees of freedom");
    if (!marker->has_rotation())
      params.fail("on", fmt::format("'{}' has points without orientation; nodes of shells and beams have one",
                                    params.text("on")));
    const MarkerPair markers = against_ground(marker, builder);
    std::vector<MarkerRow> rows;
    std::vector<std::string> names;
    if (params.text("held") == "about")
      add_turn_row(markers, axis, rows, names);
    else
      add_parallel_rows(markers, axis, rows, names);
    builder.add(std::make_unique<MarkerConstraint>(fmt::format("{}.{}", params.name(), ++number), markers.A,
                                                   markers.B, std::move(rows), std::move(names)));
  }
}

}  // namespace

ModelPart rotation_support_part() {
  using namespace params;
  return {
      {"joint",
       "rotation-support",
       "Holds some rotations of nodes of shells and beams, whose displacements stay free; [[boundary]] holds "
       "all of them. Each node is a joint NAME.1, NAME.2, ... with the rows turn (about) or tilt_1, tilt_2 "
       "(across).",
       {name_of("on", "mesh or mesh group whose nodes have rotations, marker or rigid body").required(),
        numbers("axis", "an axis").of_size(3).required(),
        choice(
            "held",
            "about: the nodes do not turn about the axis; where they turn about others by more than some "
            "ten degrees, too, that is another axis, and at right angles the row may hold nothing; across: "
            "they turn about the axis alone",
            {"about", "across"})
            .by_default("about")},
       {},
       3},
      build_rotation_support};
}

}  // namespace jounce
