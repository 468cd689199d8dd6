#include "elements/shell_directors.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace jounce {
namespace {

/// A corner of an element: its normal, and the angle of the element there.
struct ShellCorner {
  Vector3 normal;
  double angle;
};

ShellCorner corner_of(const ShellCells& cells, std::size_t cell, std::size_t corner) {
  const auto nodes = cells.cell(cell);
  const std::size_t n = nodes.size();
  const Vector3& X = cells.places[nodes[corner]];
  const Vector3 next = cells.places[nodes[(corner + 1) % n]] - X;
  const Vector3 before = cells.places[nodes[(corner + n - 1) % n]] - X;
  const Vector3 across = next.cross(before);
  return {across.normalized(), std::atan2(across.norm(), next.dot(before))};
}

}  // namespace

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
