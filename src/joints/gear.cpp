#include <fmt/format.h>

#include <cmath>

#include "joints/coordinate_constraint.h"
#include "joints/joints.h"
#include "joints/marker_rows.h"

namespace jounce {
namespace {

/// The free angle or displacement of the joint that entry `number` of `joints` names.
std::shared_ptr<RelativeCoordinate> coordinate_of(const params::Params& params, ModelBuilder& builder,
                                                  std::size_t number, const std::string& quantity) {
  const std::string& name = params.names("joints")[number];
  const params::Params& joint = builder.declared().joint(params, "joints", name);
  const bool turns = joint.type() == "revolute" || joint.type() == "cylindrical";
  const bool slides = joint.type() == "prismatic" || joint.type() == "cylindrical";
  if (quantity == "angle" ? !turns : !slides)
    params.fail("joints", fmt::format("'{}' is a joint of type '{}', which has no free {}", name,
                                      joint.type(), quantity));
  return relative_coordinate(joint, builder, marker_pair(joint, builder), quantity);
}

/// second - factor first = 0, counted from the start.
void couple(const params::Params& params, ModelBuilder& builder, const char* second_quantity, double factor) {
  const auto first = coordinate_of(params, builder, 0, "angle");
  const auto second = coordinate_of(params, builder, 1, second_quantity);
  builder.add(std::make_unique<CoordinateConstraint>(
      params.name(), "mesh", std::vector<CoordinateConstraint::Term>{{second, 1.0}, {first, -factor}}, 0.0,
      params::TimeFunction(), CoordinateConstraint::Level::position));
}

double nonzero(const params::Params& params, const char* key) {
  const double value = params.number(key);
  if (value == 0) params.fail(key, "must not be zero");
  return value;
}

void build_gear(const params::Params& params, ModelBuilder& builder) {
  couple(params, builder, "angle", nonzero(params, "ratio"));
}

void build_rack(const params::Params& params, ModelBuilder& builder) {
  couple(params, builder, "displacement", nonzero(params, "radius"));
}

}  // namespace

ModelPart gear_part() {
  using namespace params;
  return {
      {"joint",
       "gear",
       "Couples the angles of two revolute (or cylindrical) joints: angle_2 = ratio angle_1, counted from "
       "the start over all turns.",
       {names_of("joints", "the two joints").of_size(2).required(),
        number("ratio", "angle of the second joint per angle of the first; negative for outer gears")
            .required()}},
      build_gear};
}

ModelPart rack_and_pinion_part() {
  using namespace params;
  return {
      {"joint",
       "rack-and-pinion",
       "Couples the angle of a revolute joint with the displacement of a prismatic one: displacement = "
       "radius angle, counted from the start; on one cylindrical joint it is a screw.",
       {names_of("joints",
                 "the joint that turns (revolute or cylindrical) and the one that slides "
                 "(prismatic or cylindrical)")
            .of_size(2)
            .required(),
        number("radius", "displacement per angle (of a screw: pitch / 2 pi); negative for the other sense")
            .unit(dim::length)
            .required()}},
      build_rack};
}

}  // namespace jounce
