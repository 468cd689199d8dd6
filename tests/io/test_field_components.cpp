#include "io/field_components.h"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

namespace jounce::io {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(FieldComponents, Names) {
  EXPECT_THAT(component_names(1), IsEmpty());
  EXPECT_THAT(component_names(3), ElementsAre("x", "y", "z", "magnitude"));
  EXPECT_THAT(component_names(6), ElementsAre("xx", "yy", "zz", "xy", "yz", "xz", "mises", "pressure"));
  EXPECT_EQ(component_names(9).size(), 10U);
  EXPECT_THAT(component_names(2), ElementsAre("1", "2"));
  for (const int components : {2, 3, 6, 9}) {
    const std::vector<double> values(static_cast<std::size_t>(components), 1.0);
    for (const std::string& name : component_names(components))
      EXPECT_EQ(component_values(values, components, name).size(), 1U) << name;
    EXPECT_EQ(component_values(values, components, usual_component(components)).size(), 1U);
  }
}

TEST(FieldComponents, ColumnsAndMagnitude) {
  const std::vector<double> vectors = {3, 4, 0, 1, 2, 2};
  EXPECT_THAT(component_values(vectors, 3, "y"), ElementsAre(4, 2));
  EXPECT_THAT(component_values(vectors, 3, "magnitude"), ElementsAre(5, 3));
  EXPECT_THAT(component_values(vectors, 1, ""), ElementsAre(3, 4, 0, 1, 2, 2));
  EXPECT_THAT(component_values(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}, 9, "yx"), ElementsAre(4));
}

TEST(FieldComponents, Stress) {
  // Uniaxial; pure shear, where von Mises' stress is sqrt(3) times it; hydrostatic.
  const std::vector<double> stress = {0, -7, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 4, 4, 0, 0, 0};
  EXPECT_THAT(component_values(stress, 6, "mises"),
              ElementsAre(DoubleNear(7, 1e-14), DoubleNear(2 * std::sqrt(3), 1e-14), 0));
  EXPECT_THAT(component_values(stress, 6, "pressure"), ElementsAre(DoubleNear(7.0 / 3, 1e-14), 0, -4));
  EXPECT_THAT(component_values(stress, 6, "yz"), ElementsAre(0, 2, 0));
}

TEST(FieldComponents, UnknownNames) {
  const std::vector<double> values(6, 1.0);
  EXPECT_THROW(component_values(values, 3, "xx"), std::invalid_argument);
  EXPECT_THROW(component_values(values, 3, ""), std::invalid_argument);
  EXPECT_THROW(component_values(values, 1, "x"), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::io
