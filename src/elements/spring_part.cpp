#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "elements/elements.h"
#include "elements/spring.h"
#include "math/coincide.h"
#include "model/direction.h"
#include "model/marker_pair.h"

namespace jounce {
namespace {

/// k e, or the table.
ForceLaw force_law(const params::Params& params) {
  const bool has_table = params.given("elongations") || params.given("forces");
  if (!has_table) return ForceLaw(params.number("stiffness"));
  if (!params.given("elongations") || !params.given("forces"))
    params.fail(params.given("forces") ? "forces" : "elongations",
                "a table needs both 'elongations' and 'forces'");
  if (params.given("stiffness")) params.fail("stiffness", "expected either a stiffness or a table of forces");
  const auto &e = params.numbers("elongations"), &f = params.numbers("forces");
  if (e.size() < 2 || e.size() != f.size())
    params.fail("forces", "as many forces as elongations are expected, two or more");
  if (std::adjacent_find(e.begin(), e.end(), std::greater_equal<>()) != e.end())
    params.fail("elongations", "elongations ascend");
  return {e, f};
}

void build_spring(const params::Params& params, ModelBuilder& builder) {
  const auto& ends = params.names("between");
  const auto A = builder.marker(params, "between", ends[0]);
  const auto B = builder.marker(params, "between", ends[1]);
  const Vector3 x_A = builder.initial_position(*A), x_B = builder.initial_position(*B);
  const Vector3 d = x_B - x_A;
  MarkerRow row;
  if (params.given("direction")) {
    row.kind = MarkerRow::Kind::translation_global;
    row.a = direction_of(params, "direction").normalized();
  } else {
    row.kind = MarkerRow::Kind::distance;
    if (coincide(x_A, x_B))
      params.fail("between",
                  fmt::format("'{}' and '{}' coincide, so the spring between them has no direction; give "
                              "'direction'",
                              ends[0], ends[1]));
  }
  const double initial = row.kind == MarkerRow::Kind::distance ? d.norm() : row.a.dot(d);
  row.offset = params.given("rest_length") ? params.number("rest_length") : initial;
  builder.add(std::make_unique<SpringDamper>(params.name(), std::make_shared<RelativeCoordinate>(A, B, row),
                                             force_law(params), params.number("damping")));
  Drawing drawing;
  drawing.name = params.name();
  drawing.markers = {A, B};
  drawing.kind = Drawing::Cells::lines;
  drawing.cells = {{0, 1}};
  builder.add_drawing(std::move(drawing));
}

/// In space: about an axis, on the angle counted from the start.
void build_spatial_torsion_spring(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  if (!markers.A->has_rotation() && !markers.B->has_rotation())
    params.fail("between", "an angle needs at least one rigid body");
  if (!params.given("axis")) params.fail("", "a torsional spring in space needs its axis");
  const double rest = params.given("rest_angle") ? params.number("rest_angle") : 0.0;
  auto angle = std::make_shared<RelativeCoordinate>(
      markers.A, markers.B, markers.initial_A, markers.initial_B, axis_in_A(params, markers), false, -rest);
  builder.follow(angle, params);
  builder.add(std::make_unique<SpringDamper>(params.name(), angle, params.number("stiffness"),
                                             params.number("damping")));
}

void build_torsion_spring(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() == 3) return build_spatial_torsion_spring(params, builder);
  if (params.given("axis")) params.fail("axis", "in the plane the axis is z");
  const auto& ends = params.names("between");
  const Index A = builder.rotation_dof(params, "between", ends[0]);
  const Index B = builder.rotation_dof(params, "between", ends[1]);
  const auto angle = [&](Index dof) { return dof < 0 ? 0.0 : builder.initial().q[dof]; };
  const double rest = params.given("rest_angle") ? params.number("rest_angle") : angle(B) - angle(A);
  builder.add(std::make_unique<TorsionSpring>(params.name(), A, B, rest, params.number("stiffness"),
                                              params.number("damping")));
}

}  // namespace

ModelPart spring_part() {
  using namespace params;
  return {
      {"element",
       "spring",
       "Spring and damper in parallel between two points: force k e + c e' along the line between them, or "
       "along a fixed direction (then linear); or forces from a table instead of k e.",
       {names_of("between", "the two points: bodies, markers, mesh groups of one node, or ground")
            .of_size(2)
            .required(),
        number("stiffness", "k").unit(dim::stiffness).non_negative().by_default(0.0),
        number("damping", "c").unit(dim::damping).non_negative().by_default(0.0),
        number("rest_length", "unstretched length; the initial length unless given").unit(dim::length),
        numbers("elongations", "instead of the stiffness: table of the force over the elongation")
            .unit(dim::length),
        numbers("forces", "tension positive; linear between the points, constant outside").unit(dim::force),
        numbers("direction", "fixed direction of elongation instead of the line between the points")
            .of_size(dimension_sized)}},
      build_spring,
      nullptr,
      {&spring_force_quantity()}};
}

ModelPart torsion_spring_part() {
  using namespace params;
  return {{"element",
           "torsion-spring",
           "Torsional spring and damper between two rigid bodies, or a body and the ground: about z in the "
           "plane, about an axis fixed in the first part in space.",
           {names_of("between", "the two bodies; ground for the frame").of_size(2).required(),
            numbers("axis", "in space: axis at the start, in fixed axes; it then turns with the first part")
                .of_size(dimension_sized),
            number("stiffness", "moment per angle").unit(dim::moment).non_negative().by_default(0.0),
            number("damping", "moment per angular velocity").unit({1, 2, -1}).non_negative().by_default(0.0),
            number("rest_angle",
                   "relative angle at zero moment; the initial one unless given. In space angles count from "
                   "the start")}},
          build_torsion_spring,
          nullptr,
          {&spring_moment_quantity()}};
}

}  // namespace jounce
