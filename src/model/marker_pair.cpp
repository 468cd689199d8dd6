#include "model/marker_pair.h"

#include <fmt/format.h>

#include <optional>

#include "math/coincide.h"
#include "model/direction.h"
#include "model/floating_marker.h"
#include "params/input_error.h"

namespace jounce {

namespace {

/// Place of a joint without 'at' that holds a point, between a node of a flexible body and a part: the
/// node's, because the joint sits on it.
std::optional<Vector3> place_of_node(const params::Params& params, const ModelBuilder& builder) {
  const std::string& type = params.type();
  if (type != "revolute" && type != "spherical" && type != "fixed" && type != "universal") return {};
  const auto& between = params.names("between");
  for (const std::string& name : between) {
    const auto marker = builder.model().find_marker(name);
    if (name.find('.') == std::string::npos || dynamic_cast<const FloatingMarker*>(marker.get()) == nullptr)
      continue;
    MarkerKinematics place;
    marker->evaluate(builder.initial(), Derivatives::none, place);
    return place.x;
  }
  return {};
}

/// The part at a point, where it is the ground or a rigid body and can have one there; else its own marker.
std::shared_ptr<const Marker> marker_there(const params::Params& params, ModelBuilder& builder,
                                           const std::string& name, const Vector3& at) {
  try {
    return builder.marker(params, "between", name, at);
  } catch (const params::InputError&) {
    return builder.marker(params, "between", name, std::nullopt);
  }
}

}  // namespace

MarkerPair marker_pair(const params::Params& params, ModelBuilder& builder) {
  const auto& between = params.names("between");
  std::optional<Vector3> at;
  if (params.given("at")) at = to_vector(params.numbers("at"));
  if (between[0] == between[1])
    params.fail("between", fmt::format("'{}' cannot be joined to itself", between[0]));
  MarkerPair markers;
  if (const auto node = at ? std::nullopt : place_of_node(params, builder)) {
    markers.A = marker_there(params, builder, between[0], *node);
    markers.B = marker_there(params, builder, between[1], *node);
  } else {
    std::vector<params::Diagnostic> mistakes;  // of both names
    const auto part = [&](const std::string& name) -> std::shared_ptr<const Marker> {
      try {
        return builder.marker(params, "between", name, at);
      } catch (const params::InputError& error) {
        mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
        return nullptr;
      }
    };
    markers.A = part(between[0]);
    markers.B = part(between[1]);
    if (!mistakes.empty()) throw params::InputError(mistakes);
  }
  markers.A->evaluate(builder.initial(), Derivatives::none, markers.initial_A);
  markers.B->evaluate(builder.initial(), Derivatives::none, markers.initial_B);
  return markers;
}

std::vector<params::Key> marker_pair_keys() {
  using namespace params;
  return {
      names_of("between", "the two parts: bodies, markers, mesh groups of one node, or ground")
          .of_size(2)
          .required(),
      numbers("at",
              "initial position of the joint on both parts; without it the joint connects the two markers")
          .unit(dim::length)
          .of_size(dimension_sized)};
}

Vector3 axis_in_A(const params::Params& params, const MarkerPair& markers) {
  return markers.initial_A.R.transpose() * direction_of(params, "axis", "axis").normalized();
}

std::vector<params::Key> relative_coordinate_keys() {
  using namespace params;
  return {choice("coordinate", "what is meant", {"displacement", "distance", "angle"}).required(),
          numbers("axis",
                  "direction of the displacement or axis of the angle at the start, in fixed axes; it then "
                  "turns with the first part (not needed for distances and for angles in the plane)")
              .of_size(dimension_sized)};
}

std::shared_ptr<RelativeCoordinate> relative_coordinate(const params::Params& params, ModelBuilder& builder,
                                                        const MarkerPair& markers,
                                                        const std::string& quantity) {
  const Vector3 d = markers.initial_B.x - markers.initial_A.x;
  const bool planar = builder.dimension() < 3;
  if (quantity == "angle") {
    if (!markers.A->has_rotation() && !markers.B->has_rotation())
      params.fail("between", "an angle needs at least one rigid body");
    Vector3 axis = Vector3::UnitZ();
    if (!planar) {
      if (!params.given("axis")) params.fail("", "an angle in space needs its axis");
      axis = axis_in_A(params, markers);
    }
    auto angle = std::make_shared<RelativeCoordinate>(markers.A, markers.B, markers.initial_A,
                                                      markers.initial_B, axis, planar);
    builder.follow(angle, params);
    return angle;
  }
  MarkerRow row;
  if (quantity == "distance") {
    row.kind = MarkerRow::Kind::distance;
    if (coincide(markers.initial_A.x, markers.initial_B.x))
      params.fail("between", "the two points coincide, so their distance has no direction");
  } else {
    row.kind = MarkerRow::Kind::translation_local;
    if (!params.given("axis")) params.fail("", "a displacement needs its axis");
    row.a = axis_in_A(params, markers);
    row.offset = (markers.initial_A.R * row.a).dot(d);
  }
  return std::make_shared<RelativeCoordinate>(markers.A, markers.B, row);
}

}  // namespace jounce
