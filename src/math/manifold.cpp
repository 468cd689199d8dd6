#include "math/manifold.h"

#include "math/rotation.h"

namespace jounce {

Manifold::Manifold(Index tangent_size, std::vector<Index> rotation_tangents) : tangent_size_(tangent_size) {
  rotations_.reserve(rotation_tangents.size());
  for (const Index tangent : rotation_tangents)
    rotations_.push_back({tangent, tangent_size + 4 * static_cast<Index>(rotations_.size())});
}

void Manifold::retract(const Vector& q, const Vector& increment, Vector& result) const {
  result.resize(size());
  if (is_flat()) {
    result = q + increment;
    return;
  }
  for (const Rotation& rotation : rotations_) {
    const Quaternion old(q[rotation.quaternion], q[rotation.quaternion + 1], q[rotation.quaternion + 2],
                         q[rotation.quaternion + 3]);
    const Quaternion turned =
        (old * rotation_exponential(increment.segment<3>(rotation.tangent))).normalized();
    result[rotation.quaternion] = turned.w();
    result.segment<3>(rotation.quaternion + 1) = turned.vec();
  }
  result.head(tangent_size_) = q.head(tangent_size_) + increment;
  for (const Rotation& rotation : rotations_) result.segment<3>(rotation.tangent).setZero();
}

}  // namespace jounce
