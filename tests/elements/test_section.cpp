#include "elements/section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/scene.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

TEST(Section, RectangleHasTheTextbookValues) {
  const Section s = rectangle_section(0.2, 0.1);
  EXPECT_NEAR(s.area, 0.02, 1e-16);
  EXPECT_NEAR(s.I_z, 0.1 * 0.008 / 12, 1e-18);
  EXPECT_NEAR(s.I_y, 0.2 * 0.001 / 12, 1e-18);
  EXPECT_NEAR(s.shear_area_y, 0.02 * 5 / 6, 1e-16);
  // Timoshenko and Goodier, Theory of Elasticity, section 109: J = k_1 a b^3
  EXPECT_NEAR(s.J / (0.2 * 0.001), 0.2287, 5e-5);
  EXPECT_NEAR(rectangle_section(1, 1).J, 0.1406, 5e-5);
  EXPECT_NEAR(rectangle_section(1, 10).J / 10, 0.3123, 5e-4);
  EXPECT_NEAR(rectangle_section(1, 1000).J / 1000, (1 - 0.63 / 1000) / 3, 1e-6);
  EXPECT_NEAR(rectangle_section(0.1, 0.2).J, s.J, 1e-18);
}

TEST(Section, TubesLieBetweenTheCircleAndTheThinRing) {
  const Section solid = circle_section(0.3);
  const Section filled = tube_section(0.3, 0.15);
  EXPECT_NEAR(filled.area, solid.area, 1e-15);
  EXPECT_NEAR(filled.I_z, solid.I_z, 1e-17);
  EXPECT_NEAR(filled.shear_area_y, solid.shear_area_y, 1e-15);
  EXPECT_NEAR(solid.J, M_PI * std::pow(0.3, 4) / 32, 1e-17);
  const double t = 1e-5, d = 0.3;
  const Section thin = tube_section(d, t);
  EXPECT_NEAR(thin.I_z / (M_PI * d * d * d * t / 8), 1, 2e-4);
  EXPECT_NEAR(thin.shear_area_z / thin.area, 0.5, 1e-4);
  EXPECT_NEAR(thin.J, 2 * thin.I_y, 1e-18);
}

TEST(Section, TheIIsTheSumOfItsRectangles) {
  const double h = 0.3, b = 0.15, tf = 0.0107, tw = 0.0071;  // close to IPE 300
  const Section s = i_section(h, b, tf, tw);
  EXPECT_NEAR(s.area, 2 * b * tf + (h - 2 * tf) * tw, 1e-16);
  const double flange = b * std::pow(tf, 3) / 12 + b * tf * std::pow((h - tf) / 2, 2);
  EXPECT_NEAR(s.I_z, 2 * flange + tw * std::pow(h - 2 * tf, 3) / 12, 1e-16);
  EXPECT_NEAR(s.I_z / 8356e-8, 1, 0.05);  // of the rolled section, which has fillets
  EXPECT_NEAR(s.I_y / 604e-8, 1, 0.02);
  EXPECT_GT(s.shear_area_y, h * tw * 0.99);
  EXPECT_NEAR(i_section(1, 0.2, 1e-9, 0.2).I_z, rectangle_section(1, 0.2).I_z, 1e-9);
}

std::string message_of(const std::string& section, const std::string& material = "nu = 0.3\n") {
  try {
    test::build(R"(
[[material]]
name = "m"
E = 2
rho = 1
)" + material + R"(
[[section]]
name = "s"
)" + section + scene::line_mesh({.from = {0, 0}, .to = {1, 0}}) +
                scene::element({.name = "beam", .type = "euler-bernoulli", .section = "s"}));
  } catch (const params::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Section, RefusesWhatNoSectionHas) {
  using ::testing::HasSubstr;
  EXPECT_EQ(message_of(R"(
type = "circle"
diameter = 0.1
)"),
            "");
  EXPECT_EQ(message_of(R"(
type = "general"
area = 1
I_z = 2
)"),
            "");
  EXPECT_THAT(message_of(R"(
type = "tube"
diameter = 0.1
thickness = 0.06
)"),
              HasSubstr("at most half"));
  EXPECT_THAT(message_of(R"(
type = "i"
height = 1
width = 1
flange = 0.5
web = 0.1
)"),
              HasSubstr("do not fit"));
  EXPECT_THAT(message_of(R"(
type = "i"
height = 1
width = 0.1
flange = 0.1
web = 0.2
)"),
              HasSubstr("thicker"));
  EXPECT_NE(message_of(R"(
type = "circle"
diameter = -1
)"),
            "");
}

}  // namespace
}  // namespace jounce
