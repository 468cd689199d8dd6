#include "math/distinct_arrays.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

using Pair = std::array<double, 2>;

TEST(DistinctArrays, KeepsEqualOnesOnceAndGivesAllOfThem) {
  DistinctArrays<2> list;
  for (int i = 0; i < 1000; ++i) list.push_back({static_cast<double>(i % 7), 0.5});
  list.finish();
  EXPECT_EQ(list.size(), 1000U);
  EXPECT_EQ(list.kinds(), 7U);
  for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(list[i], (Pair{static_cast<double>(i % 7), 0.5}));
}

TEST(DistinctArrays, KeepsWhatDiffersInTheLastBitOrInSign) {
  DistinctArrays<2> list;
  for (const double value : {1.0, std::nextafter(1.0, 2.0), 0.0, -0.0}) list.push_back({value, value});
  list.finish();
  EXPECT_EQ(list.kinds(), 4U);
  EXPECT_TRUE(std::signbit(list[3][0]));
  EXPECT_FALSE(std::signbit(list[2][0]));
}

TEST(DistinctArrays, HoldsVeryManyDifferentOnes) {
  DistinctArrays<2> list;
  for (int i = 0; i < 20000; ++i) list.push_back({1.0 / (1 + i), static_cast<double>(i)});
  list.finish();
  EXPECT_EQ(list.kinds(), 20000U);
  EXPECT_EQ(list[12345], (Pair{1.0 / 12346, 12345.0}));
}

}  // namespace
}  // namespace jounce
