#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "deck/deck.h"
#include "sample_schema.h"

namespace jounce::deck {
namespace {

using params::InputError;
using params::Params;
using testing::ElementsAre;
using testing::HasSubstr;

const std::filesystem::path good = std::filesystem::path(JOUNCE_SOURCE_DIR) / "tests/deck/good";
const std::string integrator = R"(integrator = { type = "moreau-jean", step = 1e-3, end = 1 }
)";

Deck read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return read_deck_text(text, "deck.toml", sample_schema(), overrides);
}

std::string message_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    read(text, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Deck bar() { return read_deck(good / "bar.toml", sample_schema()); }

TEST(Reader, ReadsHeadAndParameters) {
  const Deck deck = bar();
  EXPECT_EQ(deck.title(), R"(Bar against a "wall", é)");
  EXPECT_EQ(deck.units(), (params::Units{"t", "mm", "s"}));
  EXPECT_EQ(deck.folder(), good);
  EXPECT_EQ(deck.path(), good / "bar.toml");
  ASSERT_EQ(deck.parameters().size(), 7u);
  EXPECT_EQ(deck.parameters()[0], (std::pair<std::string, double>("volume", 2.5)));
  EXPECT_EQ(deck.parameters()[2], (std::pair<std::string, double>("area", 0.25)));
}

TEST(Reader, ReadsValuesOfEveryType) {
  const Deck deck = bar();
  EXPECT_EQ(deck.table("model").integer("dimension"), 2);
  EXPECT_EQ(deck.table("model").functions("gravity")[1](1.0), -9810.0);
  EXPECT_EQ(deck.table("model").functions("gravity")[1](0.0), 0.0);
  EXPECT_EQ(deck.table("integrator").type(), "nsga-ggl");
  EXPECT_EQ(deck.table("integrator").number("step"), 1e-3);
  EXPECT_EQ(deck.table("integrator").text("solver"), "auto");
  EXPECT_EQ(deck.table("integrator").table("newton").number("tolerance"), 1e-8);
  EXPECT_EQ(deck.table("integrator").table("newton").integer("iterations"), 20);
  EXPECT_THAT(deck.table("output").numbers("times"), ElementsAre(0.0, 0.1));
  EXPECT_TRUE(deck.table("output").boolean("energy"));
  EXPECT_EQ(deck.find("mesh", "line")->integer("elements"), 200);
  EXPECT_EQ(deck.find("mesh", "block")->tables("groups")[0].text("material"), "steel");
  EXPECT_FALSE(deck.find("mesh", "block")->tables("groups")[1].has("material"));
  EXPECT_THAT(deck.find("contact", "wall")->integers("nodes"), ElementsAre(0, 4, 3));
  EXPECT_THAT(deck.find("contact", "touch")->names("bodies"), ElementsAre("bar", "ball"));
  EXPECT_EQ(deck.find("force", "push")->functions("value")[1](0.5), 5.0);
  EXPECT_EQ(deck.find("force", "pull")->functions("value")[0](0.5), 2.0);
  EXPECT_EQ(deck.find("force", "pull")->functions("value")[1](0.5), 0.0);
  EXPECT_EQ(deck.find("force", "pull")->function("factor")(0.0), 2.0);
}

TEST(Reader, KeepsTheOrderOfTheDeck) {
  const Deck deck = read(integrator + R"(
[[material]]
name = "z"
type = "rigid"
[[body]]
name = "q"
type = "rigid"
mass = 1
[[material]]
name = "a"
type = "rigid"
[[material]]
name = "m"
type = "rigid"
)");
  std::vector<std::string> names;
  for (const Params* entry : deck.entries("material")) names.push_back(entry->name());
  EXPECT_THAT(names, ElementsAre("z", "a", "m"));
}

TEST(Reader, DefaultsAreNotGiven) {
  const Deck deck = read(integrator);
  EXPECT_EQ(deck.table("output").integer("frames"), 200);
  EXPECT_FALSE(deck.table("output").given("frames"));
  EXPECT_FALSE(deck.table("output").has("folder"));
  EXPECT_EQ(deck.table("output").table("plot").integer("width"), 800);
  EXPECT_FALSE(deck.table("output").given("plot"));
  EXPECT_TRUE(deck.entries("material").empty());
  EXPECT_FALSE(deck.has("material"));
  EXPECT_TRUE(deck.has("output"));
  EXPECT_EQ(deck.units(), params::Units{});
  EXPECT_EQ(deck.title(), "");
}

TEST(Reader, WrongQuestionsAreBugs) {
  const Deck deck = bar();
  EXPECT_THROW(deck.table("material"), std::logic_error);
  EXPECT_THROW(deck.table("quux"), std::logic_error);
  EXPECT_EQ(deck.find("material", "wood"), nullptr);
  EXPECT_TRUE(deck.entries("quux").empty());
}

TEST(Reader, PlacesLeadToTheDeck) {
  const Deck deck = read(integrator + "[output]\n  frames = 5\n");
  EXPECT_EQ(deck.table("output").where("frames"), (params::Location{"deck.toml", 3, 12}));
  EXPECT_EQ(deck.table("output").where(), (params::Location{"deck.toml", 2, 1}));
  EXPECT_EQ(deck.table("output").where("energy"), (params::Location{"deck.toml", 2, 1}));
}

TEST(Reader, AcceptsIntegersInOtherGuises) {
  for (const char* frames :
       {"200", "200.0", "2e2", R"("100 + 100")", R"("20/0.1")", "0xC8", "2_00", R"("0.3/0.1 + 197")"}) {
    EXPECT_EQ(read(integrator + "[output]\nframes = " + frames + "\n").table("output").integer("frames"), 200)
        << frames;
  }
}

TEST(Reader, ReadsWindowsLinesAndByteOrderMarks) {
  std::string text = integrator + "[output]\nframes = 5\ntimes = [1,\n 2]\n";
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 2))
    text.insert(i, "\r");
  const Deck deck = read("\xef\xbb\xbf" + text);
  EXPECT_EQ(deck.table("output").integer("frames"), 5);
  EXPECT_EQ(deck.table("output").where("frames").line, 3);
  EXPECT_EQ(deck.table("integrator").where("step").column, 45);
}

TEST(Reader, TypesMayHaveADefault) {
  const Deck deck = read(integrator + R"(
[[material]]
name = "steel"
youngs_modulus = 1
)");
  EXPECT_EQ(deck.find("material", "steel")->type(), "elastic");
}

TEST(Reader, EntriesMayBeUnnamedWhereTheSchemaSaysSo) {
  const Deck deck = read(integrator + R"(
[[history]]
quantity = "a"
[[history]]
quantity = "b"
[[history]]
name = "c"
quantity = "c"
)");
  EXPECT_EQ(deck.entries("history").size(), 3u);
  EXPECT_EQ(deck.find("history", "c")->text("quantity"), "c");
}

TEST(Reader, EmptyListsAreNoEntries) {
  EXPECT_TRUE(read("material = []\n" + integrator).entries("material").empty());
}

TEST(Reader, LongChainsOfParametersDoNoHarm) {
  std::string text = "[parameters]\n";
  for (int i = 0; i < 9000; ++i)
    text += fmt::format(R"(p{} = "p{}"
)",
                        i, i + 1);
  const Deck deck = read(text + R"(
p9000 = 7
[integrator]
type = "moreau-jean"
step = "p0"
end = 1
)");
  EXPECT_EQ(deck.table("integrator").number("step"), 7.0);
  EXPECT_THAT(message_of(text + R"(p9000 = "p0"
)"),
              HasSubstr("cycle"));
}

TEST(Reader, LimitsTheNumberOfMessages) {
  std::string text = integrator + "[output]\n";
  for (int i = 0; i < 20000; ++i) text += "unknown_key_" + std::to_string(i) + " = 1\n";
  try {
    read(text);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 501u);
    EXPECT_EQ(error.diagnostics().back().message, "and 19500 more mistakes");
  }
}

TEST(Reader, MessagesAreSingleLines) {
  const std::string message = message_of(integrator + "[output]\n\"a\\nb\\u001b\" = 1\n");
  EXPECT_THAT(message, HasSubstr("unknown key 'a\\u000Ab\\u001B'"));
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(Reader, RefusesWhatCannotBeRead) {
  const auto message = [](const std::filesystem::path& path) -> std::string {
    try {
      read_deck(path, sample_schema());
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("no/such.toml"), "no/such.toml: there is no such file");
  EXPECT_THAT(message(good), HasSubstr("a deck is expected, not a folder"));
}

TEST(Overrides, ReplaceValues) {
  const std::string text = integrator + R"(
[parameters]
L = 10
[output]
times = ["L"]
[[body]]
name = "ball"
type = "rigid"
mass = 1
[[body]]
name = "a.b"
type = "rigid"
mass = 1
)";
  const Deck deck =
      read(text, {"parameters.L=12", "integrator.step=2e-3", "body.ball.mass=L/4", R"(body."a.b".mass=5)",
                  "title=A title with = and #1", "output.frames=7", "units.length=mm", "output.plot.width=3",
                  R"(body.ball.position=[1, "L"])", "output.energy=false", R"(output.plot.title="quoted")"});
  EXPECT_EQ(deck.table("output").numbers("times")[0], 12.0);
  EXPECT_EQ(deck.table("integrator").number("step"), 2e-3);
  EXPECT_EQ(deck.find("body", "ball")->number("mass"), 3.0);
  EXPECT_EQ(deck.find("body", "a.b")->number("mass"), 5.0);
  EXPECT_THAT(deck.find("body", "ball")->numbers("position"), ElementsAre(1.0, 12.0));
  EXPECT_EQ(deck.table("output").integer("frames"), 7);
  EXPECT_EQ(deck.table("output").table("plot").integer("width"), 3);
  EXPECT_EQ(deck.table("output").table("plot").text("title"), "quoted");
  EXPECT_FALSE(deck.table("output").boolean("energy"));
  EXPECT_EQ(deck.units().length, "mm");
  EXPECT_EQ(deck.title(), "A title with = and #1");
}

TEST(Overrides, TheLastOneWins) {
  EXPECT_EQ(read(integrator, {"output.frames=7", "output.frames=8"}).table("output").integer("frames"), 8);
}

TEST(Overrides, MakeTheTablesThatAreMissing) {
  const Deck deck = read(R"(title = "x"
)",
                         {"integrator.type=moreau-jean", "integrator.step=1", "integrator.end=2"});
  EXPECT_EQ(deck.table("integrator").number("end"), 2.0);
}

TEST(Overrides, ValuesHaveTheirOwnPlace) {
  const Deck deck = read(integrator, {"output.frames=7"});
  EXPECT_EQ(params::to_string(deck.table("output").where("frames")), "--set output.frames");
}

TEST(Overrides, CannotSmuggleInFurtherKeys) {
  EXPECT_THAT(message_of(integrator, {"output.frames=7\nenergy = false"}),
              HasSubstr("--set output.frames: 'frames' must be an integer"));
}

TEST(Overrides, RepairTheDeck) {
  EXPECT_THAT(message_of(R"(
[integrator]
type = "moreau-jean"
step = -1
end = 1
)"),
              HasSubstr("'step'"));
  EXPECT_EQ(message_of(R"(
[integrator]
type = "moreau-jean"
step = -1
end = 1
)",
                       {"integrator.step=1"}),
            "");
}

TEST(Resolved, ReadsBackToTheSameDeck) {
  for (const char* name : {"bar.toml", "minimal.toml"}) {
    const Deck deck = read_deck(good / name, sample_schema());
    const std::string text = deck.resolved_toml();
    const Deck again = read_deck_text(text, "again.toml", sample_schema());
    EXPECT_EQ(again.resolved_toml(), text) << name;
    EXPECT_EQ(again.title(), deck.title());
    EXPECT_EQ(again.units(), deck.units());
    EXPECT_EQ(again.parameters(), deck.parameters());
    EXPECT_EQ(again.table("integrator").number("step"), deck.table("integrator").number("step"));
  }
}

TEST(Resolved, HasDefaultsAndEvaluatedNumbers) {
  const std::string text = bar().resolved_toml();
  EXPECT_THAT(text, HasSubstr("\nrho_inf = 0.8\n"));
  EXPECT_THAT(text, HasSubstr("\nelements = 200\n"));
  EXPECT_THAT(text, HasSubstr("section = { area = 0.25 }"));
  EXPECT_THAT(text, HasSubstr(R"(
groups = [
  { group = "left", material = "steel" },
  { group = "right" },
]
)"));
  EXPECT_THAT(
      text,
      HasSubstr(R"toml(value = ["amplitude*sin(omega*t)", { times = [0, 1, 2], values = [0, 10, 0] }])toml"));
}

TEST(Given, ReadsBackToTheSameDeckWithoutItsDefaults) {
  for (const char* name : {"bar.toml", "minimal.toml"}) {
    const Deck deck = read_deck(good / name, sample_schema(), {"integrator.end=7"});
    const std::string text = deck.given_toml();
    EXPECT_THAT(text, AllOf(HasSubstr("end = 7\n"), Not(HasSubstr("rho_inf")))) << name;
    const Deck again = read_deck_text(text, "again.toml", sample_schema());
    EXPECT_EQ(again.resolved_toml(), deck.resolved_toml()) << name;
    EXPECT_EQ(again.given_toml(), text) << name;
  }
  const std::string minimal = read_deck(good / "minimal.toml", sample_schema()).given_toml();
  EXPECT_THAT(minimal, Not(HasSubstr("[units]")));
}

TEST(Resolved, QuotesAnything) {
  const std::string odd = "a \\\"b\\\" \\\\ \\n \\u0001 é";
  const Deck deck = read(fmt::format(R"(
title = "{}"
{}
[[history]]
name = "{}"
quantity = "'"
)",
                                     odd, integrator, odd));
  const Deck again = read(deck.resolved_toml());
  EXPECT_EQ(again.title(), deck.title());
  EXPECT_EQ(again.entries("history")[0]->name(), deck.title());
}

}  // namespace
}  // namespace jounce::deck
