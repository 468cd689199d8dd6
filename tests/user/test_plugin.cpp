#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "../run/program.h"
#include "io/history_reader.h"

// Functions of a compiled plugin (plugin.c) in decks that the program runs.

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// A particle, the plugin, and more.
std::string deck(const std::string& more, int dimension, const std::string& body) {
  return fmt::format(R"(
[model]
dimension = {}
[[plugin]]
name = "mine"
file = "{}"
[[body]]
name = "p"
type = "point-mass"
{}
[[history]]
name = "x"
quantity = "position"
of = "p"
[[history]]
name = "y"
quantity = "position"
of = "p"
component = "{}"
[output]
frames = 0
)",
                     dimension, JOUNCE_TEST_PLUGIN, body, (dimension > 1 ? "y" : "x")) +
         more;
}

const std::string kCubic =
    R"(
[[load]]
name = "spring"
type = "user-force"
function = "cubic"
points = ["p"]
parameters = [3]
)";

/// x'' = -6 x^3 from x = 1 at rest has the period 4 K(1/sqrt 2) / sqrt 6.
TEST(Plugin, ForceDrivesAnOscillator) {
  const TemporaryFolder folder;
  const double period = 4 * std::comp_ellint_1(std::sqrt(0.5)) / std::sqrt(6.0);
  write(folder / "deck.toml",
        deck(kCubic + fmt::format(R"(
[integrator]
type = "generalized-alpha"
rho_inf = 1
step = {}
end = {}
)",
                                  std::to_string(period / 4000), std::to_string(period)),
             1, "mass = 1\nposition = [1]\n"));
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const io::History history(folder / "r/history.csv");
  const auto& x = history.column("x");
  EXPECT_NEAR(x.back(), 1, 1e-5);
  EXPECT_NEAR(x[x.size() / 2], -1, 1e-5);
  EXPECT_NEAR(x[x.size() / 4], 0, 1e-3);
}

/// A particle that slides in y = x^2 / 2 keeps its energy; at the bottom v^2 = 2 g y_0.
TEST(Plugin, GapCarriesAParticle) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", deck(R"(
[[contact]]
name = "bowl"
type = "user-gap"
function = "parabola"
points = ["p"]
[[history]]
name = "g"
quantity = "gap"
of = "bowl"
[integrator]
step = 2e-4
end = 3
)",
                                   2, "mass = 1\nposition = [1, 0.5]\n") +
                                  R"(
[[load]]
name = "weight"
type = "force"
on = "p"
force = [0, -10]
)");
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const io::History history(folder / "r/history.csv");
  double fastest = 0, lowest = 1;
  for (const double energy : history.column("energy_kinetic")) fastest = std::max(fastest, energy);
  for (const double g : history.column("g")) lowest = std::min(lowest, g);
  EXPECT_NEAR(fastest, 10 * 0.5, 0.005);  // of first order in the step: 0.016 with 1e-3
  EXPECT_GT(lowest, -1e-12);
  for (const double g : history.column("g")) EXPECT_LT(g, 1e-12);
}

/// (1 + x^2) x'^2 is constant: sqrt(1 + x^2) dx = v_0 dt, so (x sqrt(1 + x^2) + asinh x) / 2 = v_0 t from x =
/// 0.
TEST(Plugin, MassThatChangesWithThePlace) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", deck(R"(
[[element]]
name = "m"
type = "user-mass"
function = "growing"
points = ["p"]
constant = false
[integrator]
type = "generalized-alpha"
rho_inf = 1
step = 1e-3
end = 2
)",
                                   1, "mass = 1e-9\nposition = [0]\nvelocity = [1.5]\n"));
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const double x = io::History(folder / "r/history.csv").column("x").back();
  EXPECT_GT(x, 1.5);
  EXPECT_NEAR((x * std::sqrt(1 + x * x) + std::asinh(x)) / 2, 3, 1e-5);
}

TEST(Plugin, FailingFunctionStopsTheRunByName) {
  const TemporaryFolder folder;
  std::string text = deck(kCubic + "[integrator]\nstep = 0.1\nend = 1\n", 1, "mass = 1\nposition = [1]\n");
  text.replace(text.find(R"("cubic")"), 7, R"("broken")");
  write(folder / "deck.toml", text);
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the function 'broken' of a plugin failed with status 2"));
}

TEST(Plugin, ValuesThatAreNoNumbersStopTheRunByName) {
  const TemporaryFolder folder;
  std::string text = deck(kCubic + "[integrator]\nstep = 0.01\nend = 1\n", 1,
                          "mass = 1\nposition = [0.1]\nvelocity = [-1]\n");
  text.replace(text.find(R"("cubic")"), 7, R"("root")");
  write(folder / "deck.toml", text);
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              HasSubstr("the function 'root' of load 'spring' gave a force that is not a number"));
  EXPECT_LT(io::History(folder / "r/history.csv").column("x").back(), 0.01);
}

/// What a change of the deck is answered with, after the place of the mistake.
std::string refusal(const std::string& what, const std::string& with) {
  const TemporaryFolder folder;
  write(folder / "text.so", "no library");
  std::string text = deck(kCubic + "[integrator]\nstep = 0.1\nend = 1\n", 1, "mass = 1\nposition = [1]\n");
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  text.replace(at, what.size(), with);
  write(folder / "deck.toml", text);
  const Outcome outcome = jounce(folder.path(), {"check", "deck.toml"});
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  return outcome.err;
}

TEST(Plugin, MistakesAreNamed) {
  EXPECT_THAT(refusal(R"("cubic")", R"("cubik")"),
              HasSubstr("there is no function 'cubik' (did you mean 'cubic'?)"));
  EXPECT_THAT(refusal(R"("cubic")", R"("parabola")"), HasSubstr("'parabola' does not give forces"));
  EXPECT_THAT(refusal(JOUNCE_TEST_PLUGIN, "nothing.so"), HasSubstr("there is no file"));
  EXPECT_THAT(refusal(JOUNCE_TEST_PLUGIN, "text.so"), HasSubstr("cannot be loaded"));
  EXPECT_THAT(refusal(JOUNCE_TEST_PLUGIN, JOUNCE_TEST_NO_PLUGIN),
              HasSubstr("does not define jounce_plugin()"));
  EXPECT_THAT(refusal(R"("p"])", R"("ground"])"), HasSubstr("none of the points can move"));
  EXPECT_THAT(refusal("[[plugin]]\n", fmt::format(R"(
[[plugin]]
name = "twin"
file = "{}"
[[plugin]]
)",
                                                  JOUNCE_TEST_PLUGIN)),
              HasSubstr("exists already"));
}

}  // namespace
}  // namespace jounce::test
