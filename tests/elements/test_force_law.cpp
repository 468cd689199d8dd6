#include "elements/force_law.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

TEST(ForceLaw, InProportionToTheElongation) {
  const ForceLaw law(3.0);
  EXPECT_TRUE(law.is_linear());
  EXPECT_DOUBLE_EQ(law.force(-2), -6);
  EXPECT_DOUBLE_EQ(law.slope(-2), 3);
  EXPECT_DOUBLE_EQ(law.energy(-2), 6);
}

// (-1, -2), (1, 4), (3, 5): slopes 3 and 1/2, constant outside; 0 is not a point of the table.
TEST(ForceLaw, TablesAreLinearBetweenTheirPointsAndConstantOutside) {
  const ForceLaw law({-1, 1, 3}, {-2, 4, 5});
  EXPECT_FALSE(law.is_linear());
  EXPECT_DOUBLE_EQ(law.force(-7), -2);
  EXPECT_DOUBLE_EQ(law.force(0), 1);
  EXPECT_DOUBLE_EQ(law.force(2), 4.5);
  EXPECT_DOUBLE_EQ(law.force(9), 5);
  EXPECT_DOUBLE_EQ(law.slope(-7), 0);
  EXPECT_DOUBLE_EQ(law.slope(0), 3);
  EXPECT_DOUBLE_EQ(law.slope(2), 0.5);
  EXPECT_DOUBLE_EQ(law.slope(9), 0);
  for (const auto& [e, slope] : {std::pair{-1., 3.}, {1., 3.}, {3., .5}})
    EXPECT_DOUBLE_EQ(law.slope(e), slope) << "the stiffer piece: a spring that closes holds what touches it";
}

TEST(ForceLaw, EnergyIsTheIntegralOfTheForceFromZero) {
  const ForceLaw law({-1, 1, 3}, {-2, 4, 5});
  EXPECT_DOUBLE_EQ(law.energy(0), 0);
  EXPECT_DOUBLE_EQ(law.energy(1), 2.5);
  EXPECT_DOUBLE_EQ(law.energy(4), 2.5 + 9 + 5);
  EXPECT_DOUBLE_EQ(law.energy(-1), 0.5);  // from 0 to -1: (1 - 2)/2 times -1
  EXPECT_DOUBLE_EQ(law.energy(-3), 0.5 + 4);
}

}  // namespace
}  // namespace jounce
