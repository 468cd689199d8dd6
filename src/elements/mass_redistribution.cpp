#include "elements/mass_redistribution.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "la/decompositions.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

constexpr int kRings = 3;            ///< layers of elements around a node in which one is looked for
constexpr double kNoWeight = 1e-13;  ///< round-off of weights that are zero

Vector3 place_of(const SolidCells& cells, int node) {
  const int dimension = topology(cells.shape).dimension;
  Vector3 X = Vector3::Zero();
  for (int k = 0; k < dimension; ++k) X[k] = cells.places[node * dimension + k];
  return X;
}

/// Elements of every node, one list behind the other.
struct ElementsOfNodes {
  explicit ElementsOfNodes(const SolidCells& cells) : starts(cells.points.size() + 1, 0) {
    const auto per_cell = static_cast<std::size_t>(topology(cells.shape).nodes);
    for (const int node : cells.nodes) ++starts[node + 1];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    elements.resize(cells.nodes.size());
    for (std::size_t i = 0; i < cells.nodes.size(); ++i)
      elements[next[cells.nodes[i]]++] = static_cast<int>(i / per_cell);
  }
  std::span<const int> of(int node) const {
    const std::size_t first = starts[node];
    return std::span(elements).subspan(first, starts[node + 1] - first);
  }

  std::vector<std::size_t> starts;
  std::vector<int> elements;
};

/// Weights of corners for a point outside their element: N_a(xi) with sum_a N_a(xi) X_a = X by Newton's
/// method from the centre, then the least change that makes them reproduce affine fields.
Vector continuation(CellShape shape, const Matrix3X& corners, const Vector3& X) {
  constexpr int kMostSteps = 30;
  const auto n = static_cast<Index>(corners.cols());
  const Index d = topology(shape).dimension;
  Vector3 xi = reference_centre(shape);
  Vector N(n);
  DenseMatrix dN(n, d);
  const double size = (corners.colwise() - corners.rowwise().mean()).norm();
  const auto missing = [&] { return Vector3(X - corners * N); };
  evaluate_shape(shape, xi, N.data(), dN.data());
  double best = missing().norm();
  for (int step = 0; step < kMostSteps && best > 1e-14 * size; ++step) {
    const DenseMatrix J = corners.topRows(d) * dN;
    const Vector change = J.completeOrthogonalDecomposition().solve(missing().head(d));
    Vector3 tried = xi;
    tried.head(d) += change;
    evaluate_shape(shape, tried, N.data(), dN.data());
    if (!(missing().norm() < best)) break;
    best = missing().norm();
    xi = tried;
  }
  evaluate_shape(shape, xi, N.data(), dN.data());
  if (!(best < 1e-6 * size)) N.setConstant(1.0 / static_cast<double>(n));
  DenseMatrix P(d + 1, n);  // affine fields at the corners, from X in units of their size
  P.topRows(d) = (corners.colwise() - X).topRows(d) / size;
  P.row(d).setOnes();
  Vector off = -P * N;
  off[d] += 1;
  return N + P.completeOrthogonalDecomposition().solve(off);
}

}  // namespace

MassRedistribution::MassRedistribution(const SolidCells& cells, const std::vector<std::uint8_t>& in_contact,
                                       double share)
    : kept_(std::sqrt(share)), place_(cells.points.size(), -1) {
  const ElementsOfNodes around(cells);
  const auto n_corners = static_cast<std::size_t>(topology(cells.shape).corners);
  const auto is_free = [&](int element) {
    const auto nodes = cells.cell(element);
    return std::none_of(nodes.begin(), nodes.end(), [&](int node) { return in_contact[node] != 0; });
  };
  std::vector<int> seen(cells.size(), -1);
  Matrix3X corners(3, static_cast<Index>(n_corners));
  for (int node = 0; node < static_cast<int>(place_.size()); ++node) {
    if (in_contact[node] == 0) continue;
    std::vector<int> ring(around.of(node).begin(), around.of(node).end());
    for (const int element : ring) seen[element] = node;
    Vector best;
    int donor = -1;
    for (int k = 1; k < kRings; ++k) {
      std::vector<int> next;
      for (const int element : ring)
        for (const int other : cells.cell(element))
          for (const int neighbour : around.of(other))
            if (std::exchange(seen[neighbour], node) != node) next.push_back(neighbour);
      for (const int element : next) {
        if (!is_free(element)) continue;
        for (std::size_t a = 0; a < n_corners; ++a)
          corners.col(static_cast<Index>(a)) = place_of(cells, cells.cell(element)[a]);
        const Vector w = continuation(linear_shape(cells.shape), corners, place_of(cells, node));
        if (donor >= 0 && !(w.squaredNorm() < best.squaredNorm() * (1 - 1e-9))) continue;
        donor = element;
        best = w;
      }
      ring = std::move(next);
    }
    if (donor < 0) {
      if (stranded_ < 0) stranded_ = node;
      continue;
    }
    place_[node] = static_cast<int>(nodes_.size());
    nodes_.push_back(node);
    auto& list = lists_.emplace_back();
    for (std::size_t a = 0; a < n_corners; ++a)
      if (const double w = best[static_cast<Index>(a)]; std::abs(w) > kNoWeight)
        list.push_back({cells.cell(donor)[a], (1 - kept_) * w});
  }
}

void MassRedistribution::carry(Vector& x) const {
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    double sum = kept_ * x[nodes_[i]];
    for (const Carrier& carrier : lists_[i]) sum += carrier.weight * x[carrier.node];
    x[nodes_[i]] = sum;
  }
}

void MassRedistribution::hand_over(Vector& y) const {
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    double& own = y[nodes_[i]];
    for (const Carrier& carrier : lists_[i]) y[carrier.node] += carrier.weight * own;
    own *= kept_;
  }
}

}  // namespace jounce
