#include "elements/solid_history.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "la/decompositions.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"
#include "mesh/cell_shape.h"

namespace jounce {
namespace {

/// Places less their mean `middle`; rows: places.
DenseMatrix around(const Vector3& middle, const std::vector<Vector3>& places, int dimension) {
  DenseMatrix values(static_cast<Index>(places.size()), dimension);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (int axis = 0; axis < dimension; ++axis)
      values(static_cast<Index>(i), axis) = places[i][axis] - middle[axis];
  return values;
}

/// Nodes (rows) from integration points: their mean and the gradient by least squares through them, the least
/// one where they are too few, so that equal values stay equal.
DenseMatrix extrapolation_of(const SolidElements& solids) {
  const CellShape shape = solids.cells().shape;
  std::vector<Vector3> points;
  Vector3 middle = Vector3::Zero();
  for (const QuadraturePoint& point : stiffness_rule(shape, solids.properties())) {
    points.push_back(point.xi);
    middle += point.xi;
  }
  const auto n = static_cast<Index>(points.size());
  middle /= static_cast<double>(n);
  const int dimension = topology(shape).dimension;
  const DenseMatrix gradient =
      around(middle, points, dimension).completeOrthogonalDecomposition().pseudoInverse();
  const DenseMatrix to_nodes = around(middle, reference_nodes(shape), dimension);
  const DenseMatrix mean = DenseMatrix::Constant(to_nodes.rows(), n, 1.0 / static_cast<double>(n));
  return mean + to_nodes * gradient;
}

}  // namespace

std::optional<int> place_in_history(const SolidElements& solids, std::string_view quantity) {
  if (solids.history() < 0) return std::nullopt;
  for (const MaterialQuantity& own : solids.properties().material->quantities())
    if (own.type->name == quantity) return own.place;
  return std::nullopt;
}

std::vector<double> initial_history(const SolidElements& solids) {
  const Material& material = *solids.properties().material;
  const auto size = static_cast<std::size_t>(material.history_size());
  const auto points = static_cast<std::size_t>(solids.n_points());
  std::vector<double> history(solids.cells().size() * points * size, 0.0);
  for (std::size_t i = 0; i < solids.cells().size(); ++i)
    for (std::size_t k = 0; k < points; ++k)
      history[(i * points + k) * size + static_cast<std::size_t>(material.length_place())] = solids.length(i);
  return history;
}

void point_history(const SolidElements& solids, const State& state, std::size_t element, int place,
                   std::span<double> values) {
  const auto points = static_cast<std::size_t>(solids.n_points());
  const auto size = static_cast<std::size_t>(solids.properties().material->history_size());
  assert(solids.history() >= 0 && static_cast<std::size_t>(place) < size);
  const std::vector<double>& history = state.history[solids.history()].committed();
  const std::size_t first = solids.cells().place_in_whole(element) * points * size;
  for (std::size_t k = 0; k < points; ++k)
    values[k] = history[first + k * size + static_cast<std::size_t>(place)];
}

NodalHistory::NodalHistory(const SolidElements& solids, const MaterialQuantity& quantity)
    : solids_(solids),
      quantity_(quantity),
      extrapolation_(extrapolation_of(solids)),
      at_points_(static_cast<std::size_t>(solids.n_points())) {}

void NodalHistory::evaluate(const State& state, std::size_t element, std::span<double> values) {
  point_history(solids_, state, element, quantity_.place, at_points_);
  extrapolate(values);
}

void NodalHistory::extrapolate(std::span<double> values) const {
  for (Index a = 0; a < extrapolation_.rows(); ++a) {
    double value = 0;
    for (Index k = 0; k < extrapolation_.cols(); ++k) value += extrapolation_(a, k) * at_points_[k];
    values[a] = quantity_.type->is_non_negative ? std::max(value, 0.0) : value;
  }
}

void NodalHistory::add_all(const State& state, std::span<double> sums) {
  const SolidCells& cells = solids_.cells();
  nodal_.resize(static_cast<std::size_t>(extrapolation_.rows()));
  const auto size = static_cast<std::size_t>(solids_.properties().material->history_size());
  const double* const first = state.history[solids_.history()].committed().data() + quantity_.place;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double* at = first + cells.place_in_whole(i) * at_points_.size() * size;
    bool is_zero = true;
    for (double& value : at_points_) {
      value = *at;
      is_zero = is_zero && value == 0;
      at += size;
    }
    if (is_zero || solids_.is_deleted(state, i)) continue;
    extrapolate(nodal_);
    const auto nodes = cells.cell(i);
    for (std::size_t a = 0; a < nodes.size(); ++a) sums[static_cast<std::size_t>(nodes[a])] += nodal_[a];
  }
}

}  // namespace jounce
