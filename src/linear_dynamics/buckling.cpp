#include "linear_dynamics/buckling.h"

#include "la/linear_solver.h"
#include "linear_dynamics/prestress.h"

namespace jounce {
namespace {

constexpr double kLength = 1e-4;  ///< of the largest coordinate: displacements of the difference

/// Scale of displacements u at which stresses are compared.
double scale_of(const State& state, const Vector& u) {
  const double size = state.q.size() > 0 ? state.q.lpNorm<Eigen::Infinity>() : 0;
  const double largest = u.size() > 0 ? u.lpNorm<Eigen::Infinity>() : 0;
  return size > 0 && largest > 0 ? kLength * size / largest : 1.0;
}

}  // namespace

Buckling linear_buckling(const Model& model, BucklingBase base, Index count) {
  const System& system = model.system;
  const Index n = system.n_free();
  State loaded = std::move(base.state);
  Linearisation& linear = base.linear;
  Vector f(loaded.v.size()), before(loaded.v.size());
  system.force(loaded, f);
  State without = loaded;
  without.t = base.without;
  system.force(without, before);
  const VibrationPencil stiffness = vibration_pencil(system, linear);
  Vector right = Vector::Zero(stiffness.A.size()), solution;
  right.head(n) = f.head(n) - before.head(n);
  LinearSolver solver(MatrixKind::general);
  solver.factor(stiffness.A);
  solver.solve(right, solution);
  const Vector u = solution.head(n);

  linear.M = linear.K;
  linear.M.set_zero();
  const double scale = scale_of(loaded, u);
  for (const double side : {1.0, -1.0}) {
    State beside = loaded;
    beside.q.head(n) += side * scale * u;
    BlockSink free(linear.M, {0, 0, n, n, -side / (2 * scale)});
    add_stress_stiffness(model, beside, 1, free);
  }
  loaded.q.head(n) += u;
  EigenPairs pairs = smallest_positive_factors(vibration_pencil(system, linear), count);
  return {std::move(pairs), std::move(loaded)};
}

}  // namespace jounce
