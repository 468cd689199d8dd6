#include "joints/joint_markers.h"

#include <fmt/format.h>

#include <cmath>

#include "contact/coordinate_limit.h"
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

JointMarkers joint_markers(const params::Params& params, ModelBuilder& builder) {
  const auto& between = params.names("between");
  std::optional<Vector3> at;
  if (params.given("at")) at = to_vector(params.numbers("at"));
  if (between[0] == between[1])
    params.fail("between", fmt::format("'{}' cannot be joined to itself", between[0]));
  JointMarkers markers;
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
  return markers.initial_A.R.transpose() * direction_of(params, "axis", "axis").normalized();
}

namespace {

MarkerRow dot_row(const Vector3& a, const Vector3& b) {
  MarkerRow row;
  row.kind = MarkerRow::Kind::dot;
  row.a = a;
  row.b = b;
  return row;
}

}  // namespace

std::vector<params::Key> relative_coordinate_keys() {
  using namespace params;
  return {choice("coordinate", "what is meant", {"displacement", "distance", "angle"}).required(),
          numbers("axis",
                  "direction of the displacement or axis of the angle at the start, in fixed axes; it then "
                  "turns with the first part (not needed for distances and for angles in the plane)")
              .of_size(dimension_sized)};
}

std::shared_ptr<RelativeCoordinate> relative_coordinate(const params::Params& params, ModelBuilder& builder,
                                                        const JointMarkers& markers,
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
    builder.follow(angle);
    return angle;
  }
  MarkerRow row;
  if (quantity == "distance") {
    row.kind = MarkerRow::Kind::distance;
    if (!(d.norm() > 1e-12 * (markers.initial_A.x.norm() + markers.initial_B.x.norm())))  // beyond round-off
      params.fail("between", "the two points coincide, so their distance has no direction");
  } else {
    row.kind = MarkerRow::Kind::translation_local;
    if (!params.given("axis")) params.fail("", "a displacement needs its axis");
    row.a = axis_in_A(params, markers);
    row.offset = (markers.initial_A.R * row.a).dot(d);
  }
  return std::make_shared<RelativeCoordinate>(markers.A, markers.B, row);
}

std::vector<params::Key> limit_keys(const std::string& coordinate) {
  using namespace params;
  return {number("lower", "stop: smallest " + coordinate + ", counted from the start"),
          number("upper", "stop: largest " + coordinate + ", counted from the start"),
          number("restitution", "Newton's coefficient e of the stops").between(0, 1)};
}

void add_limits(const params::Params& params, ModelBuilder& builder, const JointMarkers& markers,
                const std::string& quantity) {
  std::optional<double> lower, upper;
  if (params.given("lower")) lower = params.number("lower");
  if (params.given("upper")) upper = params.number("upper");
  if (!lower && !upper) {
    if (params.given("restitution"))
      params.fail("restitution", "a restitution needs a stop: give 'lower' or 'upper'");
    return;
  }
  if (lower && *lower > 0) params.fail("lower", "the stops lie on both sides of the start: 'lower' <= 0");
  if (upper && *upper < 0) params.fail("upper", "the stops lie on both sides of the start: 'upper' >= 0");
  builder.add(std::make_unique<CoordinateLimit>(
      params.name(), params.given("restitution") ? params.number("restitution") : 0.0,
      relative_coordinate(params, builder, markers, quantity), lower, upper));
}

void add_point_rows(int dimension, std::vector<MarkerRow>& rows, std::vector<std::string>& names) {
  for (int i = 0; i < dimension; ++i) {
    MarkerRow row;
    row.kind = MarkerRow::Kind::translation_global;
    row.a = Vector3::Unit(i);
    rows.push_back(row);
    names.emplace_back(1, "xyz"[i]);
  }
}

void add_line_rows(int dimension, const Vector3& axis, std::vector<MarkerRow>& rows,
                   std::vector<std::string>& names) {
  MarkerRow row;
  row.kind = MarkerRow::Kind::translation_local;
  if (dimension == 2) {
    row.a = Vector3(-axis.y(), axis.x(), 0);
    rows.push_back(row);
    names.emplace_back("across");
    return;
  }
  const auto [first, second] = across(axis);
  row.a = first;
  rows.push_back(row);
  row.a = second;
  rows.push_back(row);
  names.insert(names.end(), {"across_1", "across_2"});
}

void add_along_row(const Vector3& axis, std::vector<MarkerRow>& rows, std::vector<std::string>& names) {
  MarkerRow row;
  row.kind = MarkerRow::Kind::translation_local;
  row.a = axis;
  rows.push_back(row);
  names.emplace_back("along");
}

void add_parallel_rows(const JointMarkers& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                       std::vector<std::string>& names) {
  const Vector3 fixed = markers.initial_A.R * axis;
  const auto [first, second] = across(fixed);
  rows.push_back(dot_row(axis, markers.initial_B.R.transpose() * first));
  rows.push_back(dot_row(axis, markers.initial_B.R.transpose() * second));
  names.insert(names.end(), {"tilt_1", "tilt_2"});
}

std::pair<Vector3, Vector3> across(const Vector3& axis) {
  const Vector3 other = std::abs(axis.z()) < 0.9 ? Vector3::UnitZ() : Vector3::UnitX();
  const Vector3 first = other.cross(axis).normalized();
  return {first, axis.cross(first)};
}

void add_parallel_rows_in_A(const JointMarkers& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                            std::vector<std::string>& names) {
  const Vector3 axis_in_B = markers.initial_B.R.transpose() * markers.initial_A.R * axis;
  const auto [first, second] = across(axis);
  rows.push_back(dot_row(first, axis_in_B));
  rows.push_back(dot_row(second, axis_in_B));
  names.insert(names.end(), {"tilt_1", "tilt_2"});
}

void add_orientation_rows(const params::Params& params, int dimension, const JointMarkers& markers,
                          std::vector<MarkerRow>& rows, std::vector<std::string>& names) {
  if (!markers.B->has_rotation() && !markers.A->has_rotation())
    params.fail("between",
                "this joint keeps an orientation, so at least one of its parts must be a rigid body");
  // Pairs of directions that are perpendicular at the start: one axis of a fixed frame in A, the next one in
  // B.
  const Matrix3 A = markers.initial_A.R.transpose();
  const Matrix3 B = markers.initial_B.R.transpose();
  rows.push_back(dot_row(A.col(0), B.col(1)));
  if (dimension == 2) {
    names.emplace_back("angle");
    return;
  }
  rows.push_back(dot_row(A.col(1), B.col(2)));
  rows.push_back(dot_row(A.col(2), B.col(0)));
  names.insert(names.end(), {"turn_z", "turn_x", "turn_y"});
}

void add_joint(const params::Params& params, ModelBuilder& builder, const JointMarkers& markers,
               std::vector<MarkerRow> rows, std::vector<std::string> names) {
  builder.add(std::make_unique<MarkerConstraint>(params.name(), markers.A, markers.B, std::move(rows),
                                                 std::move(names)));
}

}  // namespace jounce
