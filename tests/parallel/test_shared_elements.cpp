// Elements that ranks share, against every rank with all of them. Alone and on four ranks.

#include <gtest/gtest.h>

#include "../support/cube_against_walls.h"
#include "../support/deck_run.h"
#include "la/symmetric_matrix.h"
#include "run/share_elements.h"

namespace jounce::test {
namespace {

/// The same model whole and shared.
struct Pair {
  DeckRun whole, shared;
  parallel::Communicator ranks;

  Pair(const std::string& text, const std::vector<std::string>& set)
      : whole(text, iterative(set)), shared(text, iterative(set)) {
    EXPECT_TRUE(shared.integrator->shares_elements());
    share_elements(*shared.model, ranks.size(), ranks.rank());
    shared.integrator->refresh();
    shared.integrator->initialise(shared.state, shared.h);
  }
  static std::vector<std::string> iterative(std::vector<std::string> set) {
    set.emplace_back("integrator.solver=iterative");
    return set;
  }
};

double difference(const Vector& a, const Vector& b) { return (a - b).lpNorm<Eigen::Infinity>(); }

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
  double impulse_scale = 1e-300;
  for (int i = 0; i < 120; ++i) {
    ASSERT_TRUE(pair.whole.step()) << i << ": " << pair.whole.result.blame;
    ASSERT_TRUE(pair.shared.step()) << i << ": " << pair.shared.result.blame;
    const StepResult &a = pair.whole.result, &b = pair.shared.result;
    ASSERT_EQ(a.active_contacts, b.active_contacts) << i;
    ASSERT_EQ(a.impacts.size(), b.impacts.size()) << i;
    ASSERT_LT(difference(pair.whole.state.q, pair.shared.state.q), 1e-11) << i;
    ASSERT_LT(difference(pair.whole.state.v, pair.shared.state.v), 1e-10) << i;
    if (a.impulse.size() == 0) continue;
    impulse_scale = std::max(impulse_scale, a.impulse.maxCoeff());
    ASSERT_LT(difference(a.impulse, b.impulse), 1e-9 * impulse_scale) << i;
  }
  // Every rank has the whole state, bit by bit the same.
  Vector sum = pair.shared.state.q;
  pair.ranks.sum({sum.data(), static_cast<std::size_t>(sum.size())});
  EXPECT_LT(difference(sum / pair.ranks.size(), pair.shared.state.q), 1e-15);
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
  const Pair pair(
      std::string(kCube) + "[[boundary]]\non = \"cube.x_min\"\ncomponents = [\"y\"]\nmotion = \"0\"\n", {});
  ElementShare& share = *pair.shared.system().share();
  const SymmetricMatrix whole(stiffness(pair.whole.system()));
  SymmetricMatrix part(stiffness(pair.shared.system()), share.touched());
  part.share(share.ranks(), share.owner());
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
      "[[body]]\nname = \"point\"\ntype = \"point-mass\"\nmass = 1\nposition = [3, 0, 0]\n";
  const DeckRun run(kCube + point, {"integrator.solver=iterative"});
  EXPECT_FALSE(run.integrator->shares_elements());
  EXPECT_FALSE(DeckRun(kCube, {"integrator.solver=direct"}).integrator->shares_elements());
  const DeckRun light(std::string(kCube) + kWall,
                      {"integrator.solver=iterative", "element.body.contact_mass=0.1"});
  EXPECT_FALSE(light.integrator->shares_elements()) << "masses go beyond the elements of a rank";
}

}  // namespace
}  // namespace jounce::test
