#include "report/html.h"

#include <gmock/gmock.h>

#include <cmath>

#include "page.h"

namespace jounce::report {
namespace {

using test::wrong_tags;
using testing::HasSubstr;
using testing::Not;

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
