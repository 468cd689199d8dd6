#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"

// A soft beam on a pin swings down from rest and its tip strikes a floor, under every scheme: joints, contact
// and large rotations of a beam at once. generalized-alpha has no impact law: the closing of a contact adds
// energy unless the scheme damps high frequencies fully (rho_inf = 0).

namespace jounce::test {
namespace {

struct Scheme {
  std::string name, keys;
  bool exact_positions;  ///< no penetration and no drift beyond round-off
};

std::string deck(bool space, const Scheme& scheme) {
  const char* const across = space ? "0, " : "";  // components between x and the vertical axis
  return fmt::format(R"([model]
dimension = {0}
gravity = [0, {1}-9.81]
[[material]]
name = "rubber"
E = 2e7
nu = 0.3
rho = 1000
[[section]]
name = "square"
type = "rectangle"
height = 0.05
width = 0.05
[[mesh]]
name = "beam"
type = "line"
from = [0, {1}0]
to = [1, {1}0]
elements = 6
[[element]]
name = "beam"
type = "beam"
mesh = "beam"
material = "rubber"
section = "square"
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "beam.start"]
{2}
[[contact]]
name = "floor"
type = "point-plane"
points = ["beam.end"]
through = [0, {1}-0.4]
normal = [0, {1}1]
restitution = {4}
[integrator]
step = 1e-3
end = 0.6
{3}
)",
                     space ? 3 : 2, across, space ? "axis = [0, 1, 0]" : "", scheme.keys,
                     scheme.name == "generalized_alpha" ? 0.0 : 0.3);
}

class BeamOnAPin : public testing::TestWithParam<Scheme> {};

TEST_P(BeamOnAPin, SwingsStrikesAndKeepsItsJoint) {
  const Scheme& scheme = GetParam();
  for (const bool space : {false, true}) {
    SCOPED_TRACE(space ? "space" : "plane");
    DeckRun run(deck(space, scheme));
    const double start = run.energy();
    const double fall =
        2.5 * 9.81 * 0.2;  // energy that the fall sets free: mass, gravity, drop of the centre
    double impulse = 0, deepest = 0, highest = start, first = 0;
    while (run.state.t < 0.6 - 1e-9) {
      ASSERT_TRUE(run.step()) << run.state.t << ": " << run.result.failure_cause;
      ASSERT_TRUE(run.state.q.allFinite());
      if (run.result.impulse.size() > 0 && run.result.impulse[0] > 0) {
        if (impulse == 0) first = run.state.t;
        impulse += run.result.impulse[0];
      }
      deepest = std::max(deepest, -run.gap(0));
      highest = std::max(highest, run.energy());
      const auto [position, velocity] = run.violation();
      EXPECT_LT(position, scheme.exact_positions ? 1e-13 : 1e-4);
      if (scheme.name != "generalized_alpha") {
        EXPECT_LT(velocity, 1e-11);
      }
    }
    // A rigid rod takes int d phi / sqrt(3 g sin(phi) / L) = 0.238 to the angle asin(0.4).
    EXPECT_NEAR(first, 0.238, 0.03);
    EXPECT_GT(impulse, 0.3);
    EXPECT_LT(deepest, scheme.exact_positions ? 1e-13 : 5e-3);
    EXPECT_LT(highest - start, 2e-3 * fall) << "nothing but gravity does work";
    EXPECT_LT(run.energy(), start - 0.1 * fall) << "the impacts take energy";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, BeamOnAPin,
    testing::Values(Scheme{"monolithic", "type = 'nsga-ggl'\nsolver = 'monolithic'", true},
                    Scheme{"condensed", "type = 'nsga-ggl'\nsolver = 'condensed'", true},
                    Scheme{"sequential", "type = 'nsga-ggl'\nsolver = 'sequential'", true},
                    Scheme{"generalized_alpha", "type = 'generalized-alpha'\nrho_inf = 0", true},
                    Scheme{"moreau_jean", "type = 'moreau-jean'", false}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace jounce::test
