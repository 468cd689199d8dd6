#include "integrators/iterative_acceleration.h"

#include <fmt/format.h>

#include <stdexcept>

namespace jounce {
namespace {

SymmetricMatrix mass_matrix(const System& system, const State& state) {
  const Index n = system.n_free();
  const auto add = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, n, n, 1.0});
    system.add_mass(state, 1, block);
  };
  CsrMatrix matrix;
  PatternBuilder pattern(n);
  add(pattern);
  pattern.build_upper(matrix);
  add(matrix);
  ElementShare* const share = system.share();
  if (share == nullptr) return SymmetricMatrix(matrix);
  SymmetricMatrix M(matrix, share->touched());
  M.share(share->ranks(), share->owner());
  return M;
}

}  // namespace

void iterative_acceleration(const System& system, const State& state, double tolerance, ProjectedCg& cg,
                            Vector& a) {
  constexpr int kMostIterations = 5000;
  State scratch = state;
  a = Vector::Zero(system.nv());
  system.apply_prescribed(scratch, &a);
  Vector f;
  system.force(state, f);
  system.add_mass_product(state, a, -1.0, f);
  if (f.head(system.n_free()).isZero(0)) return;
  const SymmetricMatrix M = mass_matrix(system, state);
  Vector b, none, multipliers, x = Vector::Zero(M.size());
  M.gather(f, b);
  const double size = M.largest(b.cwiseProduct(M.inverse_diagonal()).lpNorm<Eigen::Infinity>());
  if (!cg.solve(M, b, {}, {}, none, tolerance * size, kMostIterations, x, multipliers))
    throw std::runtime_error(fmt::format(
        "conjugate gradients for the initial acceleration did not end in {} iterations: the rest is "
        "{:.1e} times what integrator.tolerance allows. Try solver = \"direct\"",
        kMostIterations, cg.residual() / (tolerance * size)));
  Vector of_dofs = Vector::Zero(system.nv());
  M.add_to(1, x, of_dofs);
  if (system.share() != nullptr) system.share()->complete(of_dofs);
  a += of_dofs;
}

}  // namespace jounce
