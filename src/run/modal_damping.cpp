#include "run/modal_damping.h"

#include "elements/spring.h"

namespace jounce {

DenseMatrix damper_matrix(const System& system, const State& state, const DenseMatrix& modes) {
  DenseMatrix D = DenseMatrix::Zero(modes.cols(), modes.cols());
  for (const auto& block : system.blocks()) {
    const auto* damper = dynamic_cast<const SpringDamper*>(block.get());
    if (damper == nullptr || damper->damping() == 0) continue;
    const auto dofs = damper->coordinate().dofs();
    Vector J(static_cast<Index>(dofs.size()));
    damper->coordinate().jacobian(state, J.data());
    Vector rate = Vector::Zero(modes.cols());  // of the coordinate, for unit rates of the modes
    for (std::size_t i = 0; i < dofs.size(); ++i)
      if (dofs[i] < modes.rows()) rate += J[static_cast<Index>(i)] * modes.row(dofs[i]).transpose();
    D += damper->damping() * rate * rate.transpose();
  }
  return D;
}

}  // namespace jounce
