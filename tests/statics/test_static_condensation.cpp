#include "statics/static_condensation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/scene.h"
#include "../support/solid_block.h"
#include "la/linear_solver.h"
#include "statics.h"

namespace jounce {
namespace {

using test::solid_block;
using test::Statics;

/// A block of 1,296 free displacements that is pressed on the corner of a larger one, on which it stands
/// free.
std::string blocks(const std::string& contact, const std::string& strain = "small") {
  std::string text = "[model]\ndimension = 3\n" + scene::material({.E = 1000, .nu = 0.3, .rho = 1}) +
                     solid_block("low", "[0, 0, 0]", "[1, 1, 1]", "[6, 6, 8]") +
                     solid_block("high", "[0.3, 0.2, 1]", "[1.1, 0.9, 1.6]", "[4, 5, 3]") +
                     scene::held("low.z_min", {"x", "y", "z"}) + scene::held("high.z_max", {"x"}) +
                     "motion = \"0.02*t\"\n" + scene::held("high.z_max", {"y"}) +
                     scene::held("high.z_max", {"z"}) + "motion = \"-0.01*t\"\n" + R"(
[analysis]
type = "static"
step = 0.5
[[contact]]
name = "c"
type = "surfaces"
surface = "high.z_min"
against = "low.z_max"
)" + contact;
  const std::string key = "material =", strains = "strain = \"" + strain + "\"\n";
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + strains.size() + 1))
    text.insert(at, strains);
  return text;
}

/// Laws whose forces follow from gap and slip, which are eliminated, and others; one far stiffer than the
/// bodies.
const std::vector<std::string> kLaws = {"", "friction = 0.3\n", "stiffness = 2e4\n",
                                        "stiffness = 2e4\nfriction = 0.3\nstick_stiffness = 1e4\n",
                                        "stiffness = 1e9\nfriction = 0.3\nstick_stiffness = 1e4\n"};

TEST(StaticCondensation, SolvesTheSystemOfAllUnknowns) {
  for (const std::string& law : kLaws) {
    Statics s(blocks(law, "green-lagrange"));
    const System& system = s.model->system;
    ASSERT_TRUE(StaticCondensation::may_serve(system, s.options));
    Scales scales;
    scales.set_mass(system, s.state);
    scales.observe(system, s.state, Vector::Zero(system.nv()), 1);
    ContactSet contacts;
    contacts.begin(system, s.state, scales, -1, 1);
    StaticStep equations(system, true);
    equations.begin(s.state, contacts, scales, Vector::Zero(contacts.tangents()));
    equations.set_initial_force(Vector::Zero(system.nv()));
    StaticCondensation condensation;
    std::vector<std::uint8_t> sets;
    for (const double size : {1e-3, 2e-3}) {
      const Vector x = size * Vector::Random(equations.size());
      equations.set(x, 0.1, 1);
      equations.wanted_sets(sets);
      equations.use_sets(sets);
      Vector r, dx, expected;
      equations.residual(r);
      ASSERT_TRUE(condensation.solve(equations, false, r, {}, dx)) << law;
      LinearSolver whole(MatrixKind::general);
      whole.factor(equations.matrix());
      whole.solve(r, expected);
      const Index n = equations.n_free(), rest = equations.size() - n;
      EXPECT_NEAR((dx - expected).head(n).norm(), 0, 1e-8 * expected.head(n).norm()) << law;
      EXPECT_NEAR((dx - expected).tail(rest).norm(), 0, 1e-8 * expected.tail(rest).norm()) << law;
    }
    EXPECT_EQ(condensation.factorisations(), 2);
  }
}

/// The same equilibrium as without, and few factorisations where the tangent of the bodies is constant.
TEST(StaticCondensation, FindsTheSameEquilibriumWithFewerFactorisations) {
  for (const std::string& law : {kLaws[1], kLaws[3]})
    for (const std::string strain : {"small", "green-lagrange"}) {
      Statics condensed(blocks(law, strain)), whole(blocks(law, strain), {"analysis.solver=direct"});
      ASSERT_FALSE(StaticCondensation::may_serve(whole.model->system, whole.options));
      ASSERT_TRUE(whole.run()) << law << whole.result.failure_cause;
      ASSERT_TRUE(condensed.run()) << law << condensed.result.failure_cause;
      const Vector moved = whole.state.q - whole.model->system.initial_state().q;
      EXPECT_NEAR((condensed.state.q - whole.state.q).lpNorm<Eigen::Infinity>(), 0,
                  1e-8 * moved.lpNorm<Eigen::Infinity>())
          << law << strain;
      EXPECT_GT(condensed.result.impulse.sum(), 0.01);
      if (strain == "small") {
        EXPECT_LT(2 * condensed.solver->factorisations(), whole.solver->factorisations()) << law;
      }
    }
}

}  // namespace
}  // namespace jounce
