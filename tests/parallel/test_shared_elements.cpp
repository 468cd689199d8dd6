// Elements that ranks share, against every rank with all of them. Alone and on four ranks.

#include <gtest/gtest.h>

#include "../support/cube_against_walls.h"
#include "la/symmetric_matrix.h"
#include "whole_and_shared.h"

namespace jounce::test {
namespace {

std::vector<std::string> iterative(std::vector<std::string> set) {
  set.emplace_back("integrator.solver=iterative");
  return set;
}

struct Pair : WholeAndShared {
  Pair(const std::string& text, const std::vector<std::string>& set)
      : WholeAndShared(text, iterative(set), iterative(set)) {
    EXPECT_EQ(shared.integrator->sharing(), Sharing::matrices);
  }
};

/// Some state of the model, the same on all ranks.
State bent(const System& system) {
  State state = system.initial_state();
  state.q += 0.01 * Vector::LinSpaced(state.q.size(), 0, 40).array().sin().matrix();
  state.v += Vector::LinSpaced(state.v.size(), 0, 25).array().cos().matrix();
  return state;
}

class SharedElements : public testing::TestWithParam<CubeCase> {};

TEST_P(SharedElements, MakeTheSameMotionAndTheSameContacts) {
  Pair pair(kCube + GetParam().more, GetParam().set);
  compare_steps(pair, 120, {1e-11, 1e-10, 1e-9});
  expect_the_same_on_all_ranks(pair);
}

TEST_P(SharedElements, AddUpToForcesEnergiesAndMomentum) {
  Pair pair(kCube + GetParam().more, GetParam().set);
  const System &whole = pair.whole.system(), &shared = pair.shared.system();
  const State state = bent(whole);
  Vector f, g;
  whole.force(state, f);
  shared.force(state, g);
  EXPECT_LT(difference(f, g), 1e-13 * f.lpNorm<Eigen::Infinity>());
  Vector p = Vector::Ones(f.size()), r = p;
  whole.add_mass_product(state, state.v, -2, p);
  shared.add_mass_product(state, state.v, -2, r);
  EXPECT_LT(difference(p, r), 1e-15);
  const Energies a = whole.energies(state), b = shared.energies(state);
  EXPECT_NEAR(a.kinetic, b.kinetic, 1e-13 * a.kinetic);
  EXPECT_NEAR(a.strain, b.strain, 1e-12 * a.strain);
  EXPECT_NEAR(a.gravity, b.gravity, 1e-13 * std::abs(a.gravity));
  EXPECT_NEAR(whole.powers(state).applied, shared.powers(state).applied, 1e-13);
  EXPECT_LT((whole.momentum(state).angular - shared.momentum(state).angular).norm(), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Models, SharedElements, testing::ValuesIn(cube_cases()),
                         [](const auto& test) { return test.param.name; });

CsrMatrix stiffness(const System& system) {
  CsrMatrix matrix;
  const auto add = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, system.n_free(), system.n_free(), 1.0});
    system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {1, 0, 1e-3}, block);
  };
  PatternBuilder pattern(system.n_free());
  add(pattern);
  pattern.build(matrix);
  matrix.set_zero();
  add(matrix);
  return matrix;
}

TEST(SharedElements, ProductsOfSharedMatricesAreThoseOfTheWhole) {
  // A few prescribed unknowns, so that blocks have empty places.
  const Pair pair(std::string(kCube) + R"(
[[boundary]]
on = "cube.x_min"
components = ["y"]
motion = "0"
)",
                  {});
  ElementShare& share = *pair.shared.system().share();
  const SymmetricMatrix whole(stiffness(pair.whole.system()));
  SymmetricMatrix part(stiffness(pair.shared.system()), share.touched());
  part.share(share.ranks(), {}, share.owner());
  const Vector x = Vector::LinSpaced(pair.whole.system().nv(), -1, 3);
  const auto product = [&](const SymmetricMatrix& matrix, Vector& y, double& form) {
    Vector places, result;
    matrix.gather(x, places);
    matrix.multiply(places, result);
    form = matrix.total(places.dot(result), [&](Index i) { return places[i] * result[i]; });
    y = Vector::Zero(x.size());
    matrix.add_to(1, result, y);
  };
  Vector y, z;
  double form = 0, shared_form = 0;
  product(whole, y, form);
  product(part, z, shared_form);
  share.complete(z);
  EXPECT_LT(difference(y, z), 1e-13 * y.lpNorm<Eigen::Infinity>());
  EXPECT_NEAR(form, shared_form, 1e-12 * std::abs(form));
  for (const Index dof : share.touched())
    EXPECT_NEAR(part.inverse_diagonal()[part.place(dof)], whole.inverse_diagonal()[whole.place(dof)],
                1e-12 * whole.inverse_diagonal()[whole.place(dof)]);
}

TEST(SharedElements, AreNotOfferedWhereSomethingElseHasMass) {
  const std::string point =
      R"(
[[body]]
name = "point"
type = "point-mass"
mass = 1
position = [3, 0, 0]
)";
  const DeckRun run(kCube + point, {"integrator.solver=iterative"});
  EXPECT_EQ(run.integrator->sharing(), Sharing::none);
  EXPECT_EQ(DeckRun(kCube, {"integrator.solver=direct"}).integrator->sharing(), Sharing::none);
  const DeckRun light(std::string(kCube) + kWall,
                      {"integrator.solver=iterative", "element.body.contact_mass=0.1"});
  EXPECT_EQ(light.integrator->sharing(), Sharing::none) << "masses go beyond the elements of a rank";
}

}  // namespace
}  // namespace jounce::test
