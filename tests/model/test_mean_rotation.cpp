#include "model/mean_rotation.h"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

#include "../support/differences.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using test::close;

const std::vector<Vector3> kPlaces = {{0, 0, 0}, {2, 0.5, -1}, {0.3, 1.4, 2}, {-1, 0.2, 0.7}};
const Vector3 kAxis(0.3, -0.4, 1.2);

MeanRotation mean_rotation() {
  std::vector<Index> dofs(3 * kPlaces.size() + 1);
  std::iota(dofs.begin(), dofs.end(), 0);
  return {"m", dofs, kPlaces, kAxis.normalized(), 0.5, true};
}

/// All places turned by R and moved, then displaced by u; theta last.
State turned_state(const Vector& u, const Vector& v, double angle, double theta) {
  const Matrix3 R = rotation_exponential(angle * kAxis.normalized()).toRotationMatrix();
  State s;
  s.q = u;
  s.v = v;
  for (std::size_t i = 0; i < kPlaces.size(); ++i)
    s.q.segment<3>(3 * static_cast<Index>(i)) += R * kPlaces[i] + Vector3(5, -3, 2);
  s.q[s.q.size() - 1] += theta;
  return s;
}

double value(const Constraint& c, const State& s) {
  double g = 0;
  c.value(s, &g);
  return g;
}

RowJacobian row_of(const Constraint& c, const State& s) {
  RowJacobian G;
  G.add_row(c.dofs());
  c.jacobian(s, 0, G);
  return G;
}

Vector transposed(const Constraint& c, const State& s, double lambda) {
  Vector f = Vector::Zero(s.q.size());
  row_of(c, s).add_transpose(0, lambda, f);
  return f;
}

// Turned about the axis, moved and stretched along it, all points have the same angle; also after turns.
TEST(MeanRotation, IsTheAngleOfARigidRotation) {
  const MeanRotation g = mean_rotation();
  const Vector zero = Vector::Zero(13);
  for (const double angle : {0.0, 0.7, -2.9, 3.3, 9.0}) {
    State s = turned_state(zero, zero, angle, 0.5 + angle);
    EXPECT_NEAR(value(g, s), 0, 1e-13) << angle;
    s.q.segment<3>(3) += 0.8 * kAxis;
    EXPECT_NEAR(value(g, s), 0, 1e-13) << "moved along the axis";
    s.q[12] += 0.01;
    EXPECT_NEAR(value(g, s), -0.04, 1e-13);
  }
}

TEST(MeanRotation, ItsDerivativesAreThoseOfDifferences) {
  test::Random random;
  const MeanRotation g = mean_rotation();
  const Vector u = random.vector(13, -0.1, 0.1), v = random.vector(13);
  const auto at = [&](const Vector& x) { return turned_state(x, v, 0.4, 0.9); };
  const auto values = [&](const Vector& x) { return Vector(Vector::Constant(1, value(g, at(x)))); };
  EXPECT_TRUE(close(transposed(g, at(u), 1).transpose(), test::differences(values, u), 1e-8));
  const double lambda = 0.7;
  const DenseMatrix K =
      test::dense(13, [&](MatrixSink& sink) { g.add_reaction_gradient(at(u), &lambda, 1.7, sink); });
  EXPECT_TRUE(close(
      K, test::differences([&](const Vector& x) { return Vector(1.7 * transposed(g, at(x), lambda)); }, u),
      1e-8));
  const DenseMatrix D =
      test::dense(13, [&](MatrixSink& sink) { g.add_velocity_gradient(at(u), 1.7, 0, sink); }).topRows(1);
  const auto rates = [&](const Vector& x) {
    return Vector(Vector::Constant(1, 1.7 * row_of(g, at(x)).dot(0, v)));
  };
  EXPECT_TRUE(close(D, test::differences(rates, u), 1e-8));
}

}  // namespace
}  // namespace jounce
