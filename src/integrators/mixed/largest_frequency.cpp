#include "integrators/mixed/largest_frequency.h"

#include <cmath>

#include "la/linear_solver.h"
#include "stepping/initial_state.h"

namespace jounce {

double largest_frequency(const System& system, const State& state) {
  constexpr int kIterations = 300;
  constexpr double kSettled = 1e-6;  // relative change of omega^2 in an iteration
  const Index n = system.n_free(), b = system.joints().rows();
  if (n == 0) return 0;
  RowJacobian G;
  system.joints().jacobian(state, G);
  const Vector no_acceleration = Vector::Zero(system.nv());
  const auto stiffness = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, n, n, 1.0});
    system.add_tangent(state, no_acceleration, {0, 0, 1}, block);
  };
  const CsrMatrix mass = bordered_mass(system, state, G);
  CsrMatrix K;
  PatternBuilder K_pattern(n);
  stiffness(K_pattern);
  K_pattern.build(K);
  stiffness(K);

  LinearSolver solver(b == 0 ? MatrixKind::positive_definite : MatrixKind::general);
  solver.factor(mass);
  Vector x(n), Kx, right = Vector::Zero(n + b), solution;
  for (Index i = 0; i < n; ++i)
    x[i] = std::cos(2.4 * static_cast<double>(i * i));  // has a part of every mode
  double squared = 0;
  for (int k = 0; k < kIterations; ++k) {
    K.multiply(x, Kx);
    right.head(n) = Kx;
    solver.solve(right, solution);  // M y + G^T mu = K x, G y = 0
    const auto y = solution.head(n);
    // |y|_M / |x|_M with |y|_M^2 = y . (K x), because y . G^T mu = 0
    const double energy = y.dot(Kx);
    if (energy <= 0) return 0;
    x = y / std::sqrt(energy);  // |x|_M = 1
    const double last = squared;
    squared = k == 0 ? 0 : std::sqrt(energy);
    if (k > 1 && std::abs(squared - last) <= kSettled * squared) break;
  }
  return std::sqrt(squared);
}

}  // namespace jounce
