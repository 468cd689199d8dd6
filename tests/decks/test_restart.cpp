// Every feature with every scheme that takes it goes on from a checkpoint bit by bit.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../io/temporary_folder.h"
#include "../support/user_functions.h"
#include "deck/deck.h"
#include "features.h"
#include "io/history_reader.h"
#include "params/input_error.h"
#include "petsc.h"
#include "registry.h"
#include "run/simulation.h"

namespace jounce::test {
namespace {

using io::test::read;
using io::test::TemporaryFolder;

/// A run of a feature to `end`; results in `folder`. Throws params::InputError where the scheme refuses it.
void run(const Feature& feature, const std::string& scheme, const std::string& end,
         const std::filesystem::path& folder, const std::filesystem::path& restart = {}) {
  const std::string text = feature.deck +
                           fmt::format(R"(
[analysis]
max_energy_gain = 1e6
[output]
frames = 0
checkpoint_every = 6
[integrator]
step = 1e-3
type = "{}"
end = {}
)",
                                       scheme, end) +
                           feature.integrator;
  RunOptions options;
  options.quiet = true;
  options.output = folder;
  options.restart = restart;
  const deck::Deck deck = deck::read_deck_text(text, "deck.toml", deck_schema());
  Simulation simulation(deck, options, user_functions());
  const RunReport report = simulation.run();
  EXPECT_EQ(report.exit_status, 0) << report.message;
}

/// Largest absolute value of a column up to the checkpoint.
double most_before_checkpoint(const std::filesystem::path& folder, const std::string& column) {
  const io::History history(folder / "history.csv");
  double most = 0;
  for (std::size_t i = 0; i < history.size() && history.column("time")[i] < 1.2e-2 + 1e-9; ++i)
    most = std::max(most, std::abs(history.column(column)[i]));
  return most;
}

class RestartOf : public testing::TestWithParam<std::string> {};

TEST_P(RestartOf, ContinuesBitByBit) {
  keep_petsc();
  int taken = 0;
  for (const Feature& feature : features()) {
    SCOPED_TRACE(feature.name);
    const TemporaryFolder folder;
    try {
      run(feature, GetParam(), "2.6e-2", folder / "whole");
    } catch (const params::InputError&) {  // see the table "What goes with what"
      continue;
    }
    ++taken;
    run(feature, GetParam(), "1.4e-2", folder / "part");  // the last checkpoint is at 1.2e-2
    run(feature, GetParam(), "2.6e-2", folder / "part", folder / "part/checkpoint.h5");
    EXPECT_EQ(read(folder / "part/history.csv"), read(folder / "whole/history.csv"));
    EXPECT_EQ(read(folder / "part/events.csv"), read(folder / "whole/events.csv"));
    EXPECT_GT(read(folder / "whole/history.csv").size(), 1000U);
    if (feature.acts.empty()) continue;
    EXPECT_GT(most_before_checkpoint(folder / "whole", feature.acts), feature.at_least);
  }
  EXPECT_GE(taken, 10);
}

std::vector<std::string> schemes() {
  std::vector<std::string> all;
  for (const IntegratorPart& part : integrator_parts()) all.push_back(part.component.type);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Schemes, RestartOf, testing::ValuesIn(schemes()), [](const auto& test) {
  std::string name = test.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

}  // namespace
}  // namespace jounce::test
