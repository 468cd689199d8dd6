#include "linear_dynamics/guyan.h"

#include <array>

#include "la/linear_solver.h"

namespace jounce {
namespace {

/// Displacements by a retained one of 1 that only round-off holds.
constexpr double kLargest = 1e9;

/// Places of unknowns among the retained ones, or among the others and the multipliers behind them.
struct Places {
  std::vector<Index> retained, inner;  ///< -1: not one of these
  Index count = 0;                     ///< of the inner ones
};

Places places_of(Index n, const std::vector<Index>& retained) {
  Places places{std::vector<Index>(static_cast<std::size_t>(n), -1),
                std::vector<Index>(static_cast<std::size_t>(n), -1)};
  for (std::size_t k = 0; k < retained.size(); ++k)
    places.retained[static_cast<std::size_t>(retained[k])] = static_cast<Index>(k);
  for (std::size_t i = 0; i < places.inner.size(); ++i)
    if (places.retained[i] < 0) places.inner[i] = places.count++;
  return places;
}

/// Calls visit(row, column, value) for the terms of [K, G^T; G, 0] between free degrees of freedom, of the
/// symmetric part of K; rows of multipliers are n and beyond.
template <class Visit>
void each_entry(const Linearisation& linear, const Visit& visit) {
  const CsrMatrix& K = linear.K;
  const Index n = K.size();
  for (Index i = 0; i < n; ++i)
    for (Index k = K.row_starts()[i]; k < K.row_starts()[i + 1]; ++k) {
      visit(i, K.columns()[k], K.values()[k] / 2);
      visit(K.columns()[k], i, K.values()[k] / 2);
    }
  for (int row = 0; row < linear.G.rows(); ++row) {
    const auto dofs = linear.G.dofs(row);
    for (std::size_t k = 0; k < dofs.size(); ++k) {
      if (dofs[k] >= n) continue;
      visit(n + row, dofs[k], linear.G.values(row)[k]);
      visit(dofs[k], n + row, linear.G.values(row)[k]);
    }
  }
}

}  // namespace

DenseMatrix guyan_stiffness(const Linearisation& linear, const std::vector<Index>& retained) {
  const Index n = linear.K.size(), count = static_cast<Index>(retained.size());
  const Places places = places_of(n, retained);
  const auto retained_at = [&](Index i) { return i < n ? places.retained[static_cast<std::size_t>(i)] : -1; };
  const auto inner_at = [&](Index i) {
    return i < n ? places.inner[static_cast<std::size_t>(i)] : places.count + i - n;
  };
  const Index size = places.count + linear.G.rows();
  DenseMatrix S = DenseMatrix::Zero(count, count), coupling = DenseMatrix::Zero(size, count);
  PatternBuilder pattern(size);
  CsrMatrix inner;
  const auto add_inner = [&](MatrixSink& sink) {
    each_entry(linear, [&](Index row, Index column, double value) {
      if (retained_at(row) >= 0 || retained_at(column) >= 0) return;
      const std::array<Index, 1> i{inner_at(row)}, j{inner_at(column)};
      sink.add(i, j, &value);
    });
  };
  add_inner(pattern);
  pattern.build(inner);
  inner.set_zero();
  add_inner(inner);
  each_entry(linear, [&](Index row, Index column, double value) {
    const Index r = retained_at(row), c = retained_at(column);
    if (c < 0) return;
    if (r >= 0)
      S(r, c) += value;
    else
      coupling(inner_at(row), c) += value;
  });
  if (size > 0 && count > 0) {
    LinearSolver solver(MatrixKind::general);  // loaded states may be indefinite
    solver.factor(inner);
    DenseMatrix X(size, count);
    Vector x(size);
    for (Index c = 0; c < count; ++c) {
      solver.solve(-coupling.col(c), x);
      X.col(c) = x;
    }
    if (places.count > 0 && !(X.topRows(places.count).cwiseAbs().maxCoeff() < kLargest))
      throw SingularMatrix("the model moves freely with the retained degrees of freedom held");
    S += coupling.transpose() * X;
  }
  return (S + S.transpose()) / 2;
}

}  // namespace jounce
