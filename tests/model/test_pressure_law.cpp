#include "model/pressure_law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

TEST(PressureLaw, Linear) {
  const auto law = PressureLaw::linear(20);
  EXPECT_TRUE(law->is_closed(0, 0));
  EXPECT_FALSE(law->is_closed(-1e-9, 1e-10));
  EXPECT_TRUE(law->is_closed(-1e-9, 1e-8));
  for (const double o : {-0.1, 0.0, 0.5, 7.0}) {
    EXPECT_NEAR(law->pressure(o), 20 * o, 1e-13);
    EXPECT_EQ(law->slope(o), 20);
  }
}

TEST(PressureLaw, TableIsConstantBeyondItsEnd) {
  const auto law = PressureLaw::table({{0.1, 0}, {0.2, 1}, {0.4, 5}});
  EXPECT_FALSE(law->is_closed(0.09, 0));
  EXPECT_TRUE(law->is_closed(0.1, 0));
  EXPECT_NEAR(law->pressure(0.15), 0.5, 1e-15);
  EXPECT_NEAR(law->pressure(0.3), 3, 1e-14);
  EXPECT_EQ(law->pressure(0.4), 5);
  EXPECT_EQ(law->pressure(9), 5);
  EXPECT_NEAR(law->slope(0.15), 10, 1e-13);
  EXPECT_NEAR(law->slope(0.2), 20, 1e-13);
  EXPECT_EQ(law->slope(9), 0);
}

// 1 % at the clearance; the slope is the derivative, and the law goes on as a line where it would overflow.
TEST(PressureLaw, Exponential) {
  const auto law = PressureLaw::exponential(3, 0.2);
  EXPECT_TRUE(law->is_closed(-100, 0));
  EXPECT_NEAR(law->pressure(0), 3, 1e-15);
  EXPECT_NEAR(law->pressure(-0.2), 0.03, 1e-15);
  EXPECT_NEAR(law->pressure(0.2), 300, 1e-11);
  for (const double o : {-0.3, 0.1, 1.0, 2.0, 50.0}) {
    const double d = 1e-6;
    EXPECT_NEAR((law->pressure(o + d) - law->pressure(o - d)) / (2 * d), law->slope(o), 1e-6 * law->slope(o))
        << o;
  }
  EXPECT_TRUE(std::isfinite(law->pressure(1e6)));
}

}  // namespace
}  // namespace jounce
