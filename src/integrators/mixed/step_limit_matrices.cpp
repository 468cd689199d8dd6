// Limits of explicit steps of elements that are known by their matrices, and of what has no mass of its own.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "integrators/mixed/largest_frequency.h"
#include "integrators/mixed/recorded_matrices.h"
#include "integrators/mixed/step_limit.h"
#include "la/pencil.h"
#include "model/lumped_mass.h"

namespace jounce {

bool StepLimit::look_at(Matrices& matrices, const State& state) const {
  const ElementBlock& block = *matrices.block;
  RecordingSink K, C, M;
  block.add_tangent(state, 0, 1, K);
  matrices.lambda = matrices.damping = 0;
  matrices.step = kNoLimit;
  matrices.has_mass = true;
  const bool has_stiffness = !(K.is_square() && K.is_zero());
  if (block.is_body() && !has_stiffness) return true;
  block.add_tangent(state, 1, 0, C);
  if (!has_stiffness && C.is_square() && C.is_zero()) return true;
  block.add_mass(state, 1, M);
  matrices.has_mass = M.size() > 0 && !M.is_zero();
  if (!matrices.has_mass) return true;  // see look_at_massless
  const RecordingSink& first = K.size() > 0 ? K : C;
  const std::size_t n = first.size(), masses = n > 0 ? M.size() / n : 0;
  if (!K.is_square() || !C.is_square() || !M.is_square() || masses * n != M.size() ||
      (K.size() > 0 && K.size() != n) || (C.size() > 0 && C.size() != n))
    return false;
  matrices.dofs = first.all_dofs();
  const Index n_free = system_.n_free();
  DenseMatrix k, c, m;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Index> dofs(first.dofs(i).begin(), first.dofs(i).end());
    std::erase_if(dofs, [n_free](Index dof) { return dof >= n_free; });
    const auto size = static_cast<Index>(dofs.size());
    k = c = m = DenseMatrix::Zero(size, size);
    for (std::size_t j = i * masses; j < (i + 1) * masses; ++j)
      if (!add_block(M, j, dofs, n_free, m)) return false;
    if (K.size() > 0) add_block(K, i, dofs, n_free, k);
    if (C.size() > 0) add_block(C, i, dofs, n_free, c);
    const double lambda = largest_eigenvalue(k, m);
    const double damping = c.isZero(0) ? 0 : largest_eigenvalue(c, m);
    if (!std::isfinite(lambda) || !std::isfinite(damping)) return false;
    matrices.lambda = std::max(matrices.lambda, lambda);
    matrices.damping = std::max(matrices.damping, damping);
    if (const double step = longest_stable_step(lambda, damping); step < matrices.step) {
      matrices.step = step;
      matrices.worst = i;
    }
  }
  return true;
}

/// Sums over the rows of M^-1 K and M^-1 C of what has no mass.
struct StepLimit::Rows {
  Vector stiffness, damping;

  static void add(const RecordingSink& blocks, const Vector& mass, Vector& sums) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const auto dofs = blocks.dofs(i);
      const auto values = blocks.matrix(i);
      for (Index k = 0; k < values.rows(); ++k)
        for (Index l = 0; l < values.cols(); ++l) {
          const Index row = dofs[k], column = dofs[l];
          if (row >= sums.size() || column >= sums.size() || values(k, l) == 0) continue;
          sums[row] += std::abs(0.5 * (values(k, l) + values(l, k))) / std::sqrt(mass[row] * mass[column]);
        }
    }
  }
};

bool StepLimit::look_at_massless(const State& state) {
  massless_ = kNoLimit;
  std::optional<MassDiagonal> M;
  Rows rows;
  std::vector<const ElementBlock*> names;
  std::vector<int> named;
  for (const Matrices& matrices : matrices_) {
    if (matrices.has_mass) continue;
    RecordingSink K, C;
    matrices.block->add_tangent(state, 0, 1, K);
    matrices.block->add_tangent(state, 1, 0, C);
    if (!K.is_square() || !C.is_square()) return false;
    if (!M) {
      M.emplace(system_.nv());
      for (const auto& block : system_.blocks()) block->add_mass(state, 1, *M);
      rows.stiffness = rows.damping = Vector::Zero(system_.n_free());
      named.assign(static_cast<std::size_t>(system_.n_free()), -1);
    }
    for (const RecordingSink* sink : {&K, &C})
      for (const Index dof : sink->all_dofs()) {
        if (dof >= system_.n_free()) continue;
        if (M->is_coupled[dof] != 0 || !(M->mass[dof] > 0)) return false;
        named[dof] = static_cast<int>(names.size());
      }
    names.push_back(matrices.block);
    Rows::add(K, M->mass, rows.stiffness);
    Rows::add(C, M->mass, rows.damping);
  }
  if (!M) return true;
  // with the elements at the same nodes
  Vector lambda = rows.stiffness, damping = rows.damping;
  const auto join = [&](std::span<const Index> dofs, double own, double own_damping) {
    for (const Index dof : dofs) {
      if (dof >= lambda.size() || named[dof] < 0) continue;
      lambda[dof] = std::max(lambda[dof], rows.stiffness[dof] + own);
      damping[dof] = std::max(damping[dof], rows.damping[dof] + own_damping);
    }
  };
  for (const Solids& solids : solids_) join(solids.block->cells().dofs, solids.lambda, solids.damping);
  for (const Matrices& matrices : matrices_) join(matrices.dofs, matrices.lambda, matrices.damping);
  for (Index i = 0; i < lambda.size(); ++i)
    if (const double step = longest_stable_step(lambda[i], damping[i]); named[i] >= 0 && step < massless_) {
      massless_ = step;
      massless_name_ = fmt::format("'{}'", names[named[i]]->name());
      massless_lambda_ = lambda[i];
      massless_damping_ = damping[i];
    }
  return true;
}

namespace {

/// Lists the degrees of freedom of rows that are not zero.
class RowsSink final : public MatrixSink {
 public:
  explicit RowsSink(std::vector<Index>& dofs) : dofs_(dofs) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < cols.size(); ++j)
        if (values[j * rows.size() + i] != 0) {
          dofs_.push_back(rows[i]);
          break;
        }
  }

 private:
  std::vector<Index>& dofs_;
};

}  // namespace

StepLimit::Shares StepLimit::shares(const State& state) {
  look_at_all(state);
  Shares shares;
  shares.of_solids.resize(system_.blocks().size());
  for (const Solids& solids : solids_) shares.of_solids[solids.number] = solids.step;
  RowsSink rows(shares.stiffened);
  for (const Matrices& matrices : matrices_) {
    shares.of_others = std::min(shares.of_others, matrices.step);
    matrices.block->add_tangent(state, 0, 1, rows);
    matrices.block->add_tangent(state, 1, 0, rows);
  }
  if (is_global_) shares.of_others = 0;
  return shares;
}

void StepLimit::look_at_others(const State& state) {
  is_global_ = false;
  for (const Solids& solids : solids_)
    is_global_ |= solids.block->has_redistributed_mass() || !std::isfinite(solids.lambda);
  for (Matrices& matrices : matrices_) is_global_ = is_global_ || !look_at(matrices, state);
  is_global_ = is_global_ || !look_at_massless(state);
  if (!is_global_) return;
  const double omega = largest_frequency(system_, state);
  global_lambda_ = omega * omega;
  global_ = longest_stable_step(global_lambda_, 0);
}

}  // namespace jounce
