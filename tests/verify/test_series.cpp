#include "verify/series.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace jounce::verify {
namespace {

TEST(Interpolation, IsLinearAndTakesTheLaterValueAtAJump) {
  const Series series{{0, 1, 1, 2}, {0, 2, 10, 12}};
  EXPECT_DOUBLE_EQ(interpolate(series, 0), 0);
  EXPECT_DOUBLE_EQ(interpolate(series, 0.25), 0.5);
  EXPECT_DOUBLE_EQ(interpolate(series, 1), 10);
  EXPECT_DOUBLE_EQ(interpolate(series, 1.5), 11);
  EXPECT_DOUBLE_EQ(interpolate(series, 2), 12);
  EXPECT_THROW(interpolate(series, 2.01), std::out_of_range);
  EXPECT_THROW(interpolate(series, -0.01), std::out_of_range);
  EXPECT_THROW(interpolate({}, 0), std::out_of_range);
}

TEST(Window, KeepsItsEndsInSpiteOfRounding) {
  const double sum = 0.1 + 0.1 + 0.1;  // not 0.3
  const Series part = window({{0, 0.1, sum, 0.5}, {1, 2, 3, 4}}, 0.1, 0.3);
  EXPECT_EQ(part.y, (std::vector<double>{2, 3}));
  EXPECT_TRUE(window({{0, 1}, {1, 2}}, 3, 4).t.empty());
}

}  // namespace
}  // namespace jounce::verify
