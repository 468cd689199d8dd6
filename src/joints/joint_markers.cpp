#include "joints/joint_markers.h"

#include <fmt/format.h>

namespace jounce {

JointMarkers joint_markers(const params::Params& params, ModelBuilder& builder) {
  const auto& between = params.names("between");
  std::optional<Vector3> at;
  if (params.given("at")) at = to_vector(params.numbers("at"));
  if (between[0] == between[1])
    params.fail("between", fmt::format("'{}' cannot be joined to itself", between[0]));
  JointMarkers markers;
  markers.A = builder.marker(params, "between", between[0], at);
  markers.B = builder.marker(params, "between", between[1], at);
  markers.A->evaluate(builder.initial(), Derivatives::none, markers.initial_A);
  markers.B->evaluate(builder.initial(), Derivatives::none, markers.initial_B);
  return markers;
}

std::vector<params::Key> joint_keys() {
  using namespace params;
  return {
      names_of("between", "the two parts: bodies, markers, mesh groups of one node, or ground")
          .of_size(2)
          .required(),
      numbers("at", "initial place of the joint on both parts; without it the joint connects the two markers")
          .unit(dim::length)
          .of_size(dimension_sized)};
}

Vector3 axis_in_A(const params::Params& params, const JointMarkers& markers) {
  const Vector3 axis = to_vector(params.numbers("axis"));
  if (!(axis.norm() > 0)) params.fail("axis", "the axis must not be zero");
  return markers.initial_A.R.transpose() * axis.normalized();
}

MarkerRow angle_row(const params::Params& params, const JointMarkers& markers) {
  if (!markers.B->has_rotation() && !markers.A->has_rotation())
    params.fail("between", "this joint keeps an angle, so at least one of its parts must be a rigid body");
  // Two directions that are perpendicular at the start: x of the frame in A, y of the same frame in B.
  MarkerRow row;
  row.kind = MarkerRow::Kind::dot;
  row.a = markers.initial_A.R.transpose() * Vector3::UnitX();
  row.b = markers.initial_B.R.transpose() * Vector3::UnitY();
  return row;
}

}  // namespace jounce
