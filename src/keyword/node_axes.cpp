#include "keyword/node_axes.h"

#include <cmath>

#include "keyword/local_axes.h"

namespace jounce::keyword {
namespace {

constexpr double kRoundOff = 1e-12;

/// Columns: radial, tangential, axial at X.
Matrix3 cylindrical_axes(const Card& card, const Vector3& from, const Vector3& to, const Vector3& X,
                         int number) {
  const Vector3 axis = (to - from).normalized(), arm = X - from;
  const Vector3 radius = arm - arm.dot(axis) * axis;
  if (!(radius.norm() > kRoundOff * (arm.norm() + (to - from).norm())))
    card.fail(0,
              fmt::format("node {} lies on the axis of the cylinder, where no direction is radial", number));
  Matrix3 axes;
  axes.col(0) = radius.normalized();
  axes.col(2) = axis;
  axes.col(1) = axis.cross(axes.col(0));
  return axes;
}

}  // namespace

void read_transform(const Card& card, Input& input) {
  const std::vector<double> points = card.numbers();
  const std::string type = card.has("TYPE") ? card.at("TYPE") : "R";
  if (type != "R" && type != "C")
    card.fail(0, fmt::format("*TRANSFORM of type {} is not supported; R and C are", type));
  const Matrix3 fixed = type == "R" ? rectangular_axes(card, points) : Matrix3::Identity();
  if (points.size() < 6) card.fail(0, "six numbers are expected: two points on the axis");
  const Vector3 from(points[0], points[1], points[2]), to(points[3], points[4], points[5]);
  if (type == "C" && from == to) card.fail(0, "the two points on the axis are the same");
  for (const int node : input.nodes_of(card, 0, card.at("NSET"))) {
    const auto place = static_cast<std::size_t>(node);
    input.node_axes[node] =
        type == "R" ? fixed : cylindrical_axes(card, from, to, input.nodes[place], input.node_numbers[place]);
  }
}

std::vector<EquationTerm> global_terms(const Input& input, int node, int dof) {
  const auto place = input.node_axes.find(node);
  if (place == input.node_axes.end() || dof > 3) return {{node, dof, 1.0}};
  std::vector<EquationTerm> terms;
  for (int axis = 0; axis < 3; ++axis)
    if (const double factor = place->second(axis, dof - 1); std::abs(factor) > kRoundOff)
      terms.push_back({node, axis + 1, factor});
  return terms;
}

}  // namespace jounce::keyword
