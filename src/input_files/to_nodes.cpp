#include "input_files/to_nodes.h"

#include "la/decompositions.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

/// Values of the shape functions of S, one row for each place.
template <CellShape S>
DenseMatrix values_at(const std::vector<Vector3>& places) {
  ShapeValues<S> N;
  ShapeGradients<S> dN;
  DenseMatrix values(static_cast<Index>(places.size()), shape_nodes(S));
  for (std::size_t i = 0; i < places.size(); ++i) {
    evaluate_shape<S>(places[i], N, dN);
    values.row(static_cast<Index>(i)) = N.transpose();
  }
  return values;
}

/// Least squares of the shape functions of S through values at the first places of a rule.
template <CellShape S>
ToNodes fit(const Quadrature& rule, std::size_t count, CellShape nodes_of) {
  std::vector<Vector3> places;
  for (std::size_t i = 0; i < count; ++i) places.push_back(rule[i].xi);
  return {values_at<S>(reference_nodes(nodes_of)) *
              values_at<S>(places).completeOrthogonalDecomposition().pseudoInverse(),
          static_cast<Index>(count)};
}

}  // namespace

ToNodes to_nodes(const SolidElements& solids) {
  const SolidProperties& p = solids.properties();
  const CellShape shape = solids.cells().shape;
  const bool reduced = p.formulation == SolidFormulation::reduced;
  const Quadrature rule = stiffness_rule(shape, p);
  if (shape == CellShape::hexahedron20 && p.section.empty())
    return reduced ? fit<CellShape::hexahedron8>(rule, 8, shape)
                   : fit<CellShape::hexahedron20>(rule, rule.size(), shape);
  if (shape == CellShape::quadrilateral8 && !reduced)
    return fit<CellShape::quadrilateral8>(rule, rule.size(), shape);
  return {solids.extrapolation(), solids.n_points()};
}

}  // namespace jounce
