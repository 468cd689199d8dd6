#include "keyword/local_axes.h"

#include <fmt/format.h>

#include "params/nearest.h"

namespace jounce::keyword {

Matrix3 rectangular_axes(const Card& card, const std::vector<double>& points) {
  if (points.size() < 6) card.fail(0, "six numbers are expected: two points on the axes");
  const Vector3 a(points[0], points[1], points[2]), b(points[3], points[4], points[5]);
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
  return rectangular_axes(orientation, orientation.numbers());
}

}  // namespace jounce::keyword
