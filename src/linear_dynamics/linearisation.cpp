#include "linear_dynamics/linearisation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "integrators/initial_acceleration.h"

namespace jounce {
namespace {

/// Lays out and fills a matrix of the given size from an assembly into the free degrees of freedom.
template <typename Assemble>
void fill(CsrMatrix& matrix, Index size, Assemble&& assemble) {
  PatternBuilder pattern(size);
  assemble(pattern);
  pattern.build(matrix);
  matrix.set_zero();
  assemble(matrix);
}

double asymmetry_of(const CsrMatrix& K) {
  double difference = 0, largest = 0;
  for (Index i = 0; i < K.size(); ++i)
    for (Index k = K.row_starts()[i]; k < K.row_starts()[i + 1]; ++k) {
      const double value = K.values()[k];
      largest = std::max(largest, std::abs(value));
      difference = std::max(difference, std::abs(value - K.at(K.columns()[k], i)));
    }
  return largest > 0 ? difference / largest : 0;
}

/// Softened contact: K += A P'(-g) C^T C, and where points stick with a stiffness A k_t D^T D.
void add_contact_springs(const System& system, const State& state, const ContactRow& row, MatrixSink& sink) {
  const ContactPair& pair = *system.contacts().all()[row.pair];
  const ContactLaw& law = *row.law;
  std::vector<Index> dofs;
  pair.append_dofs(row, dofs);
  Vector w(static_cast<Index>(dofs.size()));
  DenseMatrix K = DenseMatrix::Zero(w.size(), w.size());
  for (int k = law.pressure ? 0 : 1; k <= (law.stick_stiffness > 0 ? law.tangents : 0); ++k) {
    pair.jacobian(state, row, static_cast<Direction>(k), w.data());
    K += row.area * (k == 0 ? law.pressure->slope(-pair.gap(state, row)) : law.stick_stiffness) * w *
         w.transpose();
  }
  if (law.is_soft()) sink.add(dofs, dofs, K.data());
}

/// Adds the symmetric part of a matrix.
void add_symmetric(const CsrMatrix& matrix, MatrixSink& sink) {
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index k = matrix.row_starts()[i]; k < matrix.row_starts()[i + 1]; ++k) {
      const Index j = matrix.columns()[k];
      const double half = 0.5 * matrix.values()[k];
      sink.add({&i, 1}, {&j, 1}, &half);
      sink.add({&j, 1}, {&i, 1}, &half);
    }
}

}  // namespace

Linearisation linearise(const System& system, State state, bool at_rest,
                        const std::vector<ContactRow>& closed) {
  Linearisation linear;
  if (at_rest) state.v.setZero();
  system.apply_prescribed(state);
  Vector a = Vector::Zero(system.nv()), lambda = Vector::Zero(system.joints().rows());
  if (!system.is_linear()) {
    try {
      consistent_acceleration(system, state, a, lambda);
    } catch (const std::runtime_error&) {  // parts without mass that springs hold: taken as in equilibrium
      a.setZero();
      lambda.setZero();
    }
  }
  const Index n = system.n_free();
  linear.acceleration = n > 0 ? a.head(n).lpNorm<Eigen::Infinity>() : 0;
  const BlockSink::Placement free{0, 0, n, n, 1.0};
  fill(linear.M, n, [&](MatrixSink& sink) {
    BlockSink block(sink, free);
    system.add_mass(state, 1.0, block);
  });
  fill(linear.C, n, [&](MatrixSink& sink) {
    BlockSink block(sink, free);
    system.add_tangent(state, a, {0, 1, 0}, block);
  });
  fill(linear.K, n, [&](MatrixSink& sink) {
    BlockSink block(sink, free);
    system.add_tangent(state, a, {0, 0, 1}, block);
    for (const ContactRow& row : closed) add_contact_springs(system, state, row, block);
    system.joints().add_reaction_gradient(state, lambda, -1.0, block);
  });
  system.joints().jacobian(state, linear.G);
  std::vector<Index> dofs;
  for (const ContactRow& row : closed) {
    const ContactPair& pair = *system.contacts().all()[row.pair];
    dofs.clear();
    pair.append_dofs(row, dofs);
    for (int k = row.law->pressure ? 1 : 0; k <= (row.law->stick_stiffness > 0 ? 0 : row.law->tangents); ++k)
      pair.jacobian(state, row, static_cast<Direction>(k), linear.G.values(linear.G.add_row(dofs)).data());
  }
  linear.asymmetry = asymmetry_of(linear.K);
  return linear;
}

VibrationPencil vibration_pencil(const System& system, const Linearisation& linear) {
  VibrationPencil pencil;
  const Index n = pencil.n = system.n_free();
  const Index rows = linear.G.rows();
  fill(pencil.A, n + rows, [&](MatrixSink& sink) {
    add_symmetric(linear.K, sink);
    BlockSink below(sink, {n, 0, rows, n, 1.0});
    BlockSink beside(sink, {0, n, n, rows, 1.0});
    for (int i = 0; i < rows; ++i) {
      linear.G.add_row_to(i, i, 1.0, below);
      linear.G.add_column_to(i, i, 1.0, beside);
    }
  });
  fill(pencil.B, n + rows, [&](MatrixSink& sink) { add_symmetric(linear.M, sink); });
  return pencil;
}

VibrationPencil complex_pencil(const System& system, const Linearisation& linear, const RowJacobian& ties,
                               const std::function<bool(const std::string&)>& is_replaced) {
  VibrationPencil pencil;
  const Index n = system.n_free();
  pencil.n = 2 * n;
  std::vector<int> kept;
  for (int i = 0; i < linear.G.rows(); ++i)
    if (i >= system.joints().rows() || !is_replaced(system.joints().name_of(i))) kept.push_back(i);
  const auto rows = static_cast<Index>(kept.size());
  const Index size = pencil.n + 2 * rows + ties.rows();
  fill(pencil.A, size, [&](MatrixSink& sink) {
    for (const Index part : {0, 1}) {
      const Index first = pencil.n + part * rows;
      BlockSink block(sink, {part * n, part * n, n, n, 1.0});
      add_symmetric(linear.K, block);
      BlockSink below(sink, {first, part * n, rows, n, 1.0});
      BlockSink beside(sink, {part * n, first, n, rows, 1.0});
      for (Index i = 0; i < rows; ++i) {
        linear.G.add_row_to(kept[static_cast<std::size_t>(i)], i, 1.0, below);
        linear.G.add_column_to(kept[static_cast<std::size_t>(i)], i, 1.0, beside);
      }
    }
    for (int i = 0; i < ties.rows(); ++i)
      for (std::size_t k = 0; k < ties.dofs(i).size(); ++k) {
        const Index dof = ties.dofs(i)[k], part = dof / system.nv(), own = dof % system.nv();
        if (own >= n) continue;
        const Index row = pencil.n + 2 * rows + i, column = part * n + own;
        sink.add({&row, 1}, {&column, 1}, &ties.values(i)[k]);
        sink.add({&column, 1}, {&row, 1}, &ties.values(i)[k]);
      }
  });
  fill(pencil.B, size, [&](MatrixSink& sink) {
    for (const Index part : {0, 1}) {
      BlockSink block(sink, {part * n, part * n, n, n, 1.0});
      add_symmetric(linear.M, block);
    }
  });
  return pencil;
}

}  // namespace jounce
