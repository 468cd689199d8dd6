#include "sensors/plastic_strain.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "la/decompositions.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"
#include "mesh/cell_shape.h"

namespace jounce {
namespace {

constexpr int kPlace = 6;  ///< of p in the history of all laws of plasticity, behind the tensor E_p

/// Values of the first-order functions 1, xi, eta, zeta at places; rows: places.
DenseMatrix affine(const std::vector<Vector3>& places, int dimension) {
  DenseMatrix values(static_cast<Index>(places.size()), dimension + 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto row = static_cast<Index>(i);
    values(row, 0) = 1;
    for (int axis = 0; axis < dimension; ++axis) values(row, 1 + axis) = places[i][axis];
  }
  return values;
}

/// Nodes (rows) from integration points, by least squares through them.
DenseMatrix plastic_extrapolation(const SolidElements& solids) {
  const CellShape shape = solids.cells().shape;
  const bool reduced = solids.properties().formulation == SolidFormulation::reduced;
  std::vector<Vector3> points;
  for (const QuadraturePoint& point : stiffness_rule(shape, reduced, solids.properties().hourglass_share))
    points.push_back(point.xi);
  const int dimension = topology(shape).dimension;
  return affine(reference_nodes(shape), dimension) *
         affine(points, dimension).completeOrthogonalDecomposition().pseudoInverse();
}

}  // namespace

bool has_plastic_strain(const SolidElements& solids) {
  return solids.history() >= 0 && solids.properties().material->history_size() > kPlace;
}

void point_plastic_strains(const SolidElements& solids, const State& state, std::size_t element,
                           std::span<double> strains) {
  assert(has_plastic_strain(solids));
  const auto points = static_cast<std::size_t>(solids.n_points());
  const auto size = static_cast<std::size_t>(solids.properties().material->history_size());
  const std::vector<double>& history = state.history[static_cast<std::size_t>(solids.history())].committed;
  const std::size_t first = solids.cells().place_in_whole(element) * points * size;
  for (std::size_t k = 0; k < points; ++k)
    strains[k] = history[first + k * size + static_cast<std::size_t>(kPlace)];
}

NodalPlasticStrains::NodalPlasticStrains(const SolidElements& solids)
    : solids_(solids),
      extrapolation_(plastic_extrapolation(solids)),
      at_points_(static_cast<std::size_t>(solids.n_points())) {}

void NodalPlasticStrains::evaluate(const State& state, std::size_t element, std::span<double> strains) {
  point_plastic_strains(solids_, state, element, at_points_);
  for (Index a = 0; a < extrapolation_.rows(); ++a) {
    double value = 0;
    for (Index k = 0; k < extrapolation_.cols(); ++k)
      value += extrapolation_(a, k) * at_points_[static_cast<std::size_t>(k)];
    strains[static_cast<std::size_t>(a)] = std::max(value, 0.0);
  }
}

}  // namespace jounce
