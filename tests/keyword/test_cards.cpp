#include "keyword/cards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"

namespace jounce::keyword {
namespace {

using io::test::message_of;
using io::test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Cards : public ::testing::Test {
 protected:
  std::vector<Card> read(const std::string& text) {
    io::test::write(folder_ / "a.inp", text);
    return read_cards(folder_ / "a.inp");
  }
  std::string error(const std::string& text) {
    return message_of<params::InputError>([&] { read(text); });
  }
  TemporaryFolder folder_;
};

TEST_F(Cards, KeywordsParametersAndDataAreRead) {
  const auto cards = read(
      "** a comment\n"
      "*Solid  Section , elset = All , MATERIAL=steel\n"
      " 1. , 2.D-3,,\n"
      "\n"
      "** another\n"
      "*Nset,nset=n,\n"
      "generate\n"
      "1, 10, 2\r\n");
  ASSERT_EQ(cards.size(), 2u);
  EXPECT_EQ(cards[0].name, "SOLID SECTION");
  EXPECT_EQ(cards[0].line, 2);
  EXPECT_EQ(cards[0].at("ELSET"), "ALL");
  EXPECT_EQ(cards[0].at("MATERIAL"), "STEEL");
  EXPECT_FALSE(cards[0].has("ORIENTATION"));
  ASSERT_EQ(cards[0].data.size(), 1u);
  EXPECT_EQ(cards[0].data[0].line, 3);
  EXPECT_EQ(cards[0].number(cards[0].data[0], 0), 1);
  EXPECT_EQ(cards[0].number(cards[0].data[0], 1), 2e-3);
  EXPECT_EQ(cards[0].number(cards[0].data[0], 2, 7.0), 7);
  EXPECT_THAT(cards[0].numbers(), ElementsAre(1, 2e-3));
  EXPECT_TRUE(cards[1].has("GENERATE")) << "a keyword line that ends with a comma goes on";
  EXPECT_EQ(cards[1].integer(cards[1].data[0], 2), 2);
}

TEST_F(Cards, IncludedFilesTakeTheirPlace) {
  io::test::write(folder_ / "nodes.inc", "*NODE\n1, 0, 0, 0\n");
  const auto cards = read("*HEADING\n*INCLUDE, INPUT=nodes.inc\n*STEP\n");
  ASSERT_EQ(cards.size(), 3u);
  EXPECT_EQ(cards[1].name, "NODE");
  EXPECT_THAT(*cards[1].file, HasSubstr("nodes.inc"));
  EXPECT_EQ(cards[2].name, "STEP");
  EXPECT_THAT(error("*INCLUDE, INPUT=none.inc\n"), AllOf(HasSubstr("a.inp:1"), HasSubstr("none.inc")));
  EXPECT_THAT(error("*INCLUDE, INPUT=a.inp\n"), HasSubstr("include each other endlessly"));
  EXPECT_THAT(error("*INCLUDE\n"), HasSubstr("INPUT="));
}

TEST_F(Cards, MistakesAreReportedWithTheirLine) {
  EXPECT_THAT(error("1, 2\n"), AllOf(HasSubstr("a.inp:1"), HasSubstr("without a keyword")));
  EXPECT_EQ(read(">** quoted\n*HEADING\n").size(), 1u);
  const auto cards = read("*ELASTIC\n2e5, 0.3x\n1.5\n");
  const auto wrong = [&](const auto& ask) { return message_of<params::InputError>(ask); };
  EXPECT_THAT(wrong([&] { cards[0].numbers(); }),
              AllOf(HasSubstr("a.inp:2"), HasSubstr("'0.3X'"), HasSubstr("a number")));
  EXPECT_THAT(wrong([&] { cards[0].integer(cards[0].data[1], 0); }),
              AllOf(HasSubstr("a.inp:3"), HasSubstr("whole number")));
  EXPECT_THAT(wrong([&] { cards[0].number(cards[0].data[1], 3); }),
              HasSubstr("field 4 of this line is missing"));
  EXPECT_THAT(wrong([&] { cards[0].at("TYPE"); }), HasSubstr("needs the parameter TYPE="));
  EXPECT_THAT(message_of<params::InputError>([&] { read_cards(folder_ / "none.inp"); }),
              HasSubstr("none.inp"));
}

TEST(ToInteger, IsStrict) {
  EXPECT_EQ(to_integer("+12"), 12);
  EXPECT_EQ(to_integer("-3"), -3);
  for (const char* text : {"", "1.", "x", "1 2", "99999999999999"})
    EXPECT_FALSE(to_integer(text).has_value()) << text;
}

}  // namespace
}  // namespace jounce::keyword
