#include <fmt/format.h>

#include "contact/contacts.h"
#include "contact/coordinate_limit.h"
#include "math/coincide.h"
#include "model/direction.h"

namespace jounce {
namespace {

void refuse_sequences(const params::Params& params) {
  if (params.text("impact_law") != "newton")
    params.fail("impact_law", "stops support Newton's impact law only");
}

/// g = clearance + n . (u_B - u_A) >= 0: a stop of the displacement along n.
void build_gap(const params::Params& params, ModelBuilder& builder) {
  const auto& ends = params.names("between");
  const auto A = builder.marker(params, "between", ends[0]), B = builder.marker(params, "between", ends[1]);
  MarkerRow row;
  row.a = direction_of(params, "direction").normalized();
  row.offset = row.a.dot(builder.initial_position(*B) - builder.initial_position(*A));
  refuse_sequences(params);
  builder.add(std::make_unique<CoordinateLimit>(params.name(), params.number("restitution"),
                                                std::make_shared<RelativeCoordinate>(A, B, row),
                                                -params.number("clearance"), std::nullopt));
}

/// g = length - |x_B - x_A| >= 0
void build_tether(const params::Params& params, ModelBuilder& builder) {
  const auto& ends = params.names("between");
  const auto A = builder.marker(params, "between", ends[0]), B = builder.marker(params, "between", ends[1]);
  const Vector3 x_A = builder.initial_position(*A), x_B = builder.initial_position(*B);
  MarkerRow row;
  row.kind = MarkerRow::Kind::distance;
  row.offset = (x_B - x_A).stableNorm();
  if (coincide(x_A, x_B))
    params.fail("between", "the two points coincide, so that their distance has no direction");
  if (params.number("length") < row.offset)
    params.fail("length", fmt::format("the points are {:.6g} apart at the start, which is more", row.offset));
  refuse_sequences(params);
  builder.add(std::make_unique<CoordinateLimit>(params.name(), params.number("restitution"),
                                                std::make_shared<RelativeCoordinate>(A, B, row), std::nullopt,
                                                params.number("length") - row.offset));
}

}  // namespace

ModelPart gap_part() {
  using namespace params;
  return {{"contact",
           "gap",
           "Two points that may separate along a fixed direction, but approach each other by a clearance at "
           "most; *GAP of Abaqus and CalculiX.",
           {names_of("between", "the two points: bodies, markers, mesh groups of one node, or ground")
                .of_size(2)
                .required(),
            numbers("direction", "fixed direction from the first point to the second in which they separate")
                .of_size(dimension_sized)
                .required(),
            number("clearance", "distance by which they may approach each other")
                .unit(dim::length)
                .non_negative()
                .by_default(0.0)}},
          build_gap};
}

ModelPart tether_part() {
  using namespace params;
  return {{"contact",
           "tether",
           "Two points whose distance does not exceed a length, as with a massless rope; DIST of *MPC of "
           "CalculiX.",
           {names_of("between", "the two points: bodies, markers, mesh groups of one node, or ground")
                .of_size(2)
                .required(),
            number("length", "their largest distance").unit(dim::length).positive().required()}},
          build_tether};
}

}  // namespace jounce
