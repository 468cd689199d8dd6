#include "integrators/initial_acceleration.h"

#include <fmt/format.h>

#include <stdexcept>

#include "la/decompositions.h"
#include "la/linear_solver.h"
#include "model/lumped_mass.h"
#include "stepping/failure_cause.h"
#include "stepping/initial_state.h"

namespace jounce {

namespace {

/// A degree of freedom that has no mass and is not held by the joints (the kernels of M and G meet); -1 when
/// there is none. `matrix` is M bordered by G.
Index loose_dof(const System& system, const CsrMatrix& matrix, const RowJacobian& G) {
  const Index n = system.n_free();
  std::vector<Index> massless;
  std::vector<int> place(static_cast<std::size_t>(system.nv()), -1);
  for (Index i = 0; i < n; ++i) {
    bool has_mass = false;
    for (Index k = matrix.row_starts()[i]; k < matrix.row_starts()[i + 1]; ++k)
      has_mass |= matrix.columns()[k] < n && matrix.values()[k] != 0;
    if (has_mass) continue;
    place[i] = static_cast<int>(massless.size());
    massless.push_back(i);
  }
  if (massless.empty()) return -1;
  DenseMatrix rows = DenseMatrix::Zero(G.rows(), static_cast<Index>(massless.size()));
  for (int row = 0; row < G.rows(); ++row)
    for (std::size_t k = 0; k < G.dofs(row).size(); ++k) {
      const int column = place[G.dofs(row)[k]];
      if (column >= 0) rows(row, column) += G.values(row)[k];
    }
  if (G.rows() == 0) return massless.front();
  const Eigen::ColPivHouseholderQR<DenseMatrix> decomposition(rows);
  const auto rank = decomposition.rank();
  if (rank == static_cast<Eigen::Index>(massless.size())) return -1;
  return massless[decomposition.colsPermutation().indices()[rank]];
}

void refuse_loose(const System& system, const CsrMatrix& matrix, const RowJacobian& G) {
  if (const Index loose = loose_dof(system, matrix, G); loose >= 0)
    throw std::runtime_error(fmt::format(
        "{} has neither mass nor a joint that holds it, so its acceleration is not defined. Give every free "
        "body a mass (and inertia), or hold it by joints; put every mesh into an element",
        describe_dof(system, loose)));
}

}  // namespace

void check_masses(const System& system, const State& state) {
  if (system.n_free() == 0) return;
  RowJacobian G;
  system.joints().jacobian(state, G);
  refuse_loose(system, bordered_mass(system, state, G), G);
}

void consistent_acceleration(const System& system, const State& state, Vector& a, Vector& lambda) {
  const Index n = system.n_free();
  const Index b = system.joints().rows();
  a = Vector::Zero(system.nv());
  State scratch = state;
  system.apply_prescribed(scratch, &a);
  lambda = Vector::Zero(b);
  if (n == 0) return;

  Vector f;
  system.force(state, f);
  system.add_mass_product(state, a, -1.0, f);  // prescribed accelerations
  if (b == 0)
    if (const std::optional<Vector> mass = lumped_mass(system, state)) {
      a.head(n) = f.head(n).cwiseQuotient(*mass);
      return;
    }
  RowJacobian G;
  system.joints().jacobian(state, G);
  const WholeMatrices whole(system.share());
  const CsrMatrix matrix = bordered_mass(system, state, G);
  refuse_loose(system, matrix, G);

  Vector right(n + b), solution;
  right.head(n) = f.head(n);
  right.tail(b).setZero();
  for (const Index dof : system.dofs().massless)
    if (dof < n) right[dof] = 0;
  if (b > 0) {  // -(d(G v + g_t)/dq) v - g_tt - G a_prescribed
    Vector rate = Vector::Zero(b);
    ProductSink product(state.v, rate);
    system.joints().add_velocity_gradient(state, 1.0, 0, product);
    Vector g_tt;
    system.joints().rate_derivatives(state, g_tt);
    right.tail(b) = -rate - g_tt;
    for (int i = 0; i < b; ++i) right[n + i] -= G.dot(i, a);
  }
  LinearSolver solver(b == 0 ? MatrixKind::positive_definite : MatrixKind::general);
  try {
    solver.factor(matrix);
    solver.solve(right, solution);
  } catch (const SingularMatrix& error) {
    throw std::runtime_error(fmt::format("the initial acceleration is not defined: {}", error.what()));
  }
  a.head(n) = solution.head(n);
  lambda = -solution.tail(b);
}

Vector free_acceleration(const System& system, const State& state) {
  Vector a = Vector::Zero(system.nv()), f, solution;
  State scratch = state;
  system.apply_prescribed(scratch, &a);
  system.force(state, f);
  system.add_mass_product(state, a, -1.0, f);
  const RowJacobian no_joints;
  const WholeMatrices whole(system.share());
  const CsrMatrix matrix = bordered_mass(system, state, no_joints);
  if (const Index loose = loose_dof(system, matrix, no_joints); loose >= 0)
    throw std::runtime_error(
        fmt::format("{} has no mass, so its acceleration without joint forces is not defined",
                    describe_dof(system, loose)));
  if (system.n_free() == 0) return a;
  LinearSolver solver(MatrixKind::positive_definite);
  solver.factor(matrix);
  solver.solve(f.head(system.n_free()), solution);
  a.head(system.n_free()) = solution;
  return a;
}

void shifted_acceleration(const System& system, const State& state, double shift, const Vector& a_now,
                          Vector& a) {
  State shifted = state;
  const Vector increment = shift * state.v + 0.5 * shift * shift * a_now;
  system.manifold().retract(state.q, increment, shifted.q);
  shifted.v = state.v + shift * a_now;
  shifted.t = state.t + shift;
  system.apply_prescribed(shifted);
  Vector lambda;
  consistent_acceleration(system, shifted, a, lambda);
}

}  // namespace jounce
