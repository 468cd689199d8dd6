#include "linear_dynamics/prestress.h"

#include "elements/solid.h"
#include "la/sink.h"

namespace jounce {
void add_stress_stiffness(const Model& model, const State& state, double w, MatrixSink& sink) {
  for (const SolidElements* solid : solids_of(model.system.blocks()))
    solid->add_stress_stiffness(state, w, sink);
}

Linearisation linearise_prestressed(const Model& small, const Model& finite, const State& state,
                                    const std::vector<ContactRow>& closed) {
  Linearisation linear = linearise(finite.system, state, true, closed);
  State rest = state;
  rest.v.setZero();
  const Index n = finite.system.n_free();
  BlockSink free(linear.K, {0, 0, n, n, 1.0});
  add_stress_stiffness(finite, rest, -1, free);
  add_stress_stiffness(small, rest, 1, free);
  return linear;
}

}  // namespace jounce
