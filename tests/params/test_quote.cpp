#include "params/quote.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace jounce::params {
namespace {

TEST(Quote, EscapesWhatTomlAndJsonRequire) {
  EXPECT_EQ(quote("plain"), "\"plain\"");
  EXPECT_EQ(quote("a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
  EXPECT_EQ(quote("a\nb\tc"), "\"a\\nb\\tc\"");
  EXPECT_EQ(quote(std::string("\x01\x7f\r\0", 4)), "\"\\u0001\\u007F\\u000D\\u0000\"");
  EXPECT_EQ(quote("\xc3\xa9"), "\"\xc3\xa9\"");
}

TEST(ToText, ReadsBackToTheSameNumber) {
  for (const double x : {0.1, 1.0 / 3.0, 1e-300, 1e22, -2.5, 123456789.123})
    EXPECT_EQ(std::stod(to_text(x)), x);
  EXPECT_EQ(to_text(5.0), "5");
  EXPECT_EQ(to_text(-std::nan("")), "nan");
}

}  // namespace
}  // namespace jounce::params
