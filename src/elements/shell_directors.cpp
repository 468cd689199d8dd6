#include "elements/shell_directors.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "math/shape_functions.h"

namespace jounce {
namespace {

/// A node of an element: the normal of its surface, and the angle of the element there.
struct ShellCorner {
  Vector3 normal;
  double angle;
};

ShellCorner corner_of(const ShellCells& cells, std::size_t cell, std::size_t corner) {
  const auto n = static_cast<std::size_t>(topology(cells.shape).corners);
  const auto [first, second] = directions_at(cells, cell, corner);
  const Vector3 across = first.cross(second);
  const bool is_corner = corner < n;  // elsewhere a side goes straight on
  return {across.normalized(), is_corner ? std::atan2(across.norm(), first.dot(second)) : std::numbers::pi};
}

}  // namespace

std::array<Vector3, 2> directions_at(const ShellCells& cells, std::size_t cell, std::size_t node) {
  const auto nodes = cells.cell(cell);
  const auto n = static_cast<std::size_t>(topology(cells.shape).corners);
  const Vector3& X = cells.places[nodes[node]];
  const auto place = [&](std::size_t k) -> const Vector3& { return cells.places[nodes[k]]; };
  if (node < n) {
    const std::size_t next = (node + 1) % n, before = (node + n - 1) % n;
    if (nodes.size() == n) return {place(next) - X, place(before) - X};
    return {4 * (place(n + node) - X) - (place(next) - X), 4 * (place(n + before) - X) - (place(before) - X)};
  }
  Eigen::Matrix<double, Eigen::Dynamic, 2> slopes(static_cast<Index>(nodes.size()), 2);
  std::vector<double> values(nodes.size());
  evaluate_shape(cells.shape, reference_nodes(cells.shape)[node], values.data(), slopes.data());
  std::array<Vector3, 2> directions = {Vector3::Zero(), Vector3::Zero()};
  for (std::size_t k = 0; k < nodes.size(); ++k)
    for (std::size_t a = 0; a < 2; ++a)
      directions[a] += slopes(static_cast<Index>(k), static_cast<Index>(a)) * place(k);
  return directions;
}

void set_directors(std::vector<ShellCells>& cells, double angle) {
  std::map<Index, std::vector<ShellCorner>> at_node;  // by the first degree of freedom
  const auto for_each_corner = [&](const auto& visit) {
    for (ShellCells& some : cells)
      for (std::size_t i = 0; i < some.size(); ++i)
        for (std::size_t k = 0; k < some.cell(i).size(); ++k) visit(some, i, k);
  };
  for_each_corner([&](ShellCells& some, std::size_t i, std::size_t k) {
    at_node[some.dofs[some.cell(i)[k]][0]].push_back(corner_of(some, i, k));
  });
  for_each_corner([&](ShellCells& some, std::size_t i, std::size_t k) {
    const Vector3 own = corner_of(some, i, k).normal;
    Vector3 sum = Vector3::Zero();
    for (const ShellCorner& other : at_node[some.dofs[some.cell(i)[k]][0]]) {
      const double cosine = own.dot(other.normal);
      if (std::abs(cosine) < std::cos(angle)) continue;
      sum += (cosine < 0 ? -other.angle : other.angle) * other.normal;
    }
    some.directors.push_back(sum.normalized());
  });
}

}  // namespace jounce
