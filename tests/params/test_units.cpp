#include "params/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>

namespace jounce::params {
namespace {

const Units si;
const Units tonne{"t", "mm", "s"};
const Units gram{"g", "mm", "ms"};
const Units pound{"lb", "in", "s"};

TEST(Units, NamesDerivedUnitsOfTheSi) {
  EXPECT_EQ(si.name(dim::none), "");
  EXPECT_EQ(si.name(dim::mass), "kg");
  EXPECT_EQ(si.name(dim::length), "m");
  EXPECT_EQ(si.name(dim::time), "s");
  EXPECT_EQ(si.name(dim::force), "N");
  EXPECT_EQ(si.name(dim::stress), "Pa");
  EXPECT_EQ(si.name(dim::energy), "J");
  EXPECT_EQ(si.name(dim::power), "W");
  EXPECT_EQ(si.name(dim::velocity), "m/s");
  EXPECT_EQ(si.name(dim::acceleration), "m/s^2");
  EXPECT_EQ(si.name(dim::frequency), "1/s");
  EXPECT_EQ(si.name(dim::curvature), "1/m");
  EXPECT_EQ(si.name(dim::impulse), "N s");
  EXPECT_EQ(si.name(dim::angular_impulse), "N m s");
  EXPECT_EQ(si.name(dim::stiffness), "N/m");
  EXPECT_EQ(si.name(dim::damping), "N s/m");
  EXPECT_EQ(si.name(dim::bending_stiffness), "N m^2");
  EXPECT_EQ(si.name(dim::body_force), "N/m^3");
  EXPECT_EQ(si.name(dim::density), "kg/m^3");
  EXPECT_EQ(si.name(dim::inertia), "kg m^2");
  EXPECT_EQ(si.name(dim::second_moment), "m^4");
  EXPECT_EQ(si.name({1, -1, -1}), "kg/(m s)");
}

TEST(Units, NamesDerivedUnitsOfOtherSystems) {
  EXPECT_EQ(tonne.name(dim::force), "N");
  EXPECT_EQ(tonne.name(dim::stress), "MPa");
  EXPECT_EQ(tonne.name(dim::energy), "mJ");
  EXPECT_EQ(tonne.name(dim::density), "t/mm^3");
  EXPECT_EQ(gram.name(dim::force), "N");
  EXPECT_EQ(gram.name(dim::stress), "MPa");
  EXPECT_EQ(gram.name(dim::frequency), "1/ms");
  EXPECT_EQ((Units{"g", "cm", "s"}.name(dim::force)), "dyn");
}

TEST(Units, FallBackToProducts) {
  EXPECT_EQ(pound.name(dim::force), "lb in/s^2");
  EXPECT_EQ(pound.name(dim::stress), "lb/(in s^2)");
  EXPECT_EQ(pound.name(dim::impulse), "lb in/s");
}

TEST(Units, HaveTheirSize) {
  EXPECT_DOUBLE_EQ(si.si(dim::stress), 1.0);
  EXPECT_DOUBLE_EQ(tonne.si(dim::stress), 1e6);
  EXPECT_DOUBLE_EQ(tonne.si(dim::energy), 1e-3);
  EXPECT_DOUBLE_EQ(tonne.si(dim::density), 1e12);
  EXPECT_DOUBLE_EQ(pound.si(dim::acceleration), 0.0254);
  EXPECT_THROW((Units{"stone", "m", "s"}.si(dim::force)), std::invalid_argument);
  EXPECT_THROW((Units{"m", "m", "s"}.si(dim::mass)), std::invalid_argument);
}

TEST(Units, EveryNameIsUniqueWithinItsDimensionAndSensible) {
  std::set<std::string> seen;
  for (const Unit& unit : known_units()) {
    EXPECT_GT(unit.si, 0.0) << unit.name;
    EXPECT_TRUE(seen.emplace(unit.name).second) << unit.name;
  }
  EXPECT_EQ(unit_names(dim::time).front(), "s");
  EXPECT_TRUE(unit_names({5, 5, 5}).empty());
}

/// The size of a derived unit is that of its name, for all systems of base units.
TEST(Units, NamesAndSizesAgree) {
  for (const auto& mass : unit_names(dim::mass)) {
    for (const auto& length : unit_names(dim::length)) {
      for (const auto& time : unit_names(dim::time)) {
        const Units units{mass, length, time};
        for (const Dimension dimension : {dim::force, dim::stress, dim::energy, dim::power}) {
          const std::string name = units.name(dimension);
          for (const Unit& unit : known_units()) {
            if (unit.name == name && unit.dimension == dimension) {
              EXPECT_NEAR(unit.si / units.si(dimension), 1.0, 1e-11) << name;
            }
          }
        }
      }
    }
  }
}

TEST(Units, DescribeDimensionsInWords) {
  EXPECT_EQ(describe(dim::none), "pure number");
  EXPECT_EQ(describe(dim::stress), "stress");
  EXPECT_EQ(describe({1, 5, 0}), "mass length^5");
}

}  // namespace
}  // namespace jounce::params
