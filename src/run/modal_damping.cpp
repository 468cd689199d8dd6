#include "run/modal_damping.h"

#include "elements/spring.h"

namespace jounce {

Vector damper_forces(const System& system, const State& state, const Vector& velocity) {
  Vector force = Vector::Zero(velocity.size());
  for (const auto& block : system.blocks()) {
    const auto* damper = dynamic_cast<const SpringDamper*>(block.get());
    if (damper == nullptr || damper->damping() == 0) continue;
    const auto dofs = damper->coordinate().dofs();
    Vector J(static_cast<Index>(dofs.size()));
    damper->coordinate().jacobian(state, J.data());
    double rate = 0;
    for (std::size_t i = 0; i < dofs.size(); ++i) rate += J[static_cast<Index>(i)] * velocity[dofs[i]];
    for (std::size_t i = 0; i < dofs.size(); ++i)
      force[dofs[i]] += damper->damping() * rate * J[static_cast<Index>(i)];
  }
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
