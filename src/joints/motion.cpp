#include "joints/coordinate_constraint.h"
#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

void build_motion(const params::Params& params, ModelBuilder& builder) {
  if (params.given("motion") == params.given("velocity"))
    params.fail("", "a motion is given either by 'motion' (of the coordinate) or by 'velocity'");
  const MarkerPair markers = marker_pair(params, builder);
  const std::string& quantity = params.text("coordinate");
  const auto coordinate = relative_coordinate(params, builder, markers, quantity);
  const bool at_velocity_level = params.given("velocity");
  const double initial = coordinate->value(builder.initial());
  builder.add(std::make_unique<CoordinateConstraint>(
      params.name(), quantity, std::vector<CoordinateConstraint::Term>{{coordinate, 1.0}}, initial,
      params.function(at_velocity_level ? "velocity" : "motion"),
      at_velocity_level ? CoordinateConstraint::Level::velocity : CoordinateConstraint::Level::position));
}

}  // namespace

ModelPart motion_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  for (Key& key : relative_coordinate_keys()) keys.push_back(std::move(key));
  keys.push_back(function("motion", "change of the coordinate since the start, over time"));
  keys.push_back(function("velocity",
                          "rate of the coordinate over time: a nonholonomic row, so the position itself is "
                          "not controlled"));
  return {{"joint", "motion",
           "A driver: a relative displacement, distance or angle of two parts, or its rate, is a function of "
           "time.",
           std::move(keys)},
          build_motion};
}

}  // namespace jounce
