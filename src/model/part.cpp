#include "model/part.h"

#include <cmath>

namespace jounce {

Vector3 to_vector(const std::vector<double>& values) {
  Vector3 v = Vector3::Zero();
  for (std::size_t i = 0; i < values.size() && i < 3; ++i) v[static_cast<Index>(i)] = values[i];
  return v;
}

Vector3 vector_or_zero(const params::Params& params, const char* key) {
  return params.given(key) ? to_vector(params.numbers(key)) : Vector3(Vector3::Zero());
}

Quaternion orientation_of(const params::Params& body) {
  if (body.given("rotation") && body.given("quaternion"))
    body.fail("quaternion", "give the orientation as 'rotation' or as 'quaternion', not as both");
  if (body.given("rotation")) return rotation_exponential(to_vector(body.numbers("rotation")));
  if (!body.given("quaternion")) return Quaternion::Identity();
  const auto& q = body.numbers("quaternion");
  const Quaternion orientation(q[0], q[1], q[2], q[3]);
  if (std::abs(orientation.norm() - 1) > 1e-6)
    body.fail("quaternion", "the quaternion (w, x, y, z) of an orientation must have norm 1");
  return orientation.normalized();
}

}  // namespace jounce
