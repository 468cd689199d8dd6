#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "sample_schema.h"

namespace jounce::deck {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(JOUNCE_SOURCE_DIR) / "tests/deck/broken";

/// Decks of the folder broken/. The comments at the head of a deck say what has to be reported, and nothing
/// else may be:
///     # set path.to.key=value        an override to apply
///     # expect 4:9: message (did you mean 'name'?)
std::vector<std::string> broken_decks() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> head_lines(const fs::path& deck, const std::string& mark) {
  std::vector<std::string> found;
  std::ifstream stream(deck);
  for (std::string line; std::getline(stream, line) && line.rfind("# ", 0) == 0;) {
    if (line.back() == '\r') line.pop_back();
    if (line.rfind(mark, 0) == 0) found.push_back(line.substr(mark.size()));
  }
  return found;
}

std::vector<std::string> reported(const fs::path& deck, const std::vector<std::string>& overrides) {
  std::vector<std::string> found;
  try {
    read_deck(deck, sample_schema(), overrides);
  } catch (const params::InputError& error) {
    const std::string file = deck.string() + ":";
    for (const params::Diagnostic& diagnostic : error.diagnostics()) {
      std::string text = params::to_string(diagnostic);
      if (text.rfind(file, 0) == 0) text = text.substr(file.size());
      found.push_back(text);
    }
  }
  return found;
}

class BrokenDeck : public testing::TestWithParam<std::string> {
 protected:
  // Messages name files as the deck does when the deck is read in its own folder.
  void SetUp() override {
    previous_ = fs::current_path();
    fs::current_path(folder);
  }
  void TearDown() override { fs::current_path(previous_); }

 private:
  fs::path previous_;
};

TEST_P(BrokenDeck, ReportsExactlyItsMistakes) {
  const fs::path deck = GetParam() + ".toml";
  const std::vector<std::string> expected = head_lines(deck, "# expect ");
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(reported(deck, head_lines(deck, "# set ")), expected);
}

INSTANTIATE_TEST_SUITE_P(Decks, BrokenDeck, testing::ValuesIn(broken_decks()),
                         [](const auto& test) { return test.param; });

TEST(BrokenDecks, AreMany) { EXPECT_GE(broken_decks().size(), 60u); }

}  // namespace
}  // namespace jounce::deck
