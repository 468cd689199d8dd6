#include "keyword/local_axes.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "keyword/material_params.h"
#include "math/axes.h"
#include "math/shape_functions.h"
#include "params/nearest.h"

namespace jounce::keyword {

namespace {

/// Turned about one of them by an angle in degrees.
Matrix3 turned(const Matrix3& axes, int about, double degrees) {
  if (degrees == 0) return axes;
  return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axes.col(about)).toRotationMatrix() * axes;
}

}  // namespace

Matrix3 rectangular_axes(const Card& card, const std::vector<double>& points) {
  if (points.size() < 6) card.fail(0, "six numbers are expected: two points on the axes");
  const Vector3 a = in_range({points[0], points[1], points[2]}),
                b = in_range({points[3], points[4], points[5]});
  const Vector3 normal = a.cross(b);
  if (!(normal.norm() > 1e-12 * a.norm() * b.norm()))
    card.fail(0, "the two points and the origin lie on one line, so they give no axes");
  Matrix3 axes;
  axes.col(0) = a.normalized();
  axes.col(2) = normal.normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

namespace {

/// Axes by a card *ORIENTATION.
Matrix3 axes_of(const Card& orientation) {
  if (orientation.has("SYSTEM") && !orientation.at("SYSTEM").starts_with("R"))
    orientation.fail(0, "an *ORIENTATION other than RECTANGULAR is not supported");
  if (orientation.has("DEFINITION") && orientation.at("DEFINITION") != "COORDINATES")
    orientation.fail(0, fmt::format("an *ORIENTATION with DEFINITION={} is not supported; COORDINATES is",
                                    orientation.at("DEFINITION")));
  if (orientation.data.size() > 2)
    orientation.fail(orientation.data[2].line,
                     "*ORIENTATION: two lines are expected, points and a rotation about an axis");
  std::vector<double> points;
  if (!orientation.data.empty())
    for (std::size_t k = 0; k < orientation.data[0].fields.size(); ++k)
      points.push_back(orientation.number(orientation.data[0], k));
  if (points.size() == 9)  // the third point is the origin
    for (std::size_t k = 0; k < 6; ++k) points[k] -= points[6 + k % 3];
  else if (points.size() > 6)
    orientation.fail(orientation.data[0].line, "six numbers are expected, or nine with the origin");
  Matrix3 axes = rectangular_axes(orientation, points);
  if (orientation.data.size() < 2) return axes;
  const int about = orientation.integer(orientation.data[1], 0);
  if (about < 1 || about > 3)
    orientation.fail(orientation.data[1].line, "*ORIENTATION: the axis of a rotation is 1, 2 or 3");
  return turned(axes, about - 1, orientation.number(orientation.data[1], 1, 0.0));
}

Matrix3 named_axes(const Input& input, const std::string& name, const params::Location& where,
                   const char* or_else = "") {
  if (const auto place = input.orientations.find(name); place != input.orientations.end())
    return axes_of(*place->second);
  std::vector<std::string> names;
  for (const auto& entry : input.orientations) names.push_back(entry.first);
  throw params::InputError(where, fmt::format("there is no orientation named '{}'{}", name, or_else),
                           params::nearest(name, names));
}

/// Degrees by which a layer is turned from the orientation of its card; nothing for an orientation of its
/// own.
std::optional<double> angle_of(const Input& input, const Section& layer) {
  if (layer.orientation.empty()) return 0.0;
  if (input.orientations.count(layer.orientation) > 0) return std::nullopt;
  try {
    return layer.card->number({layer.line, {layer.orientation}}, 0);
  } catch (const params::InputError&) {  // a name
    return std::nullopt;
  }
}

Matrix3 axes_of_layer(const Input& input, const Section& layer) {
  return named_axes(input, layer.orientation, layer.card->where(layer.line),
                    ", and it is no angle in degrees");
}

}  // namespace

Matrix3 axes_of_orientation(const Input& input, const Card& card) {
  if (!card.has("ORIENTATION")) return Matrix3::Identity();
  return named_axes(input, card.at("ORIENTATION"), card.where());
}

void check_orientation(const Input& input, const Section& layer) {
  if (!angle_of(input, layer)) axes_of_layer(input, layer);
}

Vector3 shell_normal(const Input& input, const Element& element, const Vector3& xi) {
  const auto count = static_cast<Index>(element.nodes.size());
  Vector N(count);
  DenseMatrix dN(count, 2);
  evaluate_shape(*find_shape(2, element.type->nodes), xi, N.data(), dN.data());
  Vector3 along = Vector3::Zero(), across = Vector3::Zero();
  for (Index i = 0; i < count; ++i) {
    const Vector3& X = input.nodes[element.nodes[static_cast<std::size_t>(i)]];
    along += dN(i, 0) * X;
    across += dN(i, 1) * X;
  }
  const Vector3 n = along.cross(across);
  return n.norm() > 1e-12 * along.norm() * across.norm() ? n.normalized() : Vector3(Vector3::Zero());
}

bool has_local_axes(const Input& input, const Section& section) {
  const auto material = input.materials.find(section.material);
  if (material == input.materials.end()) return false;
  const bool is_of_shells = section.card->name == "SHELL SECTION" || section.card->name == "MEMBRANE SECTION";
  const auto is_anisotropic = [](const Card* card) {
    return card->name == "ELASTIC" && card->has("TYPE") && !card->at("TYPE").starts_with("ISO");
  };
  return (section.card->has("ORIENTATION") || is_of_shells) &&
         (is_of_library(section.material, material->second) ||
          std::ranges::any_of(material->second.options, is_anisotropic));
}

Matrix3 axes_of_element(const Input& input, const Section& section, int element) {
  const std::optional<double> angle = angle_of(input, section);
  Matrix3 given = angle ? axes_of_orientation(input, *section.card) : axes_of_layer(input, section);
  const auto flat = input.flat_elements.find(element);
  if (flat == input.flat_elements.end() || !flat->second.type->is_shell()) return given;
  Matrix3 axes;
  axes.col(2) = shell_normal(input, flat->second, reference_centre(*find_shape(2, flat->second.type->nodes)));
  constexpr double kAlong = 0.999999999536;
  const Vector3 first = given.col(std::abs(given.col(0).dot(axes.col(2))) > kAlong ? 2 : 0);
  axes.col(0) = (first - first.dot(axes.col(2)) * axes.col(2)).normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return turned(axes, 2, angle.value_or(0));
}

}  // namespace jounce::keyword
