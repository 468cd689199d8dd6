#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "deck/deck.h"
#include "params/input_error.h"
#include "program.h"
#include "registry.h"
#include "run/simulation.h"

namespace jounce::test {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(JOUNCE_SOURCE_DIR) / "tests/run/broken";

/// Decks of the folder broken/, wrong by the real schema or by what only the model can see. The comments at
/// the head of a deck say what has to be reported, and nothing else may be:
///     # expect 4:9: message (did you mean 'name'?)
/// Line numbers count the comments.
std::vector<std::string> broken_decks() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> expected(const std::string& deck) {
  const std::string mark = "# expect ";
  std::vector<std::string> found;
  for (const std::string& line : lines(kFolder / (deck + ".toml")))
    if (line.rfind(mark, 0) == 0) found.push_back(line.substr(mark.size()));
  return found;
}

std::vector<std::string> reported(const std::string& name) {
  std::vector<std::string> found;
  RunOptions options;
  options.deck = name + ".toml";
  try {
    const deck::Deck deck = deck::read_deck(options.deck, deck_schema());
    const Simulation simulation(deck, options);
  } catch (const params::InputError& error) {
    for (const params::Diagnostic& diagnostic : error.diagnostics()) {
      const std::string text = params::to_string(diagnostic);
      EXPECT_EQ(text.rfind(options.deck.string() + ":", 0), 0u) << text;
      found.push_back(text.substr(options.deck.string().size() + 1));
    }
  }
  return found;
}

class BrokenModel : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    previous_ = std::filesystem::current_path();
    std::filesystem::current_path(kFolder);
  }
  void TearDown() override { std::filesystem::current_path(previous_); }

 private:
  std::filesystem::path previous_;
};

TEST_P(BrokenModel, ReportsExactlyItsMistakes) {
  std::vector<std::string> wanted = expected(GetParam()), found = reported(GetParam());
  ASSERT_FALSE(wanted.empty());
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, wanted);
}

INSTANTIATE_TEST_SUITE_P(Decks, BrokenModel, testing::ValuesIn(broken_decks()),
                         [](const auto& test) { return test.param; });

TEST(BrokenModels, AreMany) { EXPECT_GE(broken_decks().size(), 40u); }

TEST(BrokenModels, ProgramPrintsThemWithStatusTwo) {
  const TemporaryFolder folder;
  for (const char* const command : {"run", "check"}) {
    const std::string deck = (kFolder / "contact_point.toml").string();
    const Outcome outcome = jounce(folder.path(), {command, deck});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, deck + ":" + expected("contact_point")[0] + "\n");
  }
}

}  // namespace
}  // namespace jounce::test
