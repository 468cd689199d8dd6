#include "io/colour_map.h"

#include <gmock/gmock.h>

namespace jounce::io {
namespace {

using testing::HasSubstr;

TEST(ColourMap, GoesFromDarkToLight) {
  EXPECT_EQ(map_colour(0), 0x440154);
  EXPECT_EQ(map_colour(0.5), 0x21918c);
  EXPECT_EQ(map_colour(1), 0xfde725);
  EXPECT_EQ(map_colour(-3), map_colour(0));
  EXPECT_EQ(map_colour(7), map_colour(1));
  double before = 0;
  for (int i = 0; i <= 100; ++i) {  // luma of Rec. 709
    const int c = map_colour(i / 100.0);
    const double luma = 0.2126 * (c >> 16) + 0.7152 * (c >> 8 & 255) + 0.0722 * (c & 255);
    EXPECT_GT(luma, before) << i;
    before = luma;
  }
  EXPECT_THAT(gnuplot_palette(), HasSubstr("(0 '#440154', 1 "));
}

}  // namespace
}  // namespace jounce::io
