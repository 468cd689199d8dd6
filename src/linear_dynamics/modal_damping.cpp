#include "linear_dynamics/modal_damping.h"

namespace jounce {

Vector damper_forces(const System& system, const State& state, const Vector& velocity) {
  Vector force = Vector::Zero(velocity.size());
  for (const auto& block : system.blocks()) block->add_damper_force(state, velocity, force);
  return force;
}

DenseMatrix damper_matrix(const System& system, const State& state, const DenseMatrix& modes) {
  DenseMatrix D(modes.cols(), modes.cols());
  Vector velocity = Vector::Zero(system.nv());
  for (Index k = 0; k < modes.cols(); ++k) {
    velocity.head(modes.rows()) = modes.col(k);
    D.col(k) = modes.transpose() * damper_forces(system, state, velocity).head(modes.rows());
  }
  return D;
}

}  // namespace jounce
