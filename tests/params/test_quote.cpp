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
