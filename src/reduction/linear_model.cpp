#include "reduction/linear_model.h"

#include <algorithm>

namespace jounce {
namespace {

constexpr std::size_t at(std::size_t k, std::size_t l) { return 3 * k + l; }

/// Node and component (0 to 5) of every unknown.
std::vector<std::pair<int, int>> places(const LinearModel& model) {
  std::vector<std::pair<int, int>> place(static_cast<std::size_t>(model.size()), {-1, -1});
  for (std::size_t node = 0; node < model.rows.size(); ++node)
    for (std::size_t k = 0; k < 6; ++k)
      if (model.rows[node][k] >= 0)
        place[model.rows[node][k]] = {static_cast<int>(node), static_cast<int>(k)};
  return place;
}

bool is_dense(const SparseMatrix& Phi) { return Phi.nonZeros() * 4 > Phi.rows() * Phi.cols(); }

/// Phi^T A Phi. A basis of modes is full: then the product is formed densely.
SparseMatrix project(const SparseMatrix& Phi, const DenseMatrix& dense, const SparseMatrix& A) {
  if (dense.size() == 0) return SparseMatrix(Phi.transpose() * A * Phi);
  const DenseMatrix product = A * dense;
  const DenseMatrix small = dense.transpose() * product;
  return small.sparseView(1.0, 0.0);
}

SparseMatrix symmetric_part(const SparseMatrix& A) {
  const SparseMatrix transposed = A.transpose();
  return 0.5 * (A + transposed);
}

}  // namespace

const std::vector<int>* LinearModel::find_group(const std::string& name) const {
  for (const auto& [known, nodes] : groups)
    if (known == name) return &nodes;
  return nullptr;
}

void add_isotropic_products(LinearModel& model, const SparseMatrix& M) {
  const auto place = places(model);
  const auto d = static_cast<std::size_t>(model.dimension);
  std::array<std::vector<Eigen::Triplet<double, Index>>, 9> entries;
  for (Index column = 0; column < M.cols(); ++column) {
    const auto [node_j, axis_j] = place[column];
    if (axis_j != 0) continue;  // all components alike: x stands for them
    for (SparseMatrix::InnerIterator entry(M, column); entry; ++entry) {
      const auto [node_i, axis_i] = place[entry.row()];
      if (axis_i != 0) continue;
      for (std::size_t k = 0; k < d; ++k)
        for (std::size_t l = 0; l < d; ++l)
          entries[at(k, l)].emplace_back(model.rows[node_i][k], model.rows[node_j][l], entry.value());
    }
  }
  for (std::size_t k = 0; k < d; ++k) {
    Vector place_k = Vector::Zero(model.size());  // r_k as a displacement along k
    for (std::size_t node = 0; node < model.points.size(); ++node)
      place_k[model.rows[node][k]] = model.points[node][static_cast<Index>(k)];
    for (std::size_t l = 0; l < d; ++l) {
      SparseMatrix product(model.size(), model.size());
      product.setFromTriplets(entries[at(k, l)].begin(), entries[at(k, l)].end());
      SparseMatrix& H = model.H[at(k, l)];
      if (H.size() == 0) H.resize(model.size(), model.size());
      H += product;
      Vector& b = model.b[at(k, l)];
      if (b.size() == 0) b = Vector::Zero(model.size());
      b += product.transpose() * place_k;
    }
  }
}

Vector3 LinearModel::centroid(const std::vector<int>& nodes) const {
  std::vector<char> is_in(points.size(), 0);
  for (const int node : nodes) is_in[node] = 1;
  for (int wanted = 3; wanted > 0; --wanted) {
    double size = 0;
    Vector3 first = Vector3::Zero();
    for (const Cell& cell : cells) {
      if (cell.dimension != wanted ||
          !std::all_of(cell.nodes.begin(), cell.nodes.end(), [&](int node) { return is_in[node] != 0; }))
        continue;
      size += cell.size;
      first += cell.size * cell.centroid;
    }
    if (size > 0) return first / size;
  }
  Vector3 sum = Vector3::Zero();
  for (const int node : nodes) sum += points[node];
  return sum / static_cast<double>(nodes.size());
}

Eigen::Matrix<double, Eigen::Dynamic, 6> rigid_motions(const LinearModel& model) {
  Eigen::Matrix<double, Eigen::Dynamic, 6> motions;
  motions.setZero(model.size(), 6);
  const auto d = static_cast<std::size_t>(model.dimension);
  for (std::size_t node = 0; node < model.rows.size(); ++node) {
    const auto& rows = model.rows[node];
    if (rows[0] < 0) continue;  // follows a rigid face
    for (std::size_t k = 0; k < d; ++k) motions(rows[k], static_cast<Index>(k)) = 1;
    for (Index axis = model.dimension == 2 ? 2 : 0; axis < 3; ++axis) {
      const Vector3 field = Vector3::Unit(axis).cross(model.points[node]);
      for (std::size_t k = 0; k < d; ++k) motions(rows[k], 3 + axis) = field[static_cast<Index>(k)];
      if (rows[3 + static_cast<std::size_t>(axis)] >= 0)
        motions(rows[3 + static_cast<std::size_t>(axis)], 3 + axis) = 1;
    }
  }
  return motions;
}

FlexibleBody make_flexible_body(const LinearModel& model, const SparseMatrix& Phi) {
  FlexibleBody body;
  body.dimension = model.dimension;
  body.n = static_cast<Index>(Phi.cols());
  body.points = model.points;
  body.rows = model.recovery.size() > 0 ? model.recovered_rows : model.rows;
  body.groups = model.groups;
  body.lines = model.lines;
  if (model.recovery.size() > 0)
    body.Phi = model.recovery * Phi;
  else
    body.Phi = Phi;
  const DenseMatrix dense = is_dense(Phi) ? DenseMatrix(Phi) : DenseMatrix();

  const auto motions = rigid_motions(model);
  const DenseMatrix momenta = model.M * motions;  // M T, M R
  const Eigen::Matrix<double, 6, 6> rigid = motions.transpose() * momenta;
  body.mass = rigid(0, 0);
  body.inertia = rigid.bottomRightCorner<3, 3>();
  // R_k^T M T_l = (e_k x c)_l
  body.first_moment = Vector3(rigid(5, 1), -rigid(5, 0), model.dimension == 3 ? -rigid(3, 1) : 0.0);
  body.Sbar = momenta.leftCols<3>().transpose() * Phi;
  const DenseMatrix I4 = momenta.rightCols<3>().transpose() * Phi;

  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = 0; l < 3; ++l)
      if (model.b[at(k, l)].size() > 0) body.b[at(k, l)] = Phi.transpose() * model.b[at(k, l)];
  // The antisymmetric part is I_4, rotary inertia included: I_4,k = b_lm - b_ml for (k, l, m) cyclic.
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
    if (I4.row(static_cast<Index>(k)).isZero(0)) continue;
    for (const std::size_t place : {at(l, m), at(m, l)})
      if (body.b[place].size() == 0) body.b[place] = Vector::Zero(body.n);
    const Vector mean = 0.5 * (body.b[at(l, m)] + body.b[at(m, l)]);
    const Vector half = 0.5 * I4.row(static_cast<Index>(k)).transpose();
    body.b[at(l, m)] = mean + half;
    body.b[at(m, l)] = mean - half;
  }

  const SparseMatrix M = symmetric_part(project(Phi, dense, model.M));
  const SparseMatrix K = symmetric_part(project(Phi, dense, model.K));
  const bool damped = model.C.nonZeros() > 0;
  const SparseMatrix C = damped ? project(Phi, dense, model.C) : SparseMatrix();
  std::array<SparseMatrix, 9> H;
  std::vector<const SparseMatrix*> all = {&M, &K};
  if (damped) all.push_back(&C);
  for (std::size_t i = 0; i < 9; ++i) {
    if (model.H[i].nonZeros() == 0) continue;
    H[i] = project(Phi, dense, model.H[i]);
    all.push_back(&H[i]);
  }
  std::array<SparseMatrix, 9> G;
  for (std::size_t i = 0; i < 9; ++i) {
    if (model.G[i].nonZeros() == 0) continue;
    G[i] = project(Phi, dense, model.G[i]);
    all.push_back(&G[i]);
  }
  const SparseMatrix full =
      dense.size() > 0 ? SparseMatrix(DenseMatrix::Ones(body.n, body.n).sparseView()) : M;
  all.push_back(&full);
  body.family = MatrixFamily(body.n, all);
  body.M = body.family.values(M);
  body.K = body.family.values(K);
  if (damped) body.C = body.family.values(C);
  for (std::size_t i = 0; i < 9; ++i) {
    if (H[i].nonZeros() > 0) body.H[i] = body.family.values(H[i]);
    if (G[i].nonZeros() > 0) body.G[i] = body.family.values(G[i]);
  }
  return body;
}

}  // namespace jounce
