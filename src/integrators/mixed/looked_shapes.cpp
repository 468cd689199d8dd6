#include "integrators/mixed/looked_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jounce {
namespace {

constexpr int kMostNodes = 27;

/// Calls visit(place in the block's list of numbers, place in the element's) for every coordinate of a cell.
template <typename Visit>
void for_each_coordinate(const SolidCells& cells, int element, Visit&& visit) {
  const int dim = topology(cells.shape).dimension;
  int at = 0;
  for (const int node : cells.cell(static_cast<std::size_t>(element)))
    for (int k = 0; k < dim; ++k) visit(dim * node + k, at++);
}

}  // namespace

void LookedShapes::keep_all(const SolidElements& block, const State& state) {
  const std::vector<Index>& dofs = block.cells().dofs;
  places_.resize(static_cast<Index>(dofs.size()));
  for (std::size_t i = 0; i < dofs.size(); ++i) places_[i] = state.q[dofs[i]];
  later_.clear();
}

void LookedShapes::keep(const SolidElements& block, std::span<const int> elements, const State& state) {
  const SolidCells& cells = block.cells();
  for (const int element : elements) {
    std::vector<double>& shape = later_[element];
    shape.resize(cells.cell(static_cast<std::size_t>(element)).size() *
                 static_cast<std::size_t>(topology(cells.shape).dimension));
    for_each_coordinate(cells, element, [&](int i, int at) { shape[at] = state.q[cells.dofs[i]]; });
  }
}

double LookedShapes::stretch(const SolidElements& block, int element, const State& state) const {
  const SolidCells& cells = block.cells();
  const int dim = topology(cells.shape).dimension;
  const auto nodes = static_cast<int>(cells.cell(static_cast<std::size_t>(element)).size());
  std::array<double, 3 * kMostNodes> before, now;
  const auto later = later_.find(element);
  for_each_coordinate(cells, element, [&](int i, int at) {
    now[at] = state.q[cells.dofs[i]];
    before[at] = later == later_.end() ? places_[i] : later->second[at];
  });
  double most = 0;
  for (int a = 0; a < nodes; ++a)
    for (int b = 0; b < a; ++b) {
      double old_square = 0, square = 0;
      for (int k = 0; k < dim; ++k) {
        const double old = before[dim * a + k] - before[dim * b + k], d = now[dim * a + k] - now[dim * b + k];
        old_square += old * old;
        square += d * d;
      }
      most = std::max(most, std::abs(std::sqrt(square / old_square) - 1));
    }
  return std::sqrt(dim) * most;
}

}  // namespace jounce
