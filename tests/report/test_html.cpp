#include "report/html.h"

#include <gmock/gmock.h>

#include <cmath>

#include "page.h"

namespace jounce::report {
namespace {

using test::wrong_tags;
using testing::HasSubstr;
using testing::Not;

TEST(Html, MarkupInTextIsEscaped) {
  EXPECT_EQ(escape(R"(<script>alert('a' & "b")</script>)"),
            "&lt;script&gt;alert(&#39;a&#39; &amp; &quot;b&quot;)&lt;/script&gt;");
  EXPECT_EQ(escape("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n\t"),
            "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n\t");
}

TEST(Html, WhatIsNoTextIsReplaced) {
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(escape(std::string("a\0b", 3)), "a" + replaced + "b");
  EXPECT_EQ(escape("a\x1B[31m"), "a" + replaced + "[31m");
  EXPECT_EQ(escape("\xFF"), replaced);
  EXPECT_EQ(escape("\xE2\x82"), replaced + replaced);  // cut off
  EXPECT_EQ(escape("\xC0\xBC"), replaced + replaced);  // a longer form of <
  EXPECT_EQ(escape("\xED\xA0\x80").size(), 9u);        // half of a pair
  EXPECT_EQ(escape("a\r\nb"), "a\nb");
}

TEST(Html, LongListsAreFoldedCountedAndCutOff) {
  const auto rows = [](std::size_t count) {
    std::vector<Row> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back({number_cell(static_cast<double>(i)), {"x<y"}});
    return list;
  };
  EXPECT_EQ(listed("Impacts", {"t", "contact"}, {}, "events.csv"), "");
  EXPECT_THAT(listed("Impacts", {"t", "contact"}, rows(3), "events.csv"), HasSubstr("<details open"));
  const std::string many = listed("Impacts", {"t", "contact"}, rows(1500), "events.csv");
  EXPECT_THAT(many, HasSubstr("<details><summary>Impacts: 1500</summary>"));
  EXPECT_THAT(many, HasSubstr(R"(<td class="n">999</td><td>x&lt;y</td>)"));
  EXPECT_THAT(many, Not(HasSubstr(">1000</td>")));
  EXPECT_THAT(many, HasSubstr("500 more are in events.csv"));
}

TEST(Html, APageIsWellFormedAndEmptyPartsVanish) {
  const std::string text = page("a < b", section("S & T", facts({{"x", "1 < 2"}, {"y", ""}})) +
                                             section("empty", facts({{"y", ""}})) + folded("f", ""));
  EXPECT_EQ(wrong_tags(text), "");
  EXPECT_THAT(text, HasSubstr("<title>a &lt; b</title>"));
  EXPECT_THAT(text, HasSubstr("<h2>S &amp; T</h2>"));
  EXPECT_THAT(text, Not(HasSubstr("empty")));
  EXPECT_EQ(number_cell(NAN).text, "");
  EXPECT_NE(wrong_tags("<html><p></html>"), "");
  EXPECT_NE(wrong_tags("<html>a & b</html>"), "");
}

}  // namespace
}  // namespace jounce::report
