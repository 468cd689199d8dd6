#include "params/params.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "params/input_error.h"

namespace jounce::params {
namespace {

const Location header{"deck.toml", 3, 1};
const Location place{"deck.toml", 5, 9};

Params sample() {
  Params params("joint", "revolute", "hinge", header);
  params.set("angle", 1.5, place, true);
  params.set("count", 3, {}, false);
  params.set("body", std::string("rod"), place, true);
  params.set("axis", std::vector<double>{0, 0, 1}, place, true);
  params.set("load", TimeFunction(2.0), place, true);
  Params stop("stop", "", "", place);
  stop.set("limit", 0.5, place, true);
  params.set_table("stop", stop, place, true);
  params.set_tables("stops", {stop, stop}, place, true);
  params.set_tables("none", {}, {}, false);
  return params;
}

TEST(Params, GiveValuesByTheirType) {
  const Params params = sample();
  EXPECT_EQ(params.kind(), "joint");
  EXPECT_EQ(params.type(), "revolute");
  EXPECT_EQ(params.name(), "hinge");
  EXPECT_EQ(params.number("angle"), 1.5);
  EXPECT_EQ(params.integer("count"), 3);
  EXPECT_EQ(params.text("body"), "rod");
  EXPECT_EQ(params.numbers("axis").size(), 3u);
  EXPECT_EQ(params.function("load")(0.0), 2.0);
  EXPECT_EQ(params.table("stop").number("limit"), 0.5);
  EXPECT_EQ(params.tables("stops").size(), 2u);
  EXPECT_TRUE(params.tables("none").empty());
}

TEST(Params, KnowWhatTheDeckGave) {
  const Params params = sample();
  EXPECT_TRUE(params.given("angle"));
  EXPECT_FALSE(params.given("count"));
  EXPECT_TRUE(params.has("count"));
  EXPECT_FALSE(params.has("nothing"));
  EXPECT_EQ(params.where("angle"), place);
  EXPECT_EQ(params.where("count"), header);
  EXPECT_EQ(params.where("nothing"), header);
  EXPECT_EQ(params.where(), header);
}

TEST(Params, WrongQuestionsAreBugs) {
  const Params params = sample();
  EXPECT_THROW(params.number("nothing"), std::logic_error);
  EXPECT_THROW(params.integer("angle"), std::logic_error);
  EXPECT_THROW(params.number("count"), std::logic_error);
  EXPECT_THROW(params.number("stop"), std::logic_error);
  EXPECT_THROW(params.table("stops"), std::logic_error);
  EXPECT_THROW(params.tables("stop"), std::logic_error);
  EXPECT_THROW(params.table("angle"), std::logic_error);
  EXPECT_THROW(params.boolean("none"), std::logic_error);
}

TEST(Params, FailAtThePlaceOfAKey) {
  try {
    sample().fail("angle", "there is no group 'lft'", "lft", {"right", "left"});
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 1u);
    EXPECT_EQ(error.diagnostics()[0].where, place);
    EXPECT_STREQ(error.what(), "deck.toml:5:9: there is no group 'lft' (did you mean 'left'?)");
  }
  EXPECT_THROW(sample().fail("", "bad"), InputError);
}

TEST(InputError, HasALineForEachMistake) {
  const InputError error({{{"a.toml", 1, 2}, "first", ""}, {{"--set x", 0, 0}, "second", "y"}});
  EXPECT_STREQ(error.what(), "a.toml:1:2: first\n--set x: second (did you mean 'y'?)");
}

}  // namespace
}  // namespace jounce::params
