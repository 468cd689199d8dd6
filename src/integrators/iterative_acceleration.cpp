#include "integrators/iterative_acceleration.h"

#include <fmt/format.h>

#include <stdexcept>

#include "integrators/symmetric_system.h"

namespace jounce {
void iterative_acceleration(const System& system, const State& state, double tolerance, ProjectedCg& cg,
                            Vector& a) {
  constexpr int kMostIterations = 5000;
  State scratch = state;
  a = Vector::Zero(system.nv());
  system.apply_prescribed(scratch, &a);
  Vector f;
  system.force(state, f);
  system.add_mass_product(state, a, -1.0, f);
  if (!system.numbering().any(!f.head(system.n_free()).isZero(0))) return;
  const SymmetricMatrix M = symmetric_matrix(system, state, {1, 0, 0}, unknowns_of_rank(system));
  Vector b, none, multipliers, x = Vector::Zero(M.size());
  M.gather(f, b);
  const double size = M.largest(b.cwiseProduct(M.inverse_diagonal()).lpNorm<Eigen::Infinity>());
  if (!cg.solve(M, b, {}, {}, none, tolerance * size, kMostIterations, x, multipliers))
    throw std::runtime_error(fmt::format(
        "conjugate gradients for the initial acceleration did not converge in {} iterations: the residual is "
        "{:.1e} times the one that integrator.tolerance allows. Try solver = \"direct\"",
        kMostIterations, cg.residual() / (tolerance * size)));
  Vector of_dofs = Vector::Zero(system.nv());
  M.add_to(1, x, of_dofs);
  if (system.share() != nullptr) system.share()->complete(of_dofs);
  a += of_dofs;
}

}  // namespace jounce
