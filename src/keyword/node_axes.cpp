#include "keyword/node_axes.h"

#include <cmath>

#include "keyword/local_axes.h"

namespace jounce::keyword {
namespace {

constexpr double kRoundOff = 1e-12;

/// A direction across an axis, which stands for the radial one where none is: (-a_2/a_1, 1, 0), where a_1 = 0
/// (0, -a_3/a_2, 1), else x, as CalculiX chooses.
Vector3 across(const Vector3& axis) {
  if (std::abs(axis.x()) > kRoundOff) return Vector3(-axis.y() / axis.x(), 1, 0).normalized();
  if (std::abs(axis.y()) > kRoundOff) return Vector3(0, -axis.z() / axis.y(), 1).normalized();
  return Vector3::UnitX();
}

/// Columns: radial, tangential, axial at X.
Matrix3 cylindrical_axes(const Vector3& from, const Vector3& to, const Vector3& X) {
  const Vector3 axis = (to - from).normalized(), arm = X - from;
  const Vector3 radius = arm - arm.dot(axis) * axis;
  const bool is_on_axis = !(radius.norm() > kRoundOff * (arm.norm() + (to - from).norm()));
  Matrix3 axes;
  axes.col(0) = is_on_axis ? across(axis) : radius.normalized();
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
  for (const int node : input.nodes_of(card, 0, card.at("NSET")))
    input.node_axes[node] = type == "R" ? fixed : cylindrical_axes(from, to, input.nodes[node]);
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
