#include "cli/command_tree.h"

#include <gmock/gmock.h>

namespace jounce::cli {
namespace {

using testing::ElementsAre;

Argument with_type(const std::string& type) {
  Argument argument;
  set_value(argument, type);
  return argument;
}

TEST(CommandTree, TakesTypesApart) {
  const Argument choice = with_type("TEXT:{json,markdown}");
  EXPECT_EQ(choice.value, "TEXT");
  EXPECT_THAT(choice.choices, ElementsAre("json", "markdown"));
  EXPECT_EQ(choice.range, "");

  const Argument range = with_type("INT:INT in [1 - 100000]");
  EXPECT_EQ(range.value, "INT");
  EXPECT_EQ(range.range, "1 - 100000");
  EXPECT_TRUE(range.choices.empty());

  EXPECT_EQ(with_type("FLOAT:POSITIVE").range, "positive");
  EXPECT_EQ(with_type("DECK").value, "DECK");
  EXPECT_EQ(with_type("DECK").range, "");
}

TEST(CommandTree, OffersByChoicesAndName) {
  EXPECT_EQ(offer(with_type("TEXT:{a,b}")), Offer::choices);
  EXPECT_EQ(offer(with_type("DECK")), Offer::decks);
  EXPECT_EQ(offer(with_type("FOLDER")), Offer::folders);
  EXPECT_EQ(offer(with_type("CASE")), Offer::cases);
  EXPECT_EQ(offer(with_type("RESULT")), Offer::files);
  EXPECT_EQ(offer(with_type("TEXT")), Offer::files);
  EXPECT_EQ(offer(with_type("INT")), Offer::nothing);
}

TEST(CommandTree, FindsWhatHasNoText) {
  Argument good, bad;
  good.names = {"-q", "--quiet"};
  good.about = "says nothing";
  bad.names = {"-l", "--loud"};
  const Command program{"jounce", "a program", "", {good}, {{"run", "", "", {good, bad}, {}}}};
  EXPECT_THAT(undocumented(program), ElementsAre("run", "run --loud"));
}

}  // namespace
}  // namespace jounce::cli
