#include "linear_dynamics/buckling.h"

#include "la/linear_solver.h"
#include "linear_dynamics/linearisation.h"
#include "linear_dynamics/prestress.h"

namespace jounce {

Buckling linear_buckling(const Model& model, const State& state, Index count) {
  const System& system = model.system;
  const Index n = system.n_free();
  Linearisation linear = linearise(system, state, true);
  Vector f(state.v.size());
  system.force(state, f);
  const VibrationPencil stiffness = vibration_pencil(system, linear);
  Vector right = Vector::Zero(stiffness.A.size()), solution;
  right.head(n) = f.head(n);
  LinearSolver solver(MatrixKind::general);
  solver.factor(stiffness.A);
  solver.solve(right, solution);

  State loaded = state;
  loaded.q.head(n) += solution.head(n);
  linear.M = linear.K;
  linear.M.set_zero();
  BlockSink free(linear.M, {0, 0, n, n, -1.0});
  add_stress_stiffness(model, loaded, 1, free);
  EigenPairs pairs = smallest_positive_factors(vibration_pencil(system, linear), count);
  return {std::move(pairs), std::move(loaded)};
}

}  // namespace jounce
