#include "params/quote.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace jounce::params {
namespace {

TEST(Quote, EscapesWhatTomlAndJsonRequire) {
  EXPECT_EQ(quote("plain"), R"("plain")");
  EXPECT_EQ(quote("a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
  EXPECT_EQ(quote("a\nb\tc"), "\"a\\nb\\tc\"");
  EXPECT_EQ(quote(std::string("\x01\x7f\r\0", 4)), "\"\\u0001\\u007F\\u000D\\u0000\"");
  EXPECT_EQ(quote("\xc3\xa9"), "\"\xc3\xa9\"");
}

TEST(MarkupText, HasEntities) {
  EXPECT_EQ(markup_text(R"(<script>alert('a' & "b")</script>)"),
            "&lt;script&gt;alert(&#39;a&#39; &amp; &quot;b&quot;)&lt;/script&gt;");
  EXPECT_EQ(markup_text("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n\t"),
            "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n\t");
}

TEST(MarkupText, ReplacesWhatIsNoText) {
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(markup_text(std::string("a\0b", 3)), "a" + replaced + "b");
  EXPECT_EQ(markup_text("a\x1B[31m"), "a" + replaced + "[31m");
  EXPECT_EQ(markup_text("\xFF"), replaced);
  EXPECT_EQ(markup_text("\xE2\x82"), replaced + replaced);  // cut off
  EXPECT_EQ(markup_text("\xC0\xBC"), replaced + replaced);  // a longer form of <
  EXPECT_EQ(markup_text("\xED\xA0\x80").size(), 9u);        // half of a pair
  EXPECT_EQ(markup_text("a\r\nb"), "a\nb");
}

TEST(CharacterLength, IsZeroForWhatIsNoUtf8) {
  for (const char* text : {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x99\x82"})
    EXPECT_EQ(character_length(text), std::string_view(text).size()) << text;
  for (const char* text : {"\xe9", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80"})
    EXPECT_EQ(character_length(text), 0u) << text;
}

TEST(ToText, ReadsBackToTheSameNumber) {
  for (const double x : {0.1, 1.0 / 3.0, 1e-300, 1e22, -2.5, 123456789.123})
    EXPECT_EQ(std::stod(to_text(x)), x);
  EXPECT_EQ(to_text(5.0), "5");
  EXPECT_EQ(to_text(-std::nan("")), "nan");
}

}  // namespace
}  // namespace jounce::params
