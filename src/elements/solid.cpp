#include "elements/solid.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "elements/cell_part.h"
#include "elements/solid_block.h"

namespace jounce {
namespace {

using enum CellShape;

template <CellShape S>
bool is_inverted(const SolidCells& cells, std::size_t i, const Quadrature& rule) {
  ShapeValues<S> N;
  ShapeGradients<S> dN;
  solid::Nodal<S> X;
  const auto nodes = cells.cell(i);
  for (std::size_t a = 0; a < nodes.size(); ++a)
    for (Index k = 0; k < solid::kDim<S>; ++k)
      X(static_cast<Index>(a), k) = cells.places[nodes[a] * solid::kDim<S> + k];
  for (const QuadraturePoint& point : rule) {
    evaluate_shape<S>(point.xi, N, dN);
    if (!((X.transpose() * dN).determinant() > 0)) return true;
  }
  return false;
}

}  // namespace

SolidElements::SolidElements(std::string name, SolidCells cells, SolidProperties properties)
    : ElementBlock(std::move(name)), cells_(std::move(cells)), properties_(std::move(properties)) {}

double SolidElements::length(std::size_t element) const {
  const CellTopology& shape = topology(cells_.shape);
  double size = volume(element);
  if (shape.dimension == 2 && properties_.plane == PlaneKind::axisymmetric) {
    double radius = 0;  // of the centre
    const auto corners = cells_.cell(element).first(static_cast<std::size_t>(shape.corners));
    for (const int node : corners) radius += cells_.places[2 * static_cast<std::size_t>(node)];
    size /= 2 * std::numbers::pi * radius / shape.corners;
  } else if (shape.dimension == 2) {
    size /= properties_.thickness;
  }
  const double length = shape.dimension == 3 ? std::cbrt(size) : std::sqrt(size);
  return shape.nodes > shape.corners ? length / 2 : length;
}

std::unique_ptr<ElementBlock> SolidElements::part(std::span<const int> elements) const {
  if (elements.empty()) return nullptr;
  SolidCells some;
  const auto dimension = static_cast<std::size_t>(topology(cells_.shape).dimension);
  for (const int node : take_cells(cells_, elements, some))
    for (std::size_t k = 0; k < dimension; ++k) {
      const std::size_t at = static_cast<std::size_t>(node) * dimension + k;
      some.places.push_back(cells_.places[at]);
      some.dofs.push_back(cells_.dofs[at]);
    }
  return make_solid(name(), std::move(some), properties_, history());
}

/// Calls the template function X<S> for the shape.
#define JOUNCE_DISPATCH(S) \
  case S:                  \
    return visit.template operator()<S>();

template <class Visit>
static auto for_shape(CellShape shape, const Visit& visit) {
  switch (shape) {
    JOUNCE_FOR_SOLID_SHAPES(JOUNCE_DISPATCH)
    default:
      return decltype(visit.template operator()<triangle3>()){};  // lines are no solids
  }
}

std::string describe_element(const SolidElements& block, std::size_t element, const State& state) {
  const SolidCells& cells = block.cells();
  const int dimension = topology(cells.shape).dimension;
  const auto nodes = cells.cell(element);
  std::string place;
  for (int k = 0; k < dimension; ++k) {
    double centre = 0;
    for (const int node : nodes) centre += state.q[cells.dofs[node * dimension + k]];
    place += fmt::format("{}{:.4g}", k > 0 ? ", " : "", centre / static_cast<double>(nodes.size()));
  }
  return fmt::format("{} {} of mesh '{}' near ({})", topology(cells.shape).name, cells.numbers[element] + 1,
                     cells.mesh, place);
}

Quadrature stiffness_rule(CellShape shape, const SolidProperties& properties) {
  if (shape == hexahedron20 && !properties.section.empty()) return properties.section;
  return stiffness_rule(shape, properties.formulation == SolidFormulation::reduced,
                        properties.hourglass_share);
}

std::size_t find_inverted(const SolidCells& cells, bool mass_by_stiffness_points) {
  return for_shape(cells.shape, [&]<CellShape S>() {
    Quadrature rule = stiffness_rule(S, false);
    if (!mass_by_stiffness_points) {
      const Quadrature mass = mass_rule(S);
      rule.insert(rule.end(), mass.begin(), mass.end());
    }
    std::size_t i = 0;
    while (i < cells.size() && !is_inverted<S>(cells, i, rule)) ++i;
    return i;
  });
}

std::unique_ptr<SolidElements> make_solid(std::string name, SolidCells cells, SolidProperties properties,
                                          int first_history) {
  return for_shape(cells.shape, [&]<CellShape S>() -> std::unique_ptr<SolidElements> {
    return std::make_unique<solid::SolidBlock<S>>(std::move(name), std::move(cells), std::move(properties),
                                                  first_history);
  });
}

}  // namespace jounce
