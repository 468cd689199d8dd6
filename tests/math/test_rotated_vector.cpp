#include "math/rotated_vector.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;

/// Rotation vectors on both sides of the place where series end (|theta| = 0.14), and beyond half a turn.
std::vector<Vector3> vectors_about_series() {
  std::vector<Vector3> list = {Vector3::Zero()};
  Random random(7);
  for (const double angle : {1e-9, 1e-3, 0.13, 0.15, 1.0, 3.0, 5.0})
    for (int i = 0; i < 3; ++i) list.push_back(angle * Vector3(random.vector(3)).normalized());
  return list;
}

TEST(RotatedVector, IsTurnedByTheExponentialMap) {
  const Vector3 P(0.3, -1.2, 0.7);
  for (const Vector3& theta : vectors_about_series())
    EXPECT_TRUE(close(rotated_vector(theta, P).value, rotation_exponential(theta) * P, 1e-14));
}

TEST(RotatedVector, DerivativesAreThoseOfTheValue) {
  const Vector3 P(0.3, -1.2, 0.7);
  const auto value = [&](const Vector& theta) { return Vector(rotated_vector(theta, P).value); };
  for (const Vector3& theta : vectors_about_series()) {
    SCOPED_TRACE(theta.norm());
    const RotatedVector f = rotated_vector(theta, P);
    EXPECT_TRUE(close(f.first, differences(value, theta), 1e-9));
    for (Index j = 0; j < 3; ++j) {
      const auto first = [&](const Vector& t) { return Vector(rotated_vector(t, P).first.col(j)); };
      EXPECT_TRUE(close(f.second[j], differences(first, theta), 1e-9));
    }
  }
}

}  // namespace
}  // namespace jounce
