#pragma once

#include <memory>
#include <numeric>

#include "elements/solid.h"
#include "la/sink.h"
#include "materials/linear_elastic.h"
#include "math/shape_functions.h"
#include "model/state.h"

namespace jounce::test {

/// Cells with nodes at `places` (dimension numbers each) whose degrees of freedom are numbered like them.
inline SolidCells solid_cells(CellShape shape, std::vector<double> places, std::vector<int> nodes) {
  SolidCells cells;
  cells.shape = shape;
  cells.mesh = "m";
  cells.nodes = std::move(nodes);
  cells.numbers.resize(cells.nodes.size() / static_cast<std::size_t>(topology(shape).nodes));
  std::iota(cells.numbers.begin(), cells.numbers.end(), 0);
  cells.places = std::move(places);
  cells.dofs.resize(cells.places.size());
  std::iota(cells.dofs.begin(), cells.dofs.end(), 0);
  cells.points.resize(cells.places.size() / static_cast<std::size_t>(topology(shape).dimension));
  std::iota(cells.points.begin(), cells.points.end(), 0);
  return cells;
}

/// The reference cell, moved to x >= 1 and distorted by `distortion` times a quadratic map.
inline SolidCells one_cell(CellShape shape, double distortion) {
  const auto d = static_cast<std::size_t>(topology(shape).dimension);
  std::vector<double> places;
  std::vector<int> nodes;
  for (const Vector3& xi : reference_nodes(shape)) {
    const double a = distortion;
    const Vector3 x(2.1 + xi.x() + a * (0.2 * xi.y() + 0.1 * xi.x() * xi.y() - 0.15 * xi.z() * xi.x()),
                    0.3 + 1.2 * xi.y() + a * (0.15 * xi.x() + 0.2 * xi.x() * xi.y() + 0.1 * xi.z() * xi.y()),
                    -0.4 + 0.9 * xi.z() + a * (0.1 * xi.x() - 0.2 * xi.y() + 0.15 * xi.x() * xi.z()));
    nodes.push_back(static_cast<int>(nodes.size()));
    places.insert(places.end(), x.data(), x.data() + d);
  }
  return solid_cells(shape, std::move(places), std::move(nodes));
}

inline SolidProperties elastic(double E = 2.5, double nu = 0.3, double rho = 1.4) {
  SolidProperties p;
  p.material = std::make_shared<LinearElastic>(rho, isotropic_stiffness(E, nu));
  return p;
}

inline std::unique_ptr<SolidElements> solid(SolidCells cells, const SolidProperties& properties) {
  return make_solid("s", std::move(cells), properties, -1);
}

inline State rest(const SolidCells& cells) {
  const Vector q = Eigen::Map<const Vector>(cells.places.data(), static_cast<Index>(cells.places.size()));
  return {0, q, Vector::Zero(q.size()), {}};
}

inline DenseMatrix stiffness(const ElementBlock& block, const State& state) {
  DenseMatrix K = DenseMatrix::Zero(state.q.size(), state.q.size());
  DenseSink sink(K);
  block.add_tangent(state, 0, 1, sink);
  return K;
}

inline DenseMatrix mass(const ElementBlock& block, const State& state) {
  DenseMatrix M = DenseMatrix::Zero(state.q.size(), state.q.size());
  DenseSink sink(M);
  block.add_mass(state, 1, sink);
  return M;
}

inline Vector force(const ElementBlock& block, const State& state) {
  Vector f = Vector::Zero(state.q.size());
  block.add_force(state, f);
  return f;
}

}  // namespace jounce::test
