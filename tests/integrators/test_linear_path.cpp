#include <gtest/gtest.h>

#include "../support/deck_run.h"

// The factor-once path of linear systems against the monolithic Newton and the sequential solver.

namespace jounce::test {
namespace {

/// A bar of six elements; decks add what holds, loads and stops it.
const char* const kBar = R"(
[model]
dimension = 1
[[material]]
name = "elastic"
E = 90
rho = 1
[[mesh]]
name = "bar"
type = "line"
from = [0.013]
to = [1.013]
elements = 6
[[element]]
name = "rod"
type = "bar"
mesh = "bar"
material = "elastic"
area = 1
[[initial]]
on = "bar"
velocity = [-1]
[[marker]]
name = "post"
on = "ground"
at = [1.013]
)";

const char* const kBarWall = R"(
[[contact]]
name = "wall"
type = "point-plane"
points = ["bar.start"]
through = [0]
normal = [1]
restitution = 0.3
)";

const char* const kEndHeld = R"(
[[joint]]
name = "clamp"
type = "revolute"
between = ["post", "bar.end"]
)";

/// Three masses in a row with springs and dampers, each with its own stop; a plane frame of reference.
const char* const kChain = R"(
[model]
dimension = 2
gravity = [0, -3]
[[body]]
name = "a"
type = "point-mass"
mass = 1.0
position = [0.1, 0.2]
velocity = [0.3, -1]
[[body]]
name = "b"
type = "point-mass"
mass = 0.4
position = [1.1, 0.3]
[[body]]
name = "c"
type = "point-mass"
mass = 2.0
position = [2.1, 0.1]
velocity = [-0.7, 0.2]
[[element]]
name = "ab"
type = "spring"
between = ["a", "b"]
direction = [1, 0]
stiffness = 200
damping = 3
[[element]]
name = "bc"
type = "spring"
between = ["b", "c"]
direction = [0.8, 0.6]
stiffness = 150
damping = 2
[[element]]
name = "up"
type = "spring"
between = ["ground", "b"]
direction = [0, 1]
stiffness = 40
damping = 1
[[contact]]
name = "floor"
type = "point-plane"
points = ["a", "b", "c"]
through = [0, 0]
normal = [0, 1]
restitution = 0.5
[[contact]]
name = "side"
type = "point-plane"
points = ["a"]
through = [0, 0]
normal = [1, 0.2]
restitution = 0
)";

const char* const kIntegrator = R"(
[integrator]
type = "nsga-ggl"
step = 2e-3
end = 1
)";

struct Case {
  std::string name, deck;
  bool unique = true;  ///< multipliers are unique
  std::string set = "model.dimension=1";

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

/// With friction at all contacts, and tangential restitution.
std::string rough(std::string deck) {
  for (std::size_t at = 0; (at = deck.find("restitution = ", at)) != std::string::npos; at += 60)
    deck.insert(at, "friction = 0.4\ntangential_restitution = 0.2\n");
  return deck;
}

std::vector<Case> cases() {
  const std::string bar = kBar, wall = kBarWall;
  const std::string moved =
      R"toml(
[[boundary]]
on = "bar.end"
components = ["x"]
motion = "0.02*sin(20*t)"
)toml";
  const std::string load =
      R"toml(
[[load]]
name = "push"
type = "force"
on = "bar.end"
force = ["-5*cos(30*t)"]
)toml";
  const std::string damper =
      R"(
[[element]]
name = "dash"
type = "spring"
between = ["post", "bar.end"]
direction = [1]
stiffness = 30
damping = 4
)";
  const std::string anchored_rail =
      R"(
[[marker]]
name = "base"
on = "ground"
at = [2.1, 0.1]
[[joint]]
name = "rail"
type = "point-on-line"
axis = [1, 0.1]
between = ["base", "c"]
)";
  auto twice = [](const std::string& text, const std::string& from, const std::string& to) {
    return text + std::string(text).replace(text.find(from), from.size(), to);
  };
  return {
      {"bar", bar + wall},
      {"bar_with_lumped_mass", bar + wall, true, "element.rod.mass=lumped"},
      {"bar_held_by_a_joint", bar + kEndHeld + wall},
      {"bar_held_at_the_contact_and_pulled", bar + R"(
[[marker]]
name = "base"
on = "ground"
at = [0.013]
[[joint]]
name = "glue"
type = "revolute"
between = ["base", "bar.start"]
)" + load},
      {"bar_with_damper_and_load", bar + wall + damper + load},
      {"bar_held_and_damped_and_loaded", bar + wall + kEndHeld + load},
      {"bar_with_moving_end", bar + wall + moved},
      {"bar_with_two_identical_walls", bar + twice(wall, R"("wall")", R"("wall_2")"), false},
      {"bar_held_twice", bar + wall + twice(kEndHeld, R"("clamp")", R"("clamp_2")"), false},
      {"bar_held_twice_at_two_walls",
       bar + twice(wall, R"("wall")", R"("wall_2")") + twice(kEndHeld, R"("clamp")", R"("clamp_2")"), false},
      {"chain", kChain, true, "model.dimension=2"},
      {"rough_chain", rough(kChain), true, "model.dimension=2"},
      {"rough_chain_on_a_rail", rough(kChain) + anchored_rail, true, "model.dimension=2"},
      {"chain_on_a_rail", kChain + anchored_rail, true, "model.dimension=2"}};
}

class LinearPath : public testing::TestWithParam<Case> {};

TEST_P(LinearPath, AgreesWithTheOtherSolvers) {
  const std::string text = GetParam().deck + kIntegrator;
  DeckRun direct(text, {"integrator.solver=auto", GetParam().set});
  DeckRun monolithic(text, {"integrator.solver=monolithic", GetParam().set});
  DeckRun condensed(text, {"integrator.solver=condensed", GetParam().set});
  DeckRun sequential(text, {"integrator.solver=sequential", GetParam().set});
  ASSERT_TRUE(direct.system().is_linear());
  int contacts = 0, first_contact = -1;
  double v_scale = 0, impulse_scale = 0, reaction_scale = 0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(direct.step()) << i << ": " << direct.result.failure_cause;
    contacts += direct.result.active_contacts;
    if (contacts > 0 && first_contact < 0) first_contact = i;
    v_scale = std::max(v_scale, direct.state.v.lpNorm<Eigen::Infinity>());
    if (direct.result.impulse.size() > 0)
      impulse_scale = std::max(impulse_scale, direct.result.impulse.maxCoeff());
    if (direct.result.reaction.size() > 0)
      reaction_scale = std::max(reaction_scale, direct.result.reaction.lpNorm<Eigen::Infinity>());
    for (DeckRun* other : {&monolithic, &condensed, &sequential}) {
      const char* const name = other == &monolithic  ? "monolithic"
                               : other == &condensed ? "condensed"
                                                     : "sequential";
      const double tolerance = other == &sequential ? 1e-11 : 1e-12;
      ASSERT_TRUE(other->step()) << name << " " << i << ": " << other->result.failure_cause;
      ASSERT_LT((direct.state.q - other->state.q).lpNorm<Eigen::Infinity>(), tolerance * 3)
          << name << " " << i;
      ASSERT_LT((direct.state.v - other->state.v).lpNorm<Eigen::Infinity>(), tolerance * 10 * v_scale)
          << name << " " << i;
      if (!GetParam().unique) continue;
      EXPECT_EQ(direct.result.impacts.size(), other->result.impacts.size()) << name << " " << i;
      ASSERT_EQ(direct.result.active_contacts, other->result.active_contacts) << name << " " << i;
      if (impulse_scale > 0) {
        EXPECT_LT((direct.result.impulse - other->result.impulse).lpNorm<Eigen::Infinity>(),
                  tolerance * 10 * impulse_scale)
            << name << " " << i;
      }
      if (reaction_scale > 0) {
        EXPECT_LT((direct.result.reaction - other->result.reaction).lpNorm<Eigen::Infinity>(),
                  tolerance * 100 * reaction_scale)
            << name << " " << i;
      }
    }
    const auto [position, velocity] = direct.violation();
    EXPECT_LT(position, 1e-15 * 8);
    EXPECT_LT(velocity, 1e-14 * std::max(1.0, v_scale));
  }
  if (!direct.result.rows.empty()) {
    EXPECT_GT(contacts, 0);
  }
  // Everything is factorised once, beside one more matrix for the projections.
  EXPECT_LE(direct.integrator->factorisations(), 3);
}

INSTANTIATE_TEST_SUITE_P(Models, LinearPath, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

TEST(LinearPath, RedundantContactsMoveTheBarAsOneContactDoes) {
  const std::string one = std::string(kBar) + kBarWall + kIntegrator;
  std::string second = kBarWall;
  second.replace(second.find(R"("wall")"), 6, R"("wall_2")");
  const std::string two = std::string(kBar) + kBarWall + second + kIntegrator;
  // The index-3 scheme has no impact law.
  const auto without_restitution = [](std::string deck) {
    for (std::size_t at = 0; (at = deck.find("restitution = ", at)) != std::string::npos; ++at)
      deck.replace(at, deck.find('\n', at) - at, "restitution = 0");
    return deck;
  };
  for (const char* const set : {"solver=auto", "solver=monolithic", "solver=sequential", "type=moreau-jean",
                                "type=generalized-alpha"})
    for (const char* const elements : {"6", "70"}) {  // solved by the dense and by a sparse factorisation
      const std::vector<std::string> sets = {std::string("integrator.") + set,
                                             std::string("mesh.bar.elements=") + elements};
      const bool has_law = std::string(set) != "type=generalized-alpha";
      DeckRun single(has_law ? one : without_restitution(one), sets);
      DeckRun twin(has_law ? two : without_restitution(two), sets);
      for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(single.step()) << set << " " << elements << " " << i << ": "
                                   << single.result.failure_cause;
        ASSERT_TRUE(twin.step()) << set << " " << elements << " " << i << ": " << twin.result.failure_cause;
        // The index-3 scheme rings in contact: every bounce multiplies round-off by ten.
        const double tolerance = has_law ? 1e-8 : 1e-13 * std::pow(10, i / 12.0);
        ASSERT_LT((single.state.v - twin.state.v).lpNorm<Eigen::Infinity>(), tolerance)
            << set << " " << elements << " " << i;
        EXPECT_NEAR(single.result.impulse.sum(), twin.result.impulse.sum(), tolerance)
            << set << " " << elements << " " << i;
      }
    }
}

TEST(LinearPath, TheUnitOfTimeDoesNotMatter) {
  constexpr double kUnit = 1e-7;
  const std::string text = std::string(kBar) + kBarWall + kIntegrator;
  std::string fast = text;
  fast.replace(fast.find("velocity = [-1]"), 15, "velocity = [-1e7]");
  DeckRun usual(text),
      scaled(fast, {"material.elastic.E=90e14", "integrator.step=2e-10", "integrator.end=1e-7"});
  int contacts = 0;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(usual.step()) << i << ": " << usual.result.failure_cause;
    ASSERT_TRUE(scaled.step()) << i << ": " << scaled.result.failure_cause;
    contacts += usual.result.active_contacts;
    ASSERT_LT((usual.state.q - scaled.state.q).lpNorm<Eigen::Infinity>(), 1e-10) << i;
    ASSERT_LT((usual.state.v - kUnit * scaled.state.v).lpNorm<Eigen::Infinity>(), 1e-8) << i;
  }
  EXPECT_GT(contacts, 10);
}

TEST(LinearPath, ShorterLastStepIsFactorisedAgain) {
  DeckRun direct(std::string(kBar) + kBarWall + kIntegrator);
  DeckRun monolithic(std::string(kBar) + kBarWall + kIntegrator, {"integrator.solver=monolithic"});
  for (const double h : {2e-3, 1e-3, 1e-3, 2e-3, 5e-4, 5e-4, 1e-3, 2e-3, 2e-3, 2e-3, 2e-3, 2e-3}) {
    direct.h = monolithic.h = h;
    ASSERT_TRUE(direct.integrator->step(direct.state, h, direct.result));
    ASSERT_TRUE(monolithic.integrator->step(monolithic.state, h, monolithic.result));
    EXPECT_LT((direct.state.v - monolithic.state.v).lpNorm<Eigen::Infinity>(), 1e-12);
  }
}

}  // namespace
}  // namespace jounce::test
