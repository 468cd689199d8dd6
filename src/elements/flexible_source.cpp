#include "elements/flexible_source.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <stdexcept>

#include "elements/euler_bernoulli.h"
#include "model/cell_moments.h"

namespace jounce {
namespace {

using Triplets = std::vector<Eigen::Triplet<double, Index>>;

/// Collects what is assembled.
class TripletSink final : public MatrixSink {
 public:
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (std::size_t j = 0; j < cols.size(); ++j)
      for (std::size_t i = 0; i < rows.size(); ++i)
        entries_.emplace_back(rows[i], cols[j], values[j * rows.size() + i]);
  }
  SparseMatrix matrix(Index n) const {
    SparseMatrix result(n, n);
    result.setFromTriplets(entries_.begin(), entries_.end());
    result.prune(0.0, 0.0);
    return result;
  }

 private:
  Triplets entries_;
};

/// Gauss-Legendre points and weights on [0, 1], exact to degree 7: mass terms have degree 6.
constexpr double kFar = 0.43056815579702629, kNear = 0.16999052179242813;
constexpr double kSmall = 0.17392742256872693, kLarge = 0.32607257743127307;
constexpr std::array<std::array<double, 2>, 4> kGauss = {
    {{0.5 - kFar, kSmall}, {0.5 - kNear, kLarge}, {0.5 + kNear, kLarge}, {0.5 + kFar, kSmall}}};

/// H_kl and b_kl of Euler-Bernoulli beams, R (127)-(140) with the shape functions (110).
void add_beam_products(const EulerBernoulliBlock& beams, LinearModel& model, std::array<TripletSink, 9>& H) {
  for (const EulerBernoulliBlock::Element& element : beams.elements()) {
    const auto& p = element.reference;
    const double L = std::hypot(p[2] - p[0], p[3] - p[1]);
    const double c = (p[2] - p[0]) / L, s = (p[3] - p[1]) / L;
    for (const auto& [x, weight] : kGauss) {
      const double w = weight * L * beams.properties().mass_per_length;
      const double along[2] = {1 - x, x};
      const double across[2] = {1 - 3 * x * x + 2 * x * x * x, 3 * x * x - 2 * x * x * x};
      const double slope[2] = {L * (x - 2 * x * x + x * x * x), L * (x * x * x - x * x)};
      Eigen::Matrix<double, 2, 6> S;
      for (int node = 0; node < 2; ++node) {
        Eigen::Matrix2d displacement;
        displacement << c * c * along[node] + s * s * across[node], c * s * (along[node] - across[node]),
            c * s * (along[node] - across[node]), s * s * along[node] + c * c * across[node];
        S.middleCols<2>(3 * node) = displacement;
        S.col(3 * node + 2) = Eigen::Vector2d(-s, c) * slope[node];
      }
      const double place[2] = {p[0] + x * (p[2] - p[0]), p[1] + x * (p[3] - p[1])};
      for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t l = 0; l < 2; ++l) {
          const Eigen::Matrix<double, 6, 6> product =
              w * S.row(static_cast<Index>(k)).transpose() * S.row(static_cast<Index>(l));
          H[3 * k + l].add(element.dofs, element.dofs, product.data());
          for (std::size_t i = 0; i < 6; ++i)
            model.b[3 * k + l][element.dofs[i]] +=
                w * place[k] * S(static_cast<Index>(l), static_cast<Index>(i));
        }
    }
  }
}

/// Matrix of int N w'^2 ds with N = E A u' of the displacements x, per element (Przemieniecki 1968, 15.2).
void add_beam_stiffening(const EulerBernoulliBlock& beams, const Vector& x, MatrixSink& sink) {
  for (const EulerBernoulliBlock::Element& element : beams.elements()) {
    const auto& p = element.reference;
    const double L = std::hypot(p[2] - p[0], p[3] - p[1]);
    const double c = (p[2] - p[0]) / L, s = (p[3] - p[1]) / L;
    const auto& d = element.dofs;
    const double N =
        beams.properties().axial_stiffness / L * (c * (x[d[3]] - x[d[0]]) + s * (x[d[4]] - x[d[1]]));
    Eigen::Matrix4d W;  // by w_1, theta_1, w_2, theta_2
    W << 36, 3 * L, -36, 3 * L, 3 * L, 4 * L * L, -3 * L, -L * L, -36, -3 * L, 36, -3 * L, 3 * L, -L * L,
        -3 * L, 4 * L * L;
    W *= N / (30 * L);
    Eigen::Matrix<double, 4, 6> local = Eigen::Matrix<double, 4, 6>::Zero();
    for (int node = 0; node < 2; ++node) {
      local(2 * node, 3 * node) = -s;
      local(2 * node, 3 * node + 1) = c;
      local(2 * node + 1, 3 * node + 2) = 1;
    }
    const Eigen::Matrix<double, 6, 6> G = local.transpose() * W * local;
    sink.add(d, d, G.data());
  }
}

SparseMatrix stiffness_change(const Model& model, double size, const Vector& x) {
  constexpr double kReach = 1e-4;  // displacement of the differences to the size of the body
  const System& system = model.system;
  const double largest = x.cwiseAbs().maxCoeff();
  TripletSink sink;
  if (largest == 0) return sink.matrix(system.nv());
  const double h = kReach * size / largest;
  for (const auto& block : system.blocks()) {
    if (const auto* beams = dynamic_cast<const EulerBernoulliBlock*>(block.get())) {
      add_beam_stiffening(*beams, x, sink);
      continue;
    }
    if (block->is_linear())
      throw std::invalid_argument("element '" + block->name() + "' is linear and has no geometric stiffness");
    for (const double sign : {1.0, -1.0}) {
      State state = system.initial_state();
      system.manifold().retract(state.q, sign * h * x, state.q);
      block->add_tangent(state, 0.0, sign / (2 * h), sink);
    }
  }
  const SparseMatrix G = sink.matrix(system.nv());
  const SparseMatrix transposed = G.transpose();
  return 0.5 * (G + transposed);
}

/// Cells of the highest dimension, then the sides that belong to one of them only.
void add_cells(const Mesh& mesh, LinearModel& model) {
  int highest = 0;
  for (const Mesh::Cells& cells : mesh.cells)
    if (cells.size() > 0) highest = std::max(highest, topology(cells.shape).dimension);
  const auto add = [&](CellShape shape, std::vector<int> nodes) {
    std::vector<Vector3> X;
    for (const int node : nodes) X.push_back(mesh.points[node]);
    const CellMoments moments = cell_moments(shape, X);
    if (moments.size > 0)
      model.cells.push_back(
          {topology(shape).dimension, moments.size, moments.first / moments.size, std::move(nodes)});
  };
  struct Side {
    CellShape shape = CellShape::line2;
    std::vector<int> nodes;
    int owners = 0;
  };
  std::map<std::vector<int>, Side> sides;  // by their nodes, sorted
  for (const Mesh::Cells& cells : mesh.cells) {
    if (topology(cells.shape).dimension != highest) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto cell = cells.cell(i);
      add(cells.shape, {cell.begin(), cell.end()});
      if (highest < 2) continue;
      for (const CellFace& face : topology(cells.shape).faces) {
        std::vector<int> nodes;
        for (const int node : face.nodes) nodes.push_back(cell[node]);
        std::vector<int> sorted = nodes;
        std::sort(sorted.begin(), sorted.end());
        Side& side = sides[sorted];
        side.shape = face.shape;
        side.nodes = std::move(nodes);
        ++side.owners;
      }
    }
  }
  for (auto& [sorted, side] : sides)
    if (side.owners == 1) add(side.shape, std::move(side.nodes));
}

}  // namespace

LinearModel linear_model_of(const std::shared_ptr<const Model>& owner, int dimension, const Mesh& mesh,
                            const std::vector<std::vector<Index>>& node_dofs) {
  const System& system = owner->system;
  assert(system.n_free() == system.nv());
  const Index n = system.nv();
  LinearModel model;
  model.dimension = dimension;
  model.points = mesh.points;
  model.lines = mesh.lines();
  add_cells(mesh, model);
  for (const Mesh::Group& group : mesh.groups) model.groups.emplace_back(group.name, group.points);
  const auto d = static_cast<std::size_t>(dimension);
  for (const auto& dofs : node_dofs) {
    std::array<Index, 6> rows = {-1, -1, -1, -1, -1, -1};
    std::copy_n(dofs.begin(), d, rows.begin());
    if (dofs.size() == 3 && d == 2) rows[5] = dofs[2];
    if (dofs.size() == 6) std::copy_n(dofs.begin() + 3, 3, rows.begin() + 3);
    model.rows.push_back(rows);
  }

  const State& state = system.initial_state();
  TripletSink mass, stiffness, damping, isotropic;
  std::array<TripletSink, 9> H;
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t l = 0; l < d; ++l) model.b[3 * k + l] = Vector::Zero(n);
  for (const auto& block : system.blocks()) {
    block->add_mass(state, 1.0, mass);
    block->add_tangent(state, 0.0, 1.0, stiffness);
    block->add_tangent(state, 1.0, 0.0, damping);
    if (const auto* beams = dynamic_cast<const EulerBernoulliBlock*>(block.get()))
      add_beam_products(*beams, model, H);
    else
      block->add_mass(state, 1.0, isotropic);
  }
  model.M = mass.matrix(n);
  model.K = stiffness.matrix(n);
  model.C = damping.matrix(n);
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t l = 0; l < d; ++l) model.H[3 * k + l] = H[3 * k + l].matrix(n);
  add_isotropic_products(model, isotropic.matrix(n));
  double size = 0;
  for (const Vector3& point : model.points) size = std::max(size, (point - model.points.front()).norm());
  model.stiffness_change = [owner, size](const Vector& x) { return stiffness_change(*owner, size, x); };
  return model;
}

}  // namespace jounce
