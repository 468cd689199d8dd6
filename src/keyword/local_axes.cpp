#include "keyword/local_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "keyword/material_params.h"
#include "math/axes.h"
#include "math/shape_functions.h"
#include "params/nearest.h"

namespace jounce::keyword {

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

Matrix3 axes_of_orientation(const Input& input, const Card& card) {
  if (!card.has("ORIENTATION")) return Matrix3::Identity();
  const std::string& name = card.at("ORIENTATION");
  const auto place = input.orientations.find(name);
  if (place == input.orientations.end()) {
    std::vector<std::string> names;
    for (const auto& entry : input.orientations) names.push_back(entry.first);
    throw params::InputError(card.where(), fmt::format("there is no orientation named '{}'", name),
                             params::nearest(name, names));
  }
  const Card& orientation = *place->second;
  if (orientation.has("SYSTEM") && !orientation.at("SYSTEM").starts_with("R"))
    orientation.fail(0, "an *ORIENTATION other than RECTANGULAR is not supported");
  if (orientation.has("DEFINITION") && orientation.at("DEFINITION") != "COORDINATES")
    orientation.fail(0, fmt::format("an *ORIENTATION with DEFINITION={} is not supported; COORDINATES is",
                                    orientation.at("DEFINITION")));
  if (orientation.data.size() > 1)
    orientation.fail(orientation.data[1].line,
                     "*ORIENTATION: a further rotation about an axis is not supported");
  std::vector<double> points = orientation.numbers();
  if (points.size() == 9)  // the third point is the origin
    for (std::size_t k = 0; k < 6; ++k) points[k] -= points[6 + k % 3];
  else if (points.size() > 6)
    orientation.fail(orientation.data[0].line, "six numbers are expected, or nine with the origin");
  return rectangular_axes(orientation, points);
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

Matrix3 axes_of_element(const Input& input, const Card& card, int element) {
  const Matrix3 given = axes_of_orientation(input, card);
  const auto flat = input.flat_elements.find(element);
  if (flat == input.flat_elements.end() || !flat->second.type->is_shell()) return given;
  Matrix3 axes;
  axes.col(2) = shell_normal(input, flat->second, reference_centre(*find_shape(2, flat->second.type->nodes)));
  constexpr double kAlong = 0.999999999536;
  const Vector3 first = given.col(std::abs(given.col(0).dot(axes.col(2))) > kAlong ? 2 : 0);
  axes.col(0) = (first - first.dot(axes.col(2)) * axes.col(2)).normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

}  // namespace jounce::keyword
