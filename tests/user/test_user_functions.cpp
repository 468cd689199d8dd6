#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/user_functions.h"
#include "model/marker.h"
#include "user/user_force.h"
#include "user/user_gap.h"
#include "user/user_mass.h"

// What the generic tests of all elements (tests/elements) do not reach: forces that depend on the velocity
// and take energy, and masses that change.

namespace jounce {
namespace {

using namespace test;

PointSet two_points(std::vector<double> parameters = {}) {
  return {{std::make_shared<PointMarker>("a", std::vector<Index>{0, 1}),
           std::make_shared<PlanarBodyMarker>("b", std::vector<Index>{2, 3, 4}, Vector3(0.3, -0.2, 0))},
          2,
          std::move(parameters)};
}

State random_state() {
  Random random(3);
  State state;
  state.t = 0.4;
  state.q = random.vector(5);
  state.v = random.vector(5);
  return state;
}

template <class Add>
Vector vector_of(const Add& add) {
  Vector f = Vector::Zero(5);
  add(f);
  return f;
}

TEST(UserForce, TangentsAreDerivativesAlsoOfDragOnBodiesThatTurn) {
  const UserForce drag("drag", two_points(), [](const UserPoints& points, double* f, double*, double*) {
    for (std::size_t i = 0; i < points.x.size(); ++i)
      f[i] = -points.v[i] * std::abs(points.v[i]) * (1 + points.x[i] * points.x[i]);
    return false;
  });
  const State state = random_state();
  const auto force = [&](const State& at) { return vector_of([&](Vector& f) { drag.add_force(at, f); }); };
  DenseMatrix C = DenseMatrix::Zero(5, 5), K = C;
  DenseSink damping(C), stiffness(K);
  drag.add_tangent(state, 1, 0, damping);
  drag.add_tangent(state, 0, 1, stiffness);
  EXPECT_TRUE(
      close(C, -differences([&](const Vector& v) { return force(with_v(state, v)); }, state.v), 1e-6));
  EXPECT_TRUE(
      close(K, -differences([&](const Vector& q) { return force(with_q(state, q)); }, state.q), 1e-6));
  Powers powers;
  drag.add_powers(state, powers);
  EXPECT_NEAR(powers.applied, force(state).dot(state.v), 1e-13);
  EXPECT_LT(powers.applied, 0);
}

/// M = m(x) I for a particle.
UserMass swelling(bool constant) {
  return {
      "mass", PointSet({std::make_shared<PointMarker>("a", std::vector<Index>{0, 1})}, 2, {}),
      [](const UserPoints& points, double* M) { M[0] = M[3] = 2 + points.x[0] * points.x[0] * points.x[1]; },
      constant};
}

TEST(UserMass, ForcesAreLagranges) {
  const UserMass mass = swelling(false);
  State state;
  state.q = Eigen::Vector2d(0.7, 0.4);
  state.v = Eigen::Vector2d(-0.3, 1.1);
  // d/dt (m v) - grad(m) v^2 / 2 = m v' + (grad(m) . v) v - grad(m) v^2 / 2
  const Eigen::Vector2d gradient(2 * 0.7 * 0.4, 0.7 * 0.7);
  const Eigen::Vector2d v = state.v;
  Vector f = Vector::Zero(2);
  mass.add_force(state, f);
  EXPECT_TRUE(close(f, Vector(-gradient.dot(v) * v + 0.5 * v.squaredNorm() * gradient), 1e-8));
  DenseMatrix dM = DenseMatrix::Zero(2, 2);
  DenseSink sink(dM);
  const Vector a = Eigen::Vector2d(0.6, -0.9);
  mass.add_mass_gradient(state, a, 1.5, sink);
  EXPECT_TRUE(close(dM, DenseMatrix(1.5 * a * gradient.transpose()), 1e-8));
  DenseMatrix C = DenseMatrix::Zero(2, 2);
  DenseSink damping(C);
  mass.add_tangent(state, 1, 0, damping);
  const auto by_v = [&](const Vector& w) {
    Vector g = Vector::Zero(2);
    mass.add_force(with_v(state, w), g);
    return g;
  };
  EXPECT_TRUE(close(C, -differences(by_v, state.v), 1e-6));
}

TEST(UserMass, MatrixThatIsNotSymmetricIsRefused) {
  const UserMass mass(
      "odd", PointSet({std::make_shared<PointMarker>("a", std::vector<Index>{0, 1})}, 2, {}),
      [](const UserPoints&, double* M) { M[1] = 1; }, true);
  State state;
  state.q = state.v = Vector::Zero(2);
  Vector f = Vector::Zero(2);
  EXPECT_THROW(mass.add_mass_product(state, f, 1, f), std::runtime_error);
}

TEST(UserGap, DifferencesStandInForTheGradient) {
  const auto pair = [](const char* name) {
    return UserGap("g", 0, two_points({0.3}), std::get<UserGapFunction>(test::user_functions().at(name)));
  };
  const UserGap exact = pair("distance_with_gradient"), differences = pair("distance");
  const State state = random_state();
  const auto row = [&](const UserGap& gap) {
    Vector W(5);
    gap.jacobian(state, gap.row(0), Direction::normal, W.data());
    return W;
  };
  EXPECT_TRUE(close(row(exact), row(differences), 1e-9));
  const auto gradient = [&](const UserGap& gap) {
    DenseMatrix A = DenseMatrix::Zero(5, 5);
    DenseSink sink(A);
    gap.add_reaction_gradient(state, gap.row(0), Direction::normal, 0.7, 1, sink);
    return A;
  };
  EXPECT_TRUE(close(gradient(exact), gradient(differences), 1e-5));
  EXPECT_GT(gradient(exact).norm(), 0.1);
}

}  // namespace
}  // namespace jounce
