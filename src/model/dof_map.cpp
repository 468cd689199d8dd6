#include "model/dof_map.h"

#include "math/rotation.h"

namespace jounce {

Vector DofMap::translations(const Vector3& along) const {
  Vector field = Vector::Zero(nv());
  for (std::size_t i = 0; i < translation_axes.size(); ++i)
    if (translation_axes[i] >= 0) field[static_cast<Index>(i)] = along[translation_axes[i]];
  return field;
}

Vector DofMap::uniform_translation(int axis) const { return translations(Vector3::Unit(axis)); }

Momentum DofMap::momentum(const State& state, const Vector& p) const {
  Momentum momentum;
  for (const NodePlace& place : places) {
    Vector3 x = Vector3::Zero(), p_x = Vector3::Zero();
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const Index dof = place.position[axis]; dof >= 0) {
        x[static_cast<Index>(axis)] = state.q[dof];
        p_x[static_cast<Index>(axis)] = p[dof];
      }
    momentum.linear += p_x;
    momentum.angular += x.cross(p_x);
    if (place.angle >= 0) momentum.angular.z() += p[place.angle];
  }
  for (const Manifold::Rotation& rotation : manifold.rotations()) {
    const auto q = state.q.segment<4>(rotation.quaternion);
    momentum.angular += Quaternion(q[0], q[1], q[2], q[3]) * Vector3(p.segment<3>(rotation.tangent));
  }
  return momentum;
}

}  // namespace jounce
