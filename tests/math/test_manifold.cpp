#include "math/manifold.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;

/// Two bodies in space (position, rotation) around one elastic amplitude: nv = 13, nq = 21.
Manifold two_bodies() { return {13, {3, 10}}; }

Vector identity_configuration(const Manifold& manifold) {
  Vector q = Vector::Zero(manifold.size());
  for (const auto& rotation : manifold.rotations()) q[rotation.quaternion] = 1;
  return q;
}

Quaternion quaternion(const Vector& q, Index at) { return {q[at], q[at + 1], q[at + 2], q[at + 3]}; }

TEST(Manifold, FlatOnesAdd) {
  const Manifold flat(3, {});
  EXPECT_TRUE(flat.is_flat());
  EXPECT_EQ(flat.size(), 3);
  Vector q = Vector3(1, 2, 3);
  flat.retract(q, Vector3(0.5, -1, 2), q);
  EXPECT_EQ(q, Vector(Vector3(1.5, 1, 5)));
}

TEST(Manifold, LaysQuaternionsBehindTheTangent) {
  const Manifold manifold = two_bodies();
  EXPECT_FALSE(manifold.is_flat());
  EXPECT_EQ(manifold.tangent_size(), 13);
  EXPECT_EQ(manifold.size(), 21);
  EXPECT_EQ(manifold.rotations()[0].quaternion, 13);
  EXPECT_EQ(manifold.rotations()[1].quaternion, 17);
}

TEST(Manifold, RetractionTurnsBodiesAndAddsTheRest) {
  const Manifold manifold = two_bodies();
  Random random(41);
  const Vector increment = random.vector(13);
  Vector q;
  manifold.retract(identity_configuration(manifold), increment, q);
  for (const auto& rotation : manifold.rotations()) {
    EXPECT_EQ(q.segment(rotation.tangent, 3), Vector::Zero(3)) << "unused entries stay zero";
    EXPECT_TRUE(close(rotation_logarithm(quaternion(q, rotation.quaternion)),
                      increment.segment(rotation.tangent, 3), 1e-14));
  }
  EXPECT_EQ(q.head(3), increment.head(3));
  EXPECT_EQ(q.segment(6, 4), increment.segment(6, 4));
}

/// q o exp(increment): the increment is a rotation vector in the body frame.
TEST(Manifold, IncrementsAreInTheBodyFrame) {
  const Manifold manifold(3, {0});
  Vector q = identity_configuration(manifold), next;
  const Vector3 first(0.4, -0.8, 0.3), second(0.2, 0.5, -0.6);
  manifold.retract(q, first, q);
  manifold.retract(q, second, next);
  EXPECT_TRUE(close(quaternion(next, 3).toRotationMatrix(),
                    (rotation_exponential(first) * rotation_exponential(second)).toRotationMatrix(), 1e-15));
}

TEST(Manifold, QuaternionsStayNormalised) {
  const Manifold manifold = two_bodies();
  Random random(43);
  Vector q = identity_configuration(manifold);
  for (int i = 0; i < 20000; ++i) manifold.retract(q, random.vector(13), q);
  for (const auto& rotation : manifold.rotations())
    EXPECT_NEAR(q.segment(rotation.quaternion, 4).norm(), 1, 1e-15);
}

TEST(Manifold, MayWriteWhereItReads) {
  const Manifold manifold = two_bodies();
  Random random(47);
  Vector q = identity_configuration(manifold), other;
  manifold.retract(q, random.vector(13), q);
  const Vector increment = random.vector(13);
  manifold.retract(q, increment, other);
  manifold.retract(q, increment, q);
  EXPECT_EQ(q, other);
}

TEST(Manifold, TinyIncrementsAreNotLost) {
  const Manifold manifold(3, {0});
  Vector q = identity_configuration(manifold);
  manifold.retract(q, Vector3(1e-13, -2e-13, 3e-14), q);
  EXPECT_LE((rotation_logarithm(quaternion(q, 3)) - Vector3(1e-13, -2e-13, 3e-14)).norm(), 1e-27);
}

}  // namespace
}  // namespace jounce
