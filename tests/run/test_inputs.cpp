#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "../support/deck_run.h"
#include "program.h"

// Every deck of inputs/ is accepted by `jounce check`, and runs.

namespace jounce::test {
namespace {

std::vector<std::string> decks() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kInputs))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Input : public testing::TestWithParam<std::string> {};

TEST_P(Input, IsAccepted) {
  const TemporaryFolder folder;
  const Outcome outcome = jounce(folder.path(), {"check", kInputs + GetParam() + ".toml"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::Not(testing::HasSubstr("no title")));
}

TEST_P(Input, RunsForTwentySteps) {
  DeckRun run = input(GetParam());
  const double energy = run.energy();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
  EXPECT_TRUE(run.state.q.allFinite());
  EXPECT_TRUE(std::isfinite(energy) && std::isfinite(run.energy()));
  const std::string& scheme = control_table(run.deck).type();
  const bool drifts = scheme == "ccp-euler" || scheme == "impulse-velocity";  // joints at velocity level
  EXPECT_LT(run.violation().first, drifts ? 1e-5 : 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Decks, Input, testing::ValuesIn(decks()),
                         [](const auto& test) { return test.param; });

TEST(Inputs, HaveTheColumnsThatOutsideChecksUse) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::vector<std::string>>> fixed = {
      {"bouncing_ball",
       {"time", "gap", "gap_velocity", "contact_impulse", "position_multiplier", "energy_total"}},
      {"pendulum",
       {"time", "gap", "gap_velocity", "contact_impulse", "position_multiplier", "energy_total", "x", "y",
        "theta", "omega", "reaction_x", "reaction_y", "max_constraint_position", "max_constraint_velocity"}},
      {"elastic_bar",
       {"time", "gap", "gap_velocity", "free_end_displacement", "contact_force", "energy_total",
        "max_penetration", "newton_iterations"}},
      {"rocking_block",
       {"time", "x", "y", "theta", "gap_left", "gap_right", "impulse_left", "impulse_right",
        "energy_total"}}};
  for (const auto& [deck, columns] : fixed) {
    const Outcome outcome =
        jounce(folder.path(), {"run", kInputs + deck + ".toml", "-q", "--set", "integrator.end=0.02"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string header = "," + lines(folder / (deck + ".results/history.csv"))[0] + ",";
    for (const std::string& column : columns)
      EXPECT_THAT(header, testing::HasSubstr("," + column + ",")) << deck;
  }
}

}  // namespace
}  // namespace jounce::test
