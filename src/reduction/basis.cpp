#include "reduction/basis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "la/decompositions.h"
#include "la/eigen_solver.h"
#include "la/linear_solver.h"

namespace jounce {
namespace {

/// Unknowns that the reference condition holds at zero.
std::vector<std::uint8_t> held_unknowns(const LinearModel& model, const BasisRequest& request) {
  std::vector<std::uint8_t> held(static_cast<std::size_t>(model.size()), 0);
  const auto hold = [&](int node, std::size_t component) {
    const Index row = model.rows[node][component];
    if (row >= 0) held[row] = 1;
  };
  const auto translations = [&](int node, std::size_t from) {
    for (std::size_t k = from; k < static_cast<std::size_t>(model.dimension); ++k) hold(node, k);
  };
  const auto& supports = request.supports;
  switch (request.reference) {
    case ReferenceCondition::tangent:
      for (const int node : supports)
        for (std::size_t k = 0; k < 6; ++k) hold(node, k);
      break;
    case ReferenceCondition::pinned: {
      if (supports.size() != 2) throw BasisError("pinned reference conditions need two nodes");
      const Vector3 span = model.points[supports[1]] - model.points[supports[0]];
      if (std::hypot(span.y(), span.z()) > 1e-9 * std::abs(span.x()))
        throw BasisError(
            "pinned reference conditions need their two nodes on a line along the body's x axis");
      translations(supports[0], 0);
      translations(supports[1], 1);
      hold(supports[0], 3);  // torsion, in space
      break;
    }
    case ReferenceCondition::articulated_free:
      if (supports.size() != 1) throw BasisError("articulated-free reference conditions need one node");
      translations(supports[0], 0);
      break;
    case ReferenceCondition::free_free:
      break;
  }
  return held;
}

/// Rigid motions that the held unknowns allow, as columns.
DenseMatrix remaining_motions(const LinearModel& model, const std::vector<std::uint8_t>& held) {
  const DenseMatrix all = rigid_motions(model);
  const DenseMatrix motions =
      model.dimension == 2 ? DenseMatrix(all(Eigen::all, std::vector<int>{0, 1, 5})) : all;
  std::vector<Index> rows;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i] != 0) rows.push_back(static_cast<Index>(i));
  if (rows.empty()) return motions;
  // Rotations are measured by the size of the body, so that the rank does not depend on units.
  DenseMatrix scaled = motions;
  Vector scale(motions.cols());
  for (Index j = 0; j < motions.cols(); ++j) {
    scale[j] = motions.col(j).cwiseAbs().maxCoeff();
    if (scale[j] > 0) scaled.col(j) /= scale[j];
  }
  Eigen::ColPivHouseholderQR<DenseMatrix> decomposition(DenseMatrix(scaled(rows, Eigen::all)).transpose());
  decomposition.setThreshold(1e-9);
  const DenseMatrix Q = decomposition.householderQ();
  return scaled * Q.rightCols(motions.cols() - static_cast<Index>(decomposition.rank()));
}

CsrMatrix csr(const SparseMatrix& matrix) {
  PatternBuilder pattern(static_cast<Index>(matrix.rows()));
  CsrMatrix result;
  const auto pass = [&](MatrixSink& sink) {
    for (Index column = 0; column < matrix.cols(); ++column)
      for (SparseMatrix::InnerIterator entry(matrix, column); entry; ++entry) {
        const Index row = entry.row();
        const double value = entry.value();
        sink.add({&row, 1}, {&column, 1}, &value);
      }
  };
  pass(pattern);
  pattern.build(result);
  result.set_zero();
  pass(result);
  return result;
}

SparseMatrix selection(Index rows, const std::vector<Index>& kept) {
  SparseMatrix S(rows, static_cast<Index>(kept.size()));
  for (std::size_t j = 0; j < kept.size(); ++j) S.insert(kept[j], static_cast<Index>(j)) = 1;
  S.makeCompressed();
  return S;
}

double omega_squared(double frequency) { return std::pow(2 * std::numbers::pi * frequency, 2); }

/// The modes asked for, without the first `rigid` ones, as vectors over `kept`.
EigenPairs modes_over(const LinearModel& model, const std::vector<Index>& kept, Index rigid,
                      const BasisRequest& request) {
  const SparseMatrix S = selection(model.size(), kept);
  VibrationPencil pencil;
  pencil.n = static_cast<Index>(kept.size());
  pencil.A = csr(S.transpose() * model.K * S);
  pencil.B = csr(S.transpose() * model.M * S);
  const double limit = omega_squared(request.highest_frequency);
  Index count = request.modes > 0 ? request.modes + rigid : std::min<Index>(pencil.n, 20 + rigid);
  EigenPairs pairs;
  for (;;) {
    pairs = smallest_eigenpairs(pencil, count);
    const auto found = static_cast<Index>(pairs.values.size());
    if (request.modes > 0 || found < count || found == pencil.n || pairs.values[found - 1] > limit) break;
    count = std::min(pencil.n, 2 * count);
  }
  auto wanted = static_cast<Index>(pairs.values.size()) - rigid;
  if (request.modes > 0 && wanted < request.modes)
    throw BasisError(fmt::format("{} modes are requested, but there are only {}", request.modes, wanted));
  while (request.modes == 0 && wanted > 0 && pairs.values[rigid + wanted - 1] > limit) --wanted;
  pairs.values = pairs.values.segment(rigid, wanted).eval();
  pairs.vectors = (S * pairs.vectors.middleCols(rigid, wanted)).eval();
  return pairs;
}

/// Static shapes of unit displacements of the boundary unknowns, the others following without load.
DenseMatrix constraint_modes(const LinearModel& model, const std::vector<Index>& interior,
                             const std::vector<Index>& boundary) {
  const SparseMatrix S_i = selection(model.size(), interior);
  const SparseMatrix S_b = selection(model.size(), boundary);
  const SparseMatrix K_ib = S_i.transpose() * model.K * S_b;
  DenseMatrix modes(S_b);
  if (interior.empty()) return modes;
  LinearSolver solver(MatrixKind::positive_definite);
  solver.factor(csr(S_i.transpose() * model.K * S_i));
  Vector column, follow;
  for (Index j = 0; j < K_ib.cols(); ++j) {
    column = -K_ib.col(j);
    solver.solve(column, follow);
    modes.col(j) += S_i * follow;
  }
  return modes;
}

EigenPairs craig_bampton(const LinearModel& model, const std::vector<std::uint8_t>& held, Index rigid,
                         const BasisRequest& request) {
  std::vector<std::uint8_t> is_boundary(held.size(), 0);
  for (const int node : request.interfaces)
    for (const Index row : model.rows[node])
      if (row >= 0) is_boundary[row] = 1;
  std::vector<Index> interior, boundary;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i] == 0) (is_boundary[i] != 0 ? boundary : interior).push_back(static_cast<Index>(i));
  DenseMatrix basis;
  try {
    basis = constraint_modes(model, interior, boundary);
  } catch (const SingularMatrix&) {
    throw BasisError(
        "with its interface nodes held the body can still move: Craig-Bampton needs more interface nodes");
  }
  if (request.modes > 0 || request.highest_frequency > 0) {
    const EigenPairs inner = modes_over(model, interior, 0, request);
    const Index n = static_cast<Index>(basis.cols());
    basis.conservativeResize(Eigen::NoChange, n + inner.vectors.cols());
    basis.rightCols(inner.vectors.cols()) = inner.vectors;
  }
  const DenseMatrix K = basis.transpose() * (model.K * basis), M = basis.transpose() * (model.M * basis);
  EigenPairs pairs = dense_eigenpairs(K, M);
  const Index n = static_cast<Index>(pairs.values.size()) - rigid;
  pairs.vectors = (basis * pairs.vectors.rightCols(n)).eval();
  pairs.values = pairs.values.tail(n).eval();
  return pairs;
}

/// Adds G_kl, the change of stiffness by the displacements that the centrifugal
/// load b_kl (acceleration r_k along l) causes in the held body.
LinearModel stiffened(const LinearModel& model, const std::vector<Index>& kept) {
  if (!model.stiffness_change)
    throw BasisError(
        "the geometric stiffness of this body is not available: stiffening needs elements, not matrices");
  const SparseMatrix S = selection(model.size(), kept);
  LinearSolver solver(MatrixKind::positive_definite);
  solver.factor(csr(S.transpose() * model.K * S));
  LinearModel changed = model;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = k; l < 3; ++l) {
      if (model.b[3 * k + l].size() == 0) continue;
      const Vector load = S.transpose() * (0.5 * (model.b[3 * k + l] + model.b[3 * l + k]));
      Vector displacement;
      solver.solve(load, displacement);
      const SparseMatrix G = model.stiffness_change(S * displacement);
      changed.G[3 * k + l] = changed.G[3 * l + k] = G;
    }
  return changed;
}

}  // namespace

FlexibleBody reduce(const LinearModel& original, const BasisRequest& request) {
  const auto held = held_unknowns(original, request);
  std::vector<Index> kept;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i] == 0) kept.push_back(static_cast<Index>(i));
  const DenseMatrix motions = remaining_motions(original, held);
  const auto rigid = static_cast<Index>(motions.cols());
  const bool mean_axis = request.reference == ReferenceCondition::free_free ||
                         request.reference == ReferenceCondition::articulated_free;
  if (!mean_axis && rigid > 0)
    throw BasisError(
        fmt::format("the nodes of the reference conditions leave {} rigid motion{} of the body free, so its "
                    "frame is not determined: hold more nodes, or choose free-free",
                    rigid, rigid == 1 ? "" : "s"));
  if (request.stiffening && rigid > 0)
    throw BasisError("stiffening by rotation needs supports of the body: tangent or pinned");
  const LinearModel model = request.stiffening ? stiffened(original, kept) : original;
  if (request.coordinates == ElasticCoordinates::nodal) {
    FlexibleBody body = make_flexible_body(model, selection(model.size(), kept));
    if (rigid > 0) body.conditions = (model.M * motions).transpose() * selection(model.size(), kept);
    return body;
  }
  const EigenPairs pairs = request.coordinates == ElasticCoordinates::modal
                               ? modes_over(model, kept, rigid, request)
                               : craig_bampton(model, held, rigid, request);
  FlexibleBody body = make_flexible_body(model, pairs.vectors.sparseView(1.0, 0.0));
  body.omega_squared = pairs.values;
  if (request.damping_ratio > 0) {
    const DenseMatrix damping =
        (2 * request.damping_ratio * pairs.values.cwiseMax(0).cwiseSqrt()).asDiagonal();
    if (body.C.empty()) body.C.assign(body.family.nonzeros(), 0.0);
    const auto values = body.family.values(damping.sparseView());
    for (std::size_t i = 0; i < values.size(); ++i) body.C[i] += values[i];
  }
  return body;
}

}  // namespace jounce
