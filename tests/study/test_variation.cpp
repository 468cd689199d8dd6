#include "study/variation.h"

#include <gmock/gmock.h>

#include "../io/temporary_folder.h"

namespace jounce::study {
namespace {

using io::test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Variation, ValuesAreSplitOutsideOfBracketsAndQuotes) {
  const Variation variation = parse_variation(R"(body.b.position=[0, 1], [2,3] ,"a,b",max(1,2))");
  EXPECT_EQ(variation.key, "body.b.position");
  EXPECT_THAT(variation.values, ElementsAre("[0, 1]", "[2,3]", R"("a,b")", "max(1,2)"));
}

TEST(Variation, WrongOnesAreRefused) {
  const auto refused = [](const std::string& text) {
    return message_of<std::invalid_argument>([&] { parse_variation(text); });
  };
  EXPECT_THAT(refused("integrator.step"), HasSubstr("a key and its values are expected"));
  EXPECT_THAT(refused("=1,2"), HasSubstr("a key and its values are expected"));
  EXPECT_THAT(refused("integrator.step="), HasSubstr("there is no value"));
  EXPECT_THAT(refused("integrator.step=1,,2"), HasSubstr("value 2 of 3 is empty"));
  EXPECT_THAT(refused("integrator.step=1,2,"), HasSubstr("value 3 of 3 is empty"));
  EXPECT_THAT(refused("integrator.step=1,2,1"), HasSubstr("the value 1 occurs twice"));
}

TEST(Grid, HasAllCombinationsTheLastKeyFirst) {
  const std::vector<Variation> variations = {{"a.x", {"1", "2"}}, {"b.y", {"p", "q", "r"}}};
  const std::vector<Variant> grid = grid_of(variations);
  ASSERT_EQ(grid.size(), 6u);
  EXPECT_EQ(grid[0].name, "x=1,y=p");
  EXPECT_EQ(grid[1].name, "x=1,y=q");
  EXPECT_EQ(grid[5].name, "x=2,y=r");
  EXPECT_THAT(overrides_of(variations, grid[3]), ElementsAre("a.x=2", "b.y=p"));
}

TEST(Grid, NamesAreNamesOfFoldersAndDistinct) {
  // Two keys of the same last name need their whole paths.
  EXPECT_EQ(grid_of({{"a.x", {"1"}}, {"b.x", {"2"}}})[0].name, "a.x=1,b.x=2");
  const std::vector<Variant> grid =
      grid_of({{"a.x", {R"("1/2")", R"("1:2")", "[0, 1]", std::string(200, '1')}}});
  EXPECT_EQ(grid[0].name, "x=1_2");
  EXPECT_EQ(grid[1].name, "variant_2");  // would be the same
  EXPECT_EQ(grid[2].name, "x=_0,1_");
  EXPECT_EQ(grid[3].name, "variant_4");  // too long
}

TEST(Grid, RefusesAKeyTwiceAndTooMany) {
  EXPECT_THAT(message_of<std::invalid_argument>([] {
                grid_of({{"a", {"1"}}, {"a", {"2"}}});
              }),
              HasSubstr("--vary a is given twice"));
  const std::vector<std::string> many(101, "1");
  EXPECT_THAT(message_of<std::invalid_argument>([&] {
                grid_of({{"a", many}, {"b", many}});
              }),
              HasSubstr("more than 10000 combinations"));
}

}  // namespace
}  // namespace jounce::study
