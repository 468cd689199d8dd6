#include "model/averaging_marker.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;

/// Four corners of a face of 2 x 1 off the origin, with equal shares.
struct Face {
  std::vector<Vector3> X = {{3, 1, 2}, {5, 1, 2}, {5, 2, 2}, {3, 2, 2}};
  Vector3 centre = Vector3(4, 1.5, 2);
  std::vector<AveragingMarker::Share> shares;
  std::vector<Index> dofs;

  Face() {
    for (const Vector3& x : X) shares.push_back({0.25, 0.25 * (x - centre)});
    for (Index i = 0; i < 12; ++i) dofs.push_back(i);
  }
  AveragingMarker marker(const Vector3& s) const { return {"m", 3, dofs, shares, s}; }
  State state() const {
    State state{0, Vector(12), Vector::Zero(12), {}};
    for (std::size_t i = 0; i < X.size(); ++i) state.q.segment<3>(3 * static_cast<Index>(i)) = X[i];
    return state;
  }
};

TEST(AveragingMarker, FollowsRigidMotionsExactly) {
  const Face face;
  const Vector3 s(0.3, -0.4, 1.7), shift(7, -3, 1);
  const AveragingMarker marker = face.marker(s);
  for (const Vector3& psi :
       {Vector3(0, 0, 0), Vector3(0.4, -1.3, 2.1), Vector3(3.1, 0, 0), Vector3(0, 3.1, 0)}) {
    const Matrix3 R = rotation_exponential(psi).toRotationMatrix();
    const Vector3 omega(0.7, -0.2, 1.9), velocity(1, 2, -1);
    State state = face.state();
    for (Index i = 0; i < 4; ++i) {
      const Vector3 r = R * state.q.segment<3>(3 * i);
      state.q.segment<3>(3 * i) = r + shift;
      state.v.segment<3>(3 * i) = velocity + omega.cross(r);
    }
    MarkerKinematics k;
    marker.evaluate(state, Derivatives::first, k);
    EXPECT_TRUE(close(k.R, R, 1e-14));
    EXPECT_TRUE(close(k.x, Vector3(R * (face.centre + s) + shift), 1e-14));
    EXPECT_TRUE(close(k.omega, omega, 1e-13));
    EXPECT_TRUE(close(k.velocity, Vector3(velocity + omega.cross(R * (face.centre + s))), 1e-13));
  }
}

TEST(AveragingMarker, NodeForcesAddUpToForceAndMoment) {
  const Face face;
  Random random(3);
  const AveragingMarker marker = face.marker({0.3, -0.4, 1.7});
  State state = face.state();
  state.q += random.vector(12, -0.2, 0.2);
  MarkerKinematics k;
  marker.evaluate(state, Derivatives::first, k);
  const Vector3 f(1.2, -0.7, 0.4), m(0.3, 0.9, -1.1);
  const Vector forces = k.J.transpose() * f + k.J_r.transpose() * m;
  Vector3 sum = Vector3::Zero(), moment = Vector3::Zero();
  for (Index i = 0; i < 4; ++i) {
    const Vector3 own = forces.segment<3>(3 * i), at = state.q.segment<3>(3 * i);
    sum += own;
    moment += (at - k.x).cross(own);
  }
  EXPECT_TRUE(close(sum, f, 1e-14));
  EXPECT_TRUE(close(moment, m, 1e-13));
}

/// About x the arms of the four corners are 0.5 along y: forces m/(4 arm) along z.
TEST(AveragingMarker, SpreadsAMomentAsABoltPatternDoes) {
  const Face face;
  MarkerKinematics k;
  face.marker(Vector3::Zero()).evaluate(face.state(), Derivatives::first, k);
  const Vector forces = k.J_r.transpose() * Vector3(1, 0, 0);
  for (Index i = 0; i < 4; ++i) {
    const Vector3 expected(0, 0, i < 2 ? -0.5 : 0.5);
    EXPECT_TRUE(close(forces.segment<3>(3 * i), expected, 1e-14)) << i;
  }
}

TEST(AveragingMarker, SecondDerivativesAreThoseOfTheVelocities) {
  const Face face;
  Random random(5);
  const AveragingMarker marker = face.marker({0.3, -0.4, 1.7});
  const Vector3 f(0.7, -0.4, 0.9), m(0.2, 1.1, -0.6);
  for (int trial = 0; trial < 3; ++trial) {
    State state = face.state();
    state.q += random.vector(12, -0.3, 0.3);
    state.v = random.vector(12);
    const auto at = [&](const Vector& q) {
      MarkerKinematics k;
      marker.evaluate(with_q(state, q), Derivatives::second, k);
      return k;
    };
    const MarkerKinematics k = at(state.q);
    EXPECT_TRUE(close(k.J, differences([&](const Vector& q) { return Vector(at(q).x); }, state.q)));
    EXPECT_TRUE(close(k.D, differences([&](const Vector& q) { return Vector(at(q).velocity); }, state.q)));
    EXPECT_TRUE(close(k.D_r, differences([&](const Vector& q) { return Vector(at(q).omega); }, state.q)));
    const auto generalised = [&](const Vector& q) {
      const MarkerKinematics moved = at(q);
      return Vector(moved.J.transpose() * f + moved.J_r.transpose() * m);
    };
    DenseMatrix K = DenseMatrix::Zero(12, 12);
    marker.add_force_gradient(state, f, m, 1.7, 0, K);
    EXPECT_TRUE(close(K, 1.7 * differences(generalised, state.q)));
  }
}

}  // namespace
}  // namespace jounce
