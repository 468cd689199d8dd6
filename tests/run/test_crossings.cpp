// Parts that pass into each other within a step.

#include <gmock/gmock.h>

#include <cmath>
#include <optional>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "contact/limited_reach.h"
#include "program.h"

namespace jounce::test {
namespace {

/// A block of 0.4 x 0.4 half a unit above a plate of thickness 0.1.
std::string block_above_plate(const std::string& contact) {
  return scene::gravity({0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1}) +
         solid_block("plate", "[-1, -0.1]", "[1, 0]", "[8, 1]") +
         solid_block("block", "[-0.2, 0.5]", "[0.2, 0.9]", "[2, 2]") + contact + R"(
[integrator]
type = "nsga-ggl"
step = 1
end = 1
)";
}

constexpr const char* kFaces = R"(
[[contact]]
name = "c"
type = "surfaces"
surface = "block.y_min"
against = "plate.y_max"
)";

struct Crossings : testing::Test {
  DeckRun run{block_above_plate(kFaces)};
  const LimitedReach& pair = *run.system().contacts().all()[0]->limited_reach();

  /// The block moved from where it is at the start.
  State with_block_at(double x, double y, double t) const {
    State state = run.state;
    state.t = t;
    for (const auto& node : run.system().dofs().places) {
      if (!(run.state.q[node.position[1]] > 0.3)) continue;
      state.q[node.position[0]] += x;
      state.q[node.position[1]] += y;
    }
    return state;
  }
};

TEST_F(Crossings, OfABlockThatIsBeyondAPlateAfterAStep) {
  const auto crossing = pair.crossing(run.state, with_block_at(0, -2, 1));
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.25, 0.02);  // 0.025 deep
  EXPECT_THAT(crossing->place, testing::HasSubstr("passes through the face of nodes plate."));
}

TEST_F(Crossings, OfOneThatFliesBesideThePlateFirst) {
  EXPECT_TRUE(pair.crossing(with_block_at(-2, -0.3, 0), with_block_at(1, -1.0, 1)));
}

TEST_F(Crossings, AreNoneWhereContactsOverlapALittle) {
  EXPECT_FALSE(pair.crossing(run.state, with_block_at(0, -0.52, 1)));
  EXPECT_FALSE(pair.crossing(run.state, with_block_at(0, -0.45, 1)));
}

TEST_F(Crossings, AreNoneWhereABodyComesOut) {
  EXPECT_FALSE(pair.crossing(with_block_at(0, -0.54, 0), with_block_at(0, 0, 1)));
}

TEST_F(Crossings, AreSeenInManyShortSteps) {
  State before = run.state;
  bool found = false;
  for (int i = 1; i <= 4000 && !found; ++i) {
    before.t = std::nextafter(before.t, 1e9);  // as times of a schedule differ from sums of steps
    const State after = with_block_at(0, -5e-4 * i, i);
    found = pair.crossing(before, after).has_value();
    if (found) {
      EXPECT_NEAR(5e-4 * i, 0.575, 0.01);  // three quarters of the wall deep
    }
    before = after;
  }
  EXPECT_TRUE(found);
}

/// A strip of length 1 whose boundary, or the upper side of it, may touch itself.
struct Strip {
  Strip(double thickness, int along, int across, const std::string& group) {
    write(folder / "strip.geo", fmt::format(R"(
Point(1) = {{0, -{0}, 0}}; Point(2) = {{1, -{0}, 0}}; Point(3) = {{1, 0, 0}}; Point(4) = {{0, 0, 0}};
Line(1) = {{1, 2}}; Line(2) = {{2, 3}}; Line(3) = {{3, 4}}; Line(4) = {{4, 1}};
Curve Loop(1) = {{1, 2, 3, 4}}; Plane Surface(1) = {{1}};
Transfinite Curve{{1, 3}} = {1}; Transfinite Curve{{2, 4}} = {2};
Transfinite Surface{{1}}; Recombine Surface{{1}};
Physical Surface("body") = {{1}}; Physical Curve("outside") = {{1, 2, 3, 4}}; Physical Curve("top") = {{3}};
)",
                                            thickness, along + 1, across + 1));
    run.emplace(scene::gravity({0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1}) +
                fmt::format(R"(
[[mesh]]
name = "strip"
type = "gmsh"
file = "{0}"
[[element]]
name = "strip"
type = "solid"
mesh = "strip.body"
material = "m"
[[contact]]
name = "c"
type = "surfaces"
surface = "strip.{1}"
against = "strip.{1}"
[integrator]
type = "nsga-ggl"
step = 1
end = 1
)",
                            (folder / "strip.geo").string(), group));
  }
  const LimitedReach& pair() const { return *run->system().contacts().all()[0]->limited_reach(); }
  template <class Map>
  State mapped(double t, const Map& map) const {
    State state = run->state;
    state.t = t;
    for (const auto& node : run->system().dofs().places) {
      const Vector3 x = map(run->state.q[node.position[0]], run->state.q[node.position[1]]);
      state.q[node.position[0]] = x.x();
      state.q[node.position[1]] = x.y();
    }
    return state;
  }

  TemporaryFolder folder;
  std::optional<DeckRun> run;
};

/// A strip that was squeezed to a fifth, and sheared, gets its thickness again.
TEST(CrossingsOfOneSurface, AreNotThoseOfSqueezedWalls) {
  const Strip strip(0.1, 20, 2, "outside");
  const State squeezed = strip.mapped(0, [](double x, double y) { return Vector3(x + y, 0.2 * y, 0); });
  State after = strip.run->state;
  after.t = 1;
  const auto crossing = strip.pair().crossing(squeezed, after);
  EXPECT_FALSE(crossing) << crossing->place;
}

/// A thin strip of long faces around a corner, whose outer side may touch itself, and one wing of which moves
/// out: what lies below that side is the strip, not the space behind it.
TEST(CrossingsOfOneSurface, AreNotThoseOfWallsThatTheRestOfTheBodyEnds) {
  const Strip strip(0.02, 4, 1, "top");
  const auto bent = [&](double t, double way) {
    return strip.mapped(t, [way](double x, double y) {
      if (x > 0.5) return Vector3(0.5 + y, 0.5 - x, 0);
      return Vector3(x, y + (x < 0.3 ? way : 0), 0);
    });
  };
  const auto crossing = strip.pair().crossing(bent(0, 0), bent(1, 0.2));
  EXPECT_FALSE(crossing) << crossing->place;
}

/// Points that pass a thin rigid box, and such as come to rest on it, from above or below.
TEST(CrossingsOfShapes, AreThoseOfPointsOnTheirWay) {
  DeckRun run(scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1}) +
              solid_block("block", "[0, 0, 1]", "[1, 1, 2]", "[1, 1, 1]") + R"(
[[shape]]
name = "plate"
type = "box"
size = [10, 10, 0.1]
on = ["ground"]
[[contact]]
name = "c"
type = "point-shape"
points = ["block.z_min"]
shapes = ["plate"]
[integrator]
type = "nsga-ggl"
step = 1
end = 1
)");
  const LimitedReach& pair = *run.system().contacts().all()[0]->limited_reach();
  ASSERT_TRUE(pair.looks_for_crossings());
  const auto moved = [&](double z) {
    State state = run.state;
    for (const auto& node : run.system().dofs().places) state.q[node.position[2]] += z;
    return state;
  };
  const auto crossing = pair.crossing(run.state, moved(-2));
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.5, 1e-6);
  EXPECT_THAT(crossing->place, testing::HasSubstr("passes through the shape of 'plate'"));
  EXPECT_TRUE(pair.crossing(run.state, moved(-1))) << "in the middle";
  EXPECT_FALSE(pair.crossing(run.state, moved(-0.97))) << "a fifth deep";
  EXPECT_FALSE(pair.crossing(moved(-0.97), moved(1))) << "out of it";
  EXPECT_FALSE(pair.crossing(run.state, moved(0.5)));
}

/// In steps of 20 plates the block is stopped.
class Schemes : public testing::TestWithParam<std::string> {};

TEST_P(Schemes, DoNotLetABlockThrough) {
  for (const char* contact : {kFaces, R"(
[[contact]]
name = "c"
type = "surfaces"
points = ["block"]
against = "plate.y_max"
)"}) {
    const TemporaryFolder folder;
    std::string deck = block_above_plate(contact) + scene::held("plate", {"x", "y"}) + R"(
[[initial]]
on = "block"
velocity = [0, -100]
[[history]]
name = "momentum"
quantity = "momentum"
of = "model"
component = "y"
)";
    deck.replace(deck.find("nsga-ggl"), 8, GetParam());
    deck.replace(deck.find("step = 1"), 8, "step = 0.02");
    deck.replace(deck.find("end = 1"), 7, "end = 0.1");
    write(folder / "deck.toml", deck);
    const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto rows = lines(folder / "deck.results/history.csv");
    const double momentum = std::stod(rows.back().substr(rows.back().rfind(',') + 1));
    EXPECT_GT(momentum, -0.5 * 100 * 0.16) << "the block has gone on";
  }
}

INSTANTIATE_TEST_SUITE_P(All, Schemes,
                         testing::Values("nsga-ggl", "moreau-jean", "mixed-generalized-alpha", "mixed-bathe",
                                         "generalized-alpha"));

}  // namespace
}  // namespace jounce::test
