#include "joints/marker_rows.h"

#include <cmath>
#include <memory>
#include <utility>

#include "contact/coordinate_limit.h"

namespace jounce {

namespace {

MarkerRow dot_row(const Vector3& a, const Vector3& b) {
  MarkerRow row;
  row.kind = MarkerRow::Kind::dot;
  row.a = a;
  row.b = b;
  return row;
}

}  // namespace

std::vector<params::Key> limit_keys(const std::string& coordinate) {
  using namespace params;
  return {number("lower", "stop: smallest " + coordinate + ", counted from the start"),
          number("upper", "stop: largest " + coordinate + ", counted from the start"),
          number("restitution", "Newton's coefficient e of the stops").between(0, 1)};
}

void add_limits(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers,
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

MarkerPair against_ground(std::shared_ptr<const Marker> marker, const ModelBuilder& builder) {
  MarkerPair markers;
  markers.B = std::move(marker);
  markers.B->evaluate(builder.initial(), Derivatives::none, markers.initial_B);
  markers.A = std::make_shared<GroundMarker>("ground", markers.initial_B.x);
  markers.A->evaluate(builder.initial(), Derivatives::none, markers.initial_A);
  return markers;
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

void add_parallel_rows(const MarkerPair& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                       std::vector<std::string>& names) {
  const Vector3 fixed = markers.initial_A.R * axis;
  const auto [first, second] = across(fixed);
  rows.push_back(dot_row(axis, markers.initial_B.R.transpose() * first));
  rows.push_back(dot_row(axis, markers.initial_B.R.transpose() * second));
  names.insert(names.end(), {"tilt_1", "tilt_2"});
}

// (R_A e_1) . (R_B b_2) = 0 with b_2 = e_2 at the start: after a turn by phi about e_1 its rate is that about
// cos phi axis - sin phi e_2, after one about e_2 still that about the axis.
void add_turn_row(const MarkerPair& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                  std::vector<std::string>& names) {
  const auto [first, second] = across(axis);
  rows.push_back(dot_row(first, markers.initial_B.R.transpose() * markers.initial_A.R * second));
  names.emplace_back("turn");
}

std::pair<Vector3, Vector3> across(const Vector3& axis) {
  const Vector3 other = std::abs(axis.z()) < 0.9 ? Vector3::UnitZ() : Vector3::UnitX();
  const Vector3 first = other.cross(axis).normalized();
  return {first, axis.cross(first)};
}

void add_parallel_rows_in_A(const MarkerPair& markers, const Vector3& axis, std::vector<MarkerRow>& rows,
                            std::vector<std::string>& names) {
  const Vector3 axis_in_B = markers.initial_B.R.transpose() * markers.initial_A.R * axis;
  const auto [first, second] = across(axis);
  rows.push_back(dot_row(first, axis_in_B));
  rows.push_back(dot_row(second, axis_in_B));
  names.insert(names.end(), {"tilt_1", "tilt_2"});
}

void add_orientation_rows(const params::Params& params, int dimension, const MarkerPair& markers,
                          std::vector<MarkerRow>& rows, std::vector<std::string>& names) {
  if (!markers.B->has_rotation() && !markers.A->has_rotation())
    params.fail("between",
                "this joint constrains an orientation, so at least one of its parts must be a rigid body");
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

void add_joint(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers,
               std::vector<MarkerRow> rows, std::vector<std::string> names) {
  builder.add(std::make_unique<MarkerConstraint>(params.name(), markers.A, markers.B, std::move(rows),
                                                 std::move(names)));
}

}  // namespace jounce
