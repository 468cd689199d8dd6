#include "integrators/symmetric_system.h"

#include <numeric>

namespace jounce {

std::vector<Index> unknowns_of_rank(const System& system) {
  if (system.share() != nullptr) return system.share()->touched();
  std::vector<Index> dofs(static_cast<std::size_t>(system.n_free()));
  std::iota(dofs.begin(), dofs.end(), 0);
  return dofs;
}

SymmetricMatrix symmetric_matrix(const System& system, const State& state, const TangentWeights& weights,
                                 std::vector<Index> dofs) {
  const Index n = system.n_free();
  SymmetricMatrix matrix;
  if (system.has_nodal_matrices()) {
    matrix = SymmetricMatrix(n, system.nodal_matrices(), weights.stiffness, weights.mass, std::move(dofs));
  } else {
    const Vector no_acceleration = Vector::Zero(system.nv());
    const auto add = [&](MatrixSink& sink) {
      BlockSink block(sink, {0, 0, n, n, 1.0});
      system.add_tangent(state, no_acceleration, weights, block);
    };
    CsrMatrix assembled;
    PatternBuilder pattern(n);
    add(pattern);
    pattern.build_upper(assembled);
    add(assembled);
    matrix = SymmetricMatrix(assembled, std::move(dofs));
  }
  if (ElementShare* const share = system.share(); share != nullptr)
    matrix.share(share->ranks(), {}, share->owner());
  else if (parallel::Numbering& numbering = system.numbering(); !numbering.is_whole())
    matrix.share(numbering.ranks(), numbering.numbers(), numbering.owners());
  return matrix;
}

}  // namespace jounce
