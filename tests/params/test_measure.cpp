#include "params/measure.h"

#include <gtest/gtest.h>

namespace jounce::params {
namespace {

TEST(Measure, EveryKnownUnitBehindANumber) {
  for (const Unit& unit : known_units())
    for (const std::string blank : {"", " ", "  "}) {
      const std::string text = "2.5" + blank + std::string(unit.name);
      const auto measure = measure_of(text);
      ASSERT_TRUE(measure) << text;
      EXPECT_EQ(measure->number, 2.5) << text;
      EXPECT_EQ(measure->unit, unit.name);
      ASSERT_TRUE(measure->known) << text;
      EXPECT_EQ(measure->known->si, unit.si);
    }
}

TEST(Measure, ProductsAndOtherNames) {
  for (const char* const text :
       {"7800 kg/m^3", "10 m/s^2", "3 N m", "90 deg", "5 %", "12 rpm", "-1e-3 N s/m"})
    EXPECT_TRUE(measure_of(text)) << text;
  EXPECT_EQ(measure_of("7800 kg/m^3")->unit, "kg/m^3");
  EXPECT_FALSE(measure_of("7800 kg/m^3")->known);
}

TEST(Measure, ExpressionsAreNone) {
  for (const char* const text :
       {"", "2", "2*m", "kg", "2 + 3", "2 foo", "sin(2)", "2 length", "1e5", "t", "-", "2*t s"})
    EXPECT_FALSE(measure_of(text)) << text;
}

}  // namespace
}  // namespace jounce::params
